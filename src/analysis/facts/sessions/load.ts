import { compareVersions } from '../../../shared/server';
import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';
import { largest, meanOver } from '../inputs/interval-values';
import { rateOf } from '../inputs/rate-of';

const commitInputs = ['status.Binlog_commits', 'variable.log_bin', 'fact.row_write_rate'] as const;

const runningInputs = [
  'status.Threads_running',
  'variable.event_scheduler',
  'fact.replicas_connected',
  'section.processlist',
] as const;

/** Facts on how busy the server is. Latchkey's own session and statements are taken off. */
export const loadFacts: FactDefinition[] = [
  {
    id: 'window_seconds',
    unit: 'seconds',
    type: 'number',
    needs: [],
    onlyInWindow: 'The snapshot holds one moment only.',
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
      what: 'Transactions that changed rows and were committed per second, at most: a statement outside an explicit transaction is one by itself, and the server does not say which statements are inside one.',
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
    needs: runningInputs,
    onlyInWindow: 'Threads_running of one moment is no mean.',
    doc: {
      what: 'Sessions executing a statement, on average over the window, without the one that asked.',
      formula:
        "mean of Threads_running over the samples, less 1 for the session that asks, 1 while event_scheduler is ON (not in MariaDB before 10.5), 1 for each replica that reads the binary log, and in MariaDB from 10.5 on each of the server's own replication threads: all of these count as running while they wait; at least 0",
      source:
        'MySQL manual, "Server Status Variables"; tried on MySQL 5.6, 5.7, 8.0 and 9.7, MariaDB 10.2, 10.11 and 11.4 with a replica',
    },
    compute: (read) => {
      const mean = meanOver(read.levelInIntervals('Threads_running'), read.intervals);
      return mean === null
        ? read.missing('no-window', 'Threads_running was not sampled.')
        : Math.max(0, mean - ownThreads(read));
    },
    perSecond: (read) => {
      const own = ownThreads(read);
      return read
        .levelInIntervals('Threads_running')
        .map((level) => (level === null ? null : Math.max(0, level - own)));
    },
  },
  {
    id: 'busy_peak',
    unit: 'count',
    type: 'number',
    needs: runningInputs,
    doc: {
      what: 'Most sessions executing a statement at one sample of the window, without the one that asked.',
      formula: 'max of Threads_running less what busy_threads leaves out, at least 0',
      source: 'MySQL manual, "Server Status Variables"',
    },
    compute: (read) => {
      const most = largest(read.levelInIntervals('Threads_running'));
      return most === null
        ? read.missing('no-window', 'Threads_running was not sampled.')
        : Math.max(0, most - ownThreads(read));
    },
  },
  {
    id: 'idle',
    unit: 'none',
    type: 'boolean',
    needs: [
      'fact.statement_rate',
      'fact.busy_threads',
      'fact.row_write_rate',
      'status.Handler_update',
      'status.Handler_delete',
    ],
    onlyInWindow: 'Only a window shows whether the server was idle.',
    doc: {
      what: 'Only Latchkey used the server during the window, and it applied nothing from a source.',
      formula:
        'statement_rate < 1/s and busy_threads < 0.5 (one long statement makes it 1) and row_write_rate < 1/s where it is known (what a replica applies is no statement of a client, but counts there) and fewer than 10 rows changed a second (one of its events holds many)',
      source: 'threshold of Latchkey: a monitoring agent alone sends less than one statement a second',
    },
    compute: (read) => {
      const changed = ['Handler_update', 'Handler_delete'].reduce((sum, name) => {
        const rate = read.rateReading(name);
        return sum + (rate.known ? rate.value : 0);
      }, 0);
      const applies = read.factOr('row_write_rate', 0) >= 1 || changed >= 10;
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

/** Threads that count as running although no client asked for anything, and the session that asks. */
function ownThreads(read: FactReader): number {
  const { flavour, version } = read.server;
  const countsAll = flavour !== 'mariadb' || compareVersions(version, [10, 5, 0]) >= 0;
  const schedules = read.hasVariable('event_scheduler') && read.variable('event_scheduler') === 'ON';
  return (
    1 +
    (countsAll && schedules ? 1 : 0) +
    read.factOr('replicas_connected', 0) +
    (flavour === 'mariadb' && countsAll ? replicationThreads(read) : 0)
  );
}

/** Receiver, applier and its workers, as the process list of MariaDB names them; 0 where it was not read. */
function replicationThreads(read: FactReader): number {
  const listed = read.rowsOrReason('processlist');
  if (!('rows' in listed)) return 0;
  return listed.rows.filter(({ command }) => /^(Slave|Replica)/i.test(String(command ?? ''))).length;
}
