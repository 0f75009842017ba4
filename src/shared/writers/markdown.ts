import { visible } from './visible';
import { joined, tagOf, Written } from './written';

/** A piece of Markdown (CommonMark with the tables of GitHub). */
export type Markdown = Written<'markdown'>;

export const markdown = tagOf('markdown');

/** Text of a message on one line, every character of which means itself (CommonMark, "Backslash escapes"). */
export function plain(text: string): Markdown {
  return exact(text.replaceAll(/\s+/g, ' '));
}

/** As `plain`, for a value: line feeds and further spaces of it are shown too. */
export function exact(text: string): Markdown {
  const escaped = visible(text)
    .replaceAll(/[\\`*{}[\]<>#~&$]/g, '\\$&')
    // Within a word it means nothing else (CommonMark, "Emphasis"): names of variables stay readable.
    .replaceAll(/(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, '\\_')
    .replace(/^( *)([-+=]|\d+(?=[.)](?:\s|$)))/, (_, space: string, mark: string) =>
      /\d/.test(mark) ? `${space}${mark}\\` : `${space}\\${mark}`,
    );
  return new Written('markdown', escaped);
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, (blank) => (blank.includes('\n') ? ' ' : blank));
}

/** A table. @param head texts */
export function table(head: readonly string[], rows: readonly (readonly Markdown[])[]): Markdown {
  const line = (cells: readonly Markdown[]) =>
    `| ${cells.map(({ text }) => onOneLine(text).replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = head.map(() => markdown`---`);
  return new Written('markdown', [head.map(plain), rule, ...rows].map(line).join('\n'));
}

export function list(items: readonly Markdown[]): Markdown {
  return new Written('markdown', items.map(({ text }) => `- ${onOneLine(text)}`).join('\n'));
}

/** Lines one below the other. */
export function markdownLines(lines: readonly Markdown[]): Markdown {
  return joined('markdown', lines, '\n');
}

/** A code span that holds any text, also backticks (CommonMark, "Code spans"). */
export function code(text: string): Markdown {
  const shown = visible(text.replaceAll(/\s+/g, ' '));
  if (shown.trim() === '') return new Written('markdown', '` `');
  const longest = Math.max(0, ...(shown.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = longest > 0 ? ' ' : '';
  return new Written('markdown', `${fence}${pad}${shown}${pad}${fence}`);
}

/**
 * The text of a rule, which is Markdown with paragraphs, lists, stress and code spans; the values that it holds cannot
 * make HTML, links or pictures of it. A code span ends in its line; a backtick that begins none is escaped, so that every
 * reader pairs the others as this does (CommonMark, "Code spans").
 */
export function prose(text: string): Markdown {
  return new Written('markdown', text.trim().split('\n').map(proseLine).join('\n'));
}

function proseLine(line: string): string {
  return visible(line)
    .split(/((?<!`)(`+)(?!`).*?(?<!`)\2(?!`))/)
    .map((part, index) => {
      // What lies outside, then a span, then its fence once more.
      if (index % 3 === 1) return part;
      return index % 3 === 2 ? '' : part.replaceAll(/[\\<>[\]`]/g, '\\$&');
    })
    .join('');
}

/** Pieces within a sentence, such as `; `. */
export function inARow(pieces: readonly Markdown[], between: '; ' | ' '): Markdown {
  return new Written('markdown', pieces.map(({ text }) => text).join(between));
}

/** Blocks with an empty line between them. */
export function markdownBlocks(blocks: readonly Markdown[]): Markdown {
  return new Written('markdown', blocks.map(({ text }) => text).join('\n\n'));
}
