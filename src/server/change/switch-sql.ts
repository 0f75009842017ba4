import type { SwitchGroup } from '../../shared/change';
import { valueLiteral } from './literal';

export interface SwitchedRow {
  name: string;
  /** `ON` or `OFF`, with `+TIMED` where the timing of an instrument is on. */
  position: string;
}

/** Names in one statement; a few hundred instruments make some twenty kilobytes. */
const namesPerStatement = 500;

/** The statements that bring rows of a group into their positions; rows are named one by one, so that no other moves. */
export function switchSql(
  group: SwitchGroup,
  rows: readonly SwitchedRow[],
  backslashEscapes: boolean,
): string[] {
  if (rows.length === 0) return [];
  if (group === 'innodb_metrics') return metricsSql(rows, backslashEscapes);
  const statements: string[] = [];
  for (const position of new Set(rows.map((row) => row.position))) {
    const names = rows.filter((row) => row.position === position).map((row) => row.name);
    for (let start = 0; start < names.length; start += namesPerStatement) {
      const list = names
        .slice(start, start + namesPerStatement)
        .map((name) => valueLiteral(name, 'text', backslashEscapes));
      statements.push(
        `UPDATE performance_schema.${group} SET ${columns(group, position)} WHERE NAME IN (${list.join(', ')})`,
      );
    }
  }
  return statements;
}

function columns(group: SwitchGroup, position: string): string {
  const [enabled, timed] = position.split('+');
  const yes = (on: boolean) => (on ? "'YES'" : "'NO'");
  const enabling = `ENABLED = ${yes(enabled === 'ON')}`;
  return group === 'setup_instruments' ? `${enabling}, TIMED = ${yes(timed === 'TIMED')}` : enabling;
}

/**
 * The two variables only hold the name that was set last and have no meaning of their own; DEFAULT empties them again
 * (tried on 5.6.24, 9.7.4, 10.11.18, 11.8.6: no counter moves).
 */
export const emptyMonitorSql =
  'SET GLOBAL innodb_monitor_enable = DEFAULT, GLOBAL innodb_monitor_disable = DEFAULT';

/** One SET a counter. */
function metricsSql(rows: readonly SwitchedRow[], backslashEscapes: boolean): string[] {
  return [
    ...rows.map(({ name, position }) => {
      const variable = position === 'ON' ? 'innodb_monitor_enable' : 'innodb_monitor_disable';
      return `SET GLOBAL ${variable} = ${valueLiteral(name, 'text', backslashEscapes)}`;
    }),
    emptyMonitorSql,
  ];
}
