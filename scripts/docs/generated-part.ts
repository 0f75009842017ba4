/**
 * A page that is written by hand, with the part between its two comments replaced.
 * @throws Error when the page does not have both
 */
export function withGeneratedPart(page: string, name: string, part: string): string {
  const begin = `<!-- ${name}: made by npm run docs -->\n`;
  const end = `\n<!-- end of ${name} -->`;
  const from = page.indexOf(begin);
  const to = page.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`The page has no part "${name}".`);
  return page.slice(0, from + begin.length) + part + page.slice(to);
}
