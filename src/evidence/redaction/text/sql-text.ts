import { lex, type SqlToken } from '../../../knowledge/sql/lexer';

/** What stands in the place of a literal, and in that of a comment. */
const mark = '?';
const emptyComment = '/**/';

const wordCharacter = /[A-Za-z0-9_$\u0080-\uffff]$/;
/**
 * A word that is a number, or the start of one that was cut (`123456e` of `123456e+7`). `1st_column` is a name; `0x` and a
 * digit is taken for a value, whatever follows.
 */
const numberWord = /^(?:0x(?:$|[0-9a-f])|0b[01]*$|\d+e?$)/i;
/** Text quoted by dollar signs (MySQL 9, "String Literals"), or a name that looks like the start of one: `$1$`. */
const dollarQuote = /^\??\$[^$]*\$/;
const leadingNumber = /^\d+e\d+/i;
const leadingDigits = /^\d+/;

/** `certain` is false when the text may end within a string or comment, `open` true when it does so for sure. */
export interface Redaction {
  text: string;
  certain: boolean;
  open: boolean;
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
  for (const token of lex(sql)) {
    const text = redacted(token, parts);
    if (token.kind === 'word' && dollarQuote.test(text)) {
      return { text: `${parts.join('')}${mark}`, certain: false, open: false };
    }
    parts.push(text);
    if (token.kind === 'open' || token.kind === 'unclear') {
      return { text: parts.join(''), certain: false, open: token.kind === 'open' };
    }
  }
  return { text: parts.join(''), certain: true, open: false };
}

/** What stands for a token after `before`. */
function redacted({ kind, text }: SqlToken, before: readonly string[]): string {
  switch (kind) {
    case 'string':
    case 'number':
      return mark;
    case 'comment':
    case 'run-comment':
      return emptyComment;
    case 'open':
    case 'unclear':
      if (text.startsWith('/*')) return emptyComment;
      return text.startsWith('`') ? text : mark;
    case 'word':
      return redactedWord(text, before);
    default:
      return text;
  }
}

function redactedWord(text: string, before: readonly string[]): string {
  if (numberWord.test(text)) return mark;
  // `t1.5c` is a column of t1, `?.5c` is what is left of a number, and a name.
  const fraction = before.at(-1) === '.' && !wordCharacter.test(before.at(-2) ?? '');
  return text.replace(leadingNumber, mark).replace(fraction ? leadingDigits : leadingNumber, mark);
}

/** Statements that carry a password or a key, wherever it stands in them, as a word or within a name. */
const passwordStatement =
  /identified|passw|passphrase|pwd|\bpass\b|secret|token|credential|sst_auth|auth_string|(?:en|de)crypt|(?:api|access|private|auth|crypt|encryption|master|secret)_?key/i;

/** Removes literals, or, where they are kept, those of statements that carry a password. */
export function redactStatement(sql: string, keepLiterals: boolean): string {
  return !keepLiterals || passwordStatement.test(sql) ? redactLiterals(sql) : sql;
}
