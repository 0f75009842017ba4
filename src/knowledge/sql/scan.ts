/** The character classes of the server's lexer, and where what begins at a place ends. All of it in one pass. */

/** White space in every character set of the server; others (U+00A0) are part of a name to it. */
export function isSpace(sql: string, at: number): boolean {
  const code = sql.charCodeAt(at);
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

export function isDigit(sql: string, at: number): boolean {
  const code = sql.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
}

function isHexDigit(sql: string, at: number): boolean {
  const code = sql.charCodeAt(at) | 0x20;
  return isDigit(sql, at) || (code >= 0x61 && code <= 0x66);
}

/** What names are made of without quotes (manual, "Schema Object Names"): the `@` of variables is no part. */
export function isWordPart(sql: string, at: number): boolean {
  const code = sql.charCodeAt(at);
  const letter = code | 0x20;
  return (
    (letter >= 0x61 && letter <= 0x7a) || isDigit(sql, at) || code === 0x5f || code === 0x24 || code >= 0x80
  );
}

export function lineEnd(sql: string, at: number): number {
  const end = sql.indexOf('\n', at);
  return end === -1 ? sql.length : end;
}

/**
 * Where the number that begins at `at` ends; `at`: there is none. A number with a fraction or a signed exponent ends where
 * it ends, whatever follows (`1.5abc` is a number and a name to the server); digits followed by a letter begin a name.
 */
export function numberEnd(sql: string, at: number): number {
  if (!isDigit(sql, at)) {
    return sql[at] === '.' && isDigit(sql, at + 1) ? exponentEnd(sql, digitsEnd(sql, at + 1)) : at;
  }
  const radix = sql[at] === '0' ? sql[at + 1] : undefined;
  if (radix === 'x' || radix === 'b') {
    let end = at + 2;
    while (radix === 'x' ? isHexDigit(sql, end) : sql[end] === '0' || sql[end] === '1') end += 1;
    return end > at + 2 && !isWordPart(sql, end) ? end : at;
  }
  const digits = digitsEnd(sql, at);
  if (sql[digits] === '.') return exponentEnd(sql, digitsEnd(sql, digits + 1));
  const exponent = exponentEnd(sql, digits);
  if (exponent > digits) return exponent;
  return isWordPart(sql, digits) ? at : digits;
}

function digitsEnd(sql: string, at: number): number {
  let end = at;
  while (isDigit(sql, end)) end += 1;
  return end;
}

/** `at` where no exponent stands there. */
function exponentEnd(sql: string, at: number): number {
  if (sql[at] !== 'e' && sql[at] !== 'E') return at;
  const signed = sql[at + 1] === '+' || sql[at + 1] === '-' ? at + 2 : at + 1;
  return isDigit(sql, signed) ? digitsEnd(sql, signed) : at;
}

/**
 * Where a quoted text ends. Whether a backslash escapes depends on the sql_mode: before a quote that decides, unless it is
 * taken to escape (`escapes`).
 */
export function quotedEnd(
  sql: string,
  start: number,
  quote: string,
  escapes: boolean,
): { end: number; closed: boolean; unclear: boolean } {
  let at = start + 1;
  while (at < sql.length) {
    const char = sql[at];
    if (char === '\\' && quote !== '`') {
      if (sql[at + 1] === quote && !escapes) return { end: at, closed: false, unclear: true };
      at += 2;
    } else if (char !== quote) at += 1;
    else if (sql[at + 1] === quote) at += 2;
    else return { end: at + 1, closed: true, unclear: false };
  }
  return { end: sql.length, closed: false, unclear: false };
}

/** Where a block comment ends, and whether nothing in it could hide another end. */
export function blockCommentEnd(
  sql: string,
  inner: number,
): { end: number; closed: boolean; plain: boolean } {
  const close = sql.indexOf('*/', inner);
  if (close === -1) return { end: sql.length, closed: false, plain: false };
  let plain = true;
  for (let at = inner; at < close && plain; at += 1) {
    const char = sql[at] ?? '';
    plain = !(`'"\`#\\-;$`.includes(char) || (char === '/' && sql[at + 1] === '*'));
  }
  return { end: close + 2, closed: true, plain };
}
