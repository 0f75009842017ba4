import type { MemoryBudget, MemoryTerm, Setting } from '../../shared/plan';
import { compareVersions } from '../../shared/server';
import { formatBytes } from '../../shared/units';
import { meanOver } from '../facts/interval-values';
import { cellNumber, type Observed } from '../facts/observed';

/** What the terms are computed from: settings (with a plan's changes laid over them) and how the server is used. */
interface Usage {
  setting(name: string): number;
  text(name: string): string;
  has(name: string): boolean;
  /** Sessions: open now, most ever open, allowed. */
  connected: number;
  mostConnected: number;
  maxConnections: number;
  /** Sessions executing on average, at least one. */
  busy: number;
  level(name: string): number | null;
  rate(name: string): number;
  observed: Observed;
}

/**
 * The memory that the server takes: low (touched now), likely (this workload at its fullest) and worst case (every
 * connection at every limit at once), each with its terms. `changes` are laid over the present settings.
 * A variable that this server lacks adds nothing; what cannot be measured is not counted, and its term says so.
 */
export function memoryBudget(observed: Observed, changes: ReadonlyMap<string, Setting>): MemoryBudget {
  const usage = usageOf(observed, changes);
  const terms = [...sharedTerms(usage), ...sessionTerms(usage)].filter(
    ({ worst, how }) => worst > 0 || how.startsWith('not counted'),
  );
  const sum = (end: 'low' | 'likely' | 'worst') => terms.reduce((total, term) => total + term[end], 0);
  return { low: sum('low'), likely: sum('likely'), worst: sum('worst'), limit: memoryLimit(observed), terms };
}

/** A sentence where the planned server likely takes more memory than there is, and more than now; else null. */
export function memoryExcess(planned: MemoryBudget, now: MemoryBudget): string | null {
  const { likely, limit } = planned;
  if (limit === null || likely <= limit || likely <= now.likely) return null;
  return `With this plan the server would likely take ${formatBytes(likely)}, more than the ${formatBytes(limit)} that there are (now ${formatBytes(now.likely)}). It may not start, or be killed for lack of memory: lower a value first.`;
}

function usageOf(observed: Observed, changes: ReadonlyMap<string, Setting>): Usage {
  const value = (name: string): Setting | undefined => {
    const changed = changes.get(name);
    if (changed !== undefined) return changed;
    const reading = observed.variable(name);
    return reading.known ? reading.value : undefined;
  };
  const setting = (name: string) => {
    const number = Number(value(name) ?? 0);
    // No server variable holds more than 64 bits; what an edited file says beyond that must not overflow the sums.
    return Number.isFinite(number) && number > 0 ? Math.min(number, 2 ** 64) : 0;
  };
  const level = (name: string) => {
    const reading = observed.status(name);
    return reading.known && typeof reading.value === 'number' ? reading.value : null;
  };
  const running = meanOver(observed.levelInIntervals('Threads_running') ?? [], observed.intervals);
  const connected = level('Threads_connected') ?? 1;
  return {
    setting,
    text: (name) => String(value(name) ?? '').toLowerCase(),
    has: (name) => value(name) !== undefined,
    connected,
    mostConnected: Math.max(connected, level('Max_used_connections') ?? connected),
    maxConnections: setting('max_connections'),
    busy: Math.max(1, (running ?? level('Threads_running') ?? 1) - 1),
    level,
    rate: (name) => {
      const reading = observed.rate(name);
      return reading.known ? reading.value : 0;
    },
    observed,
  };
}

function sharedTerms(usage: Usage): MemoryTerm[] {
  const pool = usage.setting('innodb_buffer_pool_size');
  const filled = Math.min(pool, usage.level('Innodb_buffer_pool_bytes_data') ?? pool);
  const keyBuffer = usage.setting('key_buffer_size');
  const keyUsed = Math.min(keyBuffer, (usage.level('Key_blocks_used') ?? 0) * 1024);
  const aria = usage.setting('aria_pagecache_buffer_size');
  const ariaUsed = Math.min(aria, (usage.level('Aria_pagecache_blocks_used') ?? 0) * 8192);
  const queryCache = ['off', '0', 'false', ''].includes(usage.text('query_cache_type'))
    ? 0
    : usage.setting('query_cache_size');
  return [
    {
      name: 'InnoDB buffer pool',
      low: filled,
      likely: pool * 1.03,
      worst: pool * 1.1,
      how: 'filled pages; innodb_buffer_pool_size + 3 %; + 10 % for control structures (MySQL 5.7 manual, "InnoDB Buffer Pool")',
    },
    flat('InnoDB log buffer', usage.setting('innodb_log_buffer_size'), 'innodb_log_buffer_size'),
    {
      name: 'MyISAM key buffer',
      low: keyUsed,
      likely: keyUsed,
      worst: keyBuffer,
      how: 'blocks in use x 1 KiB; key_buffer_size at worst',
    },
    {
      name: 'Aria page cache',
      low: ariaUsed,
      likely: ariaUsed,
      worst: aria,
      how: 'blocks in use x 8 KiB; aria_pagecache_buffer_size at worst',
    },
    flat('Query cache', queryCache, 'query_cache_size while query_cache_type is on'),
    performanceSchemaTerm(usage.observed),
    tempTableTerm(usage),
  ];
}

