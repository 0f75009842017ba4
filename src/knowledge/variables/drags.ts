/** Variables that a SET moves besides the one that is set, for those without an entry in a table of their own. */
const dragged: Readonly<Record<string, readonly string[]>> = {};

/** undefined: none is known. */
export function dragsOf(name: string): readonly string[] | undefined {
  return dragged[name];
}
