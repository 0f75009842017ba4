import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';
import { sectionDeltas } from '../inputs/section-deltas';

const statusManual =
  'MySQL manual, "Server Status Variables"; MariaDB "Replication and Binary Log Status Variables"';

const writeStatements = ['Com_insert', 'Com_update', 'Com_delete', 'Com_replace'] as const;
const otherWriteStatements = [
  'Com_insert_select',
  'Com_replace_select',
  'Com_update_multi',
  'Com_delete_multi',
  'Com_load',
] as const;

/** Facts on the binary log and on semi-synchronous commits. */
export const binaryLogFacts: FactDefinition[] = [
  {
    id: 'binlog_expires_after',
    unit: 'seconds',
    type: 'number',
    needs: [
      'variable.binlog_expire_logs_seconds',
      'variable.expire_logs_days',
      'variable.binlog_expire_logs_auto_purge',
    ],
    doc: {
      what: 'Age at which binary logs are removed; 0: never.',
      formula:
        'binlog_expire_logs_seconds, or expire_logs_days x 86400 where that is 0 or missing; 0 where binlog_expire_logs_auto_purge is OFF',
      source: 'MySQL manual, binlog_expire_logs_seconds; MariaDB expire_logs_days',
    },
    compute: (read) => {
      const purges = read.hasVariable('binlog_expire_logs_auto_purge')
        ? read.variable('binlog_expire_logs_auto_purge')
        : true;
      if (purges === false) return 0;
      const hasSeconds = read.hasVariable('binlog_expire_logs_seconds');
      const seconds = hasSeconds ? read.number('binlog_expire_logs_seconds') : 0;
      if (seconds > 0) return seconds;
      if (!hasSeconds || read.hasVariable('expire_logs_days'))
        return read.number('expire_logs_days') * 86_400;
      return 0;
    },
  },
  {
    id: 'binlog_size',
    unit: 'bytes',
    type: 'number',
    needs: ['section.binary-logs'],
    doc: {
      what: 'Size of all binary logs that the server keeps.',
      formula: 'sum of File_size',
      source: 'MySQL manual, "SHOW BINARY LOGS Statement"; MariaDB the same',
    },
    compute: (read) => read.rows('binary-logs').reduce((sum, row) => sum + Number(row.file_size ?? 0), 0),
  },
  {
    id: 'binlog_write_rate',
    unit: 'bytes/s',
    type: 'number',
    needs: ['status.Binlog_bytes_written', 'section.file-io'],
    doc: {
      what: 'Bytes written to the binary log per second.',
      formula:
        'Binlog_bytes_written per second (MariaDB), or SUM_NUMBER_OF_BYTES_WRITE of wait/io/file/sql/binlog',
      source: 'MariaDB status variables; MySQL manual, "File I/O Summary Tables"',
    },
    compute: (read) => {
      if (read.hasStatus('Binlog_bytes_written')) return read.rate('Binlog_bytes_written');
      const files = sectionDeltas(read, 'file-io', (row) => String(row.file_name)).filter(
        ({ row }) => row.event_name === 'wait/io/file/sql/binlog',
      );
      if (files.length === 0)
        return read.missing('absent', 'No binary log is among the files with most I/O.');
      const bytes = files.reduce((sum, file) => sum + (file.increase('sum_number_of_bytes_write') ?? 0), 0);
      return bytes / read.sectionSeconds('file-io');
    },
  },
  {
    id: 'semi_sync_active',
    unit: 'none',
    type: 'boolean',
    needs: ['status.Rpl_semi_sync_source_status', 'status.Rpl_semi_sync_master_status'],
    doc: {
      what: 'Commits really wait for a replica now.',
      formula: 'Rpl_semi_sync_source_status = ON',
      source: 'MySQL manual, "Semisynchronous Replication Monitoring"',
    },
    compute: (read) => {
      const name = ofEitherName(read, 'status');
      const reading = read.statusReading(name);
      return reading.known
        ? /^on$/i.test(String(reading.value))
        : read.missing('absent', reading.reason.text);
    },
  },
  {
    id: 'semi_sync_missed_rate',
    unit: 'count/s',
    type: 'number',
    needs: ['status.Rpl_semi_sync_source_no_tx', 'status.Rpl_semi_sync_master_no_tx'],
    doc: {
      what: 'Commits per second that no replica confirmed although they should have been.',
      formula: 'Rpl_semi_sync_source_no_tx per second',
      source: 'MySQL manual, "Semisynchronous Replication Monitoring"',
    },
    compute: (read) => read.rate(ofEitherName(read, 'no_tx')),
  },
  {
    id: 'semi_sync_waiting_sessions',
    unit: 'count',
    type: 'number',
    needs: ['status.Rpl_semi_sync_source_tx_wait_time', 'status.Rpl_semi_sync_master_tx_wait_time'],
    doc: {
      what: 'Sessions that wait for a replica to confirm their commit at any moment, on average.',
      formula: 'Rpl_semi_sync_source_tx_wait_time (us) per second / 1e6',
      source: 'MySQL manual, "Server Status Variables"',
    },
    compute: (read) => read.rate(ofEitherName(read, 'tx_wait_time')) / 1e6,
  },
  {
    id: 'semi_sync_wait_mean',
    unit: 'ms',
    type: 'number',
    needs: ['status.Rpl_semi_sync_source_tx_avg_wait_time', 'status.Rpl_semi_sync_master_tx_avg_wait_time'],
    doc: {
      what: 'Time that a commit has waited for a replica to confirm it, on average since the start.',
      formula: 'Rpl_semi_sync_source_tx_avg_wait_time (us) / 1,000',
      source: 'MySQL manual, "Server Status Variables"',
    },
    compute: (read) => read.status(ofEitherName(read, 'tx_avg_wait_time')) / 1000,
  },
  {
    id: 'row_write_rate',
    unit: 'count/s',
    type: 'number',
    needs: [...writeStatements, ...otherWriteStatements].map((name) => `status.${name}` as const),
    doc: {
      what: 'Statements that change rows per second: INSERT, UPDATE, DELETE, REPLACE and LOAD DATA in all their forms.',
      formula:
        'Com_insert + Com_update + Com_delete + Com_replace, all as rates, and where they are there Com_insert_select, Com_replace_select, Com_update_multi, Com_delete_multi and Com_load',
      source: statusManual,
    },
    compute: (read) =>
      [...writeStatements, ...otherWriteStatements.filter((name) => read.hasStatus(name))].reduce(
        (sum, name) => sum + read.rate(name),
        0,
      ),
  },
];

/** The status variable under the name that this server gives it: the plugin was renamed with MySQL 8.0.26. */
function ofEitherName(
  read: FactReader,
  what: 'status' | 'no_tx' | 'tx_wait_time' | 'tx_avg_wait_time',
): string {
  const [newer, older] = [`Rpl_semi_sync_source_${what}`, `Rpl_semi_sync_master_${what}`];
  return read.hasStatus(newer) ? newer : older;
}
