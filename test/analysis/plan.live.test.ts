import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import { describe, expect, test, vi } from 'vitest';
import { type ServerId, serverAvailability, startServer } from '../../scripts/servers/index.ts';
import { analyze, buildPlan, renderPlan } from '../../src/analysis';
import { sameSetting } from '../../src/analysis/facts/inputs/setting';
import { collectSnapshot, openSession } from '../../src/server';
import { systemClock } from '../../src/shared/base/clock';
import { noChoices, type TuningPlan } from '../../src/shared/plan';
import type { Snapshot } from '../../src/shared/snapshot';
import { productRules } from './rule-files';

// A plan is worth nothing unless the server takes it. Every variable that any rule advises is planned on each real
// server; the option file must start it, the SET GLOBAL script must run, and what was announced must be in force.

const rules = productRules();

/** One new value for every variable that a rule may advise. */
const requestedValues: Record<string, string> = {
  aria_pagecache_buffer_size: '256M',
  autocommit: 'ON',
  back_log: '512',
  big_tables: 'OFF',
  binlog_cache_size: '64K',
  binlog_checksum: 'CRC32',
  binlog_commit_wait_count: '10',
  binlog_error_action: 'ABORT_SERVER',
  binlog_expire_logs_seconds: '604800',
  binlog_format: 'ROW',
  binlog_group_commit_sync_delay: '0',
  binlog_stmt_cache_size: '64K',
  concurrent_insert: 'AUTO',
  default_storage_engine: 'InnoDB',
  delay_key_write: 'ON',
  eq_range_index_dive_limit: '200',
  expire_logs_days: '7',
  flush: 'OFF',
  foreign_key_checks: 'ON',
  general_log: 'OFF',
  host_cache_size: '1000',
  innodb_adaptive_flushing: 'ON',
  innodb_adaptive_flushing_lwm: '10',
  innodb_adaptive_hash_index: 'OFF',
  innodb_autoinc_lock_mode: '2',
  innodb_buffer_pool_chunk_size: '64M',
  innodb_buffer_pool_dump_at_shutdown: 'ON',
  innodb_buffer_pool_instances: '1',
  innodb_buffer_pool_load_at_startup: 'ON',
  innodb_buffer_pool_size: '300M',
  innodb_change_buffering: 'none',
  innodb_data_file_buffering: 'OFF',
  innodb_checksum_algorithm: 'crc32',
  innodb_checksums: 'ON',
  innodb_deadlock_detect: 'ON',
  innodb_doublewrite: 'ON',
  innodb_doublewrite_pages: '64',
  innodb_fast_shutdown: '1',
  innodb_file_per_table: 'ON',
  innodb_flush_log_at_timeout: '1',
  innodb_flush_log_at_trx_commit: '1',
  innodb_flush_method: 'O_DIRECT',
  innodb_flush_neighbors: '0',
  innodb_io_capacity: '2100',
  innodb_io_capacity_max: '4100',
  innodb_lock_wait_timeout: '20',
  innodb_locks_unsafe_for_binlog: 'OFF',
  innodb_log_buffer_size: '32M',
  innodb_log_checksums: 'ON',
  innodb_log_file_size: '64M',
  innodb_log_write_ahead_size: '8192',
  innodb_log_writer_threads: 'OFF',
  innodb_lru_scan_depth: '2048',
  innodb_max_dirty_pages_pct: '80',
  innodb_max_dirty_pages_pct_lwm: '10',
  innodb_max_purge_lag: '0',
  innodb_numa_interleave: 'OFF',
  innodb_old_blocks_time: '2000',
  innodb_open_files: '600',
  innodb_page_cleaners: '1',
  innodb_purge_threads: '3',
  innodb_random_read_ahead: 'OFF',
  innodb_read_ahead_threshold: '64',
  innodb_redo_log_capacity: '128M',
  innodb_spin_wait_delay: '12',
  innodb_stats_auto_recalc: 'ON',
  innodb_stats_on_metadata: 'OFF',
  innodb_stats_persistent: 'ON',
  innodb_status_output: 'OFF',
  innodb_status_output_locks: 'OFF',
  innodb_strict_mode: 'ON',
  innodb_support_xa: 'ON',
  innodb_sync_spin_loops: '20',
  innodb_thread_concurrency: '64',
  innodb_undo_log_truncate: 'ON',
  innodb_use_fdatasync: 'ON',
  innodb_use_native_aio: 'ON',
  join_buffer_size: '192K',
  key_buffer_size: '16M',
  log_error_verbosity: '3',
  log_output: 'FILE',
  log_queries_not_using_indexes: 'OFF',
  log_throttle_queries_not_using_indexes: '10',
  log_warnings: '3',
  long_query_time: '1',
  max_allowed_packet: '128M',
  max_binlog_cache_size: '4G',
  max_binlog_size: '512M',
  max_connect_errors: '1000',
  max_connections: '197',
  max_digest_length: '4096',
  max_execution_time: '1000',
  max_heap_table_size: '32M',
  innodb_online_alter_log_max_size: '268435456',
  max_join_size: '1000000',
  max_prepared_stmt_count: '20000',
  max_user_connections: '100',
  metadata_locks_hash_instances: '256',
  net_buffer_length: '32K',
  open_files_limit: '30000',
  optimizer_prune_level: '1',
  performance_schema: 'ON',
  performance_schema_digests_size: '2000',
  query_cache_size: '0',
  query_cache_type: 'OFF',
  range_optimizer_max_mem_size: '16M',
  read_buffer_size: '256K',
  read_only: 'OFF',
  read_rnd_buffer_size: '128K',
  relay_log_info_repository: 'TABLE',
  relay_log_recovery: 'ON',
  replica_net_timeout: '30',
  replica_parallel_type: 'LOGICAL_CLOCK',
  replica_parallel_workers: '3',
  replica_preserve_commit_order: 'ON',
  slave_net_timeout: '30',
  slave_parallel_mode: 'optimistic',
  slave_parallel_threads: '3',
  slave_parallel_type: 'LOGICAL_CLOCK',
  slave_parallel_workers: '3',
  slave_preserve_commit_order: 'ON',
  slow_query_log: 'ON',
  sort_buffer_size: '512K',
  super_read_only: 'OFF',
  sync_binlog: '1',
  sync_frm: 'ON',
  sync_relay_log: '5000',
  table_definition_cache: '2800',
  table_open_cache: '3000',
  table_open_cache_instances: '2',
  temptable_max_ram: '512M',
  thread_cache_size: '60',
  thread_handling: 'one-thread-per-connection',
  thread_pool_max_threads: '4000',
  thread_pool_size: '4',
  thread_stack: '1M',
  tmp_table_size: '32M',
  unique_checks: 'ON',
  wait_timeout: '600',
};

