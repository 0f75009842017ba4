import type { Capture, Cell, Table } from '../../shared/snapshot';
import { columnContract, type LiteralRemoval, sectionContract } from '../sections';
import { redactError } from './text/error-text';
import { redactInnodbStatus } from './text/innodb-status';
import { redactLogMessage } from './text/log-text';
import { redactSetting } from './text/setting-text';
import { redactStatement } from './text/sql-text';

/**
 * A capture of a section without the literals of statements, errors and log messages, as the section's contract says of
 * each column; passwords go also with `keepLiterals`. Columns that no contract names stay as they are.
 */
export function removeLiterals<C extends Pick<Capture, 'table' | 'text'>>(
  section: string,
  capture: C,
  keepLiterals: boolean,
): C {
  const contract = sectionContract(section);
  if (contract === undefined) return capture;
  const { table, text } = capture;
  return {
    ...capture,
    ...(table === undefined
      ? {}
      : { table: withoutLiterals(section, table, contract.settingName, keepLiterals) }),
    ...(text === undefined || contract.text === undefined
      ? {}
      : { text: redactInnodbStatus(text, keepLiterals) }),
  };
}

/** Whether a capture of this section may hold literals. */
export function mayHoldLiterals(section: string): boolean {
  const contract = sectionContract(section);
  if (contract === undefined) return false;
  return (
    contract.text !== undefined ||
    Object.values(contract.columns).some(({ literals }) => literals !== undefined)
  );
}

function withoutLiterals(
  section: string,
  table: Table,
  settingName: string | undefined,
  keepLiterals: boolean,
): Table {
  const removals = table.columns.map((column) => columnContract(section, column)?.literals);
  if (removals.every((removal) => removal === undefined)) return table;
  const named = table.columns.findIndex((column) => column.toLowerCase() === settingName);
  const clean = (removal: LiteralRemoval, text: string, row: readonly Cell[]): string => {
    switch (removal) {
      case 'statement':
        return redactStatement(text, keepLiterals);
      case 'error':
        return redactError(text, keepLiterals);
      case 'log':
        return redactLogMessage(text, keepLiterals);
      case 'setting':
        return redactSetting(String(row[named] ?? ''), text, keepLiterals);
    }
  };
  return {
    columns: table.columns,
    rows: table.rows.map((row) =>
      row.map((cell, index) => {
        const removal = removals[index];
        return removal === undefined || typeof cell !== 'string' ? cell : clean(removal, cell, row);
      }),
    ),
  };
}
