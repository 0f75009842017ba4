import {
  connectionsRoom,
  memoryReserve,
  poolRoom,
  redoNeed,
  redoUseful,
  sortedAtOnce,
  tableCacheNeed,
} from '../../sizing/machine';
import type { FactDefinition } from '../inputs/definition';
import { digestInputs, digests, topBy } from '../inputs/digest-deltas';
import type { FactReader } from '../inputs/fact-reader';
import { largest } from '../inputs/interval-values';
import { cellNumber } from '../inputs/observed';

const sessionBuffers = [
  'sort_buffer_size',
  'join_buffer_size',
  'read_buffer_size',
  'read_rnd_buffer_size',
] as const;
/** What the server takes and what the host has for it. */
const memoryInputs = [
  'fact.memory_limit',
  'fact.memory_likely',
  'fact.swap_in_rate',
  'fact.swap_out_rate',
  'fact.memory_held',
  'host.serverSwapped',
  'host.memoryBytes',
  'host.cgroupMemoryBytes',
] as const;
const policy = 'the sizing policy of Latchkey (src/analysis/sizing), docs/architecture.md';

/**
 * Share of the memory that a service leaves to the pool. Aurora has no page cache below it and gives the pool three quarters of
 * what its own processes leave, about two thirds of the class; to take more from them is not what makes room there.
 */
function serviceShare(hosting: string, present: number): number {
  if (hosting === 'aurora') return Math.max(present, 0.66);
  return ['self', 'unknown'].includes(hosting) ? 1 : 0.8;
}

