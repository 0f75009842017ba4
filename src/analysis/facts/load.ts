import type { FactDefinition } from './definition';
import { largest, meanOver } from './interval-values';

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
    compute: (read) => Math.max(0, read.rate('Questions') - read.observed.ownStatementsPerSecond),
    perSecond: (read) => read.rateInIntervals('Questions'),
  },
  {
    id: 'commit_rate',
    unit: 'count/s',
    type: 'number',
    needs: ['status.Handler_commit'],
    doc: {
      what: 'Commits inside the storage engines per second (autocommitted statements included).',
      formula: 'Handler_commit per second',
      source: 'MySQL manual, "Server Status Variables"',
    },
    compute: (read) => read.rate('Handler_commit'),
    perSecond: (read) => read.rateInIntervals('Handler_commit'),
  },
  {
    id: 'write_rate',
    unit: 'count/s',
    type: 'number',
    needs: ['status.Handler_write', 'status.Handler_update', 'status.Handler_delete'],
    doc: {
      what: 'Rows written, updated and deleted per second, internal temporary tables included.',
      formula: '(Handler_write + Handler_update + Handler_delete) per second',
      source: 'MySQL manual, "Server Status Variables"',
    },
    compute: (read) => read.rate('Handler_write') + read.rate('Handler_update') + read.rate('Handler_delete'),
  },
  {
    id: 'fsync_rate',
    unit: 'count/s',
    type: 'number',
    needs: ['status.Innodb_data_fsyncs'],
    doc: {
      what: 'fsync calls of InnoDB per second.',
      formula: 'Innodb_data_fsyncs per second',
      source: 'MySQL manual, "Server Status Variables"',
    },
    compute: (read) => read.rate('Innodb_data_fsyncs'),
    perSecond: (read) => read.rateInIntervals('Innodb_data_fsyncs'),
  },
  {
    id: 'busy_threads',
    unit: 'count',
    type: 'number',
    needs: ['status.Threads_running'],
    doc: {
      what: 'Sessions executing a statement, on average over the window, without the one that asked.',
      formula: 'mean of Threads_running - 1 over the samples, at least 0',
      source: 'MySQL manual, "Server Status Variables"',
    },
    compute: (read) => {
      const mean = meanOver(read.levelInIntervals('Threads_running'), read.observed.intervals);
      return mean === null
        ? read.missing('no-window', 'Threads_running was not sampled.')
        : Math.max(0, mean - 1);
    },
    perSecond: (read) =>
      read
        .levelInIntervals('Threads_running')
        .map((level) => (level === null ? null : Math.max(0, level - 1))),
  },
  {
    id: 'peak_threads_running',
    unit: 'count',
    type: 'number',
    needs: ['status.Threads_running'],
    doc: {
      what: 'Most sessions executing at one sample.',
      formula: 'max of Threads_running - 1',
      source: 'MySQL manual, "Server Status Variables"',
    },
    compute: (read) => {
      const peak = largest(read.levelInIntervals('Threads_running'));
      return peak === null
        ? read.missing('no-window', 'Threads_running was not sampled.')
        : Math.max(0, peak - 1);
    },
  },
  {
    id: 'rows_touched_rate',
    unit: 'count/s',
    type: 'number',
    needs: [
      'status.Innodb_rows_read',
      'status.Innodb_rows_inserted',
      'status.Innodb_rows_updated',
      'status.Innodb_rows_deleted',
    ],
    doc: {
      what: 'Rows read and changed in InnoDB per second.',
      formula: '(Innodb_rows_read + _inserted + _updated + _deleted) per second',
      source: 'MySQL manual, "Server Status Variables"',
    },
    compute: (read) =>
      read.rate('Innodb_rows_read') +
      read.rate('Innodb_rows_inserted') +
      read.rate('Innodb_rows_updated') +
      read.rate('Innodb_rows_deleted'),
  },
  {
    id: 'idle',
    unit: 'none',
    type: 'boolean',
    needs: ['fact.statement_rate', 'fact.peak_threads_running'],
    doc: {
      what: 'Nobody but Latchkey used the server during the window.',
      formula:
        'statement_rate < 1/s and never more than 1 other session executing (a scheduler thread counts as one)',
      source: 'threshold of Latchkey: a monitoring agent alone sends less than one statement a second',
    },
    compute: (read) => read.fact('statement_rate') < 1 && read.fact('peak_threads_running') <= 1,
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
