import { compareVersions } from '../../../shared/server';
import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';
import { largest } from '../inputs/interval-values';
import { cellNumber } from '../inputs/observed';
import { rateOf } from '../inputs/rate-of';
import { metricsByName } from './buffer-pool';

/** Facts on row locks, history and long transactions. */
export const transactionFacts: FactDefinition[] = [
  {
    id: 'row_lock_wait_rate',
    ...rateOf('Innodb_row_lock_waits'),
    doc: {
      what: 'Row lock waits that began per second.',
      formula: 'Innodb_row_lock_waits per second',
      source: 'MySQL manual, "Server Status Variables"',
    },
  },
  {
    id: 'row_lock_threads',
    unit: 'count',
    type: 'number',
    needs: ['status.Innodb_row_lock_time'],
    doc: {
      what: 'Sessions waiting for a row lock at any moment, on average.',
      formula: 'Innodb_row_lock_time (ms) per second / 1000; a wait is counted when it ends',
      source: 'MySQL manual, "Server Status Variables"',
    },
    compute: (read) => read.rate('Innodb_row_lock_time') / 1000,
    perSecond: (read) =>
      read.rateInIntervals('Innodb_row_lock_time').map((rate) => (rate === null ? null : rate / 1000)),
  },
  {
    id: 'row_lock_share',
    unit: 'ratio',
    type: 'number',
    needs: ['fact.row_lock_threads', 'fact.busy_threads'],
    doc: {
      what: 'Share of the busy sessions that were waiting for a row lock.',
      formula: 'row_lock_threads / busy_threads, at most 1',
      source: 'derived',
    },
    compute: (read) => {
      const busy = read.fact('busy_threads');
      if (busy === 0) return read.missing('error', 'No session was busy.');
      return Math.min(1, read.fact('row_lock_threads') / busy);
    },
  },
  {
    id: 'history_length',
    unit: 'count',
    type: 'number',
    needs: [
      'status.Innodb_history_list_length',
      'status.innodb_metrics.trx_rseg_history_len',
      'section.innodb-metrics',
      'section.innodb-status',
    ],
    doc: {
      what: 'Length of the history list: undo logs that purge has not removed; the largest seen.',
      formula:
        'Innodb_history_list_length (MariaDB, Percona Server), INNODB_METRICS trx_rseg_history_len, or "History list length" of SHOW ENGINE INNODB STATUS',
      source: 'MySQL manual, "InnoDB Multi-Versioning"',
    },
    compute: (read) => largest(historySeries(read) ?? []) ?? historyAt(read, 'end'),
    perSecond: (read) =>
      historySeries(read) ?? read.missing('no-window', 'The history list length was not sampled.'),
  },
  {
    id: 'history_growth',
    unit: 'count/s',
    type: 'number',
    needs: [
      'status.Innodb_history_list_length',
      'status.innodb_metrics.trx_rseg_history_len',
      'section.innodb-metrics',
      'section.innodb-status',
    ],
    onlyInWindow: 'Growth needs two readings.',
    doc: {
      what: 'How fast the history list grows (negative: it shrinks).',
      formula: '(last value - first value) / seconds between them',
      source: 'MySQL manual, "InnoDB Multi-Versioning"',
    },
    compute: (read) => {
      const values = historySeries(read);
      if (values !== null) return slope(values, read);
      return (historyAt(read, 'end') - historyAt(read, 'start')) / read.sectionSeconds('innodb-status');
    },
  },
  {
    id: 'oldest_transaction_seconds',
    unit: 'seconds',
    type: 'number',
    needs: ['section.transactions', 'section.innodb-status'],
    doc: {
      what: 'Age of the oldest open transaction at the end of the window.',
      formula:
        'largest age in INFORMATION_SCHEMA.INNODB_TRX; without it, before MySQL 8.0 and in MariaDB, in the list of SHOW ENGINE INNODB STATUS; a list that may leave some out counts where its oldest is 10 min old',
      source: 'MySQL manual, "The INFORMATION_SCHEMA INNODB_TRX Table"',
    },
    compute: (read) => oldestTransaction(read).age,
  },
  {
    id: 'oldest_transaction_connection',
    unit: 'none',
    type: 'string',
    needs: ['section.transactions', 'section.innodb-status'],
    doc: {
      what: 'Connection that holds the oldest open transaction.',
      formula:
        'trx_mysql_thread_id of the oldest row of INNODB_TRX, or the thread id of that transaction in SHOW ENGINE INNODB STATUS',
      source: 'MySQL manual, "The INFORMATION_SCHEMA INNODB_TRX Table"',
    },
    compute: (read) => oldestTransaction(read).connection,
  },
  {
    id: 'oldest_view_connection',
    unit: 'none',
    type: 'string',
    needs: ['section.innodb-status'],
    doc: {
      what: 'Connection that holds the oldest read view: purge stops there.',
      formula: 'the transaction that "sees <" the smallest id in the list of the InnoDB status',
      source: 'SHOW ENGINE INNODB STATUS; MySQL from 8.0 on leaves out transactions that only read',
    },
    compute: (read) => {
      let oldest: { below: bigint; connection: string } | undefined;
      for (const { readView, connection } of read.innodbStatus().transactions?.list ?? []) {
        if (readView === null || connection === null || !/^\d+$/.test(readView.seesBelow)) continue;
        const below = BigInt(readView.seesBelow);
        if (oldest === undefined || below < oldest.below) oldest = { below, connection };
      }
      return oldest?.connection ?? read.missing('absent', 'The InnoDB status shows no read view.');
    },
  },
  {
    id: 'isolation_level',
    unit: 'none',
    type: 'string',
    needs: ['variable.transaction_isolation', 'variable.tx_isolation'],
    doc: {
      what: 'Isolation level of new sessions.',
      formula: 'transaction_isolation, or tx_isolation where that is its name',
      source: 'MySQL manual, "Transaction Isolation Levels"',
    },
    compute: (read) =>
      String(
        read.hasVariable('transaction_isolation')
          ? read.variable('transaction_isolation')
          : read.variable('tx_isolation'),
      ).toUpperCase(),
  },
];

