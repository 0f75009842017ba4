/** A name as it is looked for: in lower case, with what stands in its place. */
export interface IndexedName {
  name: string;
  standIn: string;
}

/** Whether a name that was found there is to be replaced. */
export type Accept = (entry: IndexedName, before: string, after: string) => boolean;

const gram = 4;

/**
 * Many names, found in one pass over a text however many they are: the text is looked up by the first letters of the
 * names, then by their lengths, the longest first, because one name may be the beginning of another.
 */
export class NameIndex {
  readonly #byName = new Map<string, IndexedName[]>();
  /** Lengths of the names that begin with these letters, the longest first. */
  readonly #lengths = new Map<string, number[]>();

  add(entry: IndexedName): void {
    const { name } = entry;
    const known = this.#byName.get(name);
    if (known !== undefined) {
      known.push(entry);
      return;
    }
    this.#byName.set(name, [entry]);
    const start = name.slice(0, gram);
    const lengths = this.#lengths.get(start) ?? [];
    if (!lengths.includes(name.length)) lengths.push(name.length);
    this.#lengths.set(
      start,
      lengths.sort((a, b) => b - a),
    );
  }

  /** The text with every accepted name replaced; letters' case does not matter. */
  replace(text: string, accept: Accept): string {
    const lower = foldCase(text);
    let out = '';
    let from = 0;
    let at = 0;
    while (at < lower.length) {
      const found = this.#at(text, lower, at, accept);
      if (found === null) {
        at += 1;
        continue;
      }
      out += text.slice(from, at) + found.standIn;
      at += found.name.length;
      from = at;
    }
    return from === 0 ? text : out + text.slice(from);
  }

  #at(text: string, lower: string, at: number, accept: Accept): IndexedName | null {
    // Names shorter than the gram are found under themselves.
    for (let size = Math.min(gram, lower.length - at); size > 0; size -= 1) {
      for (const length of this.#lengths.get(lower.slice(at, at + size)) ?? []) {
        if (length < size || (size < gram && length !== size)) continue;
        const before = at === 0 ? '' : text.charAt(at - 1);
        const after = text.charAt(at + length);
        const named = this.#byName.get(lower.slice(at, at + length));
        const found = named?.find((entry) => accept(entry, before, after));
        if (found !== undefined) return found;
      }
    }
    return null;
  }
}

/** Lower case, letter by letter: the text keeps its length, also where a lower-case letter has two of UTF-16. */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return [...text]
    .map((letter) => {
      const small = letter.toLowerCase();
      return small.length === letter.length ? small : letter;
    })
    .join('');
}
