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

/** Lines one below the other. */
export function markdownLines(lines: readonly Markdown[]): Markdown {
  return joined('markdown', lines, '\n');
}
