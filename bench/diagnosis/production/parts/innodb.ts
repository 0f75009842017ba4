import type { Draft, Row } from '../draft.ts';
import { type Model, pageSize } from '../model.ts';
import { misc } from './status.ts';

/** Pool, redo log and their input and output: status, INNODB_METRICS, pool instances and the text of the InnoDB status. */
export function applyInnodb(draft: Draft, model: Model): void {
  const counters = { ...poolCounters(model), ...redoCounters(model) };
  for (const [name, perSecond] of Object.entries(counters)) {
    if (model.world.rates[name] === undefined) draft.rate(name, perSecond);
  }
  const positions = lsn(model);
  applyPositions(draft, model, positions);
  const history = (seconds: number) =>
    Math.max(0, Math.round(model.world.history + model.world.historyGrowth * (seconds - draft.length)));
  for (const name of ['Innodb_history_list_length', 'innodb_metrics.trx_rseg_history_len']) {
    if (name.startsWith('innodb_metrics') || draft.hasStatus(name)) draft.gauge(name, 'count', history);
  }
  draft.edit('status', (row, end) => {
    if (row.name === 'Innodb_history_list_length') row.value = String(history(draft.at('status', end)));
  });
  applyMetrics(draft, model, history, positions);
  applyPools(draft, model);
  draft.text('innodb-status', (text, end) =>
    statusText(text, model, { seconds: draft.at('innodb-status', end), history, positions }),
  );
}

function poolCounters({
  world,
  pageRequests,
  pagesRead,
  flushed,
  total,
  logSyncs,
  redo,
}: Model): Record<string, number> {
  const written = flushed * pageSize;
  return {
    Innodb_buffer_pool_reads: world.reads,
    Innodb_buffer_pool_read_requests: pageRequests,
    Innodb_buffer_pool_write_requests: total.affected * 12,
    Innodb_buffer_pool_read_ahead: world.readAhead,
    Innodb_buffer_pool_read_ahead_evicted: world.readAheadEvicted,
    Innodb_buffer_pool_wait_free: world.waitFree,
    Innodb_buffer_pool_pages_flushed: flushed,
    Innodb_pages_read: pagesRead,
    Innodb_pages_written: flushed,
    Innodb_pages_created: total.affected / 60,
    Innodb_data_reads: pagesRead,
    Innodb_data_read: pagesRead * pageSize,
    Innodb_data_writes: flushed * 1.03 + logSyncs,
    Innodb_data_written: written * 2 + redo.perSecond,
    Innodb_data_fsyncs: logSyncs + flushed / 60,
    Innodb_dblwr_pages_written: flushed,
    Innodb_dblwr_writes: flushed / 60,
  };
}

function redoCounters({ world, redo, total, logSyncs }: Model): Record<string, number> {
  return {
    Innodb_os_log_written: redo.perSecond,
    Innodb_log_writes: logSyncs * 1.1,
    Innodb_log_write_requests: total.affected * 5,
    Innodb_os_log_fsyncs: logSyncs,
    Innodb_log_waits: world.logWaits,
  };
}

interface Positions {
  current: (seconds: number) => number;
  checkpoint: (seconds: number) => number;
}

function lsn({ redo, uptime }: Model): Positions {
  const before = Math.round(redo.perSecond * uptime * 0.6 + redo.age + 2e9);
  const current = (seconds: number) => Math.round(before + redo.perSecond * Math.max(0, seconds));
  // The age has a wave of its own, small enough that the checkpoint never goes back.
  const wave = Math.min(0.01 * redo.age, 0.3 * redo.perSecond);
  const checkpoint = (seconds: number) =>
    Math.round(current(seconds) - redo.age - wave * Math.sin(1.3 * Math.max(0, seconds)));
  return { current, checkpoint };
}

function applyPositions(draft: Draft, { redo }: Model, { current, checkpoint }: Positions): void {
  const age = (seconds: number) => current(seconds) - checkpoint(seconds);
  const fixed = (level: number) => (): number => Math.round(level);
  const values: Record<string, (seconds: number) => number> = {
    Innodb_redo_log_current_lsn: current,
    Innodb_redo_log_flushed_to_disk_lsn: current,
    Innodb_redo_log_checkpoint_lsn: checkpoint,
    Innodb_lsn_current: current,
    Innodb_lsn_flushed: current,
    Innodb_lsn_last_checkpoint: checkpoint,
    Innodb_checkpoint_age: age,
    Innodb_redo_log_logical_size: age,
    Innodb_checkpoint_max_age: fixed(0.9 * (0.9 * redo.bytes - 48 * pageSize)),
    Innodb_redo_log_capacity_resized: fixed(redo.bytes),
    Innodb_redo_log_physical_size: fixed(redo.bytes * 0.6),
  };
  for (const [name, value] of Object.entries(values)) {
    if (!draft.hasStatus(name)) continue;
    draft.edit('status', (row, end) => {
      if (row.name === name) row.value = String(value(draft.at('status', end)));
    });
    const isCounter = /lsn/.test(name);
    if (isCounter) {
      const times = draft.samples.times.map((ms) => value(ms / 1000));
      const first = times[0] ?? 0;
      draft.samples.series[name] = {
        kind: 'counter',
        unit: 'bytes',
        base: String(first),
        values: times.map((one) => one - first),
      };
    } else draft.gauge(name, 'bytes', value);
  }
}

