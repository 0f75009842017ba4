import type { SectionId } from '../../../evidence/sections';
import type { FactReader } from './fact-reader';
import { exactDifference } from './observed';
import type { Row, RowDelta } from './row-delta';

export type { RowDelta } from './row-delta';

/**
 * Pairs the rows of a cumulative section by `key` and gives their increases. A row that appeared within the
 * window started at zero, unless the first capture had to leave rows out: then it is unknown. Missing when the
 * section was captured once only.
 * @param concerns rows that are paired at all
 */
export function sectionDeltas<S extends SectionId>(
  read: FactReader,
  section: S,
  key: (row: Row<S>) => string,
  concerns: (row: Row<S>) => boolean = () => true,
): RowDelta<S>[] {
  const startIsPartial = read.isTruncated(section, 'start');
  const before = new Map(
    read
      .rows(section, 'start')
      .filter(concerns)
      .map((row) => [key(row), row]),
  );
  return read
    .rows(section, 'end')
    .filter(concerns)
    .map((row) => {
      const id = key(row);
      const start = before.get(id);
      return {
        key: id,
        row,
        increase: (column) => {
          const after = row[column];
          if (after == null || (start === undefined && startIsPartial)) return null;
          const difference = exactDifference(after, start?.[column] ?? 0);
          return difference === null || difference < 0 ? null : difference;
        },
      };
    });
}

export const picoseconds = 1e-12;
