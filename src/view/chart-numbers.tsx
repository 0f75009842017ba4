import type { UIEventHandler } from 'react';
import type { Unit } from '../shared/analysis';
import type { Cell, Table } from '../shared/snapshot';
import { formatValue } from '../shared/units';
import { inForceColumn } from './chart-data';
import { sampleTime } from './series';

/** Pixels; the style sheet says the same. */
export const numbersRowHeight = 30;

/** The numbers behind a chart (`chartTable`). Rows outside of `first` to `last` are left to empty space. */
export function ChartNumbers({
  title,
  table,
  unit,
  first = 0,
  last = table.rows.length,
  onScroll,
}: {
  title: string;
  table: Table;
  unit: Unit;
  first?: number;
  last?: number;
  onScroll?: UIEventHandler<HTMLElement>;
}) {
  return (
    <section
      className="scroll chart-numbers"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      aria-label={`Numbers of ${title}`}
      onScroll={onScroll}
    >
      <table className="data" aria-rowcount={table.rows.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {table.columns.map((column, index) => (
              <th key={column} scope="col" className="number">
                {index === 0 ? 'Second' : column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer rows={first} columns={table.columns.length} />
          {table.rows.slice(first, last).map((row, index) => (
            <tr key={String(row[0])} aria-rowindex={first + index + 2}>
              {row.map((value, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places
                <td key={column} className="number">
                  {cellText(value, column, table, unit)}
                </td>
              ))}
            </tr>
          ))}
          <Spacer rows={table.rows.length - last} columns={table.columns.length} />
        </tbody>
      </table>
    </section>
  );
}

function cellText(value: Cell | undefined, column: number, { columns }: Table, unit: Unit): string {
  if (column === 0) return sampleTime(Number(value) * 1000);
  if (columns[column] === inForceColumn) return String(value ?? '');
  return value == null ? 'gap' : formatValue(value, unit);
}

/** Stands for the rows that are not in the document. */
function Spacer({ rows, columns }: { rows: number; columns: number }) {
  if (rows <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in this row can take the focus
    <tr aria-hidden="true">
      <td className="spacer" colSpan={columns} height={rows * numbersRowHeight} />
    </tr>
  );
}