function applyMetrics(
  draft: Draft,
  model: Model,
  history: (seconds: number) => number,
  { current, checkpoint }: Positions,
): void {
  const { world, pool, total, logSyncs, flushed, pagesRead, uptime } = model;
  const counters: Record<string, number> = {
    buffer_pool_reads: world.reads,
    buffer_pool_read_requests: model.pageRequests,
    buffer_pool_write_requests: total.affected * 12,
    buffer_pool_wait_free: world.waitFree,
    buffer_pool_read_ahead: world.readAhead,
    buffer_pool_read_ahead_evicted: world.readAheadEvicted,
    buffer_pages_written: flushed,
    buffer_pages_read: pagesRead,
    buffer_data_reads: pagesRead * pageSize,
    buffer_data_written: flushed * pageSize * 2,
    os_data_reads: pagesRead,
    os_data_writes: flushed + logSyncs,
    os_data_fsyncs: logSyncs + flushed / 60,
    os_log_bytes_written: model.redo.perSecond,
    os_log_fsyncs: logSyncs,
    log_waits: world.logWaits,
    log_writes: logSyncs * 1.1,
    log_write_requests: total.affected * 5,
    lock_deadlocks: world.deadlocks,
    lock_timeouts: world.rates.lock_timeouts ?? 0,
    adaptive_hash_searches: total.statements * 2,
    adaptive_hash_searches_btree: total.statements,
    dml_inserts: total.affected * 0.5,
    dml_updates: total.affected * 0.5,
    dml_reads: total.examined,
    buffer_LRU_single_flush_num_scan: world.waitFree,
  };
  const levels: Record<string, number> = {
    buffer_pool_size: pool.bytes,
    buffer_pool_pages_total: pool.pages,
    buffer_pool_pages_data: pool.used,
    buffer_pool_bytes_data: pool.used * pageSize,
    buffer_pool_pages_dirty: pool.dirty,
    buffer_pool_bytes_dirty: pool.dirty * pageSize,
    buffer_pool_pages_misc: misc(pool),
    buffer_pool_pages_free: pool.pages - pool.used - misc(pool),
  };
  draft.edit('innodb-metrics', (row, end) => {
    const name = String(row.name);
    const seconds = draft.at('innodb-metrics', end);
    const count = (value: number) => {
      row.count = value;
      row.max_count = value;
      row.count_reset = value;
    };
    const perSecond = counters[name];
    const level = levels[name];
    if (row.status !== 'enabled') return;
    if (perSecond !== undefined) count(countAt(perSecond, uptime, seconds));
    else if (level !== undefined) count(level);
    else if (name === 'trx_rseg_history_len') count(history(seconds));
    else if (name === 'log_lsn_current') count(current(seconds));
    else if (name === 'log_lsn_checkpoint_age') count(current(seconds) - checkpoint(seconds));
    else if (name === 'log_lsn_last_checkpoint') count(checkpoint(seconds));
    else if (row.type === 'counter' || row.type === 'status_counter') count(0);
  });
  // Where no status variable shows it, the sampler reads it from the text of the InnoDB status.
  const sampled = 'innodb_metrics.log_lsn_checkpoint_age';
  if (draft.samples.series[sampled] !== undefined) {
    draft.gauge(sampled, 'bytes', (seconds) => current(seconds) - checkpoint(seconds));
  }
}

function countAt(perSecond: number, uptime: number, seconds: number): number {
  return Math.round(0.6 * perSecond * uptime + perSecond * seconds);
}

/** One row for each instance; each has its part of the pages and of the work. */
function applyPools(draft: Draft, model: Model): void {
  const instances = Math.max(1, Number(draft.variable('innodb_buffer_pool_instances') ?? 1));
  const { pool, uptime } = model;
  const part = (all: number, index: number) =>
    Math.floor(all / instances) + (index < all % instances ? 1 : 0);
  draft.rows('buffer-pools', (end) => {
    const seconds = draft.at('buffer-pools', end);
    const counted = (perSecond: number) => Math.round(countAt(perSecond, uptime, seconds) / instances);
    return Array.from({ length: instances }, (_, index): Row => {
      const used = part(pool.used, index);
      return {
        pool_id: index,
        pool_size: part(pool.pages, index),
        free_buffers: part(pool.pages - pool.used - misc(pool), index),
        database_pages: used,
        old_database_pages: Math.round(used * 0.37),
        modified_database_pages: part(pool.dirty, index),
        pending_reads: 0,
        pending_flush_lru: 0,
        pending_flush_list: 0,
        pages_made_young: counted(model.pagesRead * 0.5),
        pages_not_made_young: counted(model.pagesRead * 2),
        number_pages_read: counted(model.pagesRead),
        number_pages_created: counted(model.total.affected / 60),
        number_pages_written: counted(model.flushed),
        number_pages_get: counted(model.pageRequests),
        number_pages_read_ahead: counted(model.world.readAhead),
        number_read_ahead_evicted: counted(model.world.readAheadEvicted),
      };
    });
  });
}

