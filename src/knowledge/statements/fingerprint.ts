/**
 * What a statement is without its values, for telling statements apart quickly: one pass of one pattern. It is only a
 * key; the text that is kept is made by the same code that removes literals everywhere else.
 */
export function fingerprintKey(sql: string): string {
  return sql
    .slice(0, longestStatement)
    .replace(token, (found) => {
      const first = found[0] ?? '';
      if (first === "'" || first === '"' || /\d/.test(first)) return '?';
      if (first === '/' || first === '#' || first === '-') return ' ';
      return ' ';
    })
    .toLowerCase()
    .replace(/\( ?\?(?: ?, ?\?)* ?\)(?: ?, ?\( ?\?(?: ?, ?\?)* ?\))*/g, '(?+)')
    .replace(/ ?([(),=<>+*]) ?/g, '$1')
    .trim();
}

/** The same reading of lists in a text from which the literals are gone: `IN (?, ?)` and rows of VALUES become `(?+)`. */
export function collapseLists(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\(\s*\?(?:\s*,\s*\?)*\s*\)(?:\s*,\s*\(\s*\?(?:\s*,\s*\?)*\s*\))*/g, '(?+)')
    .trim();
}

/** Longer statements are told apart by their beginning; `(?+)` makes most of them short anyway. */
export const longestStatement = 16 * 1024;

/** Strings, comments, numbers that are no part of a name, white space. */
const token =
  /'(?:[^'\\]|\\[\s\S]|'')*(?:'|$)|"(?:[^"\\]|\\[\s\S]|"")*(?:"|$)|\/\*[\s\S]*?(?:\*\/|$)|#[^\n]*|--[ \t][^\n]*|(?<![\w$`])-?(?:0x[0-9a-f]+|\d+(?:\.\d*)?(?:e[+-]?\d+)?)|\s+/gi;
