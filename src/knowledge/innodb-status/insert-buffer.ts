import { isFiller, type Line, type TakeUnknown } from './line';
import { lineForms, matchLine } from './line-form';

/** Operations by kind since the start, decimal strings: ` insert 0, delete mark 0, delete 0`. */
export interface InsertBufferOperations {
  insert: string | null;
  deleteMark: string | null;
  delete: string | null;
}

/** The insert (change) buffer, ibuf0ibuf.cc ibuf_print. MariaDB 10.11 (seen in 10.11.18) and 11 print none. */
export interface InsertBuffer {
  /** Pages: `Ibuf: size 1, free list len 0, seg size 2, 0 merges`. */
  size: number | null;
  freeList: number | null;
  segment: number | null;
  /** Merges since the start, decimal string. */
  merges: string | null;
  /** Null before 5.5. */
  merged: InsertBufferOperations | null;
  discarded: InsertBufferOperations | null;
  /** Before 5.5: `982186 inserts, 982186 merged recs, 42242 merges`. */
  inserts: string | null;
  mergedRecords: string | null;
}

/** The adaptive hash index (btr0sea.cc), which stands in the same section. */
export interface AdaptiveHash {
  /**
   * A partition each (one up to 5.6): cells of its table and blocks of its nodes in the buffer pool,
   * `Hash table size 34679, node heap has 0 buffer(s)`. Empty: the index is off, or MySQL 5.7 to 8.0 without it.
   */
  partitions: { cells: number; buffers: number; usedCells: number | null }[];
  /** `1000.00 hash searches/s, 171000.00 non-hash searches/s`. */
  searchesPerSecond: number | null;
  nonHashSearchesPerSecond: number | null;
}

const forms = lineForms(
  'Ibuf: size {size:n}, free list len {freeList:n}, seg size {segment:n}, {merges:c} merges',
  'Ibuf: size {size:n}, free list len {freeList:n}, seg size {segment:n}',
  '{inserts:c} inserts, {mergedRecords:c} merged recs, {merges:c} merges',
  '{searches:f} hash searches/s, {nonHashSearches:f} non-hash searches/s',
  'Hash table size {cells:n}, node heap has {buffers:n} buffer(s)',
  'Hash table size {cells:n}, used cells {usedCells:n}, node heap has {buffers:n} buffer(s)',
  // Percona Server 5.5 and 5.6 with several partitions.
  'Hash table size {cells:n}, used cells {usedCells:n}, node heap has {buffers:n} buffer(s) ({share:t}',
  ' insert {insert:c}, delete mark {deleteMark:c}, delete {delete:c}',
);

export function readInsertBuffer(
  lines: readonly Line[],
  unknown: TakeUnknown,
): { insertBuffer: InsertBuffer | null; adaptiveHash: AdaptiveHash | null } {
  const buffer: InsertBuffer = {
    size: null,
    freeList: null,
    segment: null,
    merges: null,
    merged: null,
    discarded: null,
    inserts: null,
    mergedRecords: null,
  };
  const hash: AdaptiveHash = { partitions: [], searchesPerSecond: null, nonHashSearchesPerSecond: null };
  let operations: 'merged' | 'discarded' | null = null;
  for (const line of lines) {
    const heading = /^(merged|discarded) operations:$/.exec(line.text)?.[1];
    const found = heading === undefined ? matchLine(line, forms) : null;
    if (heading === 'merged' || heading === 'discarded') operations = heading;
    else if (found === null) {
      if (!isFiller(line)) unknown(line);
    } else if (found.insert !== undefined) {
      const { insert = null, deleteMark = null, delete: deleted = null } = found;
      if (operations === null) unknown(line);
      else buffer[operations] ??= { insert, deleteMark, delete: deleted };
    } else if (found.cells != null && found.buffers != null) {
      hash.partitions.push({
        cells: found.cells,
        buffers: found.buffers,
        usedCells: found.usedCells ?? null,
      });
    } else {
      buffer.size ??= found.size ?? null;
      buffer.freeList ??= found.freeList ?? null;
      buffer.segment ??= found.segment ?? null;
      buffer.merges ??= found.merges ?? null;
      buffer.inserts ??= found.inserts ?? null;
      buffer.mergedRecords ??= found.mergedRecords ?? null;
      hash.searchesPerSecond ??= found.searches ?? null;
      hash.nonHashSearchesPerSecond ??= found.nonHashSearches ?? null;
    }
  }
  return {
    insertBuffer: buffer.size === null && buffer.inserts === null && buffer.merged === null ? null : buffer,
    adaptiveHash: hash.partitions.length === 0 && hash.searchesPerSecond === null ? null : hash,
  };
}
