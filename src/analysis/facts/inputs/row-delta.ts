import type { ColumnOf, SectionId } from '../../../evidence/sections';
import type { Reason } from '../../../shared/reason';
import type { Cell } from '../../../shared/snapshot';

/** A row of a section: what its contract names, and nothing else. Absent: this server lacks the column. */
export type Row<S extends SectionId> = { readonly [C in ColumnOf<S>]?: Cell };

/** Increase of one row of a cumulative section between both ends of the window. */
export interface RowDelta<S extends SectionId> {
  key: string;
  row: Row<S>;
  /** Increase of a column; 0 for a row that was not there at the start; null when it is not a number or fell. */
  increase(column: ColumnOf<S>): number | null;
}

/** Rows of a section, or why there are none. */
export type RowsOrReason<S extends SectionId> = { rows: Row<S>[] } | { reason: Reason };
