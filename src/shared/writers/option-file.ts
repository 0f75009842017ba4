import { LatchkeyError } from '../base/error';
import { fromBytes, toBytes } from './bytes';
import { commentTexts } from './comment';
import { texts } from './texts';
import { firstUnseen } from './visible';
import { document, tagOf, Written } from './written';

/** A line or lines of an option file (my.cnf). */
export type OptionText = Written<'option-file'>;

export const optionText = tagOf('option-file');

/** Whether a text is the name of an option and nothing more; with dashes, underscores or the dot of a component. */
export function isOptionName(name: string): boolean {
  return /^[a-z_][a-z0-9_.-]*$/i.test(name) && name.length <= 200;
}

/** Whether a text can name a group: `mysqld`, `mysqld-8.4`, `mysqld@replica01`. */
export function isOptionGroup(group: string): boolean {
  return /^[a-z0-9_][a-z0-9_.@-]*$/i.test(group) && group.length <= 200;
}

/** Room for name, equals sign and line ending beside the value. In bytes. */
const besideValue = 220;
/** Longer ones are no settings, even where the server would read them. In bytes. */
const longestValue = 100_000;

/**
 * Why an option file cannot hold a value, after "It"; null: it can. Only line feed, carriage return, tab and backspace
 * have an escape there; other unseen characters would steer the terminal on which somebody reads the file.
 * @param lineBytes of a line that the server reads at once; null: any length
 */
export function optionValueRefusal(value: string, lineBytes: number | null): string | null {
  const unseen = firstUnseen(value.replaceAll(/[\n\r\t\b]/g, ''));
  if (unseen !== null) return `holds the character ${unseen}, which an option file has no escape for`;
  const longest = (lineBytes ?? longestValue) - besideValue;
  return encodedValue(toBytes(value)).length > longest
    ? `makes a line of more than ${longest} bytes, which the server would not read as one`
    : null;
}

/**
 * A value, as a byte string, so that the server reads exactly it: escapes always, quotes only where they are needed.
 * @throws LatchkeyError usage for a value with a NUL, which ends every line for a server.
 */
export function encodedValue(value: string): string {
  if (value.includes('\0')) throw new LatchkeyError('usage', texts.anOptionFileCannotHold);
  const escaped = value
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replaceAll('\b', '\\b');
  const needsQuotes = value === '' || /^[ \v\f\u00a0]|[ \v\f\u00a0]$|[#'"]/.test(value);
  return needsQuotes ? `"${escaped.replaceAll('"', '\\"')}"` : escaped;
}

/** @throws LatchkeyError usage for what is no name of a group. */
export function groupHeader(group: string): OptionText {
  if (!isOptionGroup(group)) {
    throw new LatchkeyError('usage', texts.isNotTheNameOf(group));
  }
  return new Written('option-file', `[${group}]`);
}

/** @throws LatchkeyError usage for what is no name of an option. */
export function checkedOptionName(name: string): string {
  if (isOptionName(name)) return name;
  throw new LatchkeyError('usage', texts.isNotTheNameOfAn(name));
}

/** `name = value`, quoted where it has to be. @throws LatchkeyError usage for a name or value that no file can hold. */
export function optionLine(name: string, value: string): OptionText {
  const encoded = fromBytes(encodedValue(toBytes(value)));
  return new Written('option-file', `${checkedOptionName(name)} = ${encoded}`);
}

/** A comment in as many lines as it needs, wrapped at spaces; none is longer than any server reads at once. */
export function optionComment(text: string): OptionText[] {
  return commentTexts(text).map((line) => new Written('option-file', `# ${line}`));
}

export function optionFile(lines: readonly OptionText[]): OptionText {
  return document('option-file', lines);
}
