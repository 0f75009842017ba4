import { visible, visibleLines } from '../../shared/writers/visible';

/** How text is set off on a terminal; without colour every function returns its text unchanged. */
export interface Style {
  strong(text: string): string;
  faint(text: string): string;
  critical(text: string): string;
  warning(text: string): string;
  notice(text: string): string;
}

const plain = (text: string) => text;
const startOfSequence = '\u001b';
const sgr = (on: number, off: number) => (text: string) =>
  `${startOfSequence}[${on}m${text}${startOfSequence}[${off}m`;

export const plainStyle: Style = {
  strong: plain,
  faint: plain,
  critical: plain,
  warning: plain,
  notice: plain,
};

/** The terminal's own colours (ECMA-48 SGR), so that they fit its light or dark background. */
export const colourStyle: Style = {
  strong: sgr(1, 22),
  faint: sgr(2, 22),
  critical: sgr(31, 39),
  warning: sgr(33, 39),
  notice: sgr(36, 39),
};

/** The sequences of `colourStyle`, and no others. */
export const ownColours = new RegExp(`(${startOfSequence}\\[(?:1|2|22|31|33|36|39)m)`);

/**
 * Breaks text at spaces so that no line passes `width`. The first line begins with `indent`, the others with as many
 * spaces. Words are never cut.
 */
export function wrap(text: string, width: number, indent: string): string {
  const lines: string[] = [];
  for (const paragraph of text.trim().split(/\n\s*\n/)) {
    let line = '';
    for (const word of paragraph.split(/\s+/)) {
      if (line !== '' && indent.length + line.length + 1 + word.length > width) {
        lines.push(line);
        line = word;
      } else {
        line = line === '' ? word : `${line} ${word}`;
      }
    }
    lines.push(line);
  }
  const hanging = ' '.repeat(indent.length);
  return lines.map((line, index) => (index === 0 ? indent : hanging) + line).join('\n');
}

/** An entry of a list without bullets: what goes on stands further in, so that it reads as no entry of its own. */
export function entry(text: string, width: number): string {
  return wrap(text, width, '    ').slice(2);
}

/** Text that comes from a server or a file, without anything that could steer a terminal; the streams do the same again. */
export function harmless(text: string): string {
  return visibleLines(text);
}

/** A text of others as a part of a line: what would end the line is an escape too, so that it begins none of its own. */
export function field(text: string): string {
  return visible(text);
}

/** A document with each of its texts as a field. Once only: the escapes of a text that has some are distinguished. */
export function fields<T>(value: T): T;
export function fields(value: unknown): unknown {
  if (typeof value === 'string') return field(value);
  if (Array.isArray(value)) return value.map((each) => fields(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fields(inner)]));
}