/** A server outside a Galera cluster refuses them. */
const ofClusters = ['wsrep_slave_threads', 'wsrep_applier_threads'];

/** Started away from the requests, so that there is something to change. */
const poor: Record<ServerId, Record<string, string | number>> = {
  mysql56: {
    innodb_checksums: 0,
    innodb_doublewrite: 0,
    innodb_support_xa: 0,
    innodb_flush_log_at_trx_commit: 2,
    query_cache_type: 1,
    query_cache_size: '1M',
  },
  mysql57: {
    innodb_checksums: 0,
    innodb_doublewrite: 0,
    innodb_support_xa: 0,
    innodb_flush_log_at_trx_commit: 2,
    query_cache_type: 1,
    query_cache_size: '1M',
  },
  mysql80: {
    innodb_doublewrite: 'OFF',
    innodb_redo_log_capacity: '8M',
    innodb_flush_log_at_trx_commit: 0,
    sync_binlog: 0,
    innodb_io_capacity: 200,
  },
  mysql97: {
    innodb_doublewrite: 'OFF',
    innodb_redo_log_capacity: '8M',
    innodb_flush_log_at_trx_commit: 0,
    sync_binlog: 0,
    innodb_io_capacity: 200,
    innodb_flush_neighbors: 1,
  },
  mariadb102: {
    innodb_checksums: 0,
    innodb_doublewrite: 0,
    query_cache_type: 1,
    table_open_cache: 10,
    innodb_flush_log_at_trx_commit: 2,
  },
  mariadb1011: {
    innodb_doublewrite: 0,
    query_cache_type: 1,
    table_open_cache: 10,
    innodb_flush_log_at_trx_commit: 2,
  },
  mariadb114: {
    innodb_doublewrite: 'OFF',
    query_cache_type: 1,
    innodb_flush_log_at_trx_commit: 0,
    innodb_buffer_pool_size: '64M',
  },
  mariadb118: {
    innodb_doublewrite: 'OFF',
    query_cache_type: 1,
    innodb_flush_log_at_trx_commit: 0,
    innodb_buffer_pool_size: '64M',
  },
};

