import type { ChunksMessage } from '../../shared/chunks';
import { inVersionRange } from '../catalog/versions/version-range';
import { generation, isMySql } from './generation';
import { type BufferPool, type BufferPoolOptions, ceilTo, floorTo, GIB, MIB, resizeStep } from './pool';
import { smallestPool } from './smallest-pool';

export interface BufferPoolSet {
  /** `refused`: the statement fails. `unchanged` and `resized`: it ends well, maybe with warnings. */
  outcome: 'resized' | 'unchanged' | 'refused';
  /** innodb_buffer_pool_size when all is done, in bytes. */
  sizeBytes: number;
  /** What SHOW WARNINGS lists, in its order. */
  messages: ChunksMessage[];
}

/**
 * What SET GLOBAL innodb_buffer_pool_size makes of a request on a running server, after any asynchronous resize is done.
 * `running` is the pool as `startBufferPool` or the server itself shows it. Sizes in bytes. Of a session with
 * STRICT_ALL_TABLES in its sql_mode MySQL refuses (1231) what it else rounds with warning 1292 (sql/set_var.cc
 * throw_bounds_warning); that mode is not the default.
 */
export function bufferPoolAfterSet(
  options: BufferPoolOptions,
  running: BufferPool,
  requestedBytes: number,
): BufferPoolSet {
  const kind = generation(options);
  if (kind === 'extents') return extentsAfterSet(options, running, requestedBytes);
  if (kind === 'fixed') {
    return {
      outcome: 'refused',
      sizeBytes: running.sizeBytes,
      messages: [
        { level: 'error', code: 1238, text: "Variable 'innodb_buffer_pool_size' is a read only variable" },
      ],
    };
  }
  return isMySql(options, '8.0..')
    ? mySql8AfterSet(running, requestedBytes)
    : checkedAfterSet(options, running, requestedBytes);
}

/** MySQL 8.0 and later: the server rounds and clamps, then ha_innodb.cc innodb_buffer_pool_size_update validates. */
function mySql8AfterSet(running: BufferPool, requested: number): BufferPoolSet {
  const size = Math.max(floorTo(requested, MIB), 5 * MIB);
  const rounded = size === requested ? [] : [truncated(requested)];
  if ((running.instances ?? 1) > 1 && size < GIB) {
    return {
      outcome: 'unchanged',
      sizeBytes: running.sizeBytes,
      messages: [...rounded, belowOneGib],
    };
  }
  return resize(running, size, 5 * MIB, rounded, (chunk) => ({
    level: 'warning',
    code: 1210,
    text: `InnoDB: Cannot resize buffer pool to lesser than chunk size of ${chunk} bytes.`,
  }));
}

/**
 * MySQL 5.7 and MariaDB until 10.11.11: ha_innodb.cc innodb_buffer_pool_size_validate takes the value as it is, without
 * rounding to MiB; what it refuses ends in error 1231 (sql/set_var.cc).
 */
function checkedAfterSet(options: BufferPoolOptions, running: BufferPool, requested: number): BufferPoolSet {
  const refused = (warning: ChunksMessage): BufferPoolSet => ({
    outcome: 'refused',
    sizeBytes: running.sizeBytes,
    messages: [
      warning,
      {
        level: 'error',
        code: 1231,
        text: `Variable 'innodb_buffer_pool_size' can't be set to the value of '${requested}'`,
      },
    ],
  });
  const least = smallestPool(options);
  if (generation(options) !== 'chunks' && requested < least) {
    const page = options.pageBytes ?? 16 * 1024;
    const text = `innodb_buffer_pool_size must be at least ${least} for innodb_page_size=${page}`;
    return refused({ level: 'warning', code: 1210, text });
  }
  if ((running.instances ?? 1) > 1 && requested < GIB) return refused(belowOneGib);
  const isSilent = options.flavour === 'mariadb' && inVersionRange(options.version, '..10.2');
  return resize(running, requested, least, [], (chunk) =>
    isSilent
      ? null
      : {
          level: 'warning',
          code: 1210,
          text:
            options.flavour === 'mariadb'
              ? `innodb_buffer_pool_size must be at least innodb_buffer_pool_chunk_size=${chunk}`
              : `InnoDB: Cannot resize buffer pool to lesser than chunk size of ${chunk} bytes.`,
        },
  );
}

/** Up to the next multiple of chunk x instances (buf0buf.ic buf_pool_size_align). */
function resize(
  running: BufferPool,
  requested: number,
  least: number,
  before: ChunksMessage[],
  sameChunks: (chunkBytes: number) => ChunksMessage | null,
): BufferPoolSet {
  const present = running.sizeBytes;
  const size = ceilTo(Math.max(requested, least), resizeStep(running) ?? MIB);
  if (requested === present) return { outcome: 'unchanged', sizeBytes: present, messages: before };
  if (size === present) {
    const warning = sameChunks(running.chunkBytes ?? MIB);
    return {
      outcome: 'unchanged',
      sizeBytes: present,
      messages: warning === null ? before : [...before, warning],
    };
  }
  const messages = size === requested ? before : [...before, truncated(requested)];
  return { outcome: 'resized', sizeBytes: size, messages };
}

/** MariaDB after MDEV-29445: whole MiB between the minimum and the reserved range (buf0buf.cc buf_pool_t::resize). */
function extentsAfterSet(
  options: BufferPoolOptions,
  running: BufferPool,
  requestedBytes: number,
): BufferPoolSet {
  const max = running.sizeMaxBytes ?? running.sizeBytes;
  const size = Math.min(Math.max(floorTo(requestedBytes, MIB), smallestPool(options)), max);
  return {
    outcome: size === running.sizeBytes ? 'unchanged' : 'resized',
    sizeBytes: size,
    messages: size === requestedBytes ? [] : [truncated(requestedBytes)],
  };
}

function truncated(value: number): ChunksMessage {
  return {
    level: 'warning',
    code: 1292,
    text: `Truncated incorrect innodb_buffer_pool_size value: '${value}'`,
  };
}

const belowOneGib: ChunksMessage = {
  level: 'warning',
  code: 1210,
  text: 'Cannot update innodb_buffer_pool_size to less than 1GB if innodb_buffer_pool_instances > 1.',
};

/**
 * The least that SHOW VARIABLES may say after an online resize to `sizeBytes`. A chunk holds its pages and their
 * descriptors and may lose one page to alignment (buf0buf.cc buf_chunk_init); when a resize is done the pages are
 * counted and rounded up to chunk x instances, so with thousands of small chunks the number can come out lower.
 */
export function leastShownAfterResize(pool: BufferPool, sizeBytes: number, pageBytes = 16 * 1024): number {
  const step = resizeStep(pool);
  if (step === null || pool.chunkBytes === null) return sizeBytes;
  const chunks = sizeBytes / pool.chunkBytes;
  return Math.min(sizeBytes, ceilTo(sizeBytes - chunks * pageBytes, step));
}
