/** What stands in the place of a literal. */
const mark = '?';

const identifierCharacter = /[A-Za-z0-9_$@\u0080-\uffff]/;
const numberAtStart = /^(?:0x[0-9a-f]+|\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)/i;

/**
 * Replaces string and number literals and comments of a statement by `?`. Double quotes count as strings, as they do
 * unless ANSI_QUOTES is set: a name too many is lost rather than a value kept. A string or comment that is not closed
 * (servers cut long statements) ends with the text. Names in backticks and digits within names stay.
 */
export function redactLiterals(sql: string): string {
  let out = '';
  let at = 0;
  while (at < sql.length) {
    const [text, next] = token(sql, at, out);
    out += text;
    at = next;
  }
  return out;
}

/** The replacement of the token at `at`, and where the next one starts. */
function token(sql: string, at: number, before: string): [string, number] {
  const char = sql[at] ?? '';
  if (char === "'" || char === '"') return [mark, endOfQuoted(sql, at, char, true)];
  if (char === '`') {
    const end = endOfQuoted(sql, at, '`', false);
    return [sql.slice(at, end), end];
  }
  const comment = endOfComment(sql, at);
  if (comment !== null) return ['/**/', comment];
  const inName = identifierCharacter.test(before.slice(-1)) && before.slice(-1) !== '';
  if (!inName) {
    const number = numberAtStart.exec(sql.slice(at, at + 400))?.[0];
    if (number !== undefined && number !== '') {
      const end = at + number.length;
      // `1st_column` is a name that begins with a digit.
      return identifierCharacter.test(sql[end] ?? '') ? wordAt(sql, at) : [mark, end];
    }
  }
  return identifierCharacter.test(char) ? wordAt(sql, at) : [char, at + 1];
}

function wordAt(sql: string, at: number): [string, number] {
  let end = at;
  while (end < sql.length && identifierCharacter.test(sql[end] ?? '')) end += 1;
  const word = sql.slice(at, end);
  // Digits and nothing else, cut from a long number: a literal all the same.
  return [/^\d+$/.test(word) ? mark : word, end];
}

/** Index after the closing quote. A doubled quote, and a backslash where strings allow it, keep it open. */
function endOfQuoted(sql: string, start: number, quote: string, backslash: boolean): number {
  let at = start + 1;
  while (at < sql.length) {
    const char = sql[at];
    if (backslash && char === '\\') at += 2;
    else if (char === quote && sql[at + 1] === quote) at += 2;
    else if (char === quote) return at + 1;
    else at += 1;
  }
  return sql.length;
}

/** Index after the comment that starts here; null when none does. */
function endOfComment(sql: string, at: number): number | null {
  if (sql.startsWith('/*', at)) {
    const end = sql.indexOf('*/', at + 2);
    return end < 0 ? sql.length : end + 2;
  }
  const dashes = sql.startsWith('--', at) && /^\s?$/.test(sql[at + 2] ?? '');
  if (!dashes && sql[at] !== '#') return null;
  const end = sql.indexOf('\n', at);
  return end < 0 ? sql.length : end;
}

/** Statements that carry a password, wherever it stands in them. */
const passwordStatement =
  /\b(identified|password|master_password|source_password|auth_string|secret|token)\b/i;

/** Removes literals, or, where they are kept, those of statements that carry a password. */
export function redactStatement(sql: string, keepLiterals: boolean): string {
  return !keepLiterals || passwordStatement.test(sql) ? redactLiterals(sql) : sql;
}
