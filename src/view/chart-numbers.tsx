import { type UIEvent, useMemo, useState } from 'react';
import { formatValue } from '../shared/units';
import { chartTable, type TimeChartData } from './chart-data';
import { sampleTime } from './series';

const rowHeight = 30;
const viewportRows = 12;
const overscan = 8;

/**
 * The numbers behind a chart as a table. In the window only the rows in view are in the document; a document has
 * them all.
 */
export function ChartNumbers({ title, data, all }: { title: string; data: TimeChartData; all: boolean }) {
  const table = useMemo(() => chartTable(data), [data]);
  const [scrollTop, setScrollTop] = useState(0);
  const first = all ? 0 : Math.max(0, Math.floor(scrollTop / rowHeight) - overscan);
  const last = all ? table.rows.length : Math.min(table.rows.length, first + viewportRows + 2 * overscan);
  return (
    <section
      className="scroll chart-numbers"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      aria-label={`Numbers of ${title}`}
      onScroll={(event: UIEvent<HTMLElement>) => setScrollTop(event.currentTarget.scrollTop)}
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
                  {column === 0
                    ? sampleTime(Number(value) * 1000)
                    : value === null
                      ? 'gap'
                      : formatValue(value, data.unit)}
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

/** Stands for the rows that are not in the document. */
function Spacer({ rows, columns }: { rows: number; columns: number }) {
  if (rows <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in this row can take the focus
    <tr aria-hidden="true">
      <td className="spacer" colSpan={columns} height={rows * rowHeight} />
    </tr>
  );
}
