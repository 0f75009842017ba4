import type { Cell } from '../../../shared/snapshot';
import { cellOf, type ResultKind } from './result-kind';

const waitColumns = [
  'WAITING_TRX_ID',
  'BLOCKING_TRX_ID',
  'LOCK_MODE',
  'LOCK_TYPE',
  'OBJECT_SCHEMA',
  'OBJECT_NAME',
  'INDEX_NAME',
];
const transactionColumns = [
  ...['TRX_ID', 'TRX_STATE', 'AGE_SECONDS', 'WAIT_SECONDS', 'TRX_MYSQL_THREAD_ID', 'TRX_QUERY'],
  ...['TRX_ROWS_LOCKED', 'TRX_ROWS_MODIFIED'],
];

const metadataLockColumns = [
  ...['OBJECT_TYPE', 'OBJECT_SCHEMA', 'OBJECT_NAME', 'LOCK_TYPE', 'LOCK_DURATION', 'LOCK_STATUS'],
  ...['OWNER_THREAD_ID', 'PROCESSLIST_ID', 'PROCESSLIST_TIME'],
];

/** A cell of an answer by the name of its column. */
type CellBy = (name: string) => string | undefined;

function cellsBy(columns: readonly string[], row: readonly string[]): CellBy {
  return (name) => {
    const index = columns.indexOf(name);
    return index < 0 ? undefined : row[index];
  };
}

/** Seconds of a time (`00:01:07`) or of a number; null: there is none. */
function secondsOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const [, hours, minutes, seconds] = /^(\d{1,3}):(\d\d):(\d\d)$/.exec(text.trim()) ?? [];
  if (hours !== undefined) return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : null;
}

/** Schema and table of `` `shop`.`orders` ``. */
function tableOf(text: string | undefined): [schema: Cell, table: Cell] {
  const [, schema, table] = /^`?([^`.]{1,64})`?\.`?([^`]{1,64})`?$/.exec(text?.trim() ?? '') ?? [];
  return [schema ?? null, table ?? null];
}

/**
 * sys.innodb_lock_waits and x$innodb_lock_waits: who waits and who blocks, each with its connection (MySQL 8.0 manual, "The
 * innodb_lock_waits and x$innodb_lock_waits Views").
 */
export const sysLockWaits: ResultKind = {
  title: 'row lock waits',
  matches: (columns) =>
    ['waiting_pid', 'blocking_pid'].every((name) => columns.includes(name)) &&
    ['waiting_trx_id', 'locked_table', 'locked_table_name', 'locked_index'].some((name) =>
      columns.includes(name),
    ),
  pieces: (columns, { rows, at }) => {
    const waits: Cell[][] = [];
    const transactions = new Map<string, Cell[]>();
    for (const cells of rows) {
      const cell = cellsBy(columns, cells);
      // Where the transactions were left out, each connection has one.
      const idOf = (side: 'waiting' | 'blocking') => cell(`${side}_trx_id`) ?? cell(`${side}_pid`) ?? '';
      const [waiting, blocking] = [idOf('waiting'), idOf('blocking')];
      const [inOne, nameInOne] = tableOf(cell('locked_table'));
      const table = cellOf(cell('locked_table_name')) ?? nameInOne;
      const schema = cellOf(cell('locked_table_schema')) ?? inOne;
      waits.push([
        waiting,
        blocking,
        cellOf(cell('waiting_lock_mode')),
        cellOf(cell('locked_type')),
        schema,
        table,
        cellOf(cell('locked_index')),
      ]);
      const transaction = (side: 'waiting' | 'blocking', state: string, waited: number | null): Cell[] => [
        idOf(side),
        state,
        secondsOf(cell(`${side}_trx_age`)),
        waited,
        cellOf(cell(`${side}_pid`)),
        cellOf(cell(`${side}_query`)),
        cellOf(cell(`${side}_trx_rows_locked`)),
        cellOf(cell(`${side}_trx_rows_modified`)),
      ];
      const waited = secondsOf(cell('wait_age_secs') ?? cell('wait_age'));
      transactions.set(waiting, transaction('waiting', 'LOCK WAIT', waited));
      if (!transactions.has(blocking)) transactions.set(blocking, transaction('blocking', 'RUNNING', null));
    }
    return [
      { kind: 'table', section: 'lock-waits', columns: waitColumns, rows: waits, at },
      {
        kind: 'table',
        section: 'transactions',
        columns: transactionColumns,
        rows: [...transactions.values()],
        at,
      },
    ];
  },
};

/**
 * sys.schema_table_lock_waits: who waits for a metadata lock and who holds it (MySQL manual, "The schema_table_lock_waits and
 * x$schema_table_lock_waits Views").
 */
export const sysTableLockWaits: ResultKind = {
  title: 'metadata locks',
  matches: (columns) =>
    ['object_name', 'waiting_pid', 'blocking_pid'].every((name) => columns.includes(name)) &&
    (columns.includes('waiting_lock_type') || columns.includes('waiting_query')),
  pieces: (columns, { rows, at }) => {
    const locks = new Map<string, Cell[]>();
    for (const cells of rows) {
      const cell = cellsBy(columns, cells);
      const lock = (side: 'waiting' | 'blocking', status: string, seconds: number | null): Cell[] => [
        'TABLE',
        cellOf(cell('object_schema')),
        cellOf(cell('object_name')),
        cellOf(cell(`${side}_lock_type`)),
        cellOf(cell(`${side}_lock_duration`)),
        status,
        cellOf(cell(`${side}_thread_id`)),
        cellOf(cell(`${side}_pid`)),
        seconds,
      ];
      // The view pairs everybody who waits with everybody who holds or waits before, and with itself.
      const waited = secondsOf(cell('waiting_query_secs'));
      locks.set(`waiting ${cell('waiting_pid')}`, lock('waiting', 'PENDING', waited));
      const isSelf = cell('waiting_pid') === cell('blocking_pid');
      if (!isSelf) locks.set(`blocking ${cell('blocking_pid')}`, lock('blocking', 'GRANTED', null));
    }
    return [
      {
        kind: 'table',
        section: 'metadata-locks',
        columns: metadataLockColumns,
        rows: [...locks.values()],
        at,
      },
    ];
  },
};

/** Names of the two transactions in INNODB_LOCK_WAITS (MySQL 5.7, MariaDB) and data_lock_waits (MySQL 8.0). */
const waitingNames = ['requesting_trx_id', 'requesting_engine_transaction_id'];
const blockingNames = ['blocking_trx_id', 'blocking_engine_transaction_id'];

/** Waits without connections: those are in the transactions beside them. */
export const bareLockWaits: ResultKind = {
  title: 'row lock waits',
  matches: (columns) =>
    waitingNames.some((name) => columns.includes(name)) &&
    blockingNames.some((name) => columns.includes(name)),
  pieces: (columns, { rows, at }) => [
    {
      kind: 'table',
      section: 'lock-waits',
      columns: waitColumns.slice(0, 2),
      rows: rows.map((row): Cell[] => {
        const cell = cellsBy(columns, row);
        const first = (names: readonly string[]) =>
          cellOf(names.map(cell).find((text) => text !== undefined));
        return [first(waitingNames), first(blockingNames)];
      }),
      at,
    },
  ],
};
