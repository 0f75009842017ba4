import type { Draft } from '../draft.ts';
import { type Model, pageSize, sumOf } from '../model.ts';
import type { Statement } from '../world.ts';
import { isQuery } from './statements.ts';

/** Latchkey asks about this many times a second itself. */
const own = 1;

/** Counters and levels of the status that statements, sessions and caches move. */
export function applyStatus(draft: Draft, model: Model): void {
  stopEverything(draft);
  const { world, uptime } = model;
  for (const name of ['Uptime', 'Uptime_since_flush_status']) {
    for (const end of ['start', 'end'] as const)
      draft.edit('status', (row, which) => {
        if (row.name === name && which === end)
          row.value = String(Math.round(uptime + draft.at('status', end)));
      });
    draft.gauge(name, 'seconds', (seconds) => Math.round(uptime + seconds));
  }
  for (const [name, perSecond] of Object.entries(statementCounters(model))) draft.rate(name, perSecond);
  for (const [name, level] of Object.entries(levels(draft, model))) draft.level(name, level);
  const active = Object.values(model.sessions).reduce((sum, one) => sum + one, 0);
  const scheduler =
    draft.variable('event_scheduler') === 'ON' && model.version[0] >= 8 && model.flavour !== 'mariadb';
  draft.dithered('Threads_running', active + (scheduler ? 2 : 1));
  const running = draft.samples.series.Threads_running?.values ?? [];
  draft.edit('status', (row, end) => {
    if (row.name === 'Threads_running') row.value = String(end === 'start' ? running[0] : running.at(-1));
  });
  for (const name of Object.keys({ ...world.rates, ...world.levels, ...world.totals }))
    if (/^[A-Zw]/.test(name)) draft.addStatus(name);
  for (const [name, text] of Object.entries(world.texts)) {
    draft.addStatus(name, text);
    draft.edit('status', (row) => {
      if (row.name === name) row.value = text;
    });
  }
  for (const [name, perSecond] of Object.entries(world.rates)) draft.rate(name, perSecond);
  for (const [name, level] of Object.entries(world.levels)) draft.level(name, level);
  for (const [name, total] of Object.entries(world.totals)) {
    if (world.rates[name] === undefined) draft.level(name, total);
    else draft.rate(name, world.rates[name], total);
  }
}

/** What the small machine of the base counted is no part of the server that it becomes. */
function stopEverything(draft: Draft): void {
  const counters = Object.entries(draft.samples.series).filter(([, { kind }]) => kind === 'counter');
  for (const [name] of counters) if (draft.hasStatus(name)) draft.rate(name, 0, 0);
  draft.edit('status', (row) => {
    if (
      /^(Com_|Handler_|Created_|Select_|Sort_|Innodb_|Table_|Opened_|Binlog_|Bytes_|Aria_|Key_|Connection)/.test(
        String(row.name),
      ) &&
      /^\d+$/.test(String(row.value)) &&
      !/size|trx_id|limit/i.test(String(row.name))
    )
      row.value = '0';
  });
}

