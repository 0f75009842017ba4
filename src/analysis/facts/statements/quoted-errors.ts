import type { FactDefinition } from '../inputs/definition';

/** Errors that clients are given, of which a text quotes some: how often they happen is not known. */
const quoted = [
  { id: 'quoted_packet_errors', error: 1153, what: 'a packet is larger than max_allowed_packet' },
  { id: 'quoted_full_tables', error: 1114, what: 'a table is full' },
  { id: 'quoted_reprepare_errors', error: 1615, what: 'a statement had to be prepared again and again' },
  { id: 'quoted_too_many_connections', error: 1040, what: 'all connections of max_connections are taken' },
  { id: 'quoted_user_limit', error: 1203, what: 'an account is at a limit of its own' },
  { id: 'quoted_lock_timeouts', error: 1205, what: 'a statement has waited too long for a row lock' },
  { id: 'quoted_deadlocks', error: 1213, what: 'a transaction was rolled back by a deadlock' },
  { id: 'quoted_prepared_limit', error: 1461, what: 'too many prepared statements exist' },
  { id: 'quoted_lock_memory', error: 1206, what: 'the buffer pool has no room for row locks' },
  { id: 'quoted_thread_stack', error: 1436, what: 'the stack of a thread is used up' },
  { id: 'quoted_sort_memory', error: 1038, what: 'a row does not fit the sort buffer' },
  { id: 'quoted_read_only', error: 1290, what: 'the server is read-only' },
  { id: 'quoted_thread_limit', error: 1135, what: 'no thread can be started' },
  { id: 'quoted_time_limit', error: 3024, what: 'a statement has run into its time limit' },
  { id: 'quoted_transaction_cache', error: 1197, what: 'a transaction does not fit the binary log cache' },
  { id: 'quoted_join_size', error: 1104, what: 'a join would examine too many rows' },
  { id: 'quoted_disk_full', error: 1021, what: 'a file system of the server is full' },
  { id: 'quoted_open_files', error: 1016, what: 'the server can open no further file' },
  { id: 'quoted_memory', error: 1041, what: 'the server gets no memory' },
  { id: 'quoted_crashed_tables', error: 1194, what: 'a table is marked as crashed' },
  { id: 'quoted_alter_log', error: 1799, what: 'changes during an ALTER TABLE do not fit its log' },
  { id: 'quoted_increment_end', error: 1467, what: 'an AUTO_INCREMENT column has no further value' },
  { id: 'quoted_redo_tenth', error: 1118, what: 'a transaction has more BLOBs than a tenth of the redo log' },
  { id: 'quoted_lost_connections', error: 2006, what: 'the server has ended the connection' },
  { id: 'quoted_idle_ends', error: 4031, what: 'the server has ended a connection that was idle' },
] as const;

/** Facts on errors that a text quotes. */
export const quotedErrorFacts: FactDefinition[] = [
  {
    id: 'errors_listed',
    unit: 'none',
    type: 'boolean',
    needs: ['section.error-counts'],
    doc: {
      what: 'Errors are counted by this server (MySQL 8.0 and later), or a text quotes some.',
      formula: 'MySQL or Percona Server from 8.0, or there are counts of errors',
      source: 'the snapshot',
    },
    compute: (read) => {
      const { flavour, version } = read.server;
      return !('reason' in read.rowsOrReason('error-counts')) || (flavour !== 'mariadb' && version[0] >= 8);
    },
  },
  ...quoted.map(
    ({ id, error, what }): FactDefinition => ({
      id,
      unit: 'count',
      type: 'number',
      needs: ['section.error-counts'],
      doc: {
        what: `Times that a text quotes the error that ${what}; 0 where the server itself counts its errors.`,
        formula: `lines with error ${error}; what the Performance Schema counts has FIRST_SEEN`,
        source: `MySQL manual, "Server Error Message Reference", ${error}`,
      },
      compute: (read) =>
        read
          .rows('error-counts')
          .filter((row) => Number(row.error_number) === error && row.first_seen == null)
          .reduce((sum, row) => sum + Number(row.sum_error_raised ?? 0), 0),
    }),
  ),
];
