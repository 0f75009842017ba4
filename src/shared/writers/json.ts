import { Written } from './written';

/** A JSON document. */
export type Json = Written<'json'>;

/**
 * A value as JSON, with every unseen character as an escape: parsed, it is exactly the value, and printed on a terminal
 * it is what it looks like. Without the line end.
 * @param indent spaces for each level; none: one line
 */
export function jsonText(value: unknown, indent?: number): string {
  // JSON.stringify leaves these only within strings.
  return JSON.stringify(value, null, indent).replaceAll(
    /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu,
    (char) => [...Array(char.length).keys()].map((at) => unitEscape(char.charCodeAt(at))).join(''),
  );
}

function unitEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}

/** A document a line. */
export function jsonLines(values: readonly unknown[]): Json {
  return new Written('json', values.map((value) => `${jsonText(value)}\n`).join(''));
}

/** One document over several lines, for people too. */
export function jsonDocument(value: unknown): Json {
  return new Written('json', `${jsonText(value, 2)}\n`);
}
