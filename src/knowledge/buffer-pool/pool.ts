import type { ChunksMessage } from '../../shared/chunks';
import type { PoolServer } from './generation';

export const MIB = 1024 ** 2;
export const GIB = 1024 ** 3;
export const defaultSize = 128 * MIB;
export const defaultChunk = 128 * MIB;
export const maxInstances = 64;

/** The options of a start. Sizes in bytes; undefined: not set. */
export interface BufferPoolOptions extends PoolServer {
  sizeBytes?: number | undefined;
  instances?: number | undefined;
  chunkBytes?: number | undefined;
  /** `innodb_buffer_pool_size_max` (MariaDB 10.11.12 and later). */
  sizeMaxBytes?: number | undefined;
  /** `innodb_buffer_pool_size_auto_min` (MariaDB 10.11.12 and later). */
  autoMinBytes?: number | undefined;
  /** `innodb_page_size`; undefined: 16 KiB. */
  pageBytes?: number | undefined;
  /** CPUs that the server sees; MySQL 8.4 and later derive the instances from them. Unknown: as if there were one. */
  cpus?: number | undefined;
  /** `innodb_dedicated_server=ON` (MySQL 8.0.3 and later): sizes the pool by `memoryBytes` unless `sizeBytes` is set. */
  dedicated?: boolean | undefined;
  memoryBytes?: number | undefined;
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

/** What comes of a start: the pool, or null when the server does not start; and the lines of its error log about it. */
export interface BufferPoolStart {
  pool: BufferPool | null;
  /**
   * innodb_buffer_pool_size_auto_min: how far the server shrinks the pool by itself when memory gets scarce; the same as
   * sizeMaxBytes: not at all. null where there is no such variable.
   */
  autoMinBytes: number | null;
  messages: ChunksMessage[];
}

/** The step in which a pool can be resized: chunk x instances; null where there are no chunks. */
export function resizeStep({ chunkBytes, instances }: BufferPool): number | null {
  return chunkBytes === null ? null : chunkBytes * (instances ?? 1);
}

export function floorTo(value: number, step: number): number {
  return Math.floor(value / step) * step;
}

export function ceilTo(value: number, step: number): number {
  return Math.ceil(value / step) * step;
}
