import { isHint, type SqlToken, significantTokens } from '../sql/lexer';
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

/** Hints that set something for the statement: it would not run with the values that are compared. */
const settingHint = /SET_VAR|RESOURCE_GROUP|MAX_EXECUTION_TIME/i;

/** The tokens without comments; or why the text cannot be trusted. */
function tokens(sql: string): Token[] | NotPlain {
  const found: Token[] = [];
  for (const token of significantTokens(sql)) {
    const { kind, text } = token;
    if (kind === 'run-comment' || (kind === 'unclear' && text.startsWith('/*'))) return 'comment';
    if (kind === 'open' || kind === 'unclear' || text.includes('$$')) return 'unreadable';
    if (isHint(token)) {
      if (settingHint.test(text)) return 'hint';
    } else found.push(...plainTokens(token));
  }
  return found;
}

function plainTokens({ kind, text }: SqlToken): Token[] {
  if (kind === 'word') return [{ kind, text: text.toUpperCase() }];
  if (kind === 'number') return [{ kind, text }];
  // Double quotes hold a name under ANSI_QUOTES: taken for a name wherever that makes a difference.
  if (kind === 'name' || kind === 'string')
    return [{ kind: text.startsWith("'") ? 'string' : 'name', text: text.slice(1, -1) }];
  return [...text].map((sign) => ({ kind: 'sign', text: sign }));
}
