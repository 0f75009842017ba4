import { formatBytes } from '../../shared/base/units';
import { leastShownAfterResize } from './after-set';
import { generation } from './generation';
import { type BufferPool, type BufferPoolOptions, ceilTo, resizeStep } from './pool';

/**
 * Why an online resize of this pool may fail, never end or crash the server; null: nothing is known against it. Two
 * faults of servers whose pool is divided into chunks and instances:
 *
 * - A chunk that is not a multiple of the page size (MySQL 5.7 and MariaDB 10.2 to 10.4 divide size by instances to the
 *   byte). buf0buf.cc, buf_pool_resize, counts the chunks from whole pages and so comes to one too few. Seen on 5.7.22 and
 *   10.2.11: a growth that adds nothing, one that fails, and a shrink to one chunk each that withdraws every page and
 *   never ends.
 * - Chunks so small that the pages which they lose to alignment add up to a whole step (see `leastShownAfterResize`). The
 *   server then derives a size that its chunks do not have, and a later SET takes a shrink for a growth. Seen: signal 11 in
 *   buf_resize_thread on 5.7.22, 8.0.31 and 10.2.11.
 *
 * @param to innodb_buffer_pool_size after the resize, bytes, as `bufferPoolAfterSet` gives it
 */
export function resizeHazard(options: BufferPoolOptions, running: BufferPool, to: number): string | null {
  const { chunkBytes } = running;
  const step = resizeStep(running);
  if (generation(options) !== 'chunks' || chunkBytes === null || step === null || to === running.sizeBytes) {
    return null;
  }
  const page = options.pageBytes ?? 16 * 1024;
  if (chunkBytes % page !== 0) {
    return `The chunks of ${chunkBytes} bytes are not a multiple of the page size (${formatBytes(page)}): this server loses a chunk of each instance in a resize, which may add nothing, fail or never end. Restart it with an innodb_buffer_pool_size that is a multiple of innodb_buffer_pool_chunk_size x innodb_buffer_pool_instances.`;
  }
  const larger = Math.max(to, ceilTo(running.sizeBytes, step));
  if (leastShownAfterResize(running, larger, page) < larger) {
    return `With ${Math.round(larger / chunkBytes)} chunks of ${formatBytes(chunkBytes)} the pages that chunks lose to alignment add up to a whole step: servers lost count of them, and a later shrink crashed them (signal 11; MySQL 5.7.22 and 8.0.31, MariaDB 10.2.11). Restart the server with the new size and a larger innodb_buffer_pool_chunk_size.`;
  }
  return null;
}
