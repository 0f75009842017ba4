import type { FactDefinition } from '../inputs/definition';

/** Flushes of the redo log that were under way when the status was read: all that one reading shows of a slow disk. */
export const pendingFlushFacts: FactDefinition[] = [
  {
    id: 'redo_flushes_pending',
    unit: 'count',
    type: 'number',
    needs: ['status.Innodb_os_log_pending_fsyncs', 'section.innodb-status'],
    doc: {
      what: 'Flushes of the redo log under way at the last reading.',
      formula:
        'Innodb_os_log_pending_fsyncs, else "pending log flushes" (before 5.7 "pending log writes") of SHOW ENGINE INNODB STATUS',
      source: 'MySQL manual, "Server Status Variables"; "InnoDB Standard Monitor and Lock Monitor Output"',
    },
    compute: (read) => {
      const counted = read.statusReading('Innodb_os_log_pending_fsyncs');
      if (counted.known && typeof counted.value === 'number') return counted.value;
      const { log } = read.innodbStatus();
      return (
        log?.pendingFlushes ??
        log?.pendingWrites ??
        read.missing('not-read', 'The InnoDB status does not say which flushes of the log are pending.')
      );
    },
  },
  {
    id: 'redo_flushes_each_second',
    unit: 'count/s',
    type: 'number',
    needs: ['status.Innodb_os_log_fsyncs', 'section.innodb-status'],
    doc: {
      what: 'Flushes of the redo log that end in a second: since the start, or since the last printout of the InnoDB status.',
      formula:
        'Innodb_os_log_fsyncs per second, else "log i/o\'s/second" of SHOW ENGINE INNODB STATUS, which counts the writes too',
      source: 'MySQL manual, "Server Status Variables"; log0log.cc log_print',
    },
    compute: (read) => {
      const rate = read.rateReading('Innodb_os_log_fsyncs');
      if (rate.known && typeof rate.value === 'number') return rate.value;
      const { log } = read.innodbStatus();
      return (
        log?.operationsPerSecond ?? read.missing('not-read', 'The InnoDB status has no rate of the redo log.')
      );
    },
  },
];
