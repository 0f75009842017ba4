import { coupledWith, sameSettingAs } from './values/coupled-variables';
import { variableFacts } from './variable-catalog';
import type { ServerKind } from './variable-facts';

/** How a change of a plan can be tried on a running server, and whether speed is what it is for. */
export type ProofClass = 'fast' | 'session' | 'medium' | 'slow' | 'restart' | 'capacity' | 'safety';

/** What a class means for a proof; `untested`: why its changes are not toggled. */
export const proofClassFacts: Readonly<Record<ProofClass, { text: string; untested: string | null }>> = {
  fast: { text: 'acts at once', untested: null },
  session: { text: 'acts on new connections: the load reconnects for each slot', untested: null },
  medium: {
    text: 'acts over tens of seconds: it has long slots, with the others within them',
    untested: null,
  },
  slow: {
    text: 'what it changes fills over minutes: it is applied last and observed before and after, never switched back and forth',
    untested: null,
  },
  restart: { text: 'changes only by a restart', untested: 'needs a restart' },
  capacity: {
    text: 'sets a limit',
    untested: 'it sets a limit, which shows only when the limit is reached',
  },
  safety: {
    text: 'is for safety or diagnosis',
    untested: 'its reason is safety or diagnosis, not speed',
  },
};

/**
 * By name; sources: MySQL manual, "InnoDB Startup Options and System Variables" and "Server System Variables", for what each
 * acts on. A variable that no line names and that acts at once is `medium`: how soon it shows is not known.
 */
const named: Readonly<Record<Exclude<ProofClass, 'restart' | 'session'>, string>> = {
  fast: `
    innodb_spin_wait_delay innodb_spin_wait_pause_multiplier innodb_sync_spin_loops innodb_thread_concurrency
    innodb_thread_sleep_delay innodb_adaptive_max_sleep_delay innodb_concurrency_tickets innodb_commit_concurrency
    sync_binlog innodb_flush_log_at_trx_commit innodb_flush_log_at_timeout binlog_group_commit_sync_delay
    binlog_group_commit_sync_no_delay_count binlog_commit_wait_count binlog_commit_wait_usec
    binlog_order_commits innodb_log_writer_threads innodb_deadlock_detect innodb_log_spin_cpu_abs_lwm
    innodb_log_spin_cpu_pct_hwm innodb_log_wait_for_flush_spin_hwm slow_query_log general_log log_output
    log_queries_not_using_indexes log_slow_verbosity log_slow_rate_limit key_cache_division_limit flush
    innodb_stats_on_metadata innodb_cmp_per_index_enabled userstat thread_pool_size thread_pool_stall_limit
    thread_pool_oversubscribe thread_pool_max_threads innodb_prefix_index_cluster_optimization concurrent_insert
    delay_key_write temptable_use_mmap`,
  medium: `
    innodb_io_capacity innodb_io_capacity_max innodb_lru_scan_depth innodb_max_dirty_pages_pct
    innodb_max_dirty_pages_pct_lwm innodb_adaptive_hash_index innodb_adaptive_flushing innodb_adaptive_flushing_lwm
    innodb_flushing_avg_loops innodb_flush_neighbors innodb_flush_sync innodb_idle_flush_pct innodb_old_blocks_time
    innodb_old_blocks_pct innodb_read_ahead_threshold innodb_random_read_ahead innodb_change_buffering
    innodb_change_buffer_max_size innodb_purge_batch_size innodb_max_purge_lag innodb_purge_threads innodb_lru_flush_size`,
  slow: `
    innodb_buffer_pool_size innodb_redo_log_capacity innodb_log_file_size innodb_log_buffer_size table_open_cache
    table_definition_cache thread_cache_size query_cache_size query_cache_type key_buffer_size host_cache_size
    temptable_max_ram temptable_max_mmap innodb_open_files stored_program_cache innodb_log_write_ahead_size
    aria_pagecache_buffer_size innodb_stats_auto_recalc innodb_stats_persistent`,
  capacity: `
    max_connections max_user_connections open_files_limit max_allowed_packet max_prepared_stmt_count back_log
    wait_timeout interactive_timeout innodb_lock_wait_timeout max_connect_errors net_read_timeout net_write_timeout
    max_binlog_size max_relay_log_size binlog_cache_size binlog_stmt_cache_size max_binlog_cache_size
    innodb_online_alter_log_max_size group_concat_max_len max_digest_length max_execution_time max_statement_time`,
  safety: `
    innodb_doublewrite innodb_checksum_algorithm innodb_log_checksums innodb_strict_mode innodb_print_all_deadlocks
    innodb_status_output innodb_status_output_locks sql_mode long_query_time log_error_verbosity log_warnings
    log_throttle_queries_not_using_indexes binlog_expire_logs_seconds expire_logs_days binlog_error_action
    binlog_checksum binlog_format binlog_row_image read_only super_read_only local_infile skip_name_resolve
    innodb_fast_shutdown innodb_buffer_pool_dump_at_shutdown innodb_buffer_pool_dump_pct innodb_undo_log_truncate
    innodb_max_undo_log_size innodb_file_per_table autocommit default_storage_engine innodb_monitor_enable
    sync_relay_log sync_relay_log_info sync_master_info sync_source_info relay_log_purge relay_log_recovery
    innodb_rollback_on_timeout transaction_isolation tx_isolation innodb_support_xa`,
};