interface Moment {
  seconds: number;
  history: (seconds: number) => number;
  positions: Positions;
}

/** The text, with the numbers that the rest of the snapshot gives. Lines that this version does not print stay absent. */
function statusText(text: string, model: Model, { seconds, history, positions }: Moment): string {
  const { pool, uptime, total, pagesRead, flushed, world } = model;
  const counted = (perSecond: number) => countAt(perSecond, uptime, seconds);
  const age = Math.max(0, positions.current(seconds) - positions.checkpoint(seconds));
  const spins = counted(world.spinRounds / 6);
  const lines: [RegExp, string][] = [
    [/^(History list length )\d+/m, `$1${history(seconds)}`],
    [/^(Log sequence number\s+)\d+/m, `$1${positions.current(seconds)}`],
    [/^(Log buffer assigned up to\s+)\d+/m, `$1${positions.current(seconds)}`],
    [/^(Log buffer completed up to\s+)\d+/m, `$1${positions.current(seconds)}`],
    [/^(Log written up to\s+)\d+/m, `$1${positions.current(seconds)}`],
    [/^(Log flushed up to\s+)\d+/m, `$1${positions.current(seconds)}`],
    [/^(Added dirty pages up to\s+)\d+/m, `$1${positions.current(seconds)}`],
    [/^(Pages flushed up to\s+)\d+/m, `$1${positions.checkpoint(seconds)}`],
    [/^(Last checkpoint at\s+)\d+/m, `$1${positions.current(seconds) - age}`],
    [/^(Log capacity\s+)\d+/m, `$1${model.redo.bytes}`],
    [/^(Log capacity used\s+)\d+/m, `$1${age}`],
    [/^(Buffer pool size\s+)\d+/m, `$1${pool.pages}`],
    [/^(Free buffers\s+)\d+/m, `$1${pool.pages - pool.used - misc(pool)}`],
    [/^(Database pages\s+)\d+/m, `$1${pool.used}`],
    [/^(Old database pages\s+)\d+/m, `$1${Math.round(pool.used * 0.37)}`],
    [/^(Modified db pages\s+)\d+/m, `$1${pool.dirty}`],
    [/^(Total large memory allocated )\d+/m, `$1${Math.round(pool.bytes * 1.02)}`],
    [/^(Total memory allocated )\d+/m, `$1${Math.round(pool.bytes * 1.03)}`],
    [
      /^Pages read \d+, created \d+, written \d+/m,
      `Pages read ${counted(pagesRead)}, created ${counted(total.affected / 60)}, written ${counted(flushed)}`,
    ],
    [/^LRU len: \d+/m, `LRU len: ${pool.used}`],
    [
      /^Mutex spin waits \d+, rounds \d+, OS waits \d+/m,
      `Mutex spin waits ${spins}, rounds ${counted(world.spinRounds / 3)}, OS waits ${Math.round(spins / 90)}`,
    ],
    [
      /^RW-shared spins \d+, rounds \d+, OS waits \d+/m,
      `RW-shared spins ${spins}, rounds ${counted(world.spinRounds / 3)}, OS waits ${Math.round(spins / 90)}`,
    ],
    [
      /^RW-excl spins \d+, rounds \d+, OS waits \d+/m,
      `RW-excl spins ${spins}, rounds ${counted(world.spinRounds / 3)}, OS waits ${Math.round(spins / 90)}`,
    ],
    [/^RW-sx spins \d+, rounds \d+, OS waits \d+/m, 'RW-sx spins 0, rounds 0, OS waits 0'],
    [
      /^\d+ OS file reads, \d+ OS file writes, \d+ OS fsyncs/m,
      `${counted(pagesRead)} OS file reads, ${counted(flushed * 1.03 + model.logSyncs)} OS file writes, ${counted(model.logSyncs + flushed / 60)} OS fsyncs`,
    ],
    [/^(\d+ queries inside InnoDB, )\d+( queries in queue)/m, `$1${world.levels.innodb_queue ?? 0}$2`],
  ];
  const edited = lines.reduce((before, [pattern, after]) => before.replace(pattern, after), text);
  return edited.replace(
    /^(?:---TRANSACTION|MySQL thread id|mysql tables|MariaDB thread id|Trx read view)[^\n]*\n(?:(?:\d+ lock struct|COMMIT|[A-Z]+ )[^\n]*\n)*/gm,
    '',
  );
}
