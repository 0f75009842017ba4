import type { ColumnOf, SectionId, SectionRow } from '../../../evidence/sections';
import type { Reason } from '../../../shared/reason';

/** A row of a section, with the columns of its contract. */
export type Row<S extends SectionId> = SectionRow<S>;

/** Increase of one row of a cumulative section between both ends of the window. */
export interface RowDelta<S extends SectionId> {
  key: string;
  row: Row<S>;
  /** Increase of a column; 0 for a row that was not there at the start; null when it is not a number or fell. */
  increase(column: ColumnOf<S>): number | null;
}

/** Rows of a section, or why there are none. */
export type RowsOrReason<S extends SectionId> = { rows: Row<S>[] } | { reason: Reason };
