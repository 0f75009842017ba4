/**
 * What a reader does not see, or what steers the program that shows it: control characters (C0, DEL, C1), format
 * characters (those of writing direction and of no width), separators of lines and paragraphs, halves of surrogate
 * pairs, and what Unicode lets programs ignore ("Default_Ignorable_Code_Point").
 */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/u;
const escaped = new RegExp(String.raw`${unseen.source}|\\(?=u\{)`, 'gu');
const escapedButLines = /(?!\r\n|[\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** Whether every character of a text is one that a reader sees, or a plain space. */
export function isVisible(text: string): boolean {
  return !unseen.test(text);
}

/**
 * The text with every unseen character as an escape that is seen: `\u{1b}`. No two texts become the same one: a
 * backslash that would look like the start of an escape is `\u{5c}`.
 */
export function visible(text: string): string {
  return text.replaceAll(escaped, escapeOf);
}

/** As `visible`, for text of several lines: line feeds, also after a carriage return, and tabs stay. */
export function visibleLines(text: string): string {
  return text.replaceAll(escapedButLines, escapeOf);
}

function escapeOf(char: string): string {
  return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}

/** The first unseen character of a text, as reasons name it: `U+001B`; null: there is none. */
export function firstUnseen(text: string): string | null {
  const char = unseen.exec(text)?.[0];
  return char === undefined
    ? null
    : `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
