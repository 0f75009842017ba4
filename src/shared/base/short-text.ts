import { counted } from './units';

/** More of a name is not read in one line, and a window that lays out a megabyte of it stands still. */
const mostShown = 300;

/** The text, or its beginning and how long it is. @param most characters that are kept */
export function shortText(text: string, most: number = mostShown): string {
  if (text.length <= most) return text;
  // Not between the two halves of a character beyond the basic plane.
  const end = /[\uD800-\uDBFF]/.test(text.charAt(most - 1)) ? most - 1 : most;
  return `${text.slice(0, end)}… (${counted(text.length, 'character')})`;
}

/** Lines of a text that is written in a rule, as one: `explain: |` means no more than `explain: >`. */
export function foldedLines(text: string): string {
  const lines = text.split('\n');
  const last = lines.length - 1;
  return lines
    .map((line, index) =>
      index === 0 ? (last === 0 ? line : line.trimEnd()) : index === last ? line.trimStart() : line.trim(),
    )
    .filter((line, index) => line !== '' || index === 0 || index === last)
    .join(' ');
}
