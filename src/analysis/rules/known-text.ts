// A text says nothing of what is not known: where a value is missing, its clause goes, or the whole sentence.

/** Stands for a value that is not known while a text is put together. */
export const unknownMark = '\u{e000}';

/**
 * The text without what the missing values were about: parentheses first, then the clause (at a comma, semicolon or colon),
 * and the sentence where its first clause has one.
 * @returns '' where nothing is left
 */
export function knownText(text: string): string {
  if (!text.includes(unknownMark)) return text;
  return text
    .split(sentenceEnd)
    .map((sentence) => (sentence.includes(unknownMark) ? knownSentence(sentence) : sentence))
    .filter((sentence) => sentence !== '')
    .join(' ');
}

const sentenceEnd = new RegExp(
  `(?<=[.!?]${unknownMark}?) +(?=[A-Z${unknownMark}])|(?<=[.!?])(?=${unknownMark})`,
  'u',
);
const parentheses = new RegExp(` ?\\([^()]{0,300}${unknownMark}[^()]{0,300}\\)`, 'gu');

function knownSentence(sentence: string): string {
  const kept: string[] = [];
  for (const clause of clausesOf(sentence.replaceAll(parentheses, ''))) {
    const before = kept.at(-1);
    if (clause.includes(unknownMark)) {
      if (before === undefined) return '';
      continue;
    }
    // "A: [gone], and B" becomes "A, and B".
    if (before !== undefined && /[:;]$/.test(before) && /^(?:and|or|but|while|which|so) /.test(clause))
      kept.splice(-1, 1, `${before.slice(0, -1)},`);
    kept.push(clause);
  }
  const left = kept.join(' ').trimEnd();
  return /[.!?]$/.test(left) || left === ''
    ? left
    : `${left.replace(/[,;:]$/, '')}${/[.!?]$/.exec(sentence)?.[0] ?? ''}`;
}

/** The parts of a sentence, each with the sign that ends it; commas within parentheses end none. */
function clausesOf(sentence: string): string[] {
  const clauses: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < sentence.length; at += 1) {
    const sign = sentence.charAt(at);
    if (sign === '(') depth += 1;
    else if (sign === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0 && ',;:'.includes(sign) && sentence.charAt(at + 1) === ' ') {
      clauses.push(sentence.slice(from, at + 1));
      from = at + 2;
    }
  }
  return [...clauses, sentence.slice(from)].filter((clause) => clause !== '');
}
