import { builtInFunctions, wordsBeforeParenthesis } from './built-in-functions';

/** Why a statement is not one that may be sent again; the first reason that is found. */
export type NotPlain =
  | 'not-select'
  | 'unreadable'
  | 'no-values'
  | 'several'
  | 'comment'
  | 'hint'
  | 'variable'
  | 'locks'
  | 'writes'
  | 'sequence'
  | 'function'
  | 'system-schema'
  | 'no-table';

/** The reasons for people, as the end of "... were left out: ". */
export const notPlainTexts: Readonly<Record<NotPlain, string>> = {
  'not-select': 'no SELECT',
  unreadable: 'cut off, or not to be read for certain',
  'no-values': 'prepared, without their values',
  several: 'several statements in one',
  comment: 'with a comment that the server runs',
  hint: 'with a hint that sets a variable',
  variable: 'with variables',
  locks: 'SELECT that locks rows',
  writes: 'SELECT INTO',
  sequence: 'with sequences',
  function: 'with functions that are not known to only compute',
  'system-schema': 'on system schemas',
  'no-table': 'without a table',
};

export const systemSchemas: readonly string[] = ['information_schema', 'performance_schema', 'mysql', 'sys'];

interface Token {
  kind: 'word' | 'name' | 'string' | 'number' | 'sign';
  /** Upper case, without quotes, for words and names; else as written. */
  text: string;
}

/**
 * Whether a statement is a plain SELECT over tables: nothing in it can write, lock, wait, read files or depend on the
 * session, as far as its text tells. Everything that is not known is refused. What the text cannot tell (a view over a
 * stored function) is left to a read-only transaction with a limit of time.
 * @returns null for a plain SELECT
 */
export function whyNotPlain(sql: string): NotPlain | null {
  const read = tokens(sql);
  if (!Array.isArray(read)) return read;
  const [first] = read;
  if (first?.kind !== 'word' || first.text !== 'SELECT') return 'not-select';
  const end = read.at(-1);
  const all = end?.kind === 'sign' && end.text === ';' ? read.slice(0, -1) : read;
  for (const [index, token] of all.entries()) {
    const why = fault(token, all[index - 1], all[index + 1]);
    if (why !== null) return why;
  }
  return readsTable(all) ? null : 'no-table';
}

function fault(token: Token, before: Token | undefined, after: Token | undefined): NotPlain | null {
  if (token.kind === 'sign') return signFault(token.text);
  if (opensCall(after) && !mayOpen(token, before)) return 'function';
  const isName = token.kind === 'name' || before?.text === '.';
  if (token.kind !== 'word' && token.kind !== 'name') return null;
  if (after?.text === '.' && systemSchemas.includes(token.text.toLowerCase())) return 'system-schema';
  if (before?.text === '.' && /^(NEXTVAL|CURRVAL)$/.test(token.text)) return 'sequence';
  return isName ? null : wordFault(token.text, after);
}

function signFault(sign: string): NotPlain | null {
  if (sign === ';') return 'several';
  if (sign === '@' || sign === ':') return 'variable';
  if (sign === '?') return 'no-values';
  // `{fn now()}` and its kin; a backslash outside a string is \N or broken.
  return sign === '{' || sign === '\\' ? 'unreadable' : null;
}

function wordFault(word: string, after: Token | undefined): NotPlain | null {
  if (word === 'INTO' || word === 'PROCEDURE') return 'writes';
  if (word === 'FOR' && (after?.text === 'UPDATE' || after?.text === 'SHARE')) return 'locks';
  if (word === 'LOCK' && after?.text === 'IN') return 'locks';
  if ((word === 'NEXT' || word === 'PREVIOUS') && after?.text === 'VALUE') return 'sequence';
  return null;
}

function opensCall(after: Token | undefined): boolean {
  return after?.kind === 'sign' && after.text === '(';
}

/** Whether a parenthesis may follow: after a word of the language, or the name of a function that only computes. */
function mayOpen(token: Token, before: Token | undefined): boolean {
  if (token.kind !== 'word' || before?.text === '.') return false;
  return wordsBeforeParenthesis.has(token.text) || builtInFunctions.has(token.text);
}