/** What this machine can give and what this load needs: the numbers that the sizing policy makes values of. */
export const sizeFacts: FactDefinition[] = [
  {
    id: 'memory_held',
    unit: 'bytes',
    type: 'number',
    needs: ['host.serverRss', 'host.serverSwapped'],
    doc: {
      what: "What the server's process holds in RAM and swap. Once a plan makes a cache smaller: less what it frees, where the process holds more than the memory budget explains.",
      formula: 'serverRss + serverSwapped',
      source: '/proc/PID/status (VmRSS, VmSwap)',
    },
    compute: (read) => {
      const rss = read.hostReading('serverRss');
      if (!rss.known) return read.missing(rss.reason.code, rss.reason.text);
      return Number(rss.value) + swappedBytes(read);
    },
  },
  {
    id: 'pool_room',
    unit: 'bytes',
    type: 'number',
    needs: [...memoryInputs, 'variable.innodb_buffer_pool_size'],
    doc: {
      what: 'Largest buffer pool that fits in memory beside what else the server takes; the present one where the host swaps.',
      formula:
        '(memory_limit - the larger of 2 GiB and a tenth of it (three eighths of it on a small host; half of that for a control group) - (the larger of memory_likely and what the process holds in RAM and swap - 1.03 x innodb_buffer_pool_size)) / 1.03; where a service manages the host at most 0.8 x memory_limit (its own agents and the system are not seen), on Aurora the larger of the present pool and 0.66 x memory_limit; no more than the present pool where swap_in_rate + swap_out_rate >= 10 or 64 MiB of the server are in swap',
      source: `${policy}; MySQL 5.7 manual, "InnoDB Buffer Pool" (control structures); Amazon RDS and Aurora, Cloud SQL, Azure (their own defaults are 0.7 to 0.75 of the memory)`,
    },
    compute: (read) => {
      const present = read.number('innodb_buffer_pool_size');
      const restBytes = Math.max(0, takenBytes(read) - 1.03 * present);
      const memoryBytes = read.fact('memory_limit');
      const carried = poolRoom({ memoryBytes, restBytes, isGroup: isControlGroup(read) });
      const room = Math.min(carried, serviceShare(read.server.hosting, present / memoryBytes) * memoryBytes);
      return isSwapping(read) ? Math.min(room, present) : room;
    },
  },
  {
    id: 'memory_spare',
    unit: 'bytes',
    type: 'number',
    needs: [...memoryInputs],
    doc: {
      what: 'Memory that is left beside what the server takes at its fullest and what the system keeps.',
      formula:
        'memory_limit - the larger of 2 GiB and a tenth of it (three eighths of it on a small host; half of that for a control group) - the larger of memory_likely and what the process holds, at least 0; 0 where the host swaps',
      source: policy,
    },
    compute: (read) => {
      const limit = read.fact('memory_limit');
      return isSwapping(read)
        ? 0
        : Math.max(0, limit - memoryReserve(limit, isControlGroup(read)) - takenBytes(read));
    },
  },
  {
    id: 'pool_planned',
    unit: 'bytes',
    type: 'number',
    needs: [
      'fact.pool_room',
      'fact.data_size',
      'fact.pool_full',
      'fact.pool_reads_felt',
      'variable.innodb_buffer_pool_size',
    ],
    doc: {
      what: 'Size that the buffer pool will have once it has what its data need and the memory allows: the present one where it is not full, or where hardly anything is read from storage.',
      formula:
        'innodb_buffer_pool_size; where pool_full, pool_reads_felt and pool_room > 1.1 x innodb_buffer_pool_size, min(1.25 x data_size, pool_room) if that is more',
      source: policy,
    },
    compute: (read) => {
      const present = read.number('innodb_buffer_pool_size');
      const room = read.factReading('pool_room');
      const data = read.factReading('data_size');
      const isTrue = (id: string) => {
        const reading = read.factReading(id);
        return reading.known && reading.value === true;
      };
      if (!room.known || !data.known || !isTrue('pool_full') || !isTrue('pool_reads_felt')) return present;
      const carried = Number(room.value);
      if (carried <= 1.1 * present) return present;
      return Math.max(present, Math.min(carried, 1.25 * Number(data.value)));
    },
  },
  {
    id: 'redo_rate_peak',
    unit: 'bytes/s',
    type: 'number',
    needs: ['fact.redo_rate', 'fact.redo_hour_peak'],
    doc: {
      what: 'Redo generated per second at the peak: in the busiest hour of the history, or where there is none in the busiest ten seconds of the window.',
      formula:
        'redo_hour_peak, at least redo_rate; without a history the largest mean of redo_rate over ten seconds in a row, or the mean of a shorter window or of a single reading',
      source: 'derived',
    },
    compute: (read) => {
      const hour = read.factReading('redo_hour_peak');
      if (hour.known) return Math.max(Number(hour.value), read.fact('redo_rate'));
      return peakMean(read, 'redo_rate', 10) ?? read.fact('redo_rate');
    },
  },
  {
    id: 'redo_need',
    unit: 'bytes',
    type: 'number',
    needs: ['fact.redo_rate_peak'],
    doc: {
      what: 'Redo of an hour at the peak write rate.',
      formula: '3600 x redo_rate_peak',
      source: `${policy}; MySQL manual, "Optimizing InnoDB Redo Logging" (an hour or two of busy time)`,
    },
    compute: (read) => redoNeed(read.fact('redo_rate_peak')),
  },
  {
    id: 'redo_room',
    unit: 'bytes',
    type: 'number',
    needs: ['fact.redo_capacity', 'host.redoFree'],
    doc: {
      what: 'Largest redo log for which its file system has room, beside everything else that grows there.',
      formula: 'redo_capacity + half of what is free on the file system of the redo log',
      source: policy,
    },
    compute: (read) => {
      const free = read.hostReading('redoFree');
      if (!free.known) return read.missing(free.reason.code, free.reason.text);
      return read.factOr('redo_capacity', 0) + Number(free.value) / 2;
    },
  },
  {
    id: 'redo_useful',
    unit: 'bytes',
    type: 'number',
    needs: ['fact.pool_planned', 'fact.redo_room'],
    doc: {
      what: 'Most redo that the buffer pool can use at its planned size, and that its file system has room for.',
      formula:
        'half of pool_planned, at least 1 GiB and at most 32 GiB; no more than redo_room, where that is known',
      source: `${policy}; pages are flushed to make room in the pool before more redo would delay anything`,
    },
    compute: (read) =>
      Math.min(redoUseful(read.fact('pool_planned')), read.factOr('redo_room', Number.POSITIVE_INFINITY)),
  },
  {
    id: 'page_in_rate',
    unit: 'count/s',
    type: 'number',
    needs: [
      'status.Innodb_buffer_pool_reads',
      'status.Innodb_buffer_pool_read_ahead',
      'status.Innodb_pages_created',
    ],
    doc: {
      what: 'Pages that need a free one each second: read, read ahead or made.',
      formula: '(Innodb_buffer_pool_reads + Innodb_buffer_pool_read_ahead + Innodb_pages_created) per second',
      source: 'MySQL manual, "Server Status Variables"',
    },
    compute: (read) =>
      read.rate('Innodb_buffer_pool_reads') +
      read.rate('Innodb_buffer_pool_read_ahead') +
      read.rate('Innodb_pages_created'),
  },
  {
    id: 'flush_page_peak',
    unit: 'count/s',
    type: 'number',
    needs: ['fact.flush_page_rate'],
    doc: {
      what: 'Pages flushed per second in the busiest ten seconds of the window.',
      formula: 'largest mean of flush_page_rate over ten seconds in a row; the mean of a shorter window',
      source: 'derived',
    },
    compute: (read) => peakMean(read, 'flush_page_rate', 10) ?? read.fact('flush_page_rate'),
  },
  {
    id: 'table_count',
    unit: 'count',
    type: 'number',
    needs: [
      'section.schema-sizes',
      'status.Open_table_definitions',
      'status.Innodb_num_open_files',
      'variable.table_definition_cache',
    ],
    doc: {
      what: 'Tables that the server has, at least.',
      formula:
        'the largest of: rows of INFORMATION_SCHEMA.TABLES with an engine (this account may not see all), Open_table_definitions, Innodb_num_open_files; unknown where the rows were cut off and the cache of definitions is full',
      source: 'INFORMATION_SCHEMA.TABLES; MySQL manual, "Server Status Variables"',
    },
    compute: (read) => {
      const listed = read.rowsOrReason('schema-sizes');
      const open = levelOf(read, 'Open_table_definitions');
      const files = levelOf(read, 'Innodb_num_open_files');
      if ('rows' in listed && !read.isTruncated('schema-sizes', 'end')) {
        return Math.max(listed.rows.filter(({ engine }) => engine != null).length, open, files);
      }
      if (open > 0 && open < 0.95 * read.number('table_definition_cache')) return Math.max(open, files);
      return read.missing(
        'too-large',
        'Not all tables were read, and the cache of their definitions is full.',
      );
    },
  },
  {
    id: 'table_cache_need',
    unit: 'count',
    type: 'number',
    needs: [
      'fact.table_count',
      'fact.connections_peak',
      'fact.busy_peak',
      'fact.table_cache_miss_rate',
      'fact.table_cache_overflow_rate',
      'variable.table_open_cache',
      'status.Open_tables',
    ],
    doc: {
      what: 'Open tables that this load needs kept.',
      formula:
        'table_count + 10 x busy_peak; where the cache holds as many and is still too small, table_open_cache + 2 s x tables that it closed per second (10 s where nobody knows table_count, then at most 10 x table_open_cache or 4,000); at most table_count x connections_peak, where that is known; Open_tables stands for a table_open_cache that nobody read',
      source: `${policy}; MySQL manual, "How MySQL Opens and Closes Tables"`,
    },
    compute: (read) => {
      const overflows = read.factReading('table_cache_overflow_rate');
      return tableCacheNeed({
        tables: read.factOr('table_count', 0),
        sessions: read.factOr('connections_peak', Number.POSITIVE_INFINITY),
        busy: read.factOr('busy_peak', 1),
        // A cache that overflows is full.
        present: presentTableCache(read),
        evictedPerSecond: overflows.known ? Number(overflows.value) : read.fact('table_cache_miss_rate'),
      });
    },
  },
  {
    id: 'connections_room',
    unit: 'count',
    type: 'number',
    needs: [
      'fact.memory_spare',
      'fact.connections_peak',
      'variable.thread_stack',
      'variable.net_buffer_length',
      ...sessionBuffers.map((name) => `variable.${name}` as const),
    ],
    doc: {
      what: 'Connections that fit in memory beside what else the server takes.',
      formula: `connections_peak + memory_spare / (thread_stack + net_buffer_length + a quarter of ${sessionBuffers.join(' + ')})`,
      source: `${policy}; MySQL manual, "How MySQL Uses Memory"`,
    },
    compute: (read) =>
      connectionsRoom({
        open: read.fact('connections_peak'),
        spareBytes: read.fact('memory_spare'),
        fixedBytes: read.number('thread_stack') + read.number('net_buffer_length'),
        bufferBytes: sessionBuffers.reduce((sum, name) => sum + read.number(name), 0),
      }),
  },
  {
    id: 'tmp_table_need',
    unit: 'bytes',
    type: 'number',
    needs: [...digestInputs, 'section.schema-sizes'],
    doc: {
      what: 'Size up to which a temporary table of the statement that spills most may grow.',
      formula:
        'SUM_ROWS_EXAMINED / COUNT_STAR of that digest x mean bytes of a row over all tables (data_length / table_rows), at least 51 MiB',
      source: `${policy}; an estimate from above: a table for GROUP BY holds fewer rows than were examined`,
    },
    compute: temporaryTableNeed,
  },
  {
    id: 'tmp_table_room',
    unit: 'bytes',
    type: 'number',
    needs: ['fact.memory_limit'],
    doc: {
      what: 'The largest temporary table in memory that every session of such a host may be allowed.',
      formula:
        'the larger of memory_limit / 32 and 16 MiB (32 MiB from 1 GiB of memory on, 64 MiB from 4 GiB, 128 MiB from 16 GiB)',
      source: `${policy}; MySQL manual, "Internal Temporary Table Use in MySQL": each table of each session may take it`,
    },
    compute: (read) => temporaryTableRoom(read.fact('memory_limit')),
  },
  {
    id: 'sort_need',
    unit: 'bytes',
    type: 'number',
    needs: [...digestInputs, 'variable.sort_buffer_size', 'fact.merge_pass_rate', 'fact.sort_rate'],
    doc: {
      what: 'Bytes that each sort that spills has to sort.',
      formula:
        'sort_buffer_size x 4 where a sort takes one merge pass (2 to 15 parts), else x 7 x (merge passes for each sort - 1), of the digest with most merge passes; of all sorts together where no digest shows it',
      source:
        'MERGEBUFF and MERGEBUFF2 (sql/filesort.h, merge_many_buff): 7 parts are merged at a time, the last 15 at once',
    },
    compute: (read) => sortedAtOnce(mergePassesPerSort(read)) * read.number('sort_buffer_size'),
  },
];

