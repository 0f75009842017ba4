import { isHint, lex, type SqlToken } from './lexer';
import type { NotPlain } from './refusal';

/** A token as the reader of SELECTs wants it. */
export interface PlainToken {
  kind: 'word' | 'name' | 'string' | 'number' | 'sign' | 'hint' | 'end';
  /** Words in upper case; names, and strings, without quotes but with their escapes; else as written. */
  text: string;
  /** As written. */
  raw: string;
  /** Nothing stands between it and the one before. */
  adjacent: boolean;
}

/** Longer statements are not read; nor are those that nest deeper. */
const longest = 256 * 1024;
const deepest = 60;

/** Closes every list of them. */
export const endToken: PlainToken = { kind: 'end', text: '', raw: '', adjacent: false };
const signs = new Set('( ) , . = < > ! + - * / % & | ^ ~ ->> <=> -> <= >= <> != || && << >> ;'.split(' '));
const settingHint = /SET_VAR|RESOURCE_GROUP|MAX_EXECUTION_TIME/i;
const inertHint = /^\/\*\+[\w\s(),@.]*\*\/$/;

/**
 * The tokens of one statement that can be read for certain and in which nothing, by the word alone, writes, locks, holds
 * variables or sequences; an `end` closes them. Else why not.
 */
export function plainTokens(sql: string): PlainToken[] | NotPlain {
  if (sql.length > longest) return 'unreadable';
  const found: PlainToken[] = [];
  let end = 0;
  let depth = 0;
  for (const token of lex(sql)) {
    const { kind, text, start } = token;
    if (kind === 'run-comment' || (kind === 'unclear' && text.startsWith('/*'))) return 'comment';
    if (kind === 'open' || kind === 'unclear') return 'unreadable';
    if (isHint(token)) {
      if (settingHint.test(text) || !inertHint.test(text)) return 'hint';
    } else if (kind === 'space' || kind === 'comment') continue;
    if (text === '(') depth += 1;
    if (text === ')') depth -= 1;
    if (depth > deepest) return 'unreadable';
    const before = found.at(-1);
    // What stands before or after a dot is no word of the language.
    if (text === '.' && before?.kind === 'word') found[found.length - 1] = asName(before);
    const next = plainToken(token, start === end);
    found.push(before?.raw === '.' ? asName(next) : next);
    end = token.end;
  }
  if (found.at(-1)?.raw === ';') found.pop();
  return faultIn(found) ?? [...found, endToken];
}

function asName(token: PlainToken): PlainToken {
  return token.kind === 'word' ? { ...token, kind: 'name', text: token.raw } : token;
}

function plainToken(token: SqlToken, adjacent: boolean): PlainToken {
  const { kind, text } = token;
  if (kind === 'word') return { kind, text: text.toUpperCase(), raw: text, adjacent };
  if (kind === 'name') return { kind, text: text.slice(1, -1).replaceAll('``', '`'), raw: text, adjacent };
  if (kind === 'string') return { kind, text: text.slice(1, -1), raw: text, adjacent };
  if (kind === 'number') return { kind, text, raw: text, adjacent };
  return { kind: kind === 'comment' ? 'hint' : 'sign', text, raw: text, adjacent };
}

function faultIn(all: readonly PlainToken[]): NotPlain | null {
  for (const [index, token] of all.entries()) {
    const why = fault(token, all[index - 1], all[index + 1]);
    if (why !== null) return why;
  }
  return null;
}

function fault(token: PlainToken, before?: PlainToken, after?: PlainToken): NotPlain | null {
  const { kind, text } = token;
  if (kind === 'sign') return signFault(text);
  if (kind === 'name' && (text === '' || text.includes('\0'))) return 'unreadable';
  // Text quoted by dollar signs in newer servers; a NUL ends a name for some.
  if (kind === 'word' && text.includes('$$')) return 'unreadable';
  if (kind !== 'word' && kind !== 'name') return null;
  if (before?.raw === '.') return /^(NEXTVAL|CURRVAL|LASTVAL)$/i.test(text) ? 'sequence' : null;
  return kind === 'name' ? null : wordFault(text, after);
}

function signFault(sign: string): NotPlain | null {
  if (sign === ';') return 'several';
  if (sign === '@' || sign === ':' || sign === ':=') return 'variable';
  if (sign === '?') return 'no-values';
  return signs.has(sign) ? null : 'unreadable';
}

function wordFault(word: string, after?: PlainToken): NotPlain | null {
  if (word === 'INTO' || word === 'PROCEDURE') return 'writes';
  if (word === 'FOR' && (after?.text === 'UPDATE' || after?.text === 'SHARE')) return 'locks';
  if (word === 'LOCK' && after?.text === 'IN') return 'locks';
  return (word === 'NEXT' || word === 'PREVIOUS') && after?.text === 'VALUE' ? 'sequence' : null;
}
