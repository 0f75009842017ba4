import type { Cell } from '../../../shared/snapshot';
import type { Piece } from '../piece';
import type { ResultSet } from '../result-set';
import { explain } from './explain';
import { freeSpace } from './free-space';
import { groupMemberStats, groupMembers } from './group-members';
import { groupedProcesses } from './grouped-processes';
import { innodbMutexes } from './innodb-mutexes';
import { bareLockWaits, sysLockWaits, sysTableLockWaits } from './lock-waits';
import { joinedStatus, nameValue, variableSources } from './name-value';
import { ownNamedStatements, ownNamedWaits } from './own-names';
import { performanceSchemaAnswers } from './performance-schema';
import { profile } from './profile';
import { cellOf, processListColumns, type ResultKind, tableKind } from './result-kind';
import { commandOf } from './session-command';
import { storedSizes } from './stored-sizes';

/** SHOW PLUGINS without a heading, as pt-mysql-summary saves it: the first row stands where the heading would. */
const barePlugins: ResultKind = {
  title: 'plugins',
  matches: (columns) =>
    columns.length === 5 && /^(?:active|inactive|disabled|deleted)$/.test(columns[1] ?? ''),
  pieces: (_columns, { columns, rows, at }) => [
    {
      kind: 'table',
      section: 'plugins',
      columns: ['PLUGIN_NAME', 'PLUGIN_STATUS', 'PLUGIN_TYPE', 'PLUGIN_LIBRARY'],
      rows: [...(columns === null ? [] : [columns]), ...rows].map((row) => row.slice(0, 4).map(cellOf)),
      at,
    },
  ],
};

/** What else heads the columns of a process list: sys.processlist, performance_schema.threads, aliases of people. */
const processColumns: Readonly<Record<string, readonly string[]>> = {
  id: ['id', 'conn_id', 'processlist_id', 'trx_mysql_thread_id'],
  user: ['user', 'processlist_user'],
  host: ['host', 'processlist_host'],
  db: ['db', 'processlist_db'],
  command: ['command', 'processlist_command', 'cmd'],
  time: ['time', 'processlist_time'],
  state: ['state', 'processlist_state'],
  info: ['info', 'current_statement', 'processlist_info', 'stmt', 'query', 'sql_text'],
};

/** The place of a column; `left(info, 60)` is the column. -1: it is not there. */
function processColumn(columns: readonly string[], name: string): number {
  const names = processColumns[name] ?? [name];
  return columns.findIndex((column) => {
    const bare = /^(?:left|substr(?:ing)?)\((\w{2,40}) ?,.{1,20}\)$/.exec(column)?.[1] ?? column;
    return names.includes(bare);
  });
}

/** innotop shows minutes and seconds: `00:12`. */
function secondsOf(time: Cell): Cell {
  const [, hours = '0', minutes, seconds] =
    /^(?:(\d{1,4}):)?(\d{1,4}):(\d\d)$/.exec(String(time ?? '')) ?? [];
  return seconds === undefined ? time : String(3600 * Number(hours) + 60 * Number(minutes) + Number(seconds));
}

/** A process list of which people cut columns away, such as user, host and command, or of another view. */
const cutProcessList: ResultKind = {
  title: 'process list',
  matches: (columns) =>
    ['id', 'time', 'state'].every((name) => processColumn(columns, name) >= 0) &&
    ['info', 'command', 'user'].some((name) => processColumn(columns, name) >= 0),
  pieces: (columns, { rows, at }) => {
    const places = new Map(Object.keys(processColumns).map((name) => [name, processColumn(columns, name)]));
    const cell = (row: readonly string[], name: string) => {
      const index = places.get(name) ?? -1;
      return index < 0 ? null : cellOf(row[index]);
    };
    return [
      {
        kind: 'table',
        section: 'processlist',
        columns: processListColumns,
        rows: rows.map((row) => {
          const [state, info] = [cell(row, 'state'), cell(row, 'info')];
          return [
            cell(row, 'id'),
            cell(row, 'user') ?? '',
            cell(row, 'host') ?? '',
            cell(row, 'db'),
            cell(row, 'command') ?? commandOf(state, info, (places.get('info') ?? -1) >= 0),
            secondsOf(cell(row, 'time')),
            state,
            info,
          ];
        }),
        at,
      },
    ];
  },
};