const byName: ReadonlyMap<string, ProofClass> = new Map(
  Object.entries(named).flatMap(([kind, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name): [string, ProofClass] => [name, kind as ProofClass]),
  ),
);

/**
 * What sets how many statements work at once, or how long a commit, a lock or a page waits: it changes how much of the
 * processors is used, not what a statement costs, so that CPU time for a statement cannot show it. Sources as above.
 */
const byWaiting: ReadonlySet<string> = new Set(
  `innodb_thread_concurrency innodb_thread_sleep_delay innodb_adaptive_max_sleep_delay innodb_concurrency_tickets
  innodb_commit_concurrency thread_pool_size thread_pool_stall_limit thread_pool_oversubscribe thread_pool_max_threads
  sync_binlog innodb_flush_log_at_trx_commit innodb_flush_log_at_timeout binlog_group_commit_sync_delay
  binlog_group_commit_sync_no_delay_count binlog_commit_wait_count binlog_commit_wait_usec binlog_order_commits
  innodb_deadlock_detect concurrent_insert delay_key_write innodb_io_capacity innodb_io_capacity_max innodb_lru_scan_depth
  innodb_max_dirty_pages_pct innodb_max_dirty_pages_pct_lwm innodb_adaptive_flushing innodb_adaptive_flushing_lwm
  innodb_flushing_avg_loops innodb_flush_neighbors innodb_flush_sync innodb_idle_flush_pct innodb_max_purge_lag
  innodb_lru_flush_size innodb_doublewrite sync_relay_log flush`.split(/\s+/),
);

/** The variables of these changes that act by how long statements wait, so that CPU time for a statement says nothing of them. */
export function waitingAmong(changes: readonly { settings: readonly { variable: string }[] }[]): string[] {
  const names = changes.flatMap(({ settings }) => settings.map(({ variable }) => variable.toLowerCase()));
  return [...new Set(names)].filter((name) => byWaiting.has(name));
}

/** Raising these to the safe value is for safety, whatever it costs: such a change stays where it makes no difference. */
const durable: readonly string[] = ['sync_binlog', 'innodb_flush_log_at_trx_commit'];

/**
 * The class of a change. What needs a restart here is `restart`, whatever its name.
 * @param when when the plan says that it takes effect
 */
export function proofClass(variable: string, when: 'now' | 'restart', server: ServerKind): ProofClass {
  const facts = variableFacts(variable, server);
  const known = byName.get(variable);
  if (known === 'safety') return known;
  if (when === 'restart' || facts?.reach === 'start') return 'restart';
  if (known !== undefined) return known;
  if (facts?.scope === 'both' && facts.reach === 'new connections') return 'session';
  return 'medium';
}

/** Whether a variable says when commits are on disk. */
export function isDurability(variable: string): boolean {
  return durable.includes(variable);
}

/** Whether a change that makes no difference still stays, since it is for something else than speed. */
export function isForDurability(variable: string, to: string): boolean {
  return durable.includes(variable) && to === '1';
}

/** Variables of which one says little without the other: a plan tries them as one change. */
const joined: readonly (readonly string[])[] = [
  ['tmp_table_size', 'max_heap_table_size', 'tmp_memory_table_size'],
  ['slow_query_log', 'long_query_time', 'log_queries_not_using_indexes'],
  ['innodb_spin_wait_delay', 'innodb_spin_wait_pause_multiplier', 'innodb_sync_spin_loops'],
  ['binlog_group_commit_sync_delay', 'binlog_group_commit_sync_no_delay_count'],
  ['binlog_commit_wait_count', 'binlog_commit_wait_usec'],
  ['innodb_thread_concurrency', 'innodb_concurrency_tickets', 'innodb_thread_sleep_delay'],
  ['query_cache_type', 'query_cache_size'],
  ['innodb_io_capacity', 'innodb_io_capacity_max', 'innodb_flush_sync'],
];

/** Whether two variables are tried together: a SET of one may move the other, or they are two halves of one setting. */
export function triedTogether(one: string, other: string): boolean {
  return (
    coupledWith(one).includes(other) ||
    sameSettingAs(one).includes(other) ||
    joined.some((group) => group.includes(one) && group.includes(other))
  );
}
