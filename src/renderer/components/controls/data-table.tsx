import { useMemo, useState } from 'react';
import { shortText } from '../../../shared/base/short-text';
import type { Cell, Table } from '../../../shared/snapshot';
import { toCsv } from '../../../shared/writers/csv';
import { ScrollRegion } from '../../../view/base/scroll-region';
import { SpacerRow } from '../../../view/base/spacer-row';
import { CopyButton } from './copy-button';
import { type ReadableCell, readableCell } from './readable-cell';
import { arrangeRows, type KnownColumns, numericColumns, type Order, toMarkdown } from './table-text';
import { texts } from './texts';

const noneKnown: KnownColumns = {};
const rowHeight = 28;
/** An upper bound of what can be in view at once. */
const viewportHeight = 1600;
const overscan = 12;
/** Characters of a cell that its tooltip shows; a copy has them all. */
const tooltipLength = 5_000;

interface DataTableProps {
  table: Table;
  name: string;
  /** Stands for a cell without a value. */
  absent?: string;
  /** What is known of its columns, by name in lower case. */
  known?: KnownColumns;
  /** How a cell is shown; absent: by the unit of its column. */
  readable?: (cell: Cell, row: readonly Cell[], column: string) => ReadableCell;
  /** What its rows are filtered by at first. */
  search?: string;
}

/** Rows of a section: filtered, sorted by any column, and only those in view are in the document. */
export function DataTable({
  table,
  name,
  absent = 'NULL',
  known = noneKnown,
  readable,
  search = '',
}: DataTableProps) {
  const [filter, setFilter] = useState(search);
  const [order, setOrder] = useState<Order | null>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const show = useMemo(
    () =>
      readable ??
      ((cell: Cell, _row: readonly Cell[], column: string) =>
        readableCell(cell, known[column.toLowerCase()]?.unit ?? 'none')),
    [readable, known],
  );
  const rows = useMemo(() => {
    const shownOf = (row: readonly Cell[]) =>
      row.map((cell, index) => show(cell, row, table.columns[index] ?? '').text);
    return arrangeRows(table, filter, order, shownOf);
  }, [table, filter, order, show]);

  const numeric = useMemo(() => numericColumns(table, known), [table, known]);
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - overscan);
  const last = Math.min(rows.length, Math.ceil((scrollTop + viewportHeight) / rowHeight) + overscan);
  const shown = rows.slice(first, last);
  const copied = { columns: table.columns, rows };

  return (
    <>
      <div className="toolbar">
        <label className="unseen" htmlFor="table-filter">
          {texts.filter(name)}
        </label>
        <input
          id="table-filter"
          type="search"
          placeholder={texts.filterRows}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
        <span className="soft" role="status">
          {rows.length === table.rows.length
            ? countedRows(rows.length)
            : `${rows.length.toLocaleString('en-GB')} of ${countedRows(table.rows.length)}`}
        </span>
        <span className="push" />
        <CopyButton text={toCsv(copied)} label={texts.copyAsCsv} />
        <CopyButton text={toMarkdown(copied)} label={texts.copyAsMarkdown} />
      </div>
      <ScrollRegion
        className="grid"
        label={texts.rowsOf(name)}
        onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
      >
        <table className="data" aria-rowcount={rows.length + 1}>
          <thead>
            <tr aria-rowindex={1}>
              {table.columns.map((column, index) => (
                <th
                  key={column}
                  scope="col"
                  className={numeric.has(index) ? 'number' : undefined}
                  aria-sort={ariaSort(order, index)}
                >
                  <button type="button" className="sort" onClick={() => setOrder(nextOrder(order, index))}>
                    {column}
                    <span aria-hidden="true">{sortSign(order, index)}</span>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <SpacerRow rows={first} columns={table.columns.length} rowHeight={rowHeight} />
            {shown.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: server rows have no identity but their place
              <tr key={first + index} aria-rowindex={first + index + 2}>
                {row.map((cell, column) => {
                  const { text, exact } = show(cell, row, table.columns[column] ?? '');
                  return (
                    <td
                      // biome-ignore lint/suspicious/noArrayIndexKey: as above
                      key={column}
                      className={typeof cell === 'number' || numeric.has(column) ? 'number' : undefined}
                      title={cell === null ? undefined : shortText(exact ?? text, tooltipLength)}
                    >
                      {cell === null ? <span className="soft">{absent}</span> : shortText(text)}
                    </td>
                  );
                })}
              </tr>
            ))}
            <SpacerRow rows={rows.length - last} columns={table.columns.length} rowHeight={rowHeight} />
          </tbody>
        </table>
      </ScrollRegion>
    </>
  );
}

function countedRows(count: number): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? 'row' : 'rows'}`;
}

function nextOrder(order: Order | null, column: number): Order | null {
  if (order?.column !== column) return { column, descending: false };
  return order.descending ? null : { column, descending: true };
}

function ariaSort(order: Order | null, column: number): 'ascending' | 'descending' | 'none' {
  if (order?.column !== column) return 'none';
  return order.descending ? 'descending' : 'ascending';
}

function sortSign(order: Order | null, column: number): string {
  if (order?.column !== column) return '';
  return order.descending ? ' ▼' : ' ▲';
}
