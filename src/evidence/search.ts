import { holdsWords, wordsOf } from '../shared/base/words-of';
import type { Capture, Snapshot } from '../shared/snapshot';
import type { FoundInSection } from '../shared/snapshot-search';

/** Rows or lines of a section that are shown; all are counted. */
const mostShown = 10;

/**
 * Where a snapshot holds all words of a text in one row of a table or one line of a text: by section, those with the
 * fewest hits first, since there the text is least common. The end of the window counts; the start only where nothing
 * was read at the end.
 * @param text words, without regard to case; without a word nothing is found
 */
export function searchSnapshot({ sections, statements }: Snapshot, text: string): FoundInSection[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  const found = Object.entries(sections).map(([section, { data }]) => {
    const capture = data?.end ?? data?.start;
    return hits(section, capture === undefined ? [] : linesOf(capture), words);
  });
  const sent = hits(
    null,
    statements.map(({ sql, error }) => [sql, error ?? ''].join(' ').trim()),
    words,
  );
  return [...found, sent].filter(({ count }) => count > 0).sort((one, other) => one.count - other.count);
}

function hits(section: string | null, lines: readonly string[], words: readonly string[]): FoundInSection {
  const matching = lines.filter((line) => holdsWords(line, words));
  return { section, count: matching.length, lines: matching.slice(0, mostShown) };
}

function linesOf({ table, text }: Capture): string[] {
  const rows = table?.rows.map((row) => row.map((cell) => String(cell ?? '')).join(' · ')) ?? [];
  return [...rows, ...(text?.split('\n') ?? [])];
}
