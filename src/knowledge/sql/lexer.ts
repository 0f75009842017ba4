import { blockCommentEnd, isDigit, isSpace, isWordPart, lineEnd, numberEnd, quotedEnd } from './scan';

/**
 * What a token is.
 * - `space`: white space between others.
 * - `comment`: `-- ...`, `# ...`, or a block comment that no server runs; optimizer hints are of this kind too, see `isHint`.
 * - `run-comment`: a block comment that opens with an exclamation mark, also after an M: the server may run what is in it.
 * - `word`: a name or keyword without quotes, or what looks like one (`1st_column`).
 * - `name`: a name in backticks, with them.
 * - `string`: text in single or double quotes, with them. Under ANSI_QUOTES double quotes hold a name: who needs to know
 *   must look at the first character.
 * - `number`: digits with fraction and exponent, `0x1F`, `0b01`. A sign before it is an operator. `x'1F'`, `b'01'`, `N'a'`
 *   and `_utf8'a'` are a word and, right after it, a string.
 * - `operator`: one of `operators`, or any other single character, control characters and stray quotes included.
 * - `open`: a string, name or comment that the text ends in: it was cut, or is broken. The last token.
 * - `unclear`: from here on the reading depends on what the text does not say: a quote right after a backslash
 *   (NO_BACKSLASH_ESCAPES), text quoted by dollar signs (a name in older servers), a comment that the server runs and that
 *   holds quotes or comments itself. The last token.
 */
export type SqlTokenKind =
  | 'space'
  | 'comment'
  | 'run-comment'
  | 'word'
  | 'name'
  | 'string'
  | 'number'
  | 'operator'
  | 'open'
  | 'unclear';

/** A piece of a statement: `text` is `sql.slice(start, end)`. Tokens follow each other without a gap. */
export interface SqlToken {
  kind: SqlTokenKind;
  start: number;
  end: number;
  text: string;
}

/** The operators of more than one character; a longer one goes before its beginning. */
const operators: readonly string[] = [
  '->>',
  '<=>',
  '->',
  '<=',
  '>=',
  '<>',
  '!=',
  ':=',
  '||',
  '&&',
  '<<',
  '>>',
];

/**
 * `certain`: where the reading depends on what is not known, the text is `unclear`. `usual`: it goes on as a server of
 * default sql_mode before MySQL 9 would, which does for telling statements apart and for nothing else: a backslash escapes,
 * a dollar sign is part of a name, every comment ends where it first may.
 */
export type Certainty = 'certain' | 'usual';

/**
 * Reads a statement of MySQL, Percona Server or MariaDB piece by piece, as `sql_lex.cc` does, without knowing the sql_mode:
 * where that matters the text is `unclear`, or the kind leaves it open (double quotes). Any text can be read; the tokens
 * put together are the text again. The time is linear in its length, whatever it holds: no character is looked at more
 * than a fixed number of times.
 */
export function* lex(sql: string, reading: Certainty = 'certain'): Generator<SqlToken, void, undefined> {
  let start = 0;
  let afterName = false;
  let afterDot = false;
  while (start < sql.length) {
    const { kind, end } = tokenAt(sql, start, { afterName, afterDot, reading });
    const text = sql.slice(start, end);
    yield { kind, start, end, text };
    afterDot = text === '.';
    afterName = kind === 'word' || kind === 'name';
    start = end;
  }
}

/** The tokens without white space and comments; comments that the server runs stay, and so do optimizer hints. */
export function significantTokens(sql: string): SqlToken[] {
  const found: SqlToken[] = [];
  for (const token of lex(sql)) {
    if (token.kind !== 'space' && (token.kind !== 'comment' || isHint(token))) found.push(token);
  }
  return found;
}

/** Whether a comment is an optimizer hint where it stands right after SELECT, INSERT, REPLACE, UPDATE or DELETE. */
export function isHint({ kind, text }: SqlToken): boolean {
  return kind === 'comment' && text.startsWith('/*+');
}

interface Piece {
  kind: SqlTokenKind;
  end: number;
}

interface Context {
  afterName: boolean;
  afterDot: boolean;
  reading: Certainty;
}

function tokenAt(sql: string, at: number, { afterName, afterDot, reading }: Context): Piece {
  const char = sql[at] ?? '';
  if (isSpace(sql, at)) return { kind: 'space', end: spaceEnd(sql, at) };
  if (char === "'" || char === '"' || char === '`') return quoted(sql, at, char, reading);
  if (char === '#' || startsDashComment(sql, at)) return { kind: 'comment', end: lineEnd(sql, at) };
  if (char === '/' && sql[at + 1] === '*') return blockComment(sql, at, reading);
  // `t.1c` is a column of t, though `.1` alone is a number.
  const number = afterDot || (afterName && char === '.') ? at : numberEnd(sql, at);
  if (number > at) return { kind: 'number', end: number };
  if (isWordPart(sql, at)) return word(sql, at, reading);
  const operator = operators.find((one) => sql.startsWith(one, at));
  return { kind: 'operator', end: at + (operator ?? char).length };
}

function spaceEnd(sql: string, at: number): number {
  let end = at + 1;
  while (isSpace(sql, end)) end += 1;
  return end;
}

/** A comment wants white space, a control character or the end of the text after the dashes (sql_lex.cc, MY_LEX_COMMENT). */
function startsDashComment(sql: string, at: number): boolean {
  if (sql[at] !== '-' || sql[at + 1] !== '-') return false;
  const code = sql.charCodeAt(at + 2);
  return Number.isNaN(code) || code <= 0x20 || code === 0x7f;
}

function quoted(sql: string, at: number, quote: string, reading: Certainty): Piece {
  const { end, closed, unclear } = quotedEnd(sql, at, quote, reading === 'usual');
  if (unclear) return { kind: 'unclear', end: sql.length };
  if (!closed) return { kind: 'open', end: sql.length };
  return { kind: quote === '`' ? 'name' : 'string', end };
}

function blockComment(sql: string, at: number, reading: Certainty): Piece {
  const runs = sql[at + 2] === '!' || (sql[at + 2] === 'M' && sql[at + 3] === '!');
  const { end, closed, plain } = blockCommentEnd(sql, at + 2);
  if (!closed) return { kind: 'open', end: sql.length };
  if (!runs) return { kind: 'comment', end };
  // A quote, or a comment in it, may hide where it ends.
  return plain || reading === 'usual' ? { kind: 'run-comment', end } : { kind: 'unclear', end: sql.length };
}

function word(sql: string, at: number, reading: Certainty): Piece {
  let end = at;
  let dollars = 0;
  while (isWordPart(sql, end)) {
    if (sql[end] === '$') dollars += 1;
    end += 1;
  }
  // `$$text$$` and `$tag$text$tag$` quote from MySQL 9 on; before, and in MariaDB, a dollar sign is part of a name.
  const quotes = reading === 'certain' && sql[at] === '$' && dollars > 1 && !isDigit(sql, at + 1);
  return quotes ? { kind: 'unclear', end: sql.length } : { kind: 'word', end };
}