function statementCounters(model: Model): Record<string, number> {
  const { statements, total, world } = model;
  const verb = (pattern: RegExp) => sumOf(statements, ({ sql }) => (pattern.test(sql) ? 1 : 0));
  const sum = (of: (one: Statement) => number) => sumOf(statements, of);
  const access = (kind: Statement['access']) =>
    sum((one) => (one.access === kind && isQuery(one.sql) ? 1 : 0));
  const inserted = sumOf(statements, ({ sql, affected }) => (/^INSERT|^REPLACE/.test(sql) ? affected : 0));
  const deleted = sumOf(statements, ({ sql, affected }) => (/^DELETE/.test(sql) ? affected : 0));
  const updated = total.affected - inserted - deleted;
  const lookups = sum((one) => (one.access === 'key' ? Math.min(1, one.examined) : 1));
  const writes = sum((one) => (one.affected > 0 ? 1 : 0));
  const rowLocks =
    sum((one) => (one.rowLockMs > 0 ? 1 : 0)) ||
    world.sessions.filter(({ blockedBy }) => blockedBy !== undefined).length / 50;
  return {
    Queries: total.statements + own,
    Questions: total.statements + own,
    Com_select: verb(/^SELECT|^WITH/),
    Com_insert: verb(/^INSERT/),
    Com_update: verb(/^UPDATE/),
    Com_delete: verb(/^DELETE/),
    Com_replace: verb(/^REPLACE/),
    Com_commit: total.commits,
    Com_begin: total.commits,
    Com_show_status: own,
    Bytes_received: total.statements * 170,
    Bytes_sent: total.statements * 300 + total.sent * 110,
    Handler_commit: total.statements,
    Handler_prepare: total.commits * 2,
    Handler_external_lock: total.statements * 2,
    Handler_read_key: lookups + writes,
    Handler_read_next: Math.max(0, total.examined - total.scanned - lookups),
    Handler_read_rnd_next: total.scanned + total.tmp * 40,
    Handler_write: inserted + total.tmp * 40,
    Handler_update: updated,
    Handler_delete: deleted,
    Innodb_rows_read: total.examined,
    Innodb_rows_inserted: inserted,
    Innodb_rows_updated: updated,
    Innodb_rows_deleted: deleted,
    Select_scan: access('scan') + own,
    Select_range: access('range'),
    Select_full_join: access('join'),
    Sort_scan: sum((one) => (one.sorted > 0 ? 1 : 0)),
    Sort_rows: sum((one) => one.sorted),
    Sort_merge_passes: sum((one) => one.merges),
    Created_tmp_tables: total.tmp + total.tmpDisk + own,
    Created_tmp_disk_tables: total.tmpDisk,
    Created_tmp_files: sum((one) => Math.min(1, one.merges) * 2),
    Slow_queries: sum((one) => (one.ms + one.rowLockMs + one.tempIoMs + one.metadataLockMs >= 1000 ? 1 : 0)),
    Table_locks_immediate: total.statements,
    Innodb_row_lock_waits: rowLocks,
    Innodb_row_lock_time: sum((one) => one.rowLockMs),
    Innodb_deadlocks: world.deadlocks,
    Connections: world.connects,
    Threads_created: world.threadsCreated,
    Opened_tables: world.tableMisses,
    Table_open_cache_misses: world.tableMisses,
    Table_open_cache_overflows: world.tableMisses,
    Table_open_cache_hits: Math.max(0, total.statements - world.tableMisses),
    Binlog_cache_use: model.binlogBytes > 0 ? total.commits : 0,
    Binlog_commits: model.binlogBytes > 0 ? total.commits : 0,
    Binlog_group_commits: model.binlogBytes > 0 ? Math.min(total.commits, 700 / model.io.syncMs) : 0,
    Binlog_bytes_written: model.binlogBytes,
  };
}

function levels(draft: Draft, model: Model): Record<string, number> {
  const { world, pool } = model;
  const cache = Number(draft.variable('table_open_cache') ?? 4000);
  const open = world.openTables ?? Math.min(cache, world.tables * 12);
  const connected = world.connected + world.sessions.reduce((sum, one) => sum + one.count, 0);
  return {
    Threads_connected: connected,
    Threads_cached: Math.min(20, Number(draft.variable('thread_cache_size') ?? 20)),
    Max_used_connections: Math.min(
      Math.round(connected * 1.3),
      Number(draft.variable('max_connections') ?? 1e5),
    ),
    Open_tables: open,
    Open_table_definitions: Math.min(
      Number(draft.variable('table_definition_cache') ?? 400),
      world.tables + 80,
    ),
    Open_files: Math.min(open, 400),
    Innodb_num_open_files: world.tables + 20,
    Innodb_page_size: pageSize,
    Innodb_buffer_pool_pages_total: pool.pages,
    Innodb_buffer_pool_pages_data: pool.used,
    Innodb_buffer_pool_pages_misc: misc(pool),
    Innodb_buffer_pool_pages_free: pool.pages - pool.used - misc(pool),
    Innodb_buffer_pool_pages_dirty: pool.dirty,
    Innodb_buffer_pool_bytes_data: pool.used * pageSize,
    Innodb_buffer_pool_bytes_dirty: pool.dirty * pageSize,
    Innodb_row_lock_current_waits: world.sessions.filter(({ blockedBy }) => blockedBy !== undefined).length,
    Prepared_stmt_count: 0,
    Key_blocks_unused: Math.floor(Number(draft.variable('key_buffer_size') ?? 0) / 1024),
    Key_blocks_used: 0,
    Innodb_row_lock_time_avg: 4,
    Innodb_row_lock_time_max: 900,
  };
}

/** Pages that hold neither data nor nothing: hash index, lock structures. */
export function misc({ pages, used }: { pages: number; used: number }): number {
  return Math.min(pages - used, Math.round(pages * 0.006));
}
