import { compareVersions } from '../../../shared/server';
import type { Cell } from '../../../shared/snapshot';
import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';
import { cellNumber } from '../inputs/observed';
import type { Row } from '../inputs/row-delta';

type Channel = Row<'replication'>;

/**
 * What leaves something out of replication. Replicate_Ignore_Server_Ids has its own default, and Replicate_Rewrite_DB
 * renames rather than leaves out.
 */
const filterColumns = [
  'replicate_do_db',
  'replicate_ignore_db',
  'replicate_do_table',
  'replicate_ignore_table',
  'replicate_wild_do_table',
  'replicate_wild_ignore_table',
  'replicate_do_domain_ids',
  'replicate_ignore_domain_ids',
] as const;

const manual = 'MySQL manual, "SHOW REPLICA STATUS Statement"; MariaDB "SHOW REPLICA STATUS"';

/** Facts on this server as a replica (one row of SHOW REPLICA STATUS per channel) and as a source. */
export const replicationFacts: FactDefinition[] = [
  {
    id: 'is_replica',
    unit: 'none',
    type: 'boolean',
    needs: ['section.replication', 'section.replication-workers'],
    doc: {
      what: 'This server is set up as a replica of another.',
      formula: 'SHOW REPLICA STATUS has rows, or where it was not read the appliers by worker have',
      source: manual,
    },
    compute: (read) => channelThreads(read).length > 0,
  },
  {
    id: 'replica_channels',
    unit: 'count',
    type: 'number',
    needs: ['section.replication', 'section.replication-workers'],
    doc: {
      what: 'Sources that this replica follows.',
      formula: 'rows of SHOW REPLICA STATUS',
      source: manual,
    },
    compute: (read) => channelThreads(read).length,
  },
  {
    id: 'replica_threads_stopped',
    unit: 'count',
    type: 'number',
    needs: ['section.replication', 'section.replication-workers'],
    doc: {
      what: 'Receiver and applier threads that should run and do not; a receiver that still tries to connect counts.',
      formula: 'Replica_IO_Running and Replica_SQL_Running other than Yes, over all channels',
      source: manual,
    },
    compute: (read) =>
      channelThreads(read).reduce(
        (stopped, row) => stopped + (runs(row, 'io') ? 0 : 1) + (runs(row, 'sql') ? 0 : 1),
        0,
      ),
  },
  {
    id: 'replica_stopped_threads',
    unit: 'none',
    type: 'string',
    needs: ['section.replication', 'section.replication-workers'],
    doc: {
      what: 'Which receivers and appliers do not run; a receiver that still tries to connect is named as such.',
      formula: 'Replica_IO_Running and Replica_SQL_Running other than Yes, with channel',
      source: manual,
    },
    compute: (read) =>
      channelThreads(read)
        .flatMap((row) => [
          ...(runs(row, 'io')
            ? []
            : [`the receiver${channelText(row)}${connects(row) ? ' (it tries to connect)' : ''}`]),
          ...(runs(row, 'sql') ? [] : [`the applier${channelText(row)}`]),
        ])
        .join(', '),
  },
  {
    id: 'replica_error_numbers',
    unit: 'none',
    type: 'string',
    needs: ['section.replication', 'section.replication-workers'],
    doc: {
      what: 'Numbers of the errors that stopped the receiver or the applier.',
      formula: 'Last_IO_Errno and Last_SQL_Errno (or Last_Errno, its other name) other than 0, with channel',
      source: manual,
    },
    compute: (read) => {
      const errors = channelThreads(read).flatMap((row) =>
        (['io', 'sql'] as const).flatMap((thread) => {
          const number =
            cellNumber(row[`last_${thread}_errno`]) ??
            (thread === 'sql' ? cellNumber(row.last_errno) : null) ??
            0;
          const who = thread === 'io' ? 'receiver' : 'applier';
          return number === 0 ? [] : [`error ${number} of the ${who}${channelText(row)}`];
        }),
      );
      return errors.length === 0 ? read.missing('absent', 'No thread reports an error.') : errors.join(', ');
    },
  },
  {
    id: 'replica_lag',
    unit: 'seconds',
    type: 'number',
    needs: ['section.replication'],
    doc: {
      what: 'How far the applier is behind its source, on the channel that is furthest behind; a configured delay is subtracted.',
      formula: 'largest Seconds_Behind_Source - SQL_Delay, at least 0',
      source: `${manual}. It is measured against what the receiver has fetched: a slow network does not show in it`,
    },
    compute: (read) => {
      const lags = replicaRows(read).flatMap((row) => {
        const seconds = cellNumber(column(row, 'seconds_behind_source', 'seconds_behind_master'));
        return seconds === null ? [] : [Math.max(0, seconds - (cellNumber(row.sql_delay) ?? 0))];
      });
      return lags.length === 0 ? withoutLag(read) : Math.max(...lags);
    },
  },
  {
    id: 'replica_unapplied_bytes',
    unit: 'bytes',
    type: 'number',
    needs: ['section.replication'],
    doc: {
      what: 'Binary log that was fetched and not yet applied, at the channel with most of it.',
      formula:
        'Read_Source_Log_Pos - Exec_Source_Log_Pos where both are in one file of the source, else Relay_Log_Space (an upper bound)',
      source: manual,
    },
    compute: (read) => {
      const found = replicaRows(read).flatMap((row) => unapplied(row) ?? []);
      return found.length === 0
        ? read.missing('not-read', 'The positions lie in different files, and Relay_Log_Space was not read.')
        : Math.max(...found);
    },
  },
  {
    id: 'replica_files_behind',
    unit: 'count',
    type: 'number',
    needs: ['section.replication'],
    doc: {
      what: 'Binary logs of the source between what was fetched and what is applied, at the channel with most of them.',
      formula: 'number of Source_Log_File - number of Relay_Source_Log_File',
      source: manual,
    },
    compute: (read) => {
      const found = replicaRows(read).flatMap((row) => filesBehind(row) ?? []);
      return found.length === 0
        ? read.missing('not-read', 'The files of the source were not read.')
        : Math.max(...found);
    },
  },
  {
    id: 'replica_filtered',
    unit: 'none',
    type: 'boolean',
    needs: ['section.replication'],
    doc: {
      what: 'Some databases or tables are left out of replication.',
      formula: 'any of the columns Replicate_* of SHOW REPLICA STATUS is not empty',
      source: manual,
    },
    compute: (read) =>
      rowsWithTexts(read, 'Filters').some((row) =>
        filterColumns.some((name) => row[name] != null && String(row[name]) !== ''),
      ),
  },
  {
    id: 'replica_by_gtid',
    unit: 'none',
    type: 'boolean',
    needs: ['section.replication'],
    doc: {
      what: 'Every channel finds its place by GTID rather than by file and position.',
      formula: 'Auto_Position = 1, or Using_Gtid other than No, on every channel',
      source: manual,
    },
    compute: (read) =>
      (replicaRows(read).every((row) => row.auto_position !== undefined)
        ? replicaRows(read)
        : rowsWithTexts(read, 'Using_Gtid')
      ).every(
        (row) => String(row.auto_position ?? '0') === '1' || !/^(no)?$/i.test(String(row.using_gtid ?? '')),
      ),
  },
  {
    id: 'replica_fetches_again',
    unit: 'none',
    type: 'boolean',
    needs: [
      ...(['section.replication', 'fact.replica_by_gtid', 'variable.relay_log_recovery'] as const),
      'variable.relay_log_info_repository',
    ],
    doc: {
      what: 'Whether this replica fetches from its source again what a crash loses; false where it does not say.',
      formula:
        'is_replica and relay_log_recovery, with the place kept within InnoDB: relay_log_info_repository = TABLE (8.0.2 and later by default), in MariaDB replication by GTID',
      source: 'MySQL manual, "Handling an Unexpected Halt of a Replica"; MariaDB, "Global Transaction ID"',
    },
    compute: (read) => {
      const isTrue = (reading: { known: boolean; value?: unknown }) =>
        reading.known && reading.value === true;
      if (channels(read).length === 0 || !isTrue(read.variableReading('relay_log_recovery'))) return false;
      if (read.server.flavour === 'mariadb') return isTrue(read.factReading('replica_by_gtid'));
      const repository = read.variableReading('relay_log_info_repository');
      if (repository.known) return String(repository.value).toUpperCase() === 'TABLE';
      return compareVersions(read.server.version, [8, 0, 2]) >= 0;
    },
  },
  {
    id: 'replica_gtid_gaps',
    unit: 'count',
    type: 'number',
    needs: ['section.replication'],
    doc: {
      what: 'Holes in the sets of executed GTIDs, over all sources.',
      formula: 'intervals of Executed_Gtid_Set - its sources, at least 0',
      source: 'MySQL manual, "GTID Sets"',
    },
    compute: (read) => {
      const sets = replicaRows(read).flatMap((row) => row.executed_gtid_set ?? []);
      const set = String(sets[0] ?? '');
      if (set.trim() === '') return read.missing('absent', 'No set of executed GTIDs is reported.');
      return gapsIn(set);
    },
  },
  {
    id: 'replica_shares_server_id',
    unit: 'none',
    type: 'boolean',
    needs: ['section.replication', 'variable.server_id'],
    doc: {
      what: 'A source that this replica follows has the same server_id as the replica.',
      formula: 'Source_Server_Id = server_id',
      source: 'MySQL manual, server_id',
    },
    compute: (read) => {
      const own = read.number('server_id');
      return replicaRows(read).some(
        (row) => cellNumber(column(row, 'source_server_id', 'master_server_id')) === own,
      );
    },
  },
  {
    id: 'replica_busy_workers',
    unit: 'count',
    type: 'number',
    needs: ['section.replication-workers'],
    doc: {
      what: 'Applier threads that were applying a transaction when the snapshot ended.',
      formula: 'rows of replication_applier_status_by_worker with an APPLYING_TRANSACTION',
      source: 'MySQL manual, "The replication_applier_status_by_worker Table"',
    },
    compute: (read) => {
      const workers = read.rows('replication-workers');
      if (workers.every((row) => row.applying_transaction === undefined)) {
        return read.missing('absent', 'Applier threads report what they apply from MySQL 8.0.');
      }
      return workers.filter((row) => String(row.applying_transaction ?? '') !== '').length;
    },
  },
  {
    id: 'replicas_connected',
    unit: 'count',
    type: 'number',
    needs: ['section.replicas', 'section.processlist'],
    doc: {
      what: 'Replicas (or readers of the binary log) that are connected to this server.',
      formula: 'sessions with the command Binlog Dump or Binlog Dump GTID',
      source: 'MySQL manual, "Replication Source Thread States"',
    },
    compute: (read) => {
      const listed = read.rowsOrReason('replicas');
      const sessions: Row<'replicas' | 'processlist'>[] =
        'rows' in listed ? listed.rows : read.rows('processlist');
      return sessions.filter((row) => /^binlog dump/i.test(String(row.command ?? ''))).length;
    },
  },
];