function readsTable(all: readonly Token[]): boolean {
  return all.some(
    ({ kind, text }, index) =>
      kind === 'word' &&
      text === 'FROM' &&
      all[index - 1]?.text !== '.' &&
      all[index + 1]?.text !== 'DUAL' &&
      // EXTRACT(YEAR FROM x) and TRIM(LEADING 'a' FROM b) stand within a call.
      (['word', 'name'].includes(all[index + 1]?.kind ?? '') || opensCall(all[index + 1])) &&
      !withinFunction(all, index),
  );
}

/** Whether the innermost open parenthesis before `at` belongs to a function. */
function withinFunction(all: readonly Token[], at: number): boolean {
  let depth = 0;
  for (let index = at - 1; index >= 0; index -= 1) {
    const { kind, text } = all[index] ?? { kind: 'sign', text: '' };
    if (kind !== 'sign') continue;
    if (text === ')') depth += 1;
    if (text !== '(') continue;
    if (depth === 0) return all[index + 1]?.text !== 'SELECT';
    depth -= 1;
  }
  return false;
}

const space = /[\s\0]+/y;
const word = /[A-Za-z0-9_$\u0080-\uffff]+/y;
const number = /(?:0x[0-9a-f]+|\d+\.?\d*(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)/iy;
const dashComment = /--(?![!-~\u0080-\uffff])[^\n]*/y;
const hashComment = /#[^\n]*/y;
/** Hints that set something for the statement: it would not run with the values that are compared. */
const settingHint = /SET_VAR|RESOURCE_GROUP|MAX_EXECUTION_TIME/i;

/** The tokens without comments; or why the text cannot be trusted. */
function tokens(sql: string): Token[] | NotPlain {
  const found: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp): string => {
    const sticky = new RegExp(pattern.source, pattern.flags);
    sticky.lastIndex = at;
    const text = sticky.exec(sql)?.[0] ?? '';
    at += text.length;
    return text;
  };
  while (at < sql.length) {
    if (take(space) !== '' || take(dashComment) !== '' || take(hashComment) !== '') continue;
    const char = sql[at] ?? '';
    if (sql.startsWith('/*', at)) {
      if (/^\/\*M?!/.test(sql.slice(at, at + 4))) return 'comment';
      const end = sql.indexOf('*/', at + 2);
      if (end < 0) return 'unreadable';
      if (sql[at + 2] === '+' && settingHint.test(sql.slice(at, end))) return 'hint';
      at = end + 2;
    } else if (char === "'" || char === '"' || char === '`') {
      const end = quotedEnd(sql, at, char);
      if (end === null) return 'unreadable';
      const text = sql.slice(at + 1, end - 1);
      // Double quotes hold a name under ANSI_QUOTES: taken for a name wherever that makes a difference.
      found.push({ kind: char === "'" ? 'string' : 'name', text });
      at = end;
    } else {
      const digits = found.at(-1)?.text === '.' ? '' : numberAt(sql, at);
      if (digits !== '') {
        found.push({ kind: 'number', text: digits });
        at += digits.length;
        continue;
      }
      const text = take(word);
      if (text.includes('$$')) return 'unreadable';
      if (text === '') at += 1;
      found.push(text === '' ? { kind: 'sign', text: char } : { kind: 'word', text: text.toUpperCase() });
    }
  }
  return found;
}

/** A number that is no start of a name: `1st_column` is one. */
function numberAt(sql: string, at: number): string {
  const match = (pattern: RegExp) => {
    const sticky = new RegExp(pattern.source, pattern.flags);
    sticky.lastIndex = at;
    return sticky.exec(sql)?.[0] ?? '';
  };
  const digits = match(number);
  return match(word).length > digits.length ? '' : digits;
}

/** Where a quoted text ends; null: nowhere, or it depends on NO_BACKSLASH_ESCAPES. */
function quotedEnd(sql: string, start: number, quote: string): number | null {
  let at = start + 1;
  while (at < sql.length) {
    const char = sql[at];
    if (char === '\\' && quote !== '`') {
      if (sql[at + 1] === quote) return null;
      at += 2;
    } else if (char === quote && sql[at + 1] === quote) at += 2;
    else if (char === quote) return at + 1;
    else at += 1;
  }
  return null;
}