test('every variable that a rule advises is tried on the servers', () => {
  const advised = new Set(rules.rules.flatMap(({ advice }) => advice.map(({ variable }) => variable)));
  for (const variable of ofClusters) advised.delete(variable);
  expect([...advised].sort()).toEqual(Object.keys(requestedValues).sort());
});

describe.each(Object.keys(poor) as ServerId[])('%s', (id) => {
  test('starts with the option file and holds what the plan announced', async (context) => {
    const { plan, files } = await planFor(id, context.skip);
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-plan-'));
    try {
      const path = join(folder, 'my.cnf');
      // The data folder of 5.6 is copied from the cache and carries the checksums that it was made with.
      const checksums = /^innodb_checksum_algorithm = .*\n/m;
      writeFileSync(path, id === 'mysql56' ? files.cnf.replace(checksums, '') : files.cnf);
      const server = await startServer(id, { defaultsFile: path });
      try {
        await expectInForce(
          server.socket,
          plan.changes.filter(({ variable }) => !decidedElsewhere(id, variable)),
        );
      } finally {
        await server.stop();
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('takes the SET GLOBAL script', async (context) => {
    const { plan, files } = await planFor(id, context.skip);
    const server = await startServer(id, { options: poor[id] });
    try {
      const connection = await mysql.createConnection({ socketPath: server.socket, user: 'root' });
      for (const line of files.sql.split('\n').filter((one) => one.startsWith('SET '))) {
        await connection.query(line);
      }
      await connection.end();
      await expectInForce(
        server.socket,
        // MariaDB keeps thread_pool_size at 0 until it is started with a thread pool.
        plan.changes.filter(({ when, variable }) => when === 'now' && variable !== 'thread_pool_size'),
      );
    } finally {
      await server.stop();
    }
  });
});

/** The operating system has the last word on open files; see above for the checksums of 5.6. */
function decidedElsewhere(id: ServerId, variable: string): boolean {
  return variable === 'open_files_limit' || (id === 'mysql56' && variable === 'innodb_checksum_algorithm');
}

async function planFor(id: ServerId, skip: (reason: string) => never) {
  const found = await serverAvailability(id);
  if (!found.available && process.env.CI === 'true') throw new Error(found.reason);
  if (!found.available) skip(found.reason);
  const server = await startServer(id, { options: poor[id] });
  try {
    const snapshot = await momentOf(server.socket);
    const plan = buildPlan(snapshot, [], { ...noChoices, set: requestedValues });
    const analysis = analyze(snapshot, rules, { path: null });
    expect(plan.changes.length).toBeGreaterThan(12);
    expect(
      plan.leftOut.every(({ reason }) => /Already in force|does not exist|by its other name/.test(reason)),
    ).toBe(true);
    return {
      plan,
      files: {
        cnf: renderPlan(plan, analysis, 'cnf', null).text,
        sql: renderPlan(plan, analysis, 'set-global', null).text,
      },
    };
  } finally {
    await server.stop();
  }
}

async function momentOf(socket: string): Promise<Snapshot> {
  const session = await openSession({ socket, user: 'root' }, {});
  try {
    return await collectSnapshot(
      session,
      {
        id: randomUUID(),
        createdBy: 'test',
        windowSeconds: 0,
        intervalMs: 1000,
        keepLiterals: false,
        declaredHost: {},
        clock: systemClock,
      },
      { signal: new AbortController().signal, report: () => undefined },
    );
  } finally {
    await session.close();
  }
}

/** Polls: MySQL resizes the buffer pool in the background. */
async function expectInForce(socket: string, changes: TuningPlan['changes']): Promise<void> {
  await vi.waitFor(
    async () => {
      const connection = await mysql.createConnection({ socketPath: socket, user: 'root' });
      const [rows] = await connection.query<mysql.RowDataPacket[]>('SHOW GLOBAL VARIABLES');
      await connection.end();
      const values = new Map(rows.map(({ Variable_name, Value }) => [String(Variable_name), String(Value)]));
      const different = changes.filter(
        ({ variable, stored }) => !sameSetting(stored, values.get(variable) ?? null),
      );
      expect(
        different.map(
          ({ variable, stored }) => `${variable}: announced ${stored}, in force ${values.get(variable)}`,
        ),
      ).toEqual([]);
    },
    { timeout: 20_000, interval: 250 },
  );
}
