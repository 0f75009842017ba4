import type { FactDefinition } from '../inputs/definition';
import { combine } from '../inputs/interval-values';
import { isRedoRateExact } from './redo';

/** Facts on what reaches the data files: flushing, reads and the load of the device. */
export const flushingFacts: FactDefinition[] = [
  {
    id: 'write_amplification',
    unit: 'ratio',
    type: 'number',
    needs: [
      'status.Innodb_buffer_pool_pages_flushed',
      'status.Innodb_redo_log_current_lsn',
      'status.Innodb_lsn_current',
      'variable.innodb_page_size',
      'fact.redo_rate',
    ],
    perTime: true,
    doc: {
      what: 'Bytes of pages flushed for each byte of redo. With the doublewrite buffer each is written twice.',
      formula: 'Innodb_buffer_pool_pages_flushed per second x innodb_page_size / redo_rate',
      source: 'MySQL manual, "Configuring Buffer Pool Flushing"; [adaptive-flushing-56]',
    },
    compute: (read) => {
      const redo = read.fact('redo_rate');
      if (!isRedoRateExact(read))
        return read.missing(
          'not-read',
          'The position in the redo log was not read: the bytes written say only at most.',
        );
      if (redo < 10_000) {
        return read.missing(
          'error',
          'Less than 10 kB of redo a second was written: a share of it means nothing.',
        );
      }
      return (read.rate('Innodb_buffer_pool_pages_flushed') * read.number('innodb_page_size')) / redo;
    },
  },
  {
    id: 'data_io_rate',
    unit: 'count/s',
    type: 'number',
    needs: ['status.Innodb_data_reads', 'status.Innodb_data_writes'],
    doc: {
      what: 'Reads and writes that InnoDB sent to its files per second.',
      formula: '(Innodb_data_reads + Innodb_data_writes) per second',
      source: 'MySQL manual, "Server Status Variables"',
    },
    compute: (read) => read.rate('Innodb_data_reads') + read.rate('Innodb_data_writes'),
    perSecond: (read) =>
      combine(
        read.rateInIntervals('Innodb_data_reads'),
        read.rateInIntervals('Innodb_data_writes'),
        (reads, writes) => reads + writes,
      ),
  },
  {
    id: 'device_use',
    unit: 'ratio',
    type: 'number',
    needs: ['fact.data_io_rate', 'host.iops'],
    perTime: true,
    doc: {
      what: 'Reads and writes of InnoDB as a share of what the device is declared or measured to carry.',
      formula: 'data_io_rate / host.iops',
      source: 'host facts of the snapshot (measured or declared, never assumed)',
    },
    compute: (read) => read.fact('data_io_rate') / read.hostNumber('iops'),
    perSecond: (read) => {
      const iops = read.hostNumber('iops');
      return read.factInIntervals('data_io_rate').map((rate) => (rate === null ? null : rate / iops));
    },
  },
  {
    id: 'pool_turnover_seconds',
    unit: 'seconds',
    type: 'number',
    needs: [
      'status.Innodb_buffer_pool_pages_total',
      'status.Innodb_buffer_pool_reads',
      'status.Innodb_buffer_pool_read_ahead',
    ],
    doc: {
      what: 'Time in which the pages read replace the whole buffer pool. A short one means that the working set is larger than the pool.',
      formula:
        'Innodb_buffer_pool_pages_total / (Innodb_buffer_pool_reads + Innodb_buffer_pool_read_ahead) per second',
      source: 'derived; MySQL manual, "Server Status Variables"',
    },
    compute: (read) => {
      const pages = read.rate('Innodb_buffer_pool_reads') + read.rate('Innodb_buffer_pool_read_ahead');
      if (pages < 1) return read.missing('error', 'Less than one page a second was read from storage.');
      return read.status('Innodb_buffer_pool_pages_total') / pages;
    },
  },
  {
    id: 'working_set',
    unit: 'bytes',
    type: 'number',
    needs: [
      'status.Innodb_buffer_pool_pages_data',
      'status.Innodb_buffer_pool_pages_total',
      'status.Innodb_page_size',
      'status.Innodb_buffer_pool_reads',
      'status.Innodb_buffer_pool_read_ahead',
      'fact.pool_free_share',
      'fact.pool_kept_free_share',
    ],
    doc: {
      what: 'Bytes that the load has touched lately, an estimate from below: what the pool holds, and where it is full also what had to be read besides.',
      formula:
        '(Innodb_buffer_pool_pages_data + (pool_free_share no more than the page cleaner keeps free: (Innodb_buffer_pool_reads + _read_ahead) per second x window, at most Innodb_buffer_pool_pages_total)) x page size',
      source:
        'derived: the pool keeps what was used last, so a page that is read into a full pool was not among that; pages read after a whole pool of others may be the same again, so no more than one pool is counted. Scans count too',
    },
    compute: (read) => {
      const keptFree = read.factOr('pool_kept_free_share', 0);
      const isFull = read.fact('pool_free_share') <= Math.max(0.05, 1.1 * keptFree);
      const rate = read.rate('Innodb_buffer_pool_reads') + read.rate('Innodb_buffer_pool_read_ahead');
      const pages = Math.min(rate * read.windowSeconds(), read.status('Innodb_buffer_pool_pages_total'));
      const besides = isFull ? pages : 0;
      return (read.status('Innodb_buffer_pool_pages_data') + besides) * read.status('Innodb_page_size');
    },
  },
  {
    id: 'data_to_pool',
    unit: 'ratio',
    type: 'number',
    needs: ['fact.data_size', 'variable.innodb_buffer_pool_size'],
    doc: {
      what: 'InnoDB data and indexes for each byte of buffer pool.',
      formula: 'data_size / innodb_buffer_pool_size',
      source: 'INFORMATION_SCHEMA.TABLES',
    },
    compute: (read) => read.fact('data_size') / read.number('innodb_buffer_pool_size'),
  },
  {
    id: 'group_commit_size',
    unit: 'ratio',
    type: 'number',
    needs: ['status.Binlog_commits', 'status.Binlog_group_commits'],
    doc: {
      what: 'Transactions that one write of the binary log carried, on average. MySQL does not report it.',
      formula: 'Binlog_commits / Binlog_group_commits within the window',
      source: 'MariaDB, "Group Commit for the Binary Log"',
    },
    compute: (read) =>
      read.rateRatio('Binlog_commits', 'Binlog_group_commits', 'Nothing was committed to the binary log.'),
  },
];