function flat(name: string, bytes: number, how: string): MemoryTerm {
  return { name, low: bytes, likely: bytes, worst: bytes, how };
}

/** As measured: rows `memory/performance_schema/%` of the PFS memory summary; not counted where there are none. */
function performanceSchemaTerm(observed: Observed): MemoryTerm {
  const found = observed.rows('memory-pfs');
  if ('reason' in found) {
    const how = observed.snapshot.server.performanceSchema === false ? 'off' : found.reason.text;
    return flat('Performance Schema', 0, `not counted: ${how}`);
  }
  const rows = found.rows;
  const bytes = rows
    .filter((row) => String(row.event_name ?? '').startsWith('memory/performance_schema/'))
    .reduce((sum, row) => sum + Math.max(0, cellNumber(row.current_number_of_bytes_used) ?? 0), 0);
  return flat(
    'Performance Schema',
    bytes,
    'CURRENT_NUMBER_OF_BYTES_USED of memory/performance_schema/% as measured',
  );
}

/** One pool for all sessions from MySQL 8.0 with the TempTable engine; before, and in MariaDB, a term per session. */
function tempTableTerm(usage: Usage): MemoryTerm {
  const shared = usesTempTable(usage);
  const limit = shared ? usage.setting('temptable_max_ram') : 0;
  const inUse = usage.rate('Created_tmp_tables') > 0 ? usage.busy * usage.setting('tmp_table_size') : 0;
  return {
    name: 'TempTable storage, shared by all sessions',
    low: 0,
    likely: Math.min(limit, inUse),
    worst: limit,
    how: 'tmp_table_size x busy sessions, at most temptable_max_ram',
  };
}

function usesTempTable({ observed, text, has }: Usage): boolean {
  const { flavour, version } = observed.snapshot.server;
  if (flavour === 'mariadb' || compareVersions(version, [8, 0, 2]) < 0) return false;
  return has('temptable_max_ram') && text('internal_tmp_mem_storage_engine') !== 'memory';
}

function sessionTerms(usage: Usage): MemoryTerm[] {
  const { connected, mostConnected, maxConnections, busy, setting } = usage;
  const pooled = usage.text('thread_handling').includes('pool');
  const stacks = pooled ? Math.min(maxConnections, setting('thread_pool_max_threads')) : maxConnections;
  const perConnection = setting('thread_stack') + Math.max(setting('net_buffer_length'), 16_384);
  const perSession = (
    name: string,
    variable: string,
    inUse: boolean,
    bytes = setting(variable),
  ): MemoryTerm => ({
    name,
    low: 0,
    likely: inUse ? busy * bytes : 0,
    worst: maxConnections * bytes,
    how: `${variable} x busy sessions${inUse ? '' : ' (no such work was seen: 0)'}; x max_connections at worst`,
  });
  const sorts = usage.rate('Sort_scan') + usage.rate('Sort_range') > 0;
  const joins = usage.rate('Select_full_join') + usage.rate('Select_range_check') > 0;
  const scans = usage.rate('Select_scan') > 0;
  const binlog = !['', 'off', '0', 'false'].includes(usage.text('log_bin'));
  const memoryTables = usesTempTable(usage)
    ? 0
    : Math.min(setting('tmp_table_size'), setting('max_heap_table_size'));
  return [
    {
      name: 'Connections',
      low: connected * perConnection,
      likely: mostConnected * perConnection,
      worst: stacks * setting('thread_stack') + maxConnections * (perConnection - setting('thread_stack')),
      how: `(thread_stack + network buffer) x connections open now, most ever open, ${pooled ? 'threads of the pool' : 'max_connections'}`,
    },
    perSession('Sort buffers', 'sort_buffer_size', sorts),
    perSession('Join buffers', 'join_buffer_size', joins),
    perSession('Sequential read buffers', 'read_buffer_size', scans),
    perSession('Random read buffers', 'read_rnd_buffer_size', sorts),
    perSession('Binary log caches', 'binlog_cache_size', binlog, binlog ? setting('binlog_cache_size') : 0),
    perSession(
      'Temporary tables in memory',
      'tmp_table_size',
      usage.rate('Created_tmp_tables') > 0,
      memoryTables,
    ),
  ];
}

/** RAM of the host or its control group's limit, whichever is less; null when neither is known. Never assumed. */
function memoryLimit(observed: Observed): number | null {
  const limits = (['memoryBytes', 'cgroupMemoryBytes'] as const).flatMap((name) => {
    const reading = observed.host(name);
    return reading.known && typeof reading.value === 'number' ? [reading.value] : [];
  });
  return limits.length === 0 ? null : Math.min(...limits);
}
