import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';
import { meanOver } from '../inputs/interval-values';
import { rateOf } from '../inputs/rate-of';

const commitInputs = ['status.Binlog_commits', 'variable.log_bin', 'fact.row_write_rate'] as const;

/** Facts on how busy the server is. Latchkey's own session and statements are taken off. */
export const loadFacts: FactDefinition[] = [
  {
    id: 'window_seconds',
    unit: 'seconds',
    type: 'number',
    needs: [],
    doc: { what: 'Length of the sampled window.', formula: 'last sample - first sample', source: 'snapshot' },
    compute: (read) => read.windowSeconds(),
  },
  {
    id: 'statement_rate',
    unit: 'count/s',
    type: 'number',
    needs: ['status.Questions'],
    doc: {
      what: 'Statements that clients sent per second, without those of Latchkey itself.',
      formula: 'Questions per second - own statements per second, at least 0',
      source: 'MySQL manual, "Server Status Variables"; the statement log of the snapshot',
    },
    compute: (read) => Math.max(0, read.rate('Questions') - read.ownStatementsPerSecond),
    perSecond: (read) => read.rateInIntervals('Questions'),
  },
  {
    id: 'commit_rate',
    unit: 'count/s',
    type: 'number',
    needs: commitInputs,
    doc: {
      what: 'Transactions that changed rows and were committed per second, at most: a statement outside an explicit transaction is one by itself, and which ones are inside the server does not say.',
      formula:
        'Binlog_commits per second (MariaDB with a binary log), else row_write_rate. Not Handler_commit: that counts every statement, reads too, and with a binary log twice',
      source: 'MySQL manual, "Server Status Variables"; tried on MySQL 5.6 and 9.7, MariaDB 10.11 and 11.8',
    },
    compute: (read) => binaryLogCommits(read) ?? read.fact('row_write_rate'),
  },
  {
    id: 'commit_rate_least',
    unit: 'count/s',
    type: 'number',
    needs: [...commitInputs, 'status.Com_commit'],
    doc: {
      what: 'Transactions that changed rows and were committed per second, at least.',
      formula:
        'Binlog_commits per second (MariaDB with a binary log); else the lesser of Com_commit and row_write_rate; row_write_rate where nobody says COMMIT',
      source: 'MySQL manual, "Server Status Variables"; tried on MySQL 5.6 and 9.7, MariaDB 10.11 and 11.8',
    },
    compute: (read) => {
      const exact = binaryLogCommits(read);
      if (exact !== null) return exact;
      const [said, written] = [read.rate('Com_commit'), read.fact('row_write_rate')];
      return said < 0.01 ? written : Math.min(said, written);
    },
  },
  {
    id: 'fsync_rate',
    ...rateOf('Innodb_data_fsyncs'),
    doc: {
      what: 'fsync calls of InnoDB per second.',
      formula: 'Innodb_data_fsyncs per second',
      source: 'MySQL manual, "Server Status Variables"',
    },
  },
  {
    id: 'busy_threads',
    unit: 'count',
    type: 'number',
    needs: ['status.Threads_running', 'variable.event_scheduler'],
    doc: {
      what: 'Sessions executing a statement, on average over the window, without the one that asked.',
      formula:
        'mean of Threads_running - 1 over the samples, at least 0; - 2 in MySQL 8.0 and later while event_scheduler is ON, because its thread counts as running',
      source: 'MySQL manual, "Server Status Variables"; tried on MySQL 9.7',
    },
    compute: (read) => {
      const mean = meanOver(read.levelInIntervals('Threads_running'), read.intervals);
      return mean === null
        ? read.missing('no-window', 'Threads_running was not sampled.')
        : Math.max(0, mean - ownThreads(read));
    },
    perSecond: (read) =>
      read
        .levelInIntervals('Threads_running')
        .map((level) => (level === null ? null : Math.max(0, level - 1))),
  },
  {
    id: 'idle',
    unit: 'none',
    type: 'boolean',
    needs: ['fact.statement_rate', 'fact.busy_threads', 'fact.row_write_rate'],
    doc: {
      what: 'Nobody but Latchkey used the server during the window, and it applied nothing from a source.',
      formula:
        'statement_rate < 1/s and busy_threads < 0.5 (one long statement makes it 1) and row_write_rate < 1/s where it is known (what a replica applies is no statement of a client, but counts there)',
      source: 'threshold of Latchkey: a monitoring agent alone sends less than one statement a second',
    },
    compute: (read) => {
      const writes = read.factReading('row_write_rate');
      const applies = writes.known && typeof writes.value === 'number' && writes.value >= 1;
      return read.fact('statement_rate') < 1 && read.fact('busy_threads') < 0.5 && !applies;
    },
  },
  {
    id: 'dml_read_share',
    unit: 'ratio',
    type: 'number',
    needs: [
      'status.Com_select',
      'status.Com_insert',
      'status.Com_update',
      'status.Com_delete',
      'status.Com_replace',
    ],
    doc: {
      what: 'Share of SELECT among the data statements.',
      formula: 'Com_select / (Com_select + Com_insert + Com_update + Com_delete + Com_replace), all as rates',
      source: 'MySQL manual, "Server Status Variables"',
    },
    compute: (read) => {
      const reads = read.rate('Com_select');
      const writes =
        read.rate('Com_insert') +
        read.rate('Com_update') +
        read.rate('Com_delete') +
        read.rate('Com_replace');
      return reads + writes > 0 ? reads / (reads + writes) : read.missing('error', 'No data statements ran.');
    },
  },
];

/** MariaDB counts the transactions that it writes to the binary log; null where there is no such count. */
function binaryLogCommits(read: FactReader): number | null {
  const counted = read.hasStatus('Binlog_commits') && read.hasVariable('log_bin');
  return counted && read.variable('log_bin') === true ? read.rate('Binlog_commits') : null;
}

/** Threads that always count as running: the session that asks, and in MySQL 8.0+ the event scheduler's. */
function ownThreads(read: FactReader): number {
  const { flavour, version } = read.server;
  if (flavour === 'mariadb' || version[0] < 8 || !read.hasVariable('event_scheduler')) return 1;
  return read.variable('event_scheduler') === 'ON' ? 2 : 1;
}
