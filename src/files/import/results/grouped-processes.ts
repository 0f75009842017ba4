import { threadStates } from '../../../knowledge/waits/thread-states';
import type { Cell } from '../../../shared/snapshot';
import { cellOf, processListColumns, type ResultKind } from './result-kind';
import { commandOf } from './session-command';

const commands =
  /^(?:sleep|query|connect|daemon|binlog dump(?: gtid)?|execute|prepare|init db|statistics|killed|slave_(?:io|sql|worker)|unauthenticated user)$/i;
const mostRows = 20_000;
const count =
  /^(?:count ?\(.{0,40}\)|sum ?\(1\)|cnt|count|num|n|c|total|connections?|threads?|sessions?|conns?|howmany|anzahl|nb)$/;
/** Columns of the process list by which people group, and what they call them. */
const grouped: readonly (readonly [column: string, pattern: RegExp])[] = [
  ['USER', /^(?:processlist_)?user$/],
  ['HOST', /^(?:(?:processlist_)?host|client|ip|substring_index ?\((?:processlist_)?host, ?':', ?1\))$/],
  ['DB', /^(?:processlist_)?db$/],
  ['COMMAND', /^(?:processlist_)?command$/],
  ['STATE', /^(?:processlist_)?state$/],
  ['TIME', /^(?:processlist_)?time$|^min ?\((?:processlist_)?time\)$/],
];

/**
 * A process list that was counted in groups: `SELECT command, COUNT(*) ... GROUP BY command`. Its rows become as many sessions, of
 * which nothing else is known.
 */
export const groupedProcesses: ResultKind = {
  title: 'process list, counted',
  matches: (names, { rows }) => {
    const command = names.findIndex((name) => /^(?:processlist_)?command$/.test(name));
    const state = names.findIndex((name) => /^(?:processlist_)?state$/.test(name));
    // Orders have a state too: of sessions it is one that the server gives them.
    const areSessions =
      command >= 0
        ? rows.every((row) => commands.test(row[command] ?? ''))
        : state >= 0 &&
          rows.some((row) => threadStates.some(({ pattern }) => pattern.test(row[state] ?? '')));
    return (
      names.length <= 6 &&
      names.filter((name) => count.test(name)).length === 1 &&
      rows.length > 0 &&
      areSessions &&
      rows.every((row) => countOf(names, row) !== null)
    );
  },
  pieces: (names, { rows, at }) => {
    const sessions: Cell[][] = [];
    for (const row of rows) {
      const counted = countOf(names, row) ?? 0;
      for (let session = 0; session < counted && sessions.length < mostRows; session += 1)
        sessions.push(sessionOf(names, row));
    }
    return [{ kind: 'table', section: 'processlist', columns: processListColumns, rows: sessions, at }];
  },
};

function countOf(names: readonly string[], row: readonly string[]): number | null {
  const text = (row[names.findIndex((name) => count.test(name))] ?? '').replaceAll(',', '');
  return /^\d{1,6}$/.test(text) ? Number(text) : null;
}

function sessionOf(names: readonly string[], row: readonly string[]): Cell[] {
  const cells = new Map(
    grouped.map(([column, pattern]) => [column, cellOf(row[names.findIndex((name) => pattern.test(name))])]),
  );
  if (cells.get('COMMAND') === null) cells.set('COMMAND', commandOf(cells.get('STATE') ?? null, null, false));
  return processListColumns.map(
    (column) => cells.get(column) ?? (column === 'USER' || column === 'HOST' ? '' : null),
  );
}
