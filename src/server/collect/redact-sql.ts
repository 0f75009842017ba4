/** What stands in the place of a literal. */
const mark = '?';

// The `@` of variables and accounts is no part: `user@10.0.0.1` names an address.
const wordPattern = /[A-Za-z0-9_$\u0080-\uffff]+/y;
const wordCharacter = /[A-Za-z0-9_$\u0080-\uffff]/;
/** A number that ends where it ends, whatever follows: `1.5abc` and `1e5abc` are a number and a name to the server. */
const fraction = /\d+(?:\.\d*(?:e[+-]?\d+)?|e[+-]?\d+)|\.\d+(?:e[+-]?\d+)?/iy;
/**
 * A word that is a number, or the start of one that was cut (`123456e` of `123456e+7`). `1st_column` is a name; `0x` and a
 * digit is taken for a value, whatever follows.
 */
const wholeNumber = /^(?:0x(?:[0-9a-f].*)?|0b[01]*|\d+e?)$/i;
/** Text quoted by dollar signs (MySQL 9, "String Literals"); in older servers, and in MariaDB, the start of a name. */
const dollarQuote = /\$[A-Za-z0-9_\u0080-\uffff]*\$/y;
/** A comment that the server runs, with nothing in it that could hide where it ends. */
const plainRunComment = /\/\*M?![\w\s=,.()@]*\*\//y;
/** The lexer wants white space or a control character after the dashes (sql_lex.cc, MY_LEX_COMMENT). */
const dashComment = /--(?![!-~\u0080-\uffff])/y;

/** `certain` is false when the text may end within a string or comment, `open` true when it does so for sure. */
export interface Redaction {
  text: string;
  certain: boolean;
  open: boolean;
}

interface Token {
  text: string;
  end: number;
  certain?: false;
  open?: true;
}

/**
 * Replaces string and number literals of a statement by `?`, comments by an empty one. Double quotes count as strings,
 * as they do unless ANSI_QUOTES is set: a name too many is lost rather than a value kept. A string or comment that is
 * not closed (servers cut long statements) ends with the text. Where the end of a string depends on what is not known
 * here (a quote after a backslash, see NO_BACKSLASH_ESCAPES), the rest of the text goes. Names in backticks and digits
 * within names stay.
 */
export function redactLiterals(sql: string): string {
  return redactWithState(sql).text;
}

/** redactLiterals, and whether the text ends within a literal. */
export function redactWithState(sql: string): Redaction {
  const parts: string[] = [];
  let at = 0;
  let afterWord = false;
  let certain = true;
  let open = false;
  while (at < sql.length) {
    const token = tokenAt(sql, at, afterWord);
    parts.push(token.text);
    afterWord = wordCharacter.test(token.text.slice(-1));
    certain = certain && token.certain !== false;
    open = open || token.open === true;
    at = token.end;
  }
  return { text: parts.join(''), certain, open };
}

/** What `pattern`, a sticky one, matches at `at`. */
function matchAt(pattern: RegExp, sql: string, at: number): string {
  // Set before each use, so that nothing is kept from one to the next; a new pattern for each token takes far longer.
  pattern.lastIndex = at;
  return pattern.exec(sql)?.[0] ?? '';
}

/** The replacement of the token at `at`, and where the next one starts. */
function tokenAt(sql: string, at: number, afterWord: boolean): Token {
  const char = sql[at] ?? '';
  if (char === "'" || char === '"') return stringAt(sql, at, char);
  if (char === '`') return nameAt(sql, at);
  const comment = commentAt(sql, at);
  if (comment !== null) return comment;
  if (char === '$' && matchAt(dollarQuote, sql, at) !== '')
    return { text: mark, end: sql.length, certain: false };
  // `t1.5c` is a column of t1.
  const number = afterWord ? '' : matchAt(fraction, sql, at);
  if (number !== '') return { text: mark, end: at + number.length };
  const word = matchAt(wordPattern, sql, at);
  if (word === '') return { text: char, end: at + 1 };
  return { text: wholeNumber.test(word) ? mark : word, end: at + word.length };
}

/** A string. Whether a backslash escapes depends on the session's sql_mode. */
function stringAt(sql: string, start: number, quote: string): Token {
  let at = start + 1;
  while (at < sql.length) {
    const char = sql[at];
    if (char === '\\' && sql[at + 1] === quote) return { text: mark, end: sql.length, certain: false };
    if (char === '\\') at += 2;
    else if (char === quote && sql[at + 1] === quote) at += 2;
    else if (char === quote) return { text: mark, end: at + 1 };
    else at += 1;
  }
  return { text: mark, end: sql.length, open: true, certain: false };
}

function nameAt(sql: string, start: number): Token {
  let at = start + 1;
  while (at < sql.length) {
    if (sql[at] !== '`') at += 1;
    else if (sql[at + 1] === '`') at += 2;
    else return { text: sql.slice(start, at + 1), end: at + 1 };
  }
  return { text: sql.slice(start), end: sql.length, open: true, certain: false };
}

/** The comment that starts here; null when none does. */
function commentAt(sql: string, at: number): Token | null {
  const text = '/**/';
  if (sql.startsWith('/*!', at) || sql.startsWith('/*M!', at)) {
    const plain = matchAt(plainRunComment, sql, at);
    return plain === '' ? { text, end: sql.length, certain: false } : { text, end: at + plain.length };
  }
  if (sql.startsWith('/*', at)) {
    const end = sql.indexOf('*/', at + 2);
    return end < 0 ? { text, end: sql.length, open: true, certain: false } : { text, end: end + 2 };
  }
  if (sql[at] !== '#' && matchAt(dashComment, sql, at) === '') return null;
  const end = sql.indexOf('\n', at);
  return { text, end: end < 0 ? sql.length : end };
}

/** Statements that carry a password or a key, wherever it stands in them, as a word or within a name. */
const passwordStatement =
  /identified|passw|passphrase|pwd|\bpass\b|secret|token|credential|sst_auth|auth_string|(?:en|de)crypt|(?:api|access|private|auth|crypt|encryption|master|secret)_?key/i;

/** Removes literals, or, where they are kept, those of statements that carry a password. */
export function redactStatement(sql: string, keepLiterals: boolean): string {
  return !keepLiterals || passwordStatement.test(sql) ? redactLiterals(sql) : sql;
}