/** The channels; [] on a server that is no replica. */
function channels(read: FactReader): Channel[] {
  return read.rows('replication');
}

/** The channels with their threads, by the workers of the applier where nobody read more. */
function channelThreads(read: FactReader): Channel[] {
  const listed = read.rowsOrReason('replication');
  if ('rows' in listed) return listed.rows;
  const workers = read.rowsOrReason('replication-workers');
  return 'rows' in workers && workers.rows.length > 0 ? channelsOf(workers.rows) : read.rows('replication');
}

/** What the workers of the applier show of each channel, where nobody read more: whether it runs, and its error. */
function channelsOf(workers: Row<'replication-workers'>[]): Channel[] {
  const names = [...new Set(workers.map((row) => String(row.channel_name ?? '')))];
  return names.map((name) => {
    const own = workers.filter((row) => String(row.channel_name ?? '') === name);
    const isStopped = own.some((row) => /^off$/i.test(String(row.service_state ?? '')));
    const failed = own.find((row) => (cellNumber(row.last_error_number) ?? 0) !== 0);
    return {
      channel_name: name,
      replica_sql_running: isStopped ? 'No' : 'Yes',
      last_sql_errno: failed?.last_error_number ?? 0,
    };
  });
}

/** The channels of a replica; on another server the fact has no value. */
function replicaRows(read: FactReader): Channel[] {
  const rows = channels(read);
  return rows.length === 0 ? read.missing('absent', 'This server is not a replica.') : rows;
}

