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
    .replaceAll(/[\\`*_{}[\]<>#~&$]/g, '\\$&')
    .replace(/^( *)([-+=]|\d+(?=[.)]))/, (_, space: string, mark: string) =>
      /\d/.test(mark) ? `${space}${mark}\\` : `${space}\\${mark}`,
    );
  return new Written('markdown', escaped);
}

/** A code span that holds any text, also backticks (CommonMark, "Code spans"). */
export function code(text: string): Markdown {
  const shown = visible(text.replaceAll(/\s+/g, ' '));
  const longest = Math.max(0, ...(shown.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = longest > 0 ? ' ' : '';
  return new Written('markdown', `${fence}${pad}${shown}${pad}${fence}`);
}

/**
 * The text of a rule, which is Markdown with paragraphs, lists, stress and code spans; the values that it holds cannot
 * make HTML, links or pictures of it. Within code spans nothing is markup anyway.
 */
export function prose(text: string): Markdown {
  const safe = text
    .trim()
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/[<>[\]]/g, '\\$&')))
    .join('');
  return new Written('markdown', safe.split('\n').map(visible).join('\n'));
}

/** A table. */
export function table(head: readonly Markdown[], rows: readonly (readonly Markdown[])[]): Markdown {
  const line = (cells: readonly Markdown[]) =>
    `| ${cells.map(({ text }) => text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ')).join(' | ')} |`;
  const rule = head.map(() => markdown`---`);
  return new Written('markdown', [head, rule, ...rows].map(line).join('\n'));
}

export function list(items: readonly Markdown[]): Markdown {
  return new Written(
    'markdown',
    items.map(({ text }) => `- ${text.replaceAll(/\s*\n\s*/g, ' ')}`).join('\n'),
  );
}

/** Pieces within a sentence, such as `; `. */
export function inARow(pieces: readonly Markdown[], between: '; ' | ', ' | ' against '): Markdown {
  return new Written('markdown', pieces.map(({ text }) => text).join(between));
}

/** Lines one below the other. */
export function markdownLines(lines: readonly Markdown[]): Markdown {
  return joined('markdown', lines, '\n');
}

/** Blocks with an empty line between them. */
export function markdownBlocks(blocks: readonly Markdown[]): Markdown {
  return new Written('markdown', blocks.map(({ text }) => text).join('\n\n'));
}
