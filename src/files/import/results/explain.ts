import { plausibleNumber } from '../../../shared/base/plausible-number';
import type { Cell } from '../../../shared/snapshot';
import { cellOf, type ResultKind } from './result-kind';

/** Columns of the section, without a digest: a text says nothing of how often the statement runs. */
export const explainColumns = [
  'SCHEMA_NAME',
  'DIGEST',
  'ID',
  'SELECT_TYPE',
  'TABLE_NAME',
  'ACCESS_TYPE',
  'INDEX_NAME',
  'ROWS_ESTIMATED',
] as const;

interface PlanStep {
  id?: Cell;
  selectType?: Cell;
  table: Cell;
  type: Cell;
  key: Cell;
  rows: Cell;
}

export function explainRow({ id = null, selectType = null, table, type, key, rows }: PlanStep): Cell[] {
  return [null, null, id, selectType, table, type, key, rows];
}

/** EXPLAIN in its traditional form, drawn or vertical. */
export const explain: ResultKind = {
  title: 'EXPLAIN',
  matches: (columns) =>
    ['select_type', 'table', 'type', 'possible_keys', 'key', 'rows'].every((name) => columns.includes(name)),
  pieces: (columns, { rows, at }) => {
    const cell = (row: readonly string[], name: string) => {
      const index = columns.indexOf(name);
      return index < 0 ? null : cellOf(row[index]);
    };
    return [
      {
        kind: 'table',
        section: 'explains',
        columns: [...explainColumns],
        rows: rows
          .filter((row) => plausibleNumber(cell(row, 'rows')) !== null)
          .map((row) =>
            explainRow({
              id: cell(row, 'id'),
              selectType: cell(row, 'select_type'),
              table: cell(row, 'table'),
              type: cell(row, 'type'),
              key: cell(row, 'key'),
              rows: cell(row, 'rows'),
            }),
          ),
        at,
      },
    ];
  },
};