function levelOf(read: FactReader, name: 'Open_table_definitions' | 'Innodb_num_open_files'): number {
  const reading = read.statusReading(name);
  return reading.known && typeof reading.value === 'number' ? reading.value : 0;
}

/** What the server takes at its fullest: by the budget, or by what its process holds where that is more. */
function takenBytes(read: FactReader): number {
  return Math.max(read.fact('memory_likely'), read.factOr('memory_held', 0));
}

/** Whether the memory limit is that of a control group and not the RAM of the host. */
function isControlGroup(read: FactReader): boolean {
  const group = read.hostReading('cgroupMemoryBytes');
  const ram = read.hostReading('memoryBytes');
  if (!group.known || typeof group.value !== 'number') return false;
  return !(ram.known && typeof ram.value === 'number' && ram.value <= group.value);
}

/** Whether someone else needs the memory: then none of it is left, whatever the sum of the terms says. */
function isSwapping(read: FactReader): boolean {
  const swapped = read.factOr('swap_in_rate', 0) + read.factOr('swap_out_rate', 0);
  return swapped >= 10 || swappedBytes(read) >= 64 * 1024 ** 2;
}

function swappedBytes(read: FactReader): number {
  const reading = read.hostReading('serverSwapped');
  return reading.known && typeof reading.value === 'number' ? reading.value : 0;
}

