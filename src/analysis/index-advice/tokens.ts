import { lex, type SqlToken } from '../../knowledge/sql/lexer';

/** One token of a normalised statement. */
export type Token =
  | { kind: 'name'; text: string }
  /** A key word or the name of a built-in function, in capitals. */
  | { kind: 'word'; text: string }
  /** `?`, `?, ...` or `(...)`: values that the server took out. */
  | { kind: 'value'; list: boolean }
  | { kind: 'sign'; text: string };

/** Collectors keep 4096 characters of a digest; of more, only its length is known to be wrong. */
const longestDigest = 8192;

const plainWord = /^[A-Za-z_][\w$]*$/;
/** The operators that a digest may hold; `?` stands for a value. */
const signs = new Set(
  '- + * / % = < > ( ) , . @ : ; ! ^ & | ~ <=> <= >= <> != || && -> ->> := << >>'.split(' '),
);
const mark = '?';
const dots = '...';

/**
 * The tokens of a DIGEST_TEXT (pfs_digest of the servers: names in backquotes, values as `?`, lists as `(...)`,
 * one blank between tokens). null: the text was cut, or holds what no digest holds.
 */
export function tokensOf(digestText: string): Token[] | null {
  if (digestText.length > longestDigest) return null;
  const pieces = piecesOf(digestText);
  if (pieces === null) return null;
  const tokens: Token[] = [];
  let at = 0;
  while (at < pieces.length) {
    const { tokens: found, next } = tokenAt(pieces, at);
    tokens.push(...found);
    at = next;
  }
  // A digest that exceeds max_digest_length ends in three dots.
  const last = tokens.at(-1);
  return last?.kind === 'sign' && last.text === '.' ? null : tokens;
}

/** `?` and `...` stand for values in a digest. */
type Piece = Token | '?' | '...';

function piecesOf(digestText: string): Piece[] | null {
  const pieces: Piece[] = [];
  const raw = [...lex(digestText)];
  for (let at = 0; at < raw.length; at += 1) {
    const token = raw[at];
    if (token === undefined || isBlank(token)) continue;
    if (isDot(token) && isDot(raw[at + 1]) && isDot(raw[at + 2])) {
      pieces.push(dots);
      at += 2;
      continue;
    }
    const piece = pieceOf(token);
    if (piece === null) return null;
    pieces.push(piece);
  }
  return pieces;
}

function isDot(token: SqlToken | undefined): boolean {
  return token?.text === '.';
}

/** Line comments are not: no digest holds one. */
function isBlank({ kind, text }: SqlToken): boolean {
  return kind === 'space' || kind === 'run-comment' || (kind === 'comment' && text.startsWith('/*'));
}

function pieceOf({ kind, text }: SqlToken): Piece | null {
  if (kind === 'name') return { kind: 'name', text: text.slice(1, -1).replaceAll('``', '`') };
  if (kind === 'number' || (kind === 'string' && text.startsWith("'"))) return { kind: 'value', list: false };
  if (kind === 'word') {
    if (/^\d\w*$/.test(text)) return { kind: 'value', list: false };
    return plainWord.test(text) ? { kind: 'word', text: text.toUpperCase() } : null;
  }
  if (text === mark) return mark;
  return kind === 'operator' && signs.has(text) ? { kind: 'sign', text } : null;
}

/** The token at `at`, made of as many pieces as belong to it: `?, ...`, `(...)` and `(?, ?)` are one. */
function tokenAt(pieces: readonly Piece[], at: number): { tokens: Token[]; next: number } {
  const piece = pieces[at];
  const list: Token = { kind: 'value', list: true };
  if (piece === mark) {
    const several = isSign(pieces[at + 1], ',') && pieces[at + 2] === dots;
    return several
      ? { tokens: [list], next: at + 3 }
      : { tokens: [{ kind: 'value', list: false }], next: at + 1 };
  }
  if (piece === undefined || piece === dots) {
    return { tokens: [dot, dot, dot], next: at + 1 };
  }
  const end = isSign(piece, '(') ? listEnd(pieces, at + 1) : null;
  return end === null ? { tokens: [piece], next: at + 1 } : { tokens: [list], next: end };
}

const dot: Token = { kind: 'sign', text: '.' };

/** After the bracket that closes a list of values; null where something else stands in it. */
function listEnd(pieces: readonly Piece[], start: number): number | null {
  let at = start;
  if (pieces[at] === dots) at += 1;
  else {
    if (pieces[at] !== mark) return null;
    at += 1;
    while (isSign(pieces[at], ',') && (pieces[at + 1] === mark || pieces[at + 1] === dots)) at += 2;
  }
  return isSign(pieces[at], ')') ? at + 1 : null;
}

function isSign(piece: Piece | undefined, text: string): boolean {
  return typeof piece === 'object' && piece.kind === 'sign' && piece.text === text;
}
