/** A text without the characters of `ending` that it ends in, in one pass: `$` after a quantifier takes the square of it. */
export function withoutEnd(text: string, ending: string): string {
  let end = text.length;
  while (end > 0 && ending.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
