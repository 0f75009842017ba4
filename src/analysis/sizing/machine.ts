const gib = 1024 ** 3;
const mib = 1024 ** 2;

/** A pool below its default on every server since MySQL 5.5. */
export const leastPool = 128 * mib;
/** Control structures of the pool for each byte of it. */
const poolOverhead = 1.03;

/**
 * Memory that stays with the kernel, its cache, backups and whoever logs in: the larger of 2 GiB and a tenth, on a small
 * host three eighths of it. Bytes.
 * @param isGroup the limit of a control group: kernel, logins and other programs are outside of it, so that half of that
 *   is enough for the page cache, which counts inside (kernel documentation, "Memory Controller")
 */
export function memoryReserve(memoryBytes: number, isGroup = false): number {
  return Math.max(Math.min(2 * gib, (memoryBytes * 3) / 8) / (isGroup ? 2 : 1), memoryBytes / 10);
}

/**
 * The largest buffer pool that the machine can carry beside everything else that the server takes; never above four fifths of
 * a machine of up to 32 GiB, nor with less than 6.4 GiB beside it on a larger one (MySQL manual, innodb_buffer_pool_size, and
 * MariaDB, "MariaDB Memory Allocation": up to 80 % where the server is alone). Bytes.
 * @param restBytes what the server takes besides the pool, with as many sessions busy as at their peak
 */
export function poolRoom({
  memoryBytes,
  restBytes,
  isGroup = false,
}: {
  memoryBytes: number;
  restBytes: number;
  isGroup?: boolean;
}): number {
  const most = Math.max(0.8 * memoryBytes, memoryBytes - 6.4 * gib);
  const left = memoryBytes - memoryReserve(memoryBytes, isGroup) - restBytes;
  return Math.max(0, Math.min(most, left / poolOverhead));
}

/** Redo for an hour of the highest write rate: peaks are carried and flushed later. Bytes. */
export function redoNeed(bytesPerSecond: number): number {
  return bytesPerSecond * 3600;
}

/**
 * The most redo that a pool of this size can make use of: half of it, because pages must be flushed to make room in the pool
 * before more redo would delay anything; at most 32 GiB, whose recovery takes long enough, and 1 GiB beside a small
 * pool. Bytes.
 */
export function redoUseful(poolBytes: number): number {
  return Math.min(32 * gib, Math.max(gib, poolBytes / 2));
}

/** As MySQL ships it from 5.6.8 on. */
const usualTableCache = 4000;

/**
 * Open tables to keep: each of the known tables once, and ten for each session that works at a time. Where the cache holds
 * as many already and is still too small, what it closed within two seconds besides. Never more than every session having
 * every table open.
 */
export function tableCacheNeed(seen: {
  tables: number;
  sessions: number;
  busy: number;
  present: number;
  evictedPerSecond: number;
}): number {
  const { tables, sessions, busy, present, evictedPerSecond } = seen;
  const inUse = tables + 10 * busy;
  // Where nobody knows how many tables there are, a longer time makes up for it.
  // What is opened again and again by a cache that is far too small says little of how many: ten times as large, then look again.
  const kept =
    tables > 0
      ? present + 2 * evictedPerSecond
      : Math.min(present + 10 * evictedPerSecond, Math.max(10 * present, usualTableCache));
  const need = tables > 0 && inUse > present ? inUse : kept;
  return tables > 0 ? Math.min(need, tables * Math.max(1, sessions)) : need;
}

/** The largest table_open_cache for which the process may open files (adjust_table_cache_size, mysqld.cc). */
export function tableCacheBound({
  openFiles,
  connections,
}: {
  openFiles: number;
  connections: number;
}): number {
  return Math.max(400, Math.floor((openFiles - 10 - connections) / 2));
}

/** Connections that the memory carries: those open now, and as many more as fit; one in four of them works at a time. */
export function connectionsRoom(seen: {
  open: number;
  spareBytes: number;
  fixedBytes: number;
  bufferBytes: number;
}): number {
  const each = seen.fixedBytes + seen.bufferBytes / 4;
  return Math.floor(seen.open + seen.spareBytes / Math.max(each, 64 * 1024));
}

/** How many sort buffers a sort needs that takes so many merge passes (sql/filesort.cc: seven parts at a time, fifteen at last). */
export function sortedAtOnce(mergePasses: number): number {
  return mergePasses <= 1.5 ? 4 : Math.max(15, 7 * (mergePasses - 1));
}
