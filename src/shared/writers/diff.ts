import { createTwoFilesPatch } from 'diff';
import { joined, Written } from './written';

/** A unified diff of one or several files. */
export type Diff = Written<'diff'>;

/** One side of a diff; a name of null is /dev/null. */
interface Side {
  name: string | null;
  text: string;
}

/**
 * The diff of one file; nothing where both sides are the same. Its lines cannot become headers: each
 * begins with its mark; an unusual file name stands in quotes, as GNU patch reads it.
 */
export function unifiedDiff(before: Side, after: Side): Diff {
  if (before.text === after.text) return new Written('diff', '');
  const patch = createTwoFilesPatch(
    before.name ?? '/dev/null',
    after.name ?? '/dev/null',
    before.text,
    after.text,
    undefined,
    undefined,
    { context: 3 },
  );
  return new Written('diff', patch.replace(/^=+\n/, ''));
}

export function diffOf(files: readonly Diff[]): Diff {
  return joined('diff', files, '');
}
