import { useMemo, useState } from 'react';
import { formatCount } from '../../../shared/base/units';
import type { ChangedVariables } from '../../../shared/changed-variables';
import type { RpcOutput } from '../../../shared/rpc';
import type { Cell, Table } from '../../../shared/snapshot';
import { DataTable } from '../../components/controls/data-table';
import { readableCell, readableRate } from '../../components/controls/readable-cell';
import type { KnownColumns } from '../../components/controls/table-text';
import { useCall } from '../../state/call';
import { texts } from './texts';

/** What is known of the variables that rows name. */
export type KnownRows = RpcOutput<'snapshot.section'>['named'];

interface ShownTable {
  name: string;
  table: Table;
  known: KnownColumns;
  rows: KnownRows;
  search: string;
}

/** Server variables, and which of them were changed. */
export function Variables({ id, name, table, known, rows, search }: ShownTable & { id: string }) {
  const [onlyChanged, setOnlyChanged] = useState(false);
  const { loaded } = useCall('snapshot.changedVariables', { id });
  const changed = loaded.state === 'ready' ? loaded.value : null;
  const shown = useMemo(
    () => (onlyChanged && changed !== null ? changedRows(table, changed) : table),
    [table, changed, onlyChanged],
  );
  const show = useMemo(
    () =>
      (cell: Cell, [variable]: readonly Cell[], column: string) =>
        readableCell(cell, column === 'name' ? 'none' : (rows[String(variable)]?.unit ?? 'none'), true),
    [rows],
  );
  return (
    <>
      {changed !== null && (
        <label
          className="check"
          title={changed.basis === 'server' ? texts.byTheOriginThatThe : texts.comparedWithTheDefaultsOf}
        >
          <input
            type="checkbox"
            checked={onlyChanged}
            onChange={(event) => setOnlyChanged(event.target.checked)}
          />
          {texts.changedFromDefault(formatCount(Object.keys(changed.defaults).length))}
        </label>
      )}
      <DataTable name={name} table={shown} known={known} readable={show} search={search} />
    </>
  );
}

const rateColumn = texts.perSecond;

/** Status variables, with how fast each counter grew within the window. */
export function Status({ name, table, known, rows, search }: ShownTable) {
  const withRates = useMemo((): Table => {
    const rateOf = (variable: Cell | undefined) => rows[String(variable)]?.perSecond;
    if (!table.rows.some(([variable]) => rateOf(variable) !== undefined)) return table;
    return {
      columns: [...table.columns.slice(0, 1), rateColumn, ...table.columns.slice(1)],
      rows: table.rows.map(([variable = null, ...rest]) => [variable, rateOf(variable) ?? null, ...rest]),
    };
  }, [table, rows]);
  const show = useMemo(
    () =>
      (cell: Cell, [variable]: readonly Cell[], column: string) => {
        const unit = rows[String(variable)]?.unit ?? 'none';
        if (column === rateColumn && typeof cell === 'number') return readableRate(cell, unit);
        return readableCell(cell, column === 'name' ? 'none' : unit);
      },
    [rows],
  );
  return <DataTable name={name} table={withRates} known={known} readable={show} absent="" search={search} />;
}

/** The changed variables only, each with its default behind its value. */
function changedRows({ columns, rows }: Table, { defaults }: ChangedVariables): Table {
  const changed = rows.filter(([name]) => String(name) in defaults);
  return {
    columns: [...columns.slice(0, 2), 'default', ...columns.slice(2)],
    rows: changed.map(([name = null, value = null, ...rest]) => [
      name,
      value,
      defaults[String(name)] ?? null,
      ...rest,
    ]),
  };
}
