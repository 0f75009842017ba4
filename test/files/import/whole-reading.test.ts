import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { SectionId } from '../../../src/evidence/sections';
import { readSnapshot } from '../../../src/files/snapshot/snapshot-file';
import { judged } from './judged-paste';

// What a support engineer gets: one whole SHOW GLOBAL STATUS and SHOW GLOBAL VARIABLES of a server in production, and its
// memory. Names are those of real servers (samples/); the counters are those of one steady load over three weeks, and in each
// case one thing is wrong.

const samples = fileURLToPath(new URL('../../../samples', import.meta.url));
const GiB = 2 ** 30;
const MiB = 2 ** 20;
const uptime = 21 * 86_400;

/** Per second. */
const load: Record<string, number> = {
  Questions: 1500,
  Com_select: 1100,
  Com_insert: 80,
  Com_update: 150,
  Com_delete: 20,
  Com_commit: 120,
  Connections: 2,
  Threads_created: 0.01,
  Handler_read_key: 9000,
  Handler_read_next: 40_000,
  Handler_read_rnd_next: 6000,
  Innodb_buffer_pool_reads: 40,
  Innodb_buffer_pool_read_requests: 250_000,
  Innodb_pages_read: 60,
  Innodb_pages_written: 120,
  Innodb_data_reads: 65,
  Innodb_data_read: 1e6,
  Innodb_data_writes: 420,
  Innodb_data_written: 3.5e6,
  Innodb_data_fsyncs: 150,
  Innodb_os_log_written: 6e5,
  Innodb_log_write_requests: 2600,
  Innodb_log_writes: 135,
  Innodb_rows_read: 46_000,
  Created_tmp_tables: 60,
  Created_tmp_disk_tables: 2.5,
  Table_open_cache_hits: 2400,
  Sort_rows: 3000,
  Select_scan: 8,
  Select_range: 120,
  Innodb_row_lock_waits: 0.05,
  Innodb_row_lock_time: 0.5,
  Binlog_cache_use: 120,
};
const gauges: Record<string, number> = {
  Threads_connected: 60,
  Threads_running: 4,
  Threads_cached: 40,
  Max_used_connections: 180,
  Open_tables: 1800,
  Open_table_definitions: 600,
  Open_files: 120,
  Prepared_stmt_count: 30,
  Innodb_page_size: 16_384,
  Innodb_row_lock_time_avg: 10,
  Innodb_row_lock_time_max: 2500,
};
const settings: Record<string, number | string> = {
  innodb_io_capacity: 2000,
  innodb_io_capacity_max: 4000,
  innodb_log_buffer_size: 64 * MiB,
  innodb_log_file_size: 2 * GiB,
  innodb_redo_log_capacity: 4 * GiB,
  innodb_flush_log_at_trx_commit: 1,
  sync_binlog: 1,
  innodb_flush_method: 'O_DIRECT',
  innodb_buffer_pool_load_at_startup: 'ON',
  innodb_buffer_pool_instances: 8,
  table_open_cache: 4000,
  table_definition_cache: 2000,
  open_files_limit: 65_535,
  tmp_table_size: 64 * MiB,
  max_heap_table_size: 64 * MiB,
  sort_buffer_size: 262_144,
  join_buffer_size: 262_144,
  max_connections: 500,
  thread_cache_size: 100,
  query_cache_size: 0,
  query_cache_type: 'OFF',
  expire_logs_days: 7,
  binlog_expire_logs_seconds: 604_800,
};

interface Case {
  rates?: Record<string, number>;
  gauges?: Record<string, number>;
  settings?: Record<string, number | string>;
  poolGiB?: number;
  ramGiB?: number;
  dirty?: number;
}

