import type { ChunksMessage } from '../../shared/chunks';
import { isMySql } from './generation';
import { type BufferPoolOptions, defaultSize, floorTo, GIB } from './pool';

/**
 * The size in bytes that `innodb_dedicated_server` asks for: by memory, unless a size is given (ha_innodb.cc
 * innodb_buffer_pool_size_init). 8.4 and later count the memory in whole GiB.
 */
export function dedicatedSize(
  options: BufferPoolOptions,
  given: number,
): { size: number; ignored: ChunksMessage | null } {
  if (options.dedicated !== true) return { size: given, ignored: null };
  if (options.sizeBytes !== undefined) {
    const text = `Option innodb_dedicated_server is ignored for innodb_buffer_pool_size because innodb_buffer_pool_size=${given} is specified explicitly.`;
    return { size: given, ignored: { level: 'warning', code: 'MY-012358', text } };
  }
  const { memoryBytes = 0 } = options;
  const memory = isMySql(options, '8.4..') ? floorTo(memoryBytes, GIB) : memoryBytes;
  const size = memory < GIB ? defaultSize : Math.floor(memory * (memory <= 4 * GIB ? 0.5 : 0.75));
  return { size, ignored: null };
}
