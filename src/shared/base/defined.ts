type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/**
 * The properties that have a value: those that are `undefined` are left out, as `exactOptionalPropertyTypes` wants
 * optional ones.
 */
export function defined<T extends object>(properties: T): Defined<T> {
  const kept: Defined<T> = {};
  for (const key in properties) {
    const value = properties[key];
    if (hasValue(value)) kept[key] = value;
  }
  return kept;
}

function hasValue<V>(value: V): value is Exclude<V, undefined> {
  return value !== undefined;
}
