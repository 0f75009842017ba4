import { LatchkeyError } from '../base/error';
import { commentTexts, unwrappedTexts } from './comment';
import { texts } from './texts';
import { firstUnseen, isVisible } from './visible';
import { document, joined, tagOf, Written } from './written';

/** A piece of a statement, a statement or a comment in the SQL of MySQL and MariaDB, whatever sql_mode is in force. */
export type Sql = Written<'sql'>;

/** sql`SET GLOBAL ${sqlVariable(name)} = ${sqlString(value)};` */
export const sql = tagOf('sql');

const variableName = /^[a-z_][a-z0-9_$]*(?:\.[a-z_][a-z0-9_$]*)?$/i;

/** Whether a text is the name of a server variable, of one of a component or a key cache, and nothing more. */
export function isVariableName(name: string): boolean {
  return variableName.test(name) && name.length <= 200;
}

/** A variable's name. @throws LatchkeyError usage for what is none. */
export function sqlVariable(name: string): Sql {
  if (!isVariableName(name)) {
    throw new LatchkeyError('usage', texts.isNotTheNameOfA(name));
  }
  return new Written('sql', name);
}

/**
 * The name of a schema, table, column or index in backquotes, which mean the same under every sql_mode (manual, "Schema
 * Object Names").
 * @throws LatchkeyError usage for a name with a NUL, which no server takes.
 */
export function sqlName(name: string): Sql {
  if (name.includes('\0')) throw new LatchkeyError('usage', texts.aNameInSqlCannot);
  return new Written('sql', `\`${name.replaceAll('`', '``')}\``);
}

/**
 * Whether a name can stand in a statement that a person copies: one with characters that nobody sees could say
 * something else than it shows.
 */
export function isCopyableName(name: string): boolean {
  return name !== '' && isVisible(name);
}

/**
 * An account, `'app'@'10.%'`. A part with a backslash, or that is not ASCII, stands in backquotes, which an account name
 * may too and no sql_mode changes (manual, "Specifying Account Names"). null: it has characters that are not seen.
 */
export function sqlAccount(user: string, host: string | null): Sql | null {
  const parts = host === null ? [user] : [user, host];
  if (!parts.every(isVisible)) return null;
  const [first = sql`''`, second] = parts.map((part) =>
    part === '' || /^[ -[\]-~]*$/.test(part) ? sqlString(part) : sqlName(part),
  );
  return second === undefined ? first : sql`${first}@${second}`;
}

/** Longer values are no settings; a statement with one may pass max_allowed_packet. In UTF-16 units. */
const longestString = 100_000;

/** Why SQL cannot carry a string to a server variable, after "It"; null: it can. */
export function sqlStringRefusal(value: string): string | null {
  if (value.length > longestString) return `is longer than ${longestString} characters`;
  if (value.includes('\0')) return 'holds a NUL';
  // Variables have the character set utf8mb3 in every server: a question mark would be stored.
  if (/[\u{10000}-\u{10FFFF}]/u.test(value))
    return 'holds characters beyond U+FFFF, which server variables cannot';
  return /\p{Cs}/u.test(value) ? 'is no valid Unicode' : null;
}

/**
 * A string. Printable ASCII without backslashes stands in single quotes, which mean the same under ANSI_QUOTES and
 * NO_BACKSLASH_ESCAPES and in every character set of a client; anything else is hexadecimal with its character set
 * (tried as value of variables on MySQL 5.6.24 and 9.7.4, MariaDB 10.11.18 and 11.8.6 under each of these modes).
 * @throws LatchkeyError usage for what `sqlStringRefusal` refuses.
 */
export function sqlString(value: string): Sql {
  const refusal = sqlStringRefusal(value);
  if (refusal !== null) throw new LatchkeyError('usage', texts.aValueThatCannotBe(refusal));
  if (/^[ -[\]-~]*$/.test(value)) return new Written('sql', `'${value.replaceAll("'", "''")}'`);
  const bytes = new TextEncoder().encode(value);
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return new Written('sql', `_utf8mb4 0x${digits}`);
}

/** Whether a text is a number, and nothing more. */
export function isSqlNumber(text: string): boolean {
  return /^-?\d{1,40}(?:\.\d{1,40})?$/.test(text);
}

/** A number as text, also one that no double holds. @throws LatchkeyError usage for what is none. */
export function sqlNumber(digits: string): Sql {
  if (!isSqlNumber(digits)) {
    throw new LatchkeyError('usage', texts.onlyDigitsCanBeWritten);
  }
  return new Written('sql', digits);
}

/** A comment in as many lines as it needs, wrapped at spaces. */
export function sqlComment(text: string): Sql[] {
  return commentTexts(text).map((line) => new Written('sql', `-- ${line}`));
}

/** A comment that is not wrapped: an indented listing, such as a line of an option file. */
export function sqlListing(text: string): Sql[] {
  return unwrappedTexts(text).map((line) => new Written('sql', `--   ${line}`));
}

/** SQL as a comment: every line of it. */
export function sqlCommentedOut(pieces: readonly Sql[]): Sql[] {
  return pieces
    .flatMap(({ text }) => text.split(/\r\n|[\n\r]/))
    .map((line) => new Written('sql', line.startsWith('--') ? line : `-- ${line}`));
}

/**
 * Lines of another document in comments that `sed -n 's/^-- | \{0,1\}//p'` takes out again; null: it holds characters
 * that do not come through every client unchanged. Tabs do, and a carriage return at the end of a line.
 */
export function sqlEnclosed(text: string): Sql[] | null {
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  const whole = last === '' ? lines : [...lines, last];
  if (whole.some((line) => firstUnseen(line.replace(/\r$/, '').replaceAll('\t', '')) !== null)) return null;
  return whole.map((line) => new Written('sql', `-- | ${line}`));
}

/** An SQL file. */
export function sqlFile(lines: readonly Sql[]): Sql {
  return document('sql', lines);
}

/** Pieces with commas between them. */
export function sqlList(pieces: readonly Sql[]): Sql {
  return joined('sql', pieces, ', ');
}
