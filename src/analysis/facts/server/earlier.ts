import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';
import { cellNumber } from '../inputs/observed';

const errorLogSource =
  'performance_schema.error_log (MySQL 8.0.22+), or the end of the file that log_error names';

/** What a server writes while it waits for room (mysys wait_for_free_space, every ten minutes), or when a write failed for lack of it. */
const noSpace = /no space left on device|disk is full|err(?:no|code):? 28\b/i;
const storageError =
  /operating system error number (?:is )?5\b|input\/output error|\berr(?:no|or|code)(?: number)?:? 5\b|tried to read \d+ bytes at offset \d+.{0,40} (?:only )?able to read/i;

/** What a message of the error log reports, by the servers' own words (share/messages_to_error_log.txt, log0recv.cc, srv0srv.cc). */
const kinds = [
  {
    id: 'out_of_memory',
    what: 'that memory could not be allocated',
    text: /out of memory|cannot allocate memory|could not allocate|errno:? 12\b/i,
  },
  {
    id: 'crash_recovery',
    what: 'the recovery of a server that was not shut down, or its crash',
    text: /starting (?:innodb )?crash recovery|crash recovery from checkpoint|not shut ?down normally|recovering after a crash|got signal \d|mysqld got exception/i,
  },
  {
    id: 'long_semaphore_wait',
    what: 'a wait of minutes for a latch of InnoDB',
    text: /long semaphore wait|semaphore wait has lasted|a long wait \(/i,
  },
  {
    id: 'ended_by_latch',
    what: 'that InnoDB ended the server on purpose, because a latch was held for too long',
    text: /semaphore wait has lasted >|intentionally crash(?:ing)? the server|innodb_fatal_semaphore_wait_threshold was exceeded/i,
  },
  {
    id: 'storage_error',
    what: 'that the storage returned an error or less than was asked for',
    text: storageError,
  },
  {
    id: 'option_refused',
    what: 'that the server does not start because it does not know an option',
    text: /\bunknown (?:variable|option) '/i,
  },
  {
    id: 'pool_refused',
    what: 'that the server does not start because the system has not the memory for the buffer pool',
    text: /cannot (?:allocate memory for the buffer pool|map innodb_buffer_pool_size)/i,
  },
  {
    id: 'corruption',
    what: 'a page, table or index that is damaged',
    text: /page corruption|is corrupt|corrupted|checksum mismatch|marked as crashed|incorrect key file/i,
  },
  {
    id: 'redo_full',
    what: 'that writers wait for room in the redo log',
    text: /waiting for a new redo log file|waiting for checkpointer to catch up|exceeds the log (?:group )?capacity/i,
  },
  {
    id: 'limits_cut',
    what: 'that the server keeps fewer connections or open tables than were asked for, because it may not open so many files',
    // The second form is MariaDB's.
    text: /changed limits: (?:(?:max_connections|table_(?:open_)?cache): \d+ \(requested|max_open_files: .{1,80}\(was \d)/i,
  },
  {
    id: 'no_free_pages',
    what: 'that a thread found no free page in the buffer pool, however long it looked',
    text: /difficult to find free blocks in the buffer pool/i,
  },
  {
    id: 'page_cleaner_late',
    what: 'that the page cleaner takes many times longer for a round than a second',
    text: /page[_ ]cleaner(?:: 1000ms intended loop)? took \d{4,9}ms/i,
  },
  {
    id: 'thread_pool_blocked',
    what: 'that the thread pool may not start another thread, or that statements have waited in it for half a minute',
    // threadpool_generic.cc: print_pool_blocked_message, MAX_THREADS_REACHED_MSG.
    text: /threadpool has been blocked|threadpool could not create additional thread/i,
  },
  {
    id: 'name_unresolved',
    what: 'that the name of a client could not be found by its address',
    text: /(?:IP address|host ?name) \S{1,257} (?:could not be resolved|has been resolved to the host name|does not resolve to)/i,
  },
  {
    id: 'write_timeout',
    what: 'a connection that ended because the client did not take its result in time',
    text: /got timeout writing communication packets/i,
  },
  {
    id: 'idle_ended',
    what: 'a connection that the server ended because it was idle for wait_timeout',
    text: /got timeout reading communication packets|disconnected by the server because of inactivity/i,
  },
  {
    id: 'disk_full',
    what: 'that a file system was full',
    text: /no space left on device|disk (?:is )?full|\berr(?:no|or|code)(?: number)?:? 28\b/i,
  },
  {
    id: 'table_full',
    what: 'that a table was full: one in memory at its limit, one in a file that may not grow, or any on a full disk',
    text: /the table '[^']{0,200}' is full/i,
  },
] as const;

/** Totals since the start: for rules of standing `earlier`, with counted_seconds, and for those that judge a paste without rates. */
const totals = [
  {
    id: 'aborted_clients_counted',
    name: 'Aborted_clients',
    what: 'Connections cut since counting began.',
  },
  {
    id: 'aborted_connects_counted',
    name: 'Aborted_connects',
    what: 'Failed attempts to connect since counting began.',
  },
  {
    id: 'refused_connections_counted',
    name: 'Connection_errors_max_connections',
    what: 'Connections refused because max_connections was reached, since counting began.',
  },
  {
    id: 'log_waits_counted',
    name: 'Innodb_log_waits',
    what: 'Waits for room in the log buffer since counting began.',
  },
  {
    id: 'binlog_cache_spills_counted',
    name: 'Binlog_cache_disk_use',
    what: 'Transactions whose events spilled to a temporary file since counting began.',
  },
  {
    id: 'tmp_disk_counted',
    name: 'Created_tmp_disk_tables',
    what: 'Internal temporary tables on disk since counting began.',
  },
  {
    id: 'tmp_tables_counted',
    name: 'Created_tmp_tables',
    what: 'Internal temporary tables since counting began.',
  },
  {
    id: 'threads_created_counted',
    name: 'Threads_created',
    what: 'Threads created for connections since counting began.',
  },
  {
    id: 'connections_counted',
    name: 'Connections',
    what: 'Connection attempts since counting began.',
  },
  {
    id: 'query_cache_inserts_counted',
    name: 'Qcache_inserts',
    what: 'Results stored in the query cache since counting began.',
  },
  {
    id: 'merge_passes_counted',
    name: 'Sort_merge_passes',
    what: 'Merge passes of sorts since counting began.',
  },
  {
    id: 'key_reads_counted',
    name: 'Key_reads',
    what: 'MyISAM index blocks read from files since counting began.',
  },
  {
    id: 'table_lock_waits_counted',
    name: 'Table_locks_waited',
    what: 'Statements that waited for a table lock since counting began.',
  },
  {
    id: 'row_lock_waits_counted',
    name: 'Innodb_row_lock_waits',
    what: 'Statements that waited for a row lock since counting began.',
  },
] as const;

/** What happened before the window: totals since the start with their span of time, and the history in the error log. */
export const earlierFacts: FactDefinition[] = [
  {
    id: 'counted_seconds',
    unit: 'seconds',
    type: 'number',
    needs: ['status.Uptime_since_flush_status', 'status.Uptime'],
    doc: {
      what: 'Time over which the status variables have counted.',
      formula: 'Uptime_since_flush_status, or Uptime where that is missing',
      source: 'MySQL manual, "Server Status Variables"; "FLUSH STATUS"',
    },
    compute: (read) => {
      const flushed = read.statusReading('Uptime_since_flush_status');
      return flushed.known && typeof flushed.value === 'number' ? flushed.value : read.status('Uptime');
    },
  },
  ...totals.map(
    ({ id, name, what }): FactDefinition => ({
      id,
      unit: 'count',
      type: 'number',
      needs: [`status.${name}`],
      doc: {
        what,
        formula: `${name} at the end of the window`,
        source: 'MySQL manual, "Server Status Variables"',
      },
      compute: (read) => read.status(name),
    }),
  ),
  {
    id: 'aborted_share',
    unit: 'ratio',
    type: 'number',
    needs: ['status.Aborted_clients', 'status.Aborted_connects', 'status.Connections'],
    doc: {
      what: 'Share of the connections that failed, or ended without being closed, since counting began.',
      formula:
        '(Aborted_clients + Aborted_connects) / Connections, from a thousand connections on; one of both where the other is not known',
      source: 'MySQL manual, "Communication Errors and Aborted Connections"',
    },
    compute: (read) => {
      const all = read.status('Connections');
      if (all < 1000) return read.missing('absent', 'There were fewer than a thousand connections.');
      const known = ['Aborted_clients', 'Aborted_connects'].filter((name) => read.hasStatus(name));
      if (known.length === 0) return read.status('Aborted_clients');
      return Math.min(1, known.reduce((sum, name) => sum + read.status(name), 0) / all);
    },
  },
  {
    id: 'deadlocks_counted',
    unit: 'count',
    type: 'number',
    needs: ['status.Innodb_deadlocks', 'section.innodb-metrics'],
    doc: {
      what: 'Deadlocks since counting began.',
      formula:
        'Innodb_deadlocks (MariaDB, Percona Server), or COUNT of INNODB_METRICS lock_deadlocks where it is on',
      source: 'MySQL manual, "The INFORMATION_SCHEMA INNODB_METRICS Table"',
    },
    compute: (read) => {
      if (read.hasStatus('Innodb_deadlocks')) return read.status('Innodb_deadlocks');
      const row = read.rows('innodb-metrics').find(({ name }) => name === 'lock_deadlocks');
      const count = row?.status === 'enabled' ? cellNumber(row.count) : null;
      return count ?? read.missing('disabled', 'INNODB_METRICS counter lock_deadlocks is off.');
    },
  },
  {
    id: 'error_log_since',
    unit: 'none',
    type: 'string',
    needs: ['section.error-log'],
    doc: {
      what: 'Time of the oldest message of the error log that was read.',
      formula: 'least LOGGED of the section',
      source: errorLogSource,
    },
    compute: (read) => {
      const times = read.rows('error-log').flatMap(({ logged }) => (logged == null ? [] : [String(logged)]));
      return times.sort()[0] ?? read.missing('absent', 'No message of the error log has a time.');
    },
  },
  age(
    'disk_full_age',
    noSpace,
    'that there is no space left on a device',
    `${errorLogSource}; MySQL manual, "How MySQL Handles a Full Disk" (repeated every ten minutes)`,
  ),
  age('storage_error_age', storageError, 'that the storage returned an error', errorLogSource),
  {
    id: 'refused_option',
    unit: 'none',
    type: 'string',
    needs: ['section.error-log'],
    doc: {
      what: 'The option that the server does not know, from the latest message about it.',
      formula: 'the name behind "unknown variable \'" or "unknown option \'"',
      source: errorLogSource,
    },
    compute: (read) => {
      const names = read
        .rows('error-log')
        .flatMap(
          ({ data }) =>
            /\bunknown (?:variable|option) '-{0,2}([\w.-]{1,80})/i.exec(String(data ?? ''))?.[1] ?? [],
        );
      return names[0] ?? read.missing('absent', 'There is no such message.');
    },
  },
  {
    id: 'disk_full_sessions',
    unit: 'count',
    type: 'number',
    needs: ['section.processlist'],
    doc: {
      what: 'Sessions that wait for room on a file system at the end of the window.',
      formula: 'sessions in state "Waiting for disk space"',
      source: 'stage_waiting_for_disk_space (mysys, MySQL 8.0); process list',
    },
    compute: (read) =>
      read.rows('processlist').filter(({ state }) => /^waiting for disk space/i.test(String(state ?? '')))
        .length,
  },
  ...kinds.flatMap(({ id, what, text }): FactDefinition[] => [
    {
      id: `error_log_${id}`,
      unit: 'count',
      type: 'number',
      needs: ['section.error-log'],
      doc: {
        what: `Messages at the end of the error log that report ${what}.`,
        formula: `messages that hold one of: ${text.source}`,
        source: errorLogSource,
      },
      compute: (read) => messages(read, text).length,
    },
    {
      id: `error_log_${id}_latest`,
      unit: 'none',
      type: 'string',
      needs: ['section.error-log'],
      doc: {
        what: `The latest of these messages, with its time.`,
        formula: 'LOGGED and DATA',
        source: errorLogSource,
      },
      compute: (read) => messages(read, text)[0] ?? read.missing('absent', 'There is no such message.'),
    },
  ]),
];

function age(id: string, text: RegExp, what: string, source: string): FactDefinition {
  return {
    id,
    unit: 'seconds',
    type: 'number',
    needs: ['section.error-log', 'variable.time_zone', 'variable.system_time_zone'],
    doc: {
      what: `Time since the latest message of the error log ${what}.`,
      formula:
        'time of the snapshot - LOGGED; times without a zone by time_zone where that is an offset or UTC',
      source,
    },
    compute: (read) => ageOf(read, text),
  };
}

/** Seconds from the latest message that fits to the snapshot. */
function ageOf(read: FactReader, text: RegExp): number {
  const times = read
    .rows('error-log')
    .filter(({ data }) => text.test(String(data ?? '').slice(0, 2000)))
    .map(({ logged }) => secondsOf(read, logged));
  if (times.length === 0) return read.missing('absent', 'There is no such message.');
  const known = times.filter((time) => time !== null);
  if (known.length === 0) return read.missing('absent', 'The time zone of the error log is not known.');
  return Math.max(0, Date.parse(read.takenAt) / 1000 - Math.max(...known));
}

/** When a message was written, in seconds since 1970; null: its time has no zone, and the zone of the server is not known. */
function secondsOf(read: FactReader, logged: unknown): number | null {
  const text = String(logged ?? '')
    .trim()
    .replace(/[T ]{1,4}(\d):/, 'T0$1:')
    .replace(/[ ]+/, 'T');
  const zone = /(?:Z|[+-]\d\d:\d\d)$/.test(text) ? '' : zoneOf(read);
  const ms = zone === null ? Number.NaN : Date.parse(`${text}${zone}`);
  return Number.isNaN(ms) ? null : ms / 1000;
}

/** Times without a zone are those of time_zone; only an offset or UTC by name is sure. */
function zoneOf(read: FactReader): string | null {
  const set = read.variableReading('time_zone');
  const system = read.variableReading('system_time_zone');
  const zone = !set.known
    ? ''
    : set.value === 'SYSTEM'
      ? system.known
        ? String(system.value)
        : ''
      : String(set.value);
  if (/^[+-]\d\d:\d\d$/.test(zone)) return zone;
  return /^(UTC|GMT)$/i.test(zone) ? 'Z' : null;
}

/** Longest part of a message that a sentence can hold. */
const shown = 160;

/** Messages that fit, newest first, as `2026-11-22T10:00:00Z: text`. */
function messages(read: FactReader, text: RegExp): string[] {
  return read
    .rows('error-log')
    .filter(({ data }) => text.test(String(data ?? '').slice(0, 2000)))
    .map(({ logged, data }) => {
      const message = String(data ?? '').trim();
      const short = message.length > shown ? `${message.slice(0, shown - 3)}...` : message;
      return logged == null ? short : `${logged}: ${short}`;
    });
}
