/** One option line taken apart: `before` + `written` + `equals` + value as written + `after` is the line again. */
export interface OptionParts {
  /** White space before the name. */
  before: string;
  /** The name as written. */
  written: string;
  /** The equals sign with the white space around it; null: the option stands without one. */
  equals: string | null;
  /** White space, comment and line ending after the value. */
  after: string;
  /** Without quotes and escapes; null: no equals sign. */
  value: string | null;
}

// All functions here work on byte strings (`bytes`).

/** What my_isspace(&my_charset_latin1) counts as white space: 0xA0 too, also within a UTF-8 character. */
const space = /[\t-\r \u00a0]/;

/** Takes an option line apart as mysys/my_default.c does (search_default_file_with_ext, remove_end_comment). */
export function lexOption(text: string): OptionParts {
  const whole = cString(text).length;
  const start = skipSpace(text, 0);
  const end = commentStart(text, start, whole);
  const equalsAt = text.slice(start, end).indexOf('=');
  if (equalsAt < 0) {
    const nameEnd = trimEnd(text, start, end);
    const written = text.slice(start, nameEnd);
    return { before: text.slice(0, start), written, equals: null, after: text.slice(nameEnd), value: null };
  }
  const nameEnd = trimEnd(text, start, start + equalsAt);
  const valueEnd = trimEnd(text, start + equalsAt + 1, end);
  const valueStart = Math.min(skipSpace(text, start + equalsAt + 1), valueEnd);
  return {
    before: text.slice(0, start),
    written: text.slice(start, nameEnd),
    equals: text.slice(nameEnd, valueStart),
    after: text.slice(valueEnd),
    value: decodeValue(text.slice(valueStart, valueEnd)),
  };
}

/** The part of a line that C code sees: all before the first NUL. */
export function cString(text: string): string {
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
}

/** The text without white space at both ends. */
export function trimSpace(text: string): string {
  const start = skipSpace(text, 0);
  return text.slice(start, trimEnd(text, start, text.length));
}

export function isSpace(char: string): boolean {
  return space.test(char);
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && space.test(text.charAt(at))) at += 1;
  return at;
}

function trimEnd(text: string, from: number, to: number): number {
  let at = to;
  while (at > from && space.test(text.charAt(at - 1))) at -= 1;
  return at;
}

/** Where an end-of-line comment begins: the first `#` outside quotes; `to` without one. */
function commentStart(text: string, from: number, to: number): number {
  let quote = '';
  let escaped = false;
  for (let at = from; at < to; at += 1) {
    const char = text.charAt(at);
    if ((char === "'" || char === '"') && !escaped) {
      if (quote === '') quote = char;
      else if (quote === char) quote = '';
    }
    if (quote === '' && char === '#') return at;
    escaped = quote !== '' && char === '\\' && !escaped;
  }
  return to;
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  s: ' ',
  '"': '"',
  "'": "'",
  '\\': '\\',
};

/** Quotes are taken off when the value begins and ends with the same one; escapes count with and without them. */
function decodeValue(written: string): string {
  const first = written.charAt(0);
  const quoted = written.length > 1 && (first === '"' || first === "'") && written.endsWith(first);
  const inner = quoted ? written.slice(1, -1) : written;
  return inner.replace(/\\([\s\S])/g, (whole, char: string) => escapes[char] ?? whole);
}
