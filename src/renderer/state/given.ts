type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The same object without the keys that hold undefined. */
export function given<T extends Record<string, unknown>>(values: T): Given<T> {
  const kept: Given<T> = {};
  for (const key in values) {
    const value = values[key];
    if (isGiven(value)) kept[key] = value;
  }
  return kept;
}

function isGiven<V>(value: V): value is Exclude<V, undefined> {
  return value !== undefined;
}
