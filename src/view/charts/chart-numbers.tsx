import type { UIEventHandler } from 'react';
import type { Unit } from '../../shared/analysis';
import { formatValue } from '../../shared/base/units';
import type { Cell, Table } from '../../shared/snapshot';
import { ScrollRegion } from '../base/scroll-region';
import { SpacerRow } from '../base/spacer-row';
import { texts } from './texts';
import { inForceColumn } from './time/chart-data';
import { sampleTime } from './time/series';

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
    <ScrollRegion className="scroll chart-numbers" label={texts.numbersOf(title)} onScroll={onScroll}>
      <table className="data" aria-rowcount={table.rows.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {table.columns.map((column, index) => (
              <th key={column} scope="col" className="number">
                {index === 0 ? texts.second : column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <SpacerRow rows={first} columns={table.columns.length} rowHeight={numbersRowHeight} />
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
          <SpacerRow
            rows={table.rows.length - last}
            columns={table.columns.length}
            rowHeight={numbersRowHeight}
          />
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function cellText(value: Cell | undefined, column: number, { columns }: Table, unit: Unit): string {
  if (column === 0) return sampleTime(Number(value) * 1000);
  if (columns[column] === inForceColumn) return String(value ?? '');
  return value == null ? 'gap' : formatValue(value, unit);
}
