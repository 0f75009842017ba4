import type { Cell } from '../../../shared/snapshot';

export type Row = Record<string, Cell>;

/** Increase of one row of a cumulative section between both ends of the window. */
export interface RowDelta {
  key: string;
  row: Row;
  /** Increase of a column; 0 for a row that was not there at the start; null when it is not a number or fell. */
  increase(column: string): number | null;
}
