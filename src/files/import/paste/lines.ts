const entities: Readonly<Record<string, string>> = {
  nbsp: ' ',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
};

/**
 * A line of a page as plain text: without colours of a terminal, tags (cells of a row are separated by a tab), entities,
 * the marks of quotations and code, and the numbers that listings put before lines.
 */
export function plainLine(line: string): string {
  const uncoloured = line.includes('\u001b') ? withoutColours(line) : line;
  const untagged = uncoloured.includes('<') ? withoutTags(uncoloured) : uncoloured;
  const decoded = untagged.includes('&')
    ? untagged.replaceAll(/&(nbsp|amp|lt|gt|quot|#39);/g, (whole, name: string) => entities[name] ?? whole)
    : untagged;
  return decoded
    .replaceAll(/[`\u200b\ufeff]/g, '')
    .replace(/^(?:\s*>)+ ?/, '')
    .replace(/^\s*\d{1,5}[.:)]\s+(?=[|A-Za-z])/, '');
}

/** What a terminal takes for colours: `ESC [ 0 ; 32 m`. */
function withoutColours(line: string): string {
  return line
    .split('\u001b')
    .map((part, index) => (index === 0 ? part : part.replace(/^\[[\d;]{0,12}[A-Za-z]/, '')))
    .join('');
}

function withoutTags(line: string): string {
  const parts: string[] = [];
  let at = 0;
  while (at < line.length) {
    const open = line.indexOf('<', at);
    const close = open < 0 ? -1 : line.indexOf('>', open);
    if (close < 0 || !/^<\/?[a-z!]/i.test(line.slice(open, open + 3))) {
      const end = open < 0 || close < 0 ? line.length : open + 1;
      parts.push(line.slice(at, end));
      at = end;
      continue;
    }
    parts.push(line.slice(at, open));
    if (/^<\/t[dh]/i.test(line.slice(open, open + 4))) parts.push('\t');
    if (/^<(?:br|\/tr)/i.test(line.slice(open, open + 4))) parts.push('\n');
    at = close + 1;
  }
  return parts.join('');
}