/**
 * With headroom 64 MiB: four times the default, and what a server of any size can spare for some sessions. The MEMORY engine
 * pads every row to its full width, so less than this is never trusted.
 */
const usualTable = 51 * 1024 ** 2;
/** Bytes of a row where the table statistics do not tell. */
const usualRow = 100;
function temporaryTableNeed(read: FactReader): number {
  const top = topBy(digests(read), (delta) => delta.increase('sum_created_tmp_disk_tables') ?? 0);
  if (top === undefined) return read.missing('absent', 'No digest has temporary tables on disk.');
  const rows = (top.increase('sum_rows_examined') ?? 0) / (top.increase('count_star') || 1);
  return Math.max(usualTable, rows * rowBytes(read));
}

function temporaryTableRoom(memoryBytes: number): number {
  const gib = 1024 ** 3;
  const steps = [
    [16 * gib, 128],
    [4 * gib, 64],
    [gib, 32],
  ] as const;
  const usual = steps.find(([from]) => memoryBytes >= from)?.[1] ?? 16;
  return Math.max(memoryBytes / 32, usual * 1024 ** 2);
}

function rowBytes(read: FactReader): number {
  const sizes = read.rowsOrReason('schema-sizes');
  let [bytes, rows] = [0, 0];
  for (const row of 'rows' in sizes ? sizes.rows : []) {
    bytes += cellNumber(row.data_length) ?? 0;
    rows += cellNumber(row.table_rows) ?? 0;
  }
  return rows > 0 ? Math.min(Math.max(bytes / rows, 20), 2000) : usualRow;
}

function mergePassesPerSort(read: FactReader): number {
  const reading = read.rowsOrReason('statement-digests');
  const top =
    'reason' in reading
      ? undefined
      : topBy(digests(read), (delta) => delta.increase('sum_sort_merge_passes') ?? 0);
  if (top !== undefined) {
    return (top.increase('sum_sort_merge_passes') ?? 0) / (top.increase('count_star') || 1);
  }
  const rate = read.factOr('sort_rate', 0);
  return rate > 0 ? read.fact('merge_pass_rate') / rate : 1;
}

/** Largest mean of a fact over `seconds` in a row; null where the window is shorter or has no values per second. */
function peakMean(read: FactReader, fact: string, seconds: number): number | null {
  // One reading has an average since the start and no seconds.
  if (read.intervals.length === 0) return null;
  const values = read.factInIntervals(fact);
  const means = read.intervals.map((_, from) => {
    let length = 0;
    let total = 0;
    for (let at = from; at < read.intervals.length && length < seconds; at += 1) {
      const value = values[at];
      const interval = read.intervals[at]?.seconds ?? 0;
      if (value == null) return null;
      total += value * interval;
      length += interval;
    }
    return length >= 0.95 * seconds ? total / length : null;
  });
  return largest(means);
}

function presentTableCache(read: FactReader): number {
  const size = read.variableReading('table_open_cache');
  return size.known ? read.number('table_open_cache') : read.status('Open_tables');
}