/** The channels with their texts, which a metrics store does not hold; SHOW REPLICA STATUS has filters on every server. */
function rowsWithTexts(read: FactReader, what: string): Channel[] {
  const rows = replicaRows(read);
  return rows.every((row) => row.replicate_do_db !== undefined)
    ? rows
    : read.missing('not-read', `${what}: a metrics store holds numbers, no texts of SHOW REPLICA STATUS.`);
}

/** NULL is what the server answers while a thread stands; a value that is missing, or is no number, says nothing of threads. */
function withoutLag(read: FactReader): never {
  const lags = replicaRows(read).map((row) => column(row, 'seconds_behind_source', 'seconds_behind_master'));
  if (lags.some((lag) => lag === undefined))
    return read.missing('not-read', 'Seconds_Behind_Source was not read.');
  return lags.every((lag) => lag === null)
    ? read.missing('absent', 'Seconds_Behind_Source is NULL: the receiver or the applier does not run.')
    : read.missing('not-read', 'Seconds_Behind_Source was read, but is no number.');
}

/** The first column of these that the server has: names changed with MySQL 8.0.22. */
function column(row: Channel, ...names: (keyof Channel)[]): Cell | undefined {
  return names.map((name) => row[name]).find((value) => value !== undefined);
}

/** Of a thread that a post leaves out nothing is known, and so not that it has stopped. */
function runs(row: Channel, thread: 'io' | 'sql'): boolean {
  return /^yes$/i.test(String(column(row, `replica_${thread}_running`, `slave_${thread}_running`) ?? 'Yes'));
}