function historySeries(read: FactReader): (number | null)[] | null {
  for (const name of ['Innodb_history_list_length', 'innodb_metrics.trx_rseg_history_len']) {
    if (read.series(name) !== undefined) return read.levelInIntervals(name);
  }
  return null;
}

function slope(values: (number | null)[], read: FactReader): number {
  const intervals = read.intervals;
  let seconds = 0;
  let first: { at: number; value: number } | undefined;
  let last: { at: number; value: number } | undefined;
  values.forEach((value, position) => {
    seconds += intervals[position]?.seconds ?? 0;
    if (value === null) return;
    first ??= { at: seconds, value };
    last = { at: seconds, value };
  });
  if (first === undefined || last === undefined || last.at <= first.at) {
    return read.missing('no-window', 'The history list length was sampled less than twice.');
  }
  return (last.value - first.value) / (last.at - first.at);
}

function historyAt(read: FactReader, end: 'start' | 'end'): number {
  if (end === 'end' && read.hasStatus('Innodb_history_list_length')) {
    return read.status('Innodb_history_list_length');
  }
  const metrics = read.rowsOrReason('innodb-metrics', end);
  if ('rows' in metrics) {
    const row = metricsByName(metrics.rows).get('trx_rseg_history_len');
    // A disabled counter prints 0, a miscounted one less: no lengths.
    const length = cellNumber(row?.count);
    if (row?.status === 'enabled' && length !== null && length >= 0) return length;
  }
  return (
    read.innodbStatus(end).transactions?.historyListLength ??
    read.missing('absent', 'The InnoDB status text gives no history list length.')
  );
}

interface OldestTransaction {
  /** Seconds. */
  age: number;
  connection: string;
}

function oldestTransaction(read: FactReader): OldestTransaction {
  if ('reason' in read.rowsOrReason('transactions')) {
    const listed = oldestListed(read);
    if (listed !== null) return listed;
  }
  let oldest: OldestTransaction | undefined;
  const rows = read.rows('transactions');
  // Their start alone says no age where nobody knows what time it was at the server.
  if (rows.length > 0 && rows.every((row) => cellNumber(row.age_seconds) === null))
    read.missing(
      'absent',
      'When the transactions were listed is not known: SELECT NOW() beside them says it.',
    );
  for (const row of rows) {
    const age = cellNumber(row.age_seconds);
    if (age === null) continue;
    if (oldest === undefined || age > oldest.age) {
      oldest = { age, connection: String(row.trx_mysql_thread_id ?? 'unknown') };
    }
  }
  return oldest ?? { age: 0, connection: 'none' };
}

/** Where transactions may be left out, seconds from which the oldest that is there is worth a word: the true one is older. */
const surelyOld = 600;

/**
 * From the text of the InnoDB status, which is all that bundles of other tools have. Null where it does not list every
 * transaction and shows no old one: cut by the server, or MySQL from 8.0 on, which leaves out those that only read (seen
 * in 9.7).
 */
function oldestListed(read: FactReader): OldestTransaction | null {
  const found = read.innodbStatusOrReason('end');
  if ('reason' in found || found.status.transactions === null) return null;
  const { flavour, version } = read.server;
  const isWhole =
    found.status.truncated === null && (flavour === 'mariadb' || compareVersions(version, [8, 0, 0]) < 0);
  let oldest: OldestTransaction | undefined;
  for (const { seconds, connection, state } of found.status.transactions.list) {
    if (seconds === null || state === 'not started') continue;
    if (oldest === undefined || seconds > oldest.age)
      oldest = { age: seconds, connection: connection ?? 'unknown' };
  }
  if (!isWhole && (oldest === undefined || oldest.age < surelyOld)) return null;
  return oldest ?? { age: 0, connection: 'none' };
}
