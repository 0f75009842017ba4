/**
 * Servers read option files as bytes, whatever their encoding; so does the parser. A byte string has one character
 * from U+0000 to U+00FF per byte. Text outside is UTF-8 decoded; a byte that is not UTF-8 becomes the lone surrogate
 * U+DC00 + byte, as Python's "surrogateescape" does (PEP 383), so that text from any file becomes its bytes again.
 */

/** The bytes of a text. A lone surrogate that stands for no byte has none: it becomes U+FFFD. */
export function toBytes(text: string): string {
  if (isAscii(text)) return text;
  let bytes = '';
  for (const char of text) bytes += utf8(char.codePointAt(0) ?? 0);
  return bytes;
}

function utf8(code: number): string {
  if (code < 0x80) return String.fromCharCode(code);
  if (code >= 0xdc80 && code <= 0xdcff) return String.fromCharCode(code - 0xdc00);
  if (code >= 0xd800 && code <= 0xdfff) return utf8(0xfffd);
  const tail = (shift: number) => 0x80 | ((code >> shift) & 0x3f);
  if (code < 0x800) return String.fromCharCode(0xc0 | (code >> 6), tail(0));
  if (code < 0x10000) return String.fromCharCode(0xe0 | (code >> 12), tail(6), tail(0));
  return String.fromCharCode(0xf0 | (code >> 18), tail(12), tail(6), tail(0));
}

/** The text of a byte string; `toBytes` gives the same bytes again, for any bytes. */
export function fromBytes(bytes: string): string {
  if (isAscii(bytes)) return bytes;
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const code = decodeAt(bytes, at);
    if (code === null) {
      const byte = bytes.charCodeAt(at);
      text += String.fromCharCode(byte < 0x80 ? byte : 0xdc00 + byte);
      at += 1;
    } else {
      text += String.fromCodePoint(code);
      at += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    }
  }
  return text;
}

/** The code point that begins at a byte; null where no well-formed sequence does (no overlong forms, no surrogates). */
function decodeAt(bytes: string, at: number): number | null {
  const first = bytes.charCodeAt(at);
  if (first < 0x80) return first;
  const length = first >= 0xf0 && first < 0xf8 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return null;
  let code = first & (0xff >> (length + 1));
  for (let next = 1; next < length; next += 1) {
    const byte = bytes.charCodeAt(at + next);
    if (Number.isNaN(byte) || (byte & 0xc0) !== 0x80) return null;
    code = (code << 6) | (byte & 0x3f);
  }
  const least = length === 2 ? 0x80 : length === 3 ? 0x800 : 0x10000;
  return code < least || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? null : code;
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}
