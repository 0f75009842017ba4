/** What it says that many sessions are in one thread state at the same moment, and where to look next. */
export interface ThreadStateMeaning {
  pattern: RegExp;
  /** After "sessions": `wait for their commit`. */
  means: string;
  look: string;
  /** Where Aurora is another server: it has no redo log of its own, and its commits go to the storage. */
  onAurora?: { means: string; look: string };
}

/**
 * Thread states that many sessions share when something is scarce. Those of locks are not among them: rules of their own
 * name who holds the lock. Source: MySQL manual, "General Thread States"; MariaDB, "General Thread States".
 */
export const threadStates: readonly ThreadStateMeaning[] = [
  {
    pattern:
      /^(?:waiting for handler commit|commit(?: implicit)?|query end|waiting for prior transaction to commit|starting commit)$/i,
    means: 'wait for their commit: for the sync of the redo log and of the binary log',
    look: 'Look at the write latency of the storage (w_await of iostat -x), sync_binlog and innodb_flush_log_at_trx_commit; several changes in one transaction share a sync.',
    onAurora: {
      means: 'wait for their commit, which the storage confirms',
      look: 'Look at CommitLatency; several changes in one transaction share a commit.',
    },
  },
  {
    pattern: /^waiting for semi-?sync/i,
    means: 'wait for the acknowledgement of a replica (semi-synchronous replication)',
    look: 'Look at the network to the replica, and at how fast it writes its relay log.',
  },
  {
    pattern: /^(?:opening tables?|closing tables|waiting for tables?)$/i,
    means: 'open or close tables',
    look: 'Look at Opened_tables a second against table_open_cache, and at open_files_limit.',
  },
  {
    pattern:
      /^waiting for query cache lock$|^(?:checking query cache for query|invalidating query cache entries.*|storing result in query cache)$/i,
    means: 'wait for the query cache, which one session uses at a time',
    look: 'Turn it off: query_cache_type = 0, query_cache_size = 0.',
  },
  {
    pattern: /^waiting for table level lock$|^locked$/i,
    means: 'wait for the lock of a whole table, as MyISAM and MEMORY take it',
    look: 'Convert the table to InnoDB, or shorten the statement that holds it.',
  },
  {
    pattern:
      /^(?:copying to tmp table.*|creating tmp table|creating sort index|sorting .*|sort(?:ing)? result|copying to group table|removing duplicates|converting heap to .*)$/i,
    means: 'build temporary tables or sort',
    look: 'Look at EXPLAIN of these statements: an index in the order of GROUP BY and ORDER BY spares the table and the sort.',
  },
  {
    pattern: /^(?:sending data|executing)$/i,
    means: 'read rows',
    look: 'Look at EXPLAIN of these statements and at rows examined against rows sent; what one statement of them needs, all of them need together.',
  },
  {
    pattern: /^statistics$/i,
    means: 'plan a statement, which reads pages of its indexes',
    look: 'Look at reads from storage; with long lists in IN (...) lower eq_range_index_dive_limit.',
  },
  {
    pattern: /^(?:updating.*|update|searching rows for update|deleting.*|end of update loop)$/i,
    means: 'change rows, or wait for row locks, which the state does not tell apart',
    look: 'Look at SHOW ENGINE INNODB STATUS (LOCK WAIT in TRANSACTIONS), and at EXPLAIN of the statement: without an index it locks every row.',
  },
  {
    pattern: /^(?:freeing items|cleaning up|logging slow query)$/i,
    means: 'end their statement',
    look: 'Look at the slow log and the general log: writing them may be what takes the time.',
  },
];
