import type { Draft } from '../draft.ts';
import { bytes } from '../units.ts';
import type { ProductionCase, World } from '../world.ts';

const gib = 1024 ** 3;
const sizes = /size$|_capacity$|_max_ram$|_max_mmap$|^max_heap_table_size$|_buffer$|^max_allowed_packet$/;

/** A server that somebody has set up with care for its machine; the case then sets what it is about. */
export function applySettings(draft: Draft, { world, base }: ProductionCase): void {
  const modernRedo =
    draft.hasVariable('innodb_redo_log_capacity') && !world.without.includes('innodb_redo_log_capacity');
  const modernExpiry = draft.hasVariable('binlog_expire_logs_seconds');
  for (const [name, value] of Object.entries(careful(world, base))) {
    if (modernRedo && name.startsWith('innodb_log_file')) continue;
    if (modernExpiry && name === 'expire_logs_days') continue;
    draft.set(name, value);
  }
  for (const name of world.without) {
    draft.removeVariable(name);
    draft.removeStatus(name);
  }
  for (const [name, value] of Object.entries(world.settings))
    draft.addVariable(name, settingText(name, value));
}

/** `128M` as the server shows it; texts stay. */
function settingText(name: string, value: string | number): string {
  return sizes.test(name) && /^[\d.]+[KMGT]$/.test(String(value)) ? String(bytes(value)) : String(value);
}

function careful(world: World, base: ProductionCase['base']): Record<string, string | number> {
  const memory = Math.min(bytes(world.memory), bytes(world.cgroupMemory ?? world.memory));
  const data = bytes(world.data);
  const pool = bytes(
    world.pool ?? chunked(Math.max(0.25 * gib, Math.min(0.7 * memory, 1.3 * data + 0.25 * gib))),
  );
  const redo = bytes(world.redoSize ?? (pool >= 8 * gib ? 4 * gib : pool >= 2 * gib ? 2 * gib : 0.5 * gib));
  const [low, high] = { nvme: [2000, 4000], ssd: [1000, 2000], network: [1000, 2000], hdd: [200, 400] }[
    world.storage
  ];
  const mariadb = base.startsWith('mariadb');
  return {
    innodb_buffer_pool_size: pool,
    innodb_buffer_pool_instances: pool < gib ? 1 : Math.min(8, Math.max(1, Math.floor(pool / gib))),
    innodb_page_cleaners: Math.min(4, Math.max(1, Math.floor(pool / gib))),
    innodb_redo_log_capacity: redo,
    innodb_log_file_size: mariadb && base !== 'mariadb102' ? redo : redo / 2,
    innodb_log_files_in_group: 2,
    innodb_log_buffer_size: 64 * 1024 ** 2,
    innodb_io_capacity: low ?? 200,
    innodb_io_capacity_max: high ?? 400,
    innodb_flush_neighbors: world.storage === 'hdd' ? 1 : 0,
    innodb_flush_method: 'O_DIRECT',
    innodb_flush_log_at_trx_commit: 1,
    innodb_open_files: 4000,
    innodb_buffer_pool_dump_at_shutdown: 'ON',
    innodb_buffer_pool_load_at_startup: 'ON',
    binlog_error_action: 'ABORT_SERVER',
    innodb_thread_concurrency: 0,
    innodb_file_per_table: 'ON',
    innodb_strict_mode: 'ON',
    innodb_numa_interleave: 'ON',
    sync_binlog: 1,
    log_bin: 'ON',
    binlog_format: 'ROW',
    binlog_expire_logs_seconds: 604_800,
    expire_logs_days: mariadb ? 7 : base === 'mysql80' || base === 'mysql97' ? 0 : 7,
    binlog_row_image: 'FULL',
    gtid_mode: 'ON',
    enforce_gtid_consistency: 'ON',
    gtid_strict_mode: 'ON',
    server_id: 4711,
    max_connections: Math.max(200, 50 * Math.ceil((world.connected * 2) / 50)),
    thread_cache_size: 100,
    back_log: 400,
    table_open_cache: 4000,
    table_open_cache_instances: mariadb ? 8 : 16,
    table_definition_cache: 2400,
    open_files_limit: 65_535,
    skip_name_resolve: 'ON',
    max_connect_errors: 100_000,
    max_allowed_packet: 64 * 1024 ** 2,
    query_cache_type: 'OFF',
    query_cache_size: 0,
    key_buffer_size: 8 * 1024 ** 2,
    tmp_table_size: 32 * 1024 ** 2,
    max_heap_table_size: 32 * 1024 ** 2,
    sql_mode:
      'ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION',
    slow_query_log: 'ON',
    long_query_time: 1,
    log_output: 'FILE',
    log_warnings: 2,
    relay_log_recovery: 'ON',
    relay_log_info_repository: 'TABLE',
    master_info_repository: 'TABLE',
    time_zone: '+00:00',
    thread_handling: 'one-thread-per-connection',
    require_secure_transport: 'OFF',
    datadir: '/var/lib/mysql/',
    socket: '/run/mysqld/mysqld.sock',
    tmpdir: '/var/tmp',
    innodb_tmpdir: '',
    pid_file: '/run/mysqld/mysqld.pid',
  };
}

/** A multiple of 1 GiB from there on, of 128 MiB below: what a pool of 8 instances takes as it is. */
function chunked(size: number): number {
  const step = size >= gib ? gib : gib / 8;
  return Math.max(step, Math.round(size / step) * step);
}
