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
  name: string;
  /** Without quotes and escapes; null: no equals sign. */
  value: string | null;
}

// What my_isspace counts as white space in the ASCII range.
const space = /[ \t\v\f\r\n]/;

/** Takes an option line apart as mysys/my_default.c does (search_default_file_with_ext, remove_end_comment). */
export function lexOption(text: string): OptionParts {
  const start = skipSpace(text, 0);
  const end = commentStart(text, start);
  const equalsAt = text.slice(start, end).indexOf('=');
  if (equalsAt < 0) {
    const nameEnd = trimEnd(text, start, end);
    const written = text.slice(start, nameEnd);
    return parts(text, start, nameEnd, null, nameEnd, { written, value: null });
  }
  const nameEnd = trimEnd(text, start, start + equalsAt);
  const valueEnd = trimEnd(text, start + equalsAt + 1, end);
  const valueStart = Math.min(skipSpace(text, start + equalsAt + 1), valueEnd);
  return parts(text, start, nameEnd, valueStart, valueEnd, {
    written: text.slice(start, nameEnd),
    value: decodeValue(text.slice(valueStart, valueEnd)),
  });
}

function parts(
  text: string,
  start: number,
  nameEnd: number,
  valueStart: number | null,
  valueEnd: number,
  { written, value }: { written: string; value: string | null },
): OptionParts {
  return {
    before: text.slice(0, start),
    written,
    equals: valueStart === null ? null : text.slice(nameEnd, valueStart),
    after: text.slice(valueEnd),
    name: written,
    value,
  };
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

/** Where an end-of-line comment begins: the first `#` outside quotes; the length of the text without one. */
function commentStart(text: string, from: number): number {
  let quote = '';
  let escaped = false;
  for (let at = from; at < text.length; at += 1) {
    const char = text.charAt(at);
    if ((char === "'" || char === '"') && !escaped) {
      if (quote === '') quote = char;
      else if (quote === char) quote = '';
    }
    if (quote === '' && char === '#') return at;
    escaped = quote !== '' && char === '\\' && !escaped;
  }
  return text.length;
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

/** Writes a value so that the server reads exactly it: escapes always, quotes only where they are needed. */
export function encodeValue(value: string): string {
  const escaped = value
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replaceAll('\b', '\\b');
  const needsQuotes = value === '' || /^[ \v\f]|[ \v\f]$|[#'"]/.test(value);
  return needsQuotes ? `"${escaped.replaceAll('"', '\\"')}"` : escaped;
}
