import type { Flavour, VersionTriple } from '../shared/server';
import { inVersionRange } from './version-range';

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;
const defaultSize = 128 * MIB;
const defaultChunk = 128 * MIB;
const maxInstances = 64;

export interface BufferPoolOptions {
  flavour: Flavour;
  version: VersionTriple;
  /** Bytes; undefined: not set. */
  sizeBytes?: number | undefined;
  /** undefined or 0: not set. */
  instances?: number | undefined;
  /** Bytes; undefined or 0: not set. */
  chunkBytes?: number | undefined;
  /** Bytes, `innodb_buffer_pool_size_max` (MariaDB 10.11.12 and later); undefined: not set. */
  sizeMaxBytes?: number | undefined;
  /** `innodb_page_size` in bytes; undefined: 16 KiB. */
  pageBytes?: number | undefined;
  /** CPUs that the server sees; MySQL 8.4 and later derive the instances from them. */
  cpus?: number | undefined;
}

export interface BufferPool {
  /** What SHOW VARIABLES will say. */
  sizeBytes: number;
  /** null: this generation has no chunks. */
  chunkBytes: number | null;
  /** Pools there really are (MySQL 5.6 may show another number); null: this generation has one and no such variable. */
  instances: number | null;
  /** Upper end for SET; null where there is no such bound. */
  sizeMaxBytes: number | null;
}

export type BufferPoolSet =
  | { outcome: 'resized' | 'unchanged' | 'refused'; sizeBytes: number; reason: string | null }
  | { outcome: 'restart-only'; sizeBytes: number; reason: string };

/**
 * The generations of buffer pool arithmetic. MySQL 5.6: no chunks, restart only. `chunks`: MySQL 5.7 and later,
 * MariaDB 10.2 to 10.4. `single-pool`: MariaDB 10.5 to 10.7. `auto-chunk`: MariaDB 10.8 until `extents`, which came with
 * MDEV-29445 in 10.11.12, 11.4.6 and 11.8.2.
 */
type Generation = 'fixed' | 'chunks' | 'single-pool' | 'auto-chunk' | 'extents';

function generation({ flavour, version }: { flavour: Flavour; version: VersionTriple }): Generation {
  const within = (range: string) => inVersionRange(version, range);
  if (flavour !== 'mariadb') return within('..5.6') ? 'fixed' : 'chunks';
  if (within('..10.1')) return 'fixed';
  if (within('..10.4')) return 'chunks';
  if (within('..10.7')) return 'single-pool';
  return within('10.11.12..10.11') || within('11.4.6..11.4') || within('11.8.2..') ? 'extents' : 'auto-chunk';
}

/** The pool that a server really makes of these options when it starts. Sizes in bytes. */
export function bufferPoolAtStart(options: BufferPoolOptions): BufferPool {
  switch (generation(options)) {
    case 'fixed':
      return fixedAtStart(options);
    case 'chunks':
      return chunksAtStart(options);
    case 'single-pool':
    case 'auto-chunk':
      return singlePoolAtStart(options);
    case 'extents':
      return extentsAtStart(options);
  }
}

/** MySQL 5.6: whole MiB, split over instances only from 1 GiB (ha_innodb.cc innobase_init). */
function fixedAtStart({ sizeBytes = defaultSize, instances = 0 }: BufferPoolOptions): BufferPool {
  const size = Math.max(floorTo(sizeBytes, MIB), 5 * MIB);
  const split = size < GIB ? 1 : instances === 0 ? 8 : Math.min(instances, maxInstances);
  return { sizeBytes: size, chunkBytes: null, instances: split, sizeMaxBytes: null };
}

/**
 * MySQL 5.7: srv0start.cc innobase_start_or_create_for_mysql; 8.0 and later: ha_innodb.cc innodb_buffer_pool_size_init,
 * buf0buf.cc buf_pool_adjust_chunk_unit. The size goes UP to a multiple of chunk x instances.
 */
function chunksAtStart(options: BufferPoolOptions): BufferPool {
  const size = Math.max(floorTo(options.sizeBytes ?? defaultSize, MIB), 5 * MIB);
  const given = options.chunkBytes ?? 0;
  let chunk = given === 0 ? defaultChunk : Math.max(floorTo(given, MIB), MIB);
  const instances = instancesAtStart(options, size, chunk);
  if (chunk * instances > size) {
    chunk = Math.ceil(size / instances);
    if (roundsChunk(options)) chunk = ceilTo(chunk, MIB);
  }
  return { sizeBytes: ceilTo(size, chunk * instances), chunkBytes: chunk, instances, sizeMaxBytes: null };
}

function instancesAtStart(options: BufferPoolOptions, size: number, chunk: number): number {
  if (size < GIB) return 1;
  const asked = options.instances ?? 0;
  if (asked > 0) return Math.min(asked, maxInstances);
  if (options.flavour === 'mariadb' || !inVersionRange(options.version, '8.4..')) return 8;
  const byPool = Math.floor(size / (2 * chunk));
  const byCpu = Math.floor((options.cpus ?? 1) / 4);
  return Math.max(1, Math.min(byPool, byCpu, maxInstances));
}

