import { isFiller, type Line, type TakeUnknown } from './line';
import { type FieldsOf, lineForms, matchLine, readLines } from './line-form';

/**
 * State of the buffer pool or of one instance (buf0buf.cc buf_print_io). In pages unless said otherwise; counts since
 * the start are decimal strings; rates are over the seconds that the text names.
 */
export interface BufferPoolState {
  /** `Buffer pool size   8191`. */
  size: number | null;
  /** Bytes, `Buffer pool size, bytes 134201344` (Percona Server). */
  sizeBytes: string | null;
  /** `Free buffers       8002`. */
  free: number | null;
  /** `Database pages     188`. */
  database: number | null;
  /** `Old database pages 0` (5.5 and later). */
  oldDatabase: number | null;
  /** `Modified db pages  57`. */
  modified: number | null;
  /** Per cent, `Percent of dirty pages(LRU & free pages): 3.501` (MariaDB). */
  modifiedPercent: number | null;
  /** Per cent, `Max dirty pages percent: 90.000` (MariaDB). */
  modifiedPercentLimit: number | null;
  /** `Pending reads 0`. */
  pendingReads: number | null;
  /** `Pending writes: LRU 0, flush list 0, single page 0`; MariaDB from 10.5 on has no single page writes. */
  pendingLruWrites: number | null;
  pendingFlushListWrites: number | null;
  pendingSinglePageWrites: number | null;
  /** `Pages made young 0, not young 0`. */
  madeYoung: string | null;
  notYoung: string | null;
  /** `0.00 youngs/s, 0.00 non-youngs/s`. */
  youngsPerSecond: number | null;
  nonYoungsPerSecond: number | null;
  /** `Pages read 164, created 24, written 1`. */
  read: string | null;
  created: string | null;
  written: string | null;
  /** `0.00 reads/s, 2000.00 creates/s, 0.00 writes/s`. */
  readsPerSecond: number | null;
  createsPerSecond: number | null;
  writesPerSecond: number | null;
  /** Of 1000 page gets, `Buffer pool hit rate 1000 / 1000`; null: no gets since the last printout. */
  hitsPerThousand: number | null;
  /** Of 1000 page gets, `young-making rate 0 / 1000 not 0 / 1000` (5.5 and later). */
  youngPerThousand: number | null;
  notYoungPerThousand: number | null;
  /** `Pages read ahead 0.00/s, evicted without access 0.00/s, Random read ahead 0.00/s`. */
  readAheadPerSecond: number | null;
  evictedUnusedPerSecond: number | null;
  randomReadAheadPerSecond: number | null;
  /** `LRU len: 188, unzip_LRU len: 0`. */
  lruLength: number | null;
  unzipLruLength: number | null;
  /** `I/O sum[0]:cur[1], unzip sum[0]:cur[0]`: pages read and written lately, as the eviction policy weighs them. */
  ioSum: number | null;
  ioCurrent: number | null;
  unzipSum: number | null;
  unzipCurrent: number | null;
}

/** BUFFER POOL AND MEMORY with INDIVIDUAL BUFFER POOL INFO. */
export interface BufferPool extends BufferPoolState {
  /** Bytes, `Total large memory allocated 0`, before 5.7 `Total memory allocated 137363456`. */
  memoryBytes: string | null;
  /** Bytes, `in additional pool allocated 0` (up to 5.6). */
  additionalPoolBytes: string | null;
  /** Bytes, `Total memory allocated by read views 96` (Percona Server 5.5 and 5.6). */
  readViewBytes: string | null;
  /** Bytes, `Dictionary memory allocated 54030`. */
  dictionaryBytes: string | null;
  /** `In addition to that 512 MB of AWE memory allocated` (up to 5.1). */
  aweMegabytes: number | null;
  /** Bytes, ` Adaptive hash index 8937168 (8851048 + 86120)` (Percona Server): InnoDB's own hash tables by name. */
  hashTables: { name: string; bytes: string }[];
  /** `---BUFFER POOL 0`, when there are several. */
  instances: (BufferPoolState & { instance: number })[];
}