async function reading(sample: string, wrong: Case): Promise<string> {
  const { sections } = await readSnapshot(join(samples, `${sample}.lks`));
  const listed = (id: SectionId) =>
    new Map(
      (sections[id]?.data?.end?.table?.rows ?? []).map(([name, value]) => [
        String(name),
        String(value ?? ''),
      ]),
    );
  const pool = (wrong.poolGiB ?? 24) * GiB;
  const pages = Math.floor(pool / 16_384);
  const free = 1024;
  const rates = { ...load, ...wrong.rates };
  const redo = String(wrong.settings?.innodb_redo_log_capacity ?? settings.innodb_redo_log_capacity);
  const status = new Map(
    [...listed('status')].map(([name, value]) => {
      const rate = rates[name];
      if (rate !== undefined) return [name, String(Math.round(rate * uptime))];
      return [name, /^(Com_|Innodb_buffer_pool_wait_free|Innodb_log_waits)/.test(name) ? '0' : value];
    }),
  );
  const levels = {
    ...gauges,
    ...wrong.gauges,
    Uptime: uptime,
    Uptime_since_flush_status: uptime,
    Innodb_redo_log_capacity_resized: redo,
    Innodb_buffer_pool_pages_total: pages,
    Innodb_buffer_pool_pages_free: free,
    Innodb_buffer_pool_pages_data: pages - free,
    Innodb_buffer_pool_bytes_data: (pages - free) * 16_384,
    Innodb_buffer_pool_pages_dirty: Math.floor(pages * (wrong.dirty ?? 0.03)),
  };
  for (const [name, value] of Object.entries(levels)) if (status.has(name)) status.set(name, String(value));
  const variables = listed('variables');
  const set = { ...settings, ...wrong.settings, innodb_buffer_pool_size: pool };
  for (const [name, value] of Object.entries(set))
    if (variables.has(name)) variables.set(name, String(value));
  const listing = (statement: string, rows: Map<string, string>) =>
    `mysql> ${statement};\n${[...rows].map(([name, value]) => `| ${name.padEnd(50)} | ${value.replaceAll('\n', ' ')} |`).join('\n')}`;
  return [
    `The machine has ${wrong.ramGiB ?? 32} GB of RAM, 8 cores and SSDs.`,
    listing('SHOW GLOBAL STATUS', status),
    listing('SHOW GLOBAL VARIABLES', variables),
  ].join('\n\n');
}

const mysql80 = 'mysql-8.0-before-plan';
const mysql97 = 'mysql-9.7-after-plan';
const mariadb1011 = 'mariadb-10.11-query-cache';
const mariadb118 = 'mariadb-11.8-healthy';

