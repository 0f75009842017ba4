import type { MemoryTerm } from '../../shared/plan';
import type { MemorySetting } from './memory-evidence';
import type { Usage } from './memory-usage';
import { usesTempTable } from './shared-memory';

interface Buffer {
  name: string;
  /** Variables whose sum one session may take. */
  variables: readonly MemorySetting[];
  /** Whether such work was seen in the window. */
  used(usage: Usage): boolean;
  /** Memory instruments that count it, where the server has them. */
  instruments?: RegExp;
}

const sorts = ({ rate }: Usage) => rate('Sort_scan') + rate('Sort_range') > 0;
const binlogOn = ({ text }: Usage) => !['', 'off', '0', 'false'].includes(text('log_bin'));

/** Buffers that a session takes while it works, as data. */
const buffers: readonly Buffer[] = [
  {
    name: 'Sort buffers',
    variables: ['sort_buffer_size'],
    used: sorts,
    instruments: /^memory\/sql\/Filesort_buffer::sort_keys$/,
  },
  {
    name: 'Join buffers',
    variables: ['join_buffer_size'],
    used: ({ rate }) => rate('Select_full_join') + rate('Select_range_check') > 0,
    instruments: /^memory\/sql\/(JOIN_CACHE|hash_join|hash_op)$/,
  },
  {
    name: 'Sequential read buffers',
    variables: ['read_buffer_size'],
    used: ({ rate }) => rate('Select_scan') > 0,
  },
  { name: 'Random read buffers', variables: ['read_rnd_buffer_size'], used: sorts },
  {
    name: 'Multi-range read buffers (MariaDB)',
    variables: ['mrr_buffer_size'],
    used: ({ text }) => /\bmrr=on\b/.test(text('optimizer_switch')),
  },
  { name: 'Binary log caches', variables: ['binlog_cache_size', 'binlog_stmt_cache_size'], used: binlogOn },
];

/** Buffers of one session that count for `sessionBytes`, each at its full size. */
export const sessionSettings = [
  'binlog_cache_size',
  'join_buffer_size',
  'net_buffer_length',
  'read_buffer_size',
  'read_rnd_buffer_size',
  'sort_buffer_size',
  'thread_stack',
] as const satisfies readonly MemorySetting[];

/** What one session takes at most: each buffer once, and one temporary table in memory where the engine is MEMORY. Bytes. */
export function sessionBytes(usage: Usage): number {
  return total(sessionSettings, usage.setting) + temporaryTableBytes(usage);
}

/**
 * The same with a quarter of the temporary table: its limit is no buffer that is taken, and of many sessions only some fill one.
 * Bytes.
 */
export function workingSessionBytes(usage: Usage): number {
  return total(sessionSettings, usage.setting) + temporaryTableBytes(usage) / 4;
}

function temporaryTableBytes(usage: Usage): number {
  return usesTempTable(usage)
    ? 0
    : Math.min(usage.setting('tmp_table_size'), usage.setting('max_heap_table_size'));
}

/** What each session takes: always while it is connected, and in buffers while it works. */
export function sessionTerms(usage: Usage): MemoryTerm[] {
  return [
    connectionTerm(usage),
    ...buffers.map((buffer) => bufferTerm(usage, buffer)),
    memoryTablesTerm(usage),
  ];
}

function connectionTerm(usage: Usage): MemoryTerm {
  const { connected, mostConnected, maxConnections, setting } = usage;
  const pooled =
    usage.text('thread_handling').includes('pool') || usage.text('thread_handling').includes('loaded');
  const poolThreads = setting('thread_pool_max_threads') || maxConnections;
  const threads = (sessions: number) => (pooled ? Math.min(sessions, poolThreads) : sessions);
  const stack = setting('thread_stack');
  const network = Math.max(setting('net_buffer_length'), 16_384);
  // Threads that wait in the cache keep their stack.
  const cached = pooled ? 0 : (usage.level('Threads_cached') ?? 0);
  const low = threads(connected + cached) * stack + connected * network;
  const likely = threads(mostConnected) * stack + mostConnected * network;
  const worst = threads(maxConnections) * stack + maxConnections * network;
  return {
    name: pooled ? 'Connections and threads of the pool' : 'Connections',
    low,
    likely: Math.max(low, likely),
    worst: Math.max(low, likely, worst),
    how: `thread_stack + network buffer (net_buffer_length) x connections open now, most ever open (no more than max_connections allows now), max_connections${pooled ? '; no more stacks than thread_pool_max_threads' : ''}. A packet grows the network buffer up to max_allowed_packet for its time, which is not counted`,
  };
}

/**
 * As measured where the server counts it (most ever in use, scaled to the planned size); else size x sessions busy at the peak. At
 * worst every connection holds one.
 */
function bufferTerm(usage: Usage, { name, variables, used, instruments }: Buffer): MemoryTerm {
  const { busy, maxConnections } = usage;
  const bytes = total(variables, usage.setting);
  const before = total(variables, usage.presentSetting);
  const isUsed = used(usage);
  const isDisabled = name === 'Binary log caches' && !isUsed;
  const worst = isDisabled ? 0 : maxConnections * bytes;
  const counted = instruments === undefined ? null : usage.measured(instruments);
  const label = variables.join(' + ');
  if (counted !== null && before > 0) {
    const scale = bytes / before;
    return {
      name,
      low: Math.min(worst, counted.current),
      likely: Math.min(worst, Math.max(counted.current, counted.high * scale)),
      worst,
      how: `in use now and most ever in use, as measured${scale === 1 ? '' : `, scaled to the planned ${label}`}; ${label} x max_connections at worst`,
    };
  }
  return {
    name,
    low: 0,
    likely: isUsed ? Math.min(worst, busy * bytes) : 0,
    worst,
    how: `${label} x sessions busy at ${usage.busyAt}${isUsed ? '' : ' (no such work was seen: 0)'}; x max_connections at worst${assumed(usage, variables)}`,
  };
}

/** Name of the term of temporary tables in the MEMORY engine. */
export const temporaryTables = 'Temporary tables in memory';

/** In the MEMORY engine: in MariaDB, and in MySQL before 8.0 or where it is chosen. */
function memoryTablesTerm(usage: Usage): MemoryTerm {
  const { setting, busy, maxConnections } = usage;
  const bytes = usesTempTable(usage)
    ? 0
    : Math.min(setting('tmp_table_size'), setting('max_heap_table_size'));
  const used = usage.rate('Created_tmp_tables') > 0;
  return {
    name: temporaryTables,
    low: 0,
    likely: used ? Math.min(busy, Math.max(maxConnections, 1)) * bytes : 0,
    worst: Math.max(maxConnections, used ? 1 : 0) * bytes,
    how: `the lesser of tmp_table_size and max_heap_table_size x sessions busy at ${usage.busyAt}${used ? '' : ' (no such work was seen: 0)'}; x max_connections at worst`,
  };
}

/** Says of which variables the default counts. */
function assumed({ isAssumed }: Usage, variables: readonly MemorySetting[]): string {
  const names = variables.filter(isAssumed);
  return names.length === 0 ? '' : `. Not read: ${names.join(' and ')}; the default is assumed`;
}

function total(variables: readonly MemorySetting[], setting: (name: MemorySetting) => number): number {
  return variables.reduce((sum, name) => sum + setting(name), 0);
}