const poolForms = lineForms(
  'Buffer pool size {size:n}',
  'Buffer pool size, bytes {sizeBytes:c}',
  'Free buffers {free:n}',
  'Database pages {database:n}',
  'Old database pages {oldDatabase:n}',
  'Modified db pages {modified:n}',
  'Percent of dirty pages(LRU & free pages): {modifiedPercent:f}',
  'Max dirty pages percent: {modifiedPercentLimit:f}',
  'Pending reads {pendingReads:n}',
  'Pending writes: LRU {pendingLruWrites:n}, flush list {pendingFlushListWrites:n}, single page {pendingSinglePageWrites:n}',
  'Pending writes: LRU {pendingLruWrites:n}, flush list {pendingFlushListWrites:n}',
  'Pages made young {madeYoung:c}, not young {notYoung:c}',
  '{youngsPerSecond:f} youngs/s, {nonYoungsPerSecond:f} non-youngs/s',
  'Pages read {read:c}, created {created:c}, written {written:c}',
  '{readsPerSecond:f} reads/s, {createsPerSecond:f} creates/s, {writesPerSecond:f} writes/s',
  'Buffer pool hit rate {hitsPerThousand:n} / 1000, young-making rate {youngPerThousand:n} / 1000 not {notYoungPerThousand:n} / 1000',
  'Buffer pool hit rate {hitsPerThousand:n} / 1000',
  'No buffer pool page gets since the last printout',
  'Pages read ahead {readAheadPerSecond:f}/s, evicted without access {evictedUnusedPerSecond:f}/s, Random read ahead {randomReadAheadPerSecond:f}/s',
  'Pages read ahead {readAheadPerSecond:f}/s, evicted without access {evictedUnusedPerSecond:f}/s',
  'LRU len: {lruLength:n}, unzip_LRU len: {unzipLruLength:n}',
  'I/O sum[{ioSum:n}]:cur[{ioCurrent:n}], unzip sum[{unzipSum:n}]:cur[{unzipCurrent:n}]',
);

const memoryForms = lineForms(
  'Total memory allocated {memoryBytes:c}; in additional pool allocated {additionalPoolBytes:c}',
  'Total memory allocated {memoryBytes:c}',
  'Total large memory allocated {memoryBytes:c}',
  'Total memory allocated by read views {readViewBytes:c}',
  // 32-bit servers up to 5.1 with address windowing.
  'In addition to that {aweMegabytes:n} MB of AWE memory allocated',
  'Dictionary memory allocated {dictionaryBytes:c}',
);
type Memory = FieldsOf<(typeof memoryForms)['forms'][number]>;

/** Percona Server: name, bytes, and what they are made of; `Adaptive hash index 8937168 \t(8851048 + 86120)`. */
const hashTableLine = /^ {2,8}([A-Z][\w ]{0,40}?) +(\d{1,20})[ \t]*(?:\([^()]{0,80}\))?$/;
const hashTablesHeading = /^Internal hash tables \(constant factor \+ variable factor\)$/;
const instanceLine = /^---BUFFER POOL (\d{1,9})$/;

/** @param individual lines of INDIVIDUAL BUFFER POOL INFO, empty when there is one instance */
export function readBufferPool(
  total: readonly Line[],
  individual: readonly Line[],
  unknown: TakeUnknown,
): BufferPool {
  const memory: Memory = {
    memoryBytes: null,
    additionalPoolBytes: null,
    readViewBytes: null,
    dictionaryBytes: null,
    aweMegabytes: null,
  };
  const hashTables: BufferPool['hashTables'] = [];
  const poolLines: Line[] = [];
  for (const line of total) {
    const [, name, bytes] = hashTableLine.exec(line.text.slice(0, 256)) ?? [];
    const found = matchLine(line, memoryForms);
    if (found !== null) Object.assign(memory, found);
    else if (name !== undefined && bytes !== undefined)
      hashTables.push({ name, bytes: BigInt(bytes).toString() });
    else if (!hashTablesHeading.test(line.text)) poolLines.push(line);
  }
  return {
    ...memory,
    hashTables,
    ...readLines(poolLines, poolForms, unknown),
    instances: instances(individual, unknown),
  };
}

function instances(lines: readonly Line[], unknown: TakeUnknown): BufferPool['instances'] {
  const found: { instance: number; lines: Line[] }[] = [];
  for (const line of lines) {
    const number = instanceLine.exec(line.text)?.[1];
    const current = found.at(-1);
    if (number !== undefined) found.push({ instance: Number(number), lines: [] });
    else if (current !== undefined) current.lines.push(line);
    else if (!isFiller(line)) unknown(line);
  }
  return found.map((each) => ({ instance: each.instance, ...readLines(each.lines, poolForms, unknown) }));
}