/** Only MySQL 8.0 and later round a shrunken chunk up to whole MiB. */
function roundsChunk({ flavour, version }: BufferPoolOptions): boolean {
  return flavour !== 'mariadb' && inVersionRange(version, '8.0..');
}

/** MariaDB 10.5 to 10.11.11: one pool of chunks (ha_innodb.cc innodb_buffer_pool_size_init; from 10.8 chunk = size / 64). */
function singlePoolAtStart(options: BufferPoolOptions): BufferPool {
  const size = Math.max(floorTo(options.sizeBytes ?? defaultSize, MIB), smallestPool(options));
  const given = floorTo(options.chunkBytes ?? 0, MIB);
  const automatic = generation(options) === 'auto-chunk' ? Math.max(size / 64, MIB) : defaultChunk;
  const chunk = Math.min(given === 0 ? automatic : given, size);
  return { sizeBytes: ceilTo(size, chunk), chunkBytes: chunk, instances: null, sizeMaxBytes: null };
}

/** MariaDB after MDEV-29445: no chunks, whole MiB within a reserved range of 8 MiB extents (ha_innodb.cc innodb_init_params). */
function extentsAtStart(options: BufferPoolOptions): BufferPool {
  const size = floorTo(options.sizeBytes ?? defaultSize, MIB);
  const asked = options.sizeMaxBytes === undefined ? defaultSizeMax(options) : options.sizeMaxBytes;
  const max = Math.max(floorTo(asked, 8 * MIB), ceilTo(size, 8 * MIB));
  return { sizeBytes: size, chunkBytes: null, instances: null, sizeMaxBytes: max };
}

/** 8 TiB where MDEV-38671 raised it (10.11.17, 11.4.11, 11.8.7); before, 0: the size at start. */
function defaultSizeMax({ version }: BufferPoolOptions): number {
  const raised = ['10.11.17..10.11', '11.4.11..11.4', '11.8.7..'].some((range) =>
    inVersionRange(version, range),
  );
  return raised ? 8 * 1024 ** 4 : 0;
}

/**
 * The smallest pool that MariaDB accepts. From 10.11.12 it is 320 pages and their descriptors, rounded up to whole MiB
 * (6 MiB at 16 KiB pages), and a smaller one stops the start; before, 5 MiB, to which the size is raised.
 */
function smallestPool(options: BufferPoolOptions): number {
  if (generation(options) !== 'extents') return 5 * MIB;
  // 320 pages are a quarter of a MiB times a whole number; the descriptors add a few pages.
  return ceilTo(320 * (options.pageBytes ?? 16 * 1024) + 1, MIB);
}

/** Whether the server starts with this size at all (MariaDB from 10.11.12 refuses less than its minimum). */
export function startsWithBufferPool(options: BufferPoolOptions): boolean {
  if (generation(options) !== 'extents') return true;
  return floorTo(options.sizeBytes ?? defaultSize, MIB) >= smallestPool(options);
}

/**
 * What SET GLOBAL innodb_buffer_pool_size makes of a wish on a running server, after any asynchronous resize is done.
 * `running` is the pool as `bufferPoolAtStart` or the server itself tells it. Sizes in bytes.
 */
export function bufferPoolAfterSet(
  options: BufferPoolOptions,
  running: BufferPool,
  wishedBytes: number,
): BufferPoolSet {
  const kind = generation(options);
  const present = running.sizeBytes;
  if (kind === 'fixed') {
    return {
      outcome: 'restart-only',
      sizeBytes: present,
      reason: 'This server sizes its buffer pool at start only.',
    };
  }
  if (kind === 'extents') return extentsAfterSet(options, running, wishedBytes);
  const chunk = running.chunkBytes ?? defaultChunk;
  const instances = running.instances ?? 1;
  // 5.7 checks the value itself and does not round to MiB first (ha_innodb.cc innodb_buffer_pool_size_validate).
  const rounds = options.flavour !== 'mariadb' && inVersionRange(options.version, '8.0..');
  const size = Math.max(rounds ? floorTo(wishedBytes, MIB) : wishedBytes, 5 * MIB);
  if (instances > 1 && size < GIB) {
    return {
      outcome: 'refused',
      sizeBytes: present,
      reason: 'Below 1 GiB the pool cannot keep more than one instance.',
    };
  }
  return outcomeOf(ceilTo(size, chunk * instances), present);
}

/** MariaDB after MDEV-29445: whole MiB between the minimum and the reserved range (buf0buf.cc buf_pool_t::resize). */
function extentsAfterSet(
  options: BufferPoolOptions,
  running: BufferPool,
  wishedBytes: number,
): BufferPoolSet {
  const max = running.sizeMaxBytes ?? running.sizeBytes;
  const wished = Math.max(floorTo(wishedBytes, MIB), smallestPool(options));
  const size = Math.min(wished, max);
  return outcomeOf(size, running.sizeBytes);
}

function outcomeOf(size: number, present: number): BufferPoolSet {
  return { outcome: size === present ? 'unchanged' : 'resized', sizeBytes: size, reason: null };
}

function floorTo(value: number, step: number): number {
  return Math.floor(value / step) * step;
}

function ceilTo(value: number, step: number): number {
  return Math.ceil(value / step) * step;
}
