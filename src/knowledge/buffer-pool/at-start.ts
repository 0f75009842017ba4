import type { ChunksMessage } from '../../shared/chunks';
import { dedicatedSize } from './dedicated-server';
import { generation, isMySql } from './generation';
import { type GivenOptions, givenOptions } from './given-options';
import {
  type BufferPool,
  type BufferPoolOptions,
  type BufferPoolStart,
  ceilTo,
  floorTo,
  GIB,
  MIB,
  maxInstances,
} from './pool';
import { smallestPool } from './smallest-pool';

/** What a server makes of these options when it starts, with the lines of its error log that tell of it. */
export function startBufferPool(options: BufferPoolOptions): BufferPoolStart {
  const given = givenOptions(options);
  const refusal = tooSmall(options, given.sizeBytes);
  // MariaDB looks at the options that nobody took after InnoDB has had its own.
  if (!given.starts && (refusal === null || options.flavour !== 'mariadb'))
    return { pool: null, autoMinBytes: null, messages: given.messages };
  if (refusal !== null) {
    return { pool: null, autoMinBytes: null, messages: [...given.messages, refusal] };
  }
  switch (generation(options)) {
    case 'fixed':
      return { pool: fixedAtStart(given), autoMinBytes: null, messages: given.messages };
    case 'chunks':
      return { ...chunksAtStart(options, given), autoMinBytes: null };
    case 'single-pool':
    case 'auto-chunk':
      return { pool: singlePoolAtStart(options, given), autoMinBytes: null, messages: given.messages };
    case 'extents':
      return { ...extentsAtStart(given), messages: given.messages };
  }
}

/** A pool with which MariaDB does not start (ha_innodb.cc innodb_init_params). */
function tooSmall(options: BufferPoolOptions, size: number): ChunksMessage | null {
  const kind = generation(options);
  const page = options.pageBytes ?? 16 * 1024;
  if (kind === 'chunks' && options.flavour === 'mariadb' && page > 16 * 1024 && size < 24 * MIB) {
    const text = `InnoDB: innodb_page_size=${page} requires innodb_buffer_pool_size > 24M current ${size}`;
    return { level: 'note', code: null, text };
  }
  const least = smallestPool(options);
  if (kind === 'fixed' || kind === 'chunks' || size >= least) return null;
  const unit = kind === 'extents' ? ' MiB' : 'MiB';
  return {
    level: 'error',
    code: null,
    text: `InnoDB: innodb_page_size=${page} requires innodb_buffer_pool_size >= ${least / MIB}${unit} current ${Math.floor(size / MIB)}${unit}`,
  };
}

/** MySQL 5.6: whole MiB, split over instances only from 1 GiB (ha_innodb.cc innobase_init). */
function fixedAtStart({ sizeBytes, instances }: GivenOptions): BufferPool {
  const asked = instances === undefined || instances === 0 ? 8 : instances;
  return {
    sizeBytes,
    chunkBytes: null,
    instances: sizeBytes < GIB ? 1 : asked,
    sizeMaxBytes: null,
  };
}

/**
 * MySQL 5.7: srv0start.cc innobase_start_or_create_for_mysql; 8.0 and later: ha_innodb.cc innodb_buffer_pool_size_init,
 * buf0buf.cc buf_pool_adjust_chunk_unit. The size goes UP to a multiple of chunk x instances.
 */
function chunksAtStart(
  options: BufferPoolOptions,
  given: GivenOptions,
): Pick<BufferPoolStart, 'pool' | 'messages'> {
  const messages = [...given.messages];
  const { size, ignored } = dedicatedSize(options, given.sizeBytes);
  if (ignored !== null) messages.push(ignored);
  const { instances } = given;
  // Before 8.4 an explicit 0 is the same as none.
  const isSet = instances !== undefined && (instances !== 0 || isMySql(options, '8.4..'));
  if (size < GIB && isSet && instances !== 1) {
    messages.push({
      level: 'note',
      code: isMySql(options, '8.0..') ? 'MY-012359' : null,
      text: `Adjusting innodb_buffer_pool_instances from ${instances} to 1 since innodb_buffer_pool_size is less than 1024 MiB`,
    });
  }
  if (size >= GIB && isSet && instances === 0) {
    messages.push({
      level: 'error',
      code: null,
      text: 'The server ends with a crash: it divides by innodb_buffer_pool_instances=0.',
    });
    return { pool: null, messages };
  }
  const split = size < GIB ? 1 : isSet ? instances : automaticInstances(options, size, given.chunkBytes);
  return { pool: wholeChunks(options, size, given.chunkBytes, split), messages };
}

function wholeChunks(options: BufferPoolOptions, size: number, given: number, instances: number): BufferPool {
  let chunk = given;
  if (chunk * instances > size) {
    chunk = Math.ceil(size / instances);
    // Only MySQL 8.0 and later round a shrunken chunk up to whole MiB.
    if (isMySql(options, '8.0..')) chunk = ceilTo(chunk, MIB);
  }
  return { sizeBytes: ceilTo(size, chunk * instances), chunkBytes: chunk, instances, sizeMaxBytes: null };
}

function automaticInstances(options: BufferPoolOptions, size: number, chunk: number): number {
  if (!isMySql(options, '8.4..')) return 8;
  const byCpu = Math.floor((options.cpus ?? 1) / 4);
  return Math.max(1, Math.min(instancesBySize(size, chunk), byCpu, maxInstances));
}

function instancesBySize(size: number, chunk: number): number {
  return Math.floor(size / (2 * chunk));
}

/** Whether the pool that these options make depends on the CPUs of the machine. */
export function dependsOnCpus(options: BufferPoolOptions): boolean {
  if (!isMySql(options, '8.4..') || options.instances !== undefined) return false;
  const { starts, sizeBytes, chunkBytes } = givenOptions(options);
  const { size } = dedicatedSize(options, sizeBytes);
  return starts && size >= GIB && instancesBySize(size, chunkBytes) > 1;
}

/** MariaDB 10.5 to 10.11.11: one pool of chunks (ha_innodb.cc innodb_buffer_pool_size_init; from 10.8 chunk = size / 64). */
function singlePoolAtStart(options: BufferPoolOptions, given: GivenOptions): BufferPool {
  const { sizeBytes } = given;
  const chunk =
    given.chunkBytes === 0 && generation(options) === 'auto-chunk'
      ? Math.max(Math.floor(sizeBytes / 64), MIB)
      : Math.min(given.chunkBytes, sizeBytes);
  return { sizeBytes: ceilTo(sizeBytes, chunk), chunkBytes: chunk, instances: null, sizeMaxBytes: null };
}

/** MariaDB after MDEV-29445: no chunks, whole MiB within a reserved range of 8 MiB extents (ha_innodb.cc innodb_init_params). */
function extentsAtStart({
  sizeBytes,
  sizeMaxBytes,
  autoMinBytes,
}: GivenOptions): Pick<BufferPoolStart, 'pool' | 'autoMinBytes'> {
  const reserved = sizeBytes > sizeMaxBytes ? ceilTo(sizeBytes, 8 * MIB) : floorTo(sizeMaxBytes, 8 * MIB);
  return {
    pool: { sizeBytes, chunkBytes: null, instances: null, sizeMaxBytes: reserved },
    autoMinBytes: autoMinBytes === 0 || autoMinBytes > reserved ? reserved : autoMinBytes,
  };
}
