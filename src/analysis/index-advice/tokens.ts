/** One token of a normalised statement. */
export type Token =
  | { kind: 'name'; text: string }
  /** A key word or the name of a built-in function, in capitals. */
  | { kind: 'word'; text: string }
  /** `?`, `?, ...` or `(...)`: values that the server took out. */
  | { kind: 'value'; list: boolean }
  | { kind: 'sign'; text: string };

const pattern =
  /`((?:[^`]|``)*)`|\(\s*(?:\.\.\.|\?(?:\s*,\s*(?:\?|\.\.\.))*)\s*\)|(\?\s*,\s*\.\.\.)|(\?)|([A-Za-z_][\w$]*)|(<=>|<=|>=|<>|!=|\|\||&&|[-+*/%=<>(),.@:;!^&|~]+?)|(\d[\w.]*|'[^']*')/g;

/** Collectors keep 4096 characters of a digest; of more, only its length is known to be wrong. */
const longestDigest = 8192;

/**
 * The tokens of a DIGEST_TEXT (pfs_digest of the servers: names in backquotes, values as `?`, lists as `(...)`,
 * one blank between tokens). null: the text was cut, or holds what no digest holds.
 */
export function tokensOf(digestText: string): Token[] | null {
  if (digestText.length > longestDigest) return null;
  const text = digestText.replace(/\/\*.*?\*\//gs, ' ').trim();
  const tokens: Token[] = [];
  let position = 0;
  for (const match of text.matchAll(pattern)) {
    if (text.slice(position, match.index).trim() !== '') return null;
    position = match.index + match[0].length;
    const [whole, name, several, single, word, sign, literal] = match;
    if (name !== undefined) tokens.push({ kind: 'name', text: name.replaceAll('``', '`') });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word.toUpperCase() });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
    else if (single !== undefined || literal !== undefined) tokens.push({ kind: 'value', list: false });
    else if (several !== undefined) tokens.push({ kind: 'value', list: true });
    else if (whole.startsWith('(')) tokens.push({ kind: 'value', list: true });
  }
  // A digest that exceeds max_digest_length ends in three dots.
  const last = tokens.at(-1);
  const cut = last?.kind === 'sign' && last.text === '.';
  return text.slice(position).trim() === '' && !cut ? tokens : null;
}
