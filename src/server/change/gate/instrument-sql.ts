import type { InstrumentGroup } from '../../../shared/change';
import { compareVersions, type ServerIdentity } from '../../../shared/server';
import { valueLiteral } from '../session/literal';

export interface InstrumentRow {
  name: string;
  /** `ON` or `OFF`, with `+TIMED` where the timing of an instrument is on. */
  position: string;
  /** Where it stands now; it is switched only from there. */
  from: string;
}

/** A statement, and what must hold for the server to carry it out. */
export interface InstrumentStatement {
  sql: string;
  conditions: string[];
}

/** What decides how INNODB_METRICS shows whether a counter counts. */
export type MetricsServer = Pick<ServerIdentity, 'flavour' | 'version'>;

/**
 * Whether INNODB_METRICS has ENABLED, 1 or 0: MariaDB from 10.5 on (its documentation of the table; 10.2.11 tried). Else
 * it has STATUS, `enabled` or `disabled`.
 */
export function metricsHaveEnabled({ flavour, version }: MetricsServer): boolean {
  return flavour === 'mariadb' && compareVersions(version, [10, 5, 0]) >= 0;
}

/** Names in one statement; a few hundred instruments make some twenty kilobytes. */
const namesPerStatement = 500;

/**
 * The statements that bring rows of a group into their positions; rows are named one by one, so that no other moves,
 * and each is switched only while it stands where it did: a row that someone else switches first stays as it is.
 */
export function instrumentSql(
  group: InstrumentGroup,
  rows: readonly InstrumentRow[],
  server: MetricsServer,
  backslashEscapes: boolean,
): InstrumentStatement[] {
  if (rows.length === 0) return [];
  if (group === 'innodb_metrics') return metricsSql(rows, server, backslashEscapes);
  const statements: InstrumentStatement[] = [];
  const moves = new Set(rows.map(({ from, position }) => JSON.stringify([from, position])));
  for (const move of moves) {
    const same = rows.filter(({ from, position }) => JSON.stringify([from, position]) === move);
    const { from = '', position = '' } = same[0] ?? {};
    for (let start = 0; start < same.length; start += namesPerStatement) {
      const list = same
        .slice(start, start + namesPerStatement)
        .map(({ name }) => valueLiteral(name, 'text', backslashEscapes));
      statements.push({
        sql: `UPDATE performance_schema.${group} SET ${columns(group, position).join(', ')} WHERE NAME IN (${list.join(', ')})`,
        conditions: columns(group, from),
      });
    }
  }
  return statements;
}

function columns(group: InstrumentGroup, position: string): string[] {
  const [enabled, timed] = position.split('+');
  const yes = (on: boolean) => (on ? "'YES'" : "'NO'");
  const enabling = `ENABLED = ${yes(enabled === 'ON')}`;
  return group === 'setup_instruments' ? [enabling, `TIMED = ${yes(timed === 'TIMED')}`] : [enabling];
}

/**
 * The two variables only hold the name that was set last and have no meaning of their own; DEFAULT empties them again
 * (tried on 5.6.24, 9.7.4, 10.11.18, 11.8.6: no counter moves).
 */
export const emptyMonitorSql =
  'SET GLOBAL innodb_monitor_enable = DEFAULT, GLOBAL innodb_monitor_disable = DEFAULT';

/** One SET a counter. */
function metricsSql(
  rows: readonly InstrumentRow[],
  server: MetricsServer,
  backslashEscapes: boolean,
): InstrumentStatement[] {
  return [
    ...rows.map(({ name, position, from }) => {
      const variable = position === 'ON' ? 'innodb_monitor_enable' : 'innodb_monitor_disable';
      const counter = valueLiteral(name, 'text', backslashEscapes);
      const on = from === 'ON';
      const state = metricsHaveEnabled(server)
        ? `ENABLED = ${on ? 1 : 0}`
        : `STATUS = '${on ? 'en' : 'dis'}abled'`;
      return {
        sql: `SET GLOBAL ${variable} = ${counter}`,
        conditions: [
          `(SELECT COUNT(*) FROM information_schema.INNODB_METRICS WHERE NAME = ${counter} AND ${state}) = 1`,
        ],
      };
    }),
    { sql: emptyMonitorSql, conditions: [] },
  ];
}
