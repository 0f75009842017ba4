/** A table; cells are Markdown already. */
export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A list of items that are Markdown already. */
export function list(items: string[]): string {
  return items.map((item) => `- ${item.replaceAll(/\s*\n\s*/g, ' ')}`).join('\n');
}

/** Text of a name or a message on one line, every character of which means itself (CommonMark, "Backslash escapes"). */
export function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_{}[\]<>#~&]/g, '\\$&');
}

/** A code span that holds any text, also backticks (CommonMark, "Code spans"). */
export function code(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = longest > 0 ? ' ' : '';
  return `${fence}${pad}${text.replaceAll(/\s+/g, ' ')}${pad}${fence}`;
}
