// Edits of source files by what stands in them. Layout and the order of imports are left to the formatter.

/** @throws Error when the text does not hold `anchor` exactly once */
function placeOf(text: string, anchor: string): number {
  const at = text.indexOf(anchor);
  if (at < 0 || text.includes(anchor, at + 1)) {
    throw new Error(`Expected one ${JSON.stringify(anchor)}, found ${at < 0 ? 'none' : 'several'}.`);
  }
  return at;
}

/** Adds a line of import before the others. */
export function addImport(text: string, line: string): string {
  const at = /^import /m.exec(text)?.index ?? 0;
  return `${text.slice(0, at)}${line}\n${text.slice(at)}`;
}

/** Adds an item behind the last of the list or object that `opening` begins; its last character is the bracket. */
export function append(text: string, opening: string, item: string): string {
  const start = placeOf(text, opening) + opening.length;
  const open = opening.slice(-1);
  const close = { '[': ']', '{': '}', '(': ')' }[open];
  if (close === undefined) throw new Error(`${JSON.stringify(opening)} ends with no bracket.`);
  let depth = 1;
  let at = start;
  for (; at < text.length; at += 1) {
    const character = text[at];
    if (character === open) depth += 1;
    if (character === close) depth -= 1;
    if (depth === 0) break;
  }
  const before = text.slice(0, at).trimEnd();
  const comma = [',', ';', open].some((end) => before.endsWith(end)) ? '' : ',';
  return `${before}${comma}\n${item}\n${text.slice(at)}`;
}

/** Adds a text right before the anchor. */
export function before(text: string, anchor: string, insertion: string): string {
  const at = placeOf(text, anchor);
  return text.slice(0, at) + insertion + text.slice(at);
}

/** Adds a row behind the last row of the first Markdown table whose heading begins with `heading`. */
export function appendRow(text: string, heading: string, row: string): string {
  const lines = text.split('\n');
  let at = lines.findIndex((line) => line.startsWith(heading));
  if (at < 0) throw new Error(`Expected a table with ${JSON.stringify(heading)}.`);
  while (lines[at]?.startsWith('|') === true) at += 1;
  return [...lines.slice(0, at), row, ...lines.slice(at)].join('\n');
}