function connects(row: Channel): boolean {
  return /^connecting$/i.test(String(column(row, 'replica_io_running', 'slave_io_running') ?? ''));
}

function channelText(row: Channel): string {
  const name = String(column(row, 'channel_name', 'connection_name') ?? '');
  return name === '' ? '' : ` on channel ${name}`;
}

function unapplied(row: Channel): number | null {
  const readFile = column(row, 'source_log_file', 'master_log_file');
  const appliedFile = column(row, 'relay_source_log_file', 'relay_master_log_file');
  const readTo = cellNumber(column(row, 'read_source_log_pos', 'read_master_log_pos'));
  const appliedTo = cellNumber(column(row, 'exec_source_log_pos', 'exec_master_log_pos'));
  if (readFile !== undefined && readFile === appliedFile && readTo !== null && appliedTo !== null) {
    return Math.max(0, readTo - appliedTo);
  }
  return cellNumber(row.relay_log_space);
}

/** Files are numbered in turn: `binlog.002311` is 21 behind `binlog.002290`. null: not of one series. */
function filesBehind(row: Channel): number | null {
  const [fetched, applied] = [
    fileOf(column(row, 'source_log_file', 'master_log_file')),
    fileOf(column(row, 'relay_source_log_file', 'relay_master_log_file')),
  ];
  if (fetched === null || applied === null || fetched.base !== applied.base) return null;
  return Math.max(0, fetched.number - applied.number);
}

function fileOf(cell: Cell | undefined): { base: string; number: number } | null {
  const [, base, number] = /^(.{0,400})\.(\d{1,12})$/.exec(String(cell ?? '').trim()) ?? [];
  return base === undefined ? null : { base, number: Number(number) };
}

/** Holes of a GTID set such as `uuid:1-5:7-9:tag:1-3,uuid2:1-4`; tags (MySQL 8.3) begin a new list of intervals. */
export function gapsIn(set: string): number {
  let gaps = 0;
  for (const source of set.split(',')) {
    const [, ...parts] = source.trim().split(':');
    let intervals = 0;
    for (const part of parts) {
      if (!/^\d+(-\d+)?$/.test(part.trim())) {
        intervals = 0;
        continue;
      }
      intervals += 1;
      if (intervals > 1) gaps += 1;
    }
  }
  return gaps;
}