/** INNODB_METRICS of which somebody selected a few: each name is one of its counters. */
const selectedMetrics: ResultKind = {
  title: 'InnoDB metrics',
  matches: (columns, { rows }) =>
    columns.length <= 4 &&
    ['name', 'count'].every((name) => columns.includes(name)) &&
    rows.some((row) => metricNames.test(row[columns.indexOf('name')] ?? '')),
  pieces: (columns, { rows, at }) => [
    {
      kind: 'table',
      section: 'innodb-metrics',
      columns: ['NAME', 'COUNT', 'STATUS'],
      // What counts is on; a counter at 0 may be off.
      rows: rows.map((row) => {
        const [name, counted, status] = ['name', 'count', 'status'].map((one) =>
          cellOf(row[columns.indexOf(one)]),
        );
        return [name ?? null, counted ?? null, status ?? (Number(counted) > 0 ? 'enabled' : null)];
      }),
      at,
    },
  ],
};
/** Counters that people ask for (information_schema.INNODB_METRICS, NAME). */
const metricNames =
  /^(?:trx_rseg_history_len|lock_(?:deadlocks|timeouts|row_lock_\w{3,30})|log_(?:waits|writes|lsn_\w{3,30}|max_\w{3,30}|checkpoints)|buffer_(?:pool_\w{3,40}|flush_\w{3,40}|data_\w{3,30})|adaptive_hash_\w{3,30}|purge_\w{3,40}|index_page_\w{3,40}|os_\w{3,40})$/i;

/** `select now()`: when the answers beside it were given. A time without a zone is taken for UTC, as all others are. */
const clock: ResultKind = {
  title: 'time',
  matches: (columns, { rows }) =>
    columns.length === 1 &&
    /^(?:now|sysdate|utc_timestamp|current_timestamp)(?:\(\))?$/.test(columns[0] ?? '') &&
    clockOf(rows) !== null,
  pieces: (_columns, { rows }) => {
    const at = clockOf(rows);
    return at === null ? [] : [{ kind: 'clock', at }];
  },
};

function clockOf(rows: readonly string[][]): number | null {
  const [, day, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d{1,6})?$/.exec(rows[0]?.[0] ?? '') ?? [];
  const at = Date.parse(`${day}T${time}Z`);
  return Number.isNaN(at) ? null : at;
}

/** Answers of the server by their columns, and the section of the snapshot that each fills. */
const resultKinds: readonly ResultKind[] = [
  clock,
  explain,
  joinedStatus,
  // Before names and values: a schema may be called performance_schema, as a variable is.
  storedSizes,
  nameValue,
  variableSources,
  tableKind('process list', 'processlist', ['id', 'user', 'host', 'command', 'time', 'state', 'info'], {
    id: 'ID',
    user: 'USER',
    host: 'HOST',
    db: 'DB',
    command: 'COMMAND',
    time: 'TIME',
    state: 'STATE',
    info: 'INFO',
  }),
  cutProcessList,
  groupedProcesses,
  tableKind('replication', 'replication', ['slave_io_running', 'slave_sql_running']),
  tableKind('replication', 'replication', ['replica_io_running', 'replica_sql_running']),
  tableKind('plugins', 'plugins', ['plugin_name', 'plugin_status', 'plugin_type']),
  tableKind('plugins', 'plugins', ['name', 'status', 'type', 'library'], {
    name: 'PLUGIN_NAME',
    status: 'PLUGIN_STATUS',
    type: 'PLUGIN_TYPE',
    library: 'PLUGIN_LIBRARY',
  }),
  barePlugins,
  tableKind('InnoDB metrics', 'innodb-metrics', ['name', 'subsystem', 'count', 'avg_count']),
  selectedMetrics,
  innodbMutexes,
  profile,
  sysLockWaits,
  sysTableLockWaits,
  bareLockWaits,
  groupMembers,
  groupMemberStats,
  tableKind('transactions', 'transactions', ['trx_id', 'trx_state', 'trx_started']),
  // Rows of information_schema.TABLES, SHOW TABLE STATUS.
  freeSpace,
  ...performanceSchemaAnswers,
  ownNamedWaits,
  ownNamedStatements,
];

/** The pieces of an answer; none when its columns are not known. */
export function piecesOf(result: ResultSet): { title: string; piece: Piece }[] {
  const columns = (result.columns ?? []).map((column) => column.trim().toLowerCase());
  const kind = resultKinds.find((candidate) => candidate.matches(columns, result));
  if (kind === undefined) return [];
  return kind
    .pieces(columns, result)
    .map((piece) => ({ title: kind.title === '' ? piece.kind : kind.title, piece }));
}