test.each([
  [
    mysql80,
    'buffer-pool-too-small',
    {
      poolGiB: 0.125,
      rates: { Innodb_buffer_pool_reads: 3500, Innodb_pages_read: 4200, Innodb_data_reads: 4300 },
    },
  ],
  [
    mariadb118,
    'buffer-pool-too-small',
    {
      poolGiB: 4,
      ramGiB: 64,
      rates: { Innodb_buffer_pool_reads: 2200, Innodb_pages_read: 2500, Innodb_data_reads: 2500 },
    },
  ],
  [
    mysql80,
    'redo-capacity-at-default redo-log-less-than-an-hour',
    {
      settings: { innodb_redo_log_capacity: 100 * MiB },
      rates: { Innodb_os_log_written: 1.2e7, Innodb_pages_written: 1800 },
    },
  ],
  [
    mariadb1011,
    'redo-log-less-than-an-hour',
    {
      settings: { innodb_log_file_size: 48 * MiB },
      rates: { Innodb_os_log_written: 8e6, Innodb_pages_written: 900 },
    },
  ],
  [
    mysql80,
    'table-cache-overflow',
    {
      settings: { table_open_cache: 400 },
      gauges: { Open_tables: 400 },
      rates: { Opened_tables: 310, Table_open_cache_misses: 315, Table_open_cache_overflows: 300 },
    },
  ],
  [
    mysql97,
    'thread-cache-off',
    {
      settings: { thread_cache_size: 0 },
      gauges: { Threads_cached: 0 },
      rates: { Connections: 150, Threads_created: 150 },
    },
  ],
  [
    mariadb1011,
    'query-cache-on',
    {
      settings: { query_cache_size: 256 * MiB, query_cache_type: 'ON' },
      gauges: { Qcache_free_memory: 40 * MiB },
      rates: { Qcache_hits: 150, Qcache_inserts: 900, Qcache_lowmem_prunes: 400 },
    },
  ],
  [
    mariadb118,
    'temporary-tables-on-disk',
    {
      settings: { tmp_table_size: 16 * MiB, max_heap_table_size: 16 * MiB },
      rates: { Created_tmp_tables: 220, Created_tmp_disk_tables: 140 },
    },
  ],
  // What holds statements up comes before settings that endanger data or replicas.
  [
    mariadb1011,
    'general-log-on',
    {
      settings: {
        general_log: 'ON',
        log_bin: 'ON',
        binlog_expire_logs_seconds: 0,
        expire_logs_days: 0,
        binlog_format: 'STATEMENT',
      },
    },
  ],
  [
    mariadb1011,
    'myisam-key-cache-too-small',
    {
      settings: { key_buffer_size: 4 * MiB, log_bin: 'ON', binlog_format: 'STATEMENT' },
      gauges: { Key_blocks_unused: 0, Key_blocks_used: 3300 },
      rates: { Key_reads: 700, Key_read_requests: 30_000 },
    },
  ],
  [
    mysql80,
    'table-definition-cache-full',
    {
      settings: { table_definition_cache: 600 },
      gauges: { Open_table_definitions: 600 },
      rates: { Opened_table_definitions: 90 },
    },
  ],
  [
    mysql80,
    'thread-concurrency-too-low',
    {
      settings: { innodb_thread_concurrency: 4 },
      gauges: { Threads_running: 70, Threads_connected: 130 },
    },
  ],
  [mysql80, 'sort-merge-passes', { rates: { Sort_merge_passes: 60, Sort_rows: 900_000 } }],
  [
    mysql97,
    'joins-without-index',
    { rates: { Select_full_join: 90, Handler_read_rnd_next: 4e6, Select_scan: 300 } },
  ],
  [
    mysql80,
    'connections-near-limit',
    {
      settings: { max_connections: 150 },
      gauges: { Max_used_connections: 151, Threads_connected: 140 },
      rates: { Connection_errors_max_connections: 0.02 },
    },
  ],
  [
    mysql80,
    'row-lock-waits',
    {
      gauges: { Innodb_row_lock_time_avg: 900, Innodb_row_lock_time_max: 50_900, Threads_running: 30 },
      rates: { Innodb_row_lock_waits: 40, Innodb_row_lock_time: 36_000 },
    },
  ],
  [
    mariadb1011,
    'log-buffer-waits',
    { settings: { innodb_log_buffer_size: MiB }, rates: { Innodb_log_waits: 25 } },
  ],
  [
    mysql80,
    'io-capacity-low',
    {
      dirty: 0.74,
      settings: { innodb_io_capacity: 200, innodb_io_capacity_max: 400 },
      rates: {
        Innodb_buffer_pool_wait_free: 50,
        Innodb_pages_written: 380,
        Innodb_buffer_pool_pages_flushed: 375,
      },
    },
  ],
  [
    mysql80,
    'prepared-statements-near-limit',
    { gauges: { Prepared_stmt_count: 16_375 }, rates: { Com_stmt_prepare: 200, Com_stmt_close: 199.99 } },
  ],
  [
    mariadb1011,
    'scans-in-most-selects',
    {
      ramGiB: 16,
      poolGiB: 8,
      gauges: { Threads_running: 9 },
      rates: { Handler_read_rnd_next: 1.5e6, Select_scan: 400 },
    },
  ],
] as [string, string, Case][])('%s in one whole reading: %s', async (sample, rules, wrong) => {
  const { headline, findings } = await judged(await reading(sample, wrong));
  expect(rules.split(' ')).toContain(headline.ruleId ?? findings[0]?.ruleId);
  expect(headline.kind).toBe('bottleneck');
});

test.each([mysql80, mysql97, mariadb1011, mariadb118])(
  '%s: nothing above a notice where nothing is wrong',
  async (sample) => {
    const { findings } = await judged(await reading(sample, {}));
    expect(findings.filter(({ severity }) => severity !== 'notice').map(({ ruleId }) => ruleId)).toEqual([]);
  },
);

test('a notice of what was counted comes before one of what is only set so', async () => {
  const { headline } = await judged(
    await reading(mysql80, {
      settings: { innodb_buffer_pool_load_at_startup: 'OFF' },
      rates: { Binlog_cache_disk_use: 30 },
    }),
  );
  expect(headline.text).toMatch(
    /Worth a look: Binlog_cache_disk_use: transactions spill to disk; innodb_buffer_pool_load/,
  );
});
