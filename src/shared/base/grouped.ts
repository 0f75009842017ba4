/** Entries by their keys, in the order in which each key was first met; takes time in proportion to the entries. */
export function groupedBy<T, K>(entries: Iterable<T>, keyOf: (entry: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const entry of entries) addTo(groups, keyOf(entry), entry);
  return groups;
}

/** Adds an entry to the group of its key. */
export function addTo<T, K>(groups: Map<K, T[]>, key: K, entry: T): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [entry]);
  else group.push(entry);
}
