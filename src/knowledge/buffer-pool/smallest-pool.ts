import { generation } from './generation';
import { type BufferPoolOptions, ceilTo, MIB } from './pool';

/**
 * The smallest pool in bytes. MySQL and MariaDB to 10.4 raise less to 5 MiB. MariaDB from 10.5 refuses less than 320
 * pages in whole MiB (MDEV-27467; the first releases of 10.5 to 10.7 still raised to 5 MiB), from 10.11.12 with their
 * descriptors: 5 and 6 MiB with pages of 16 KiB.
 */
export function smallestPool(options: BufferPoolOptions): number {
  const kind = generation(options);
  if (kind === 'fixed' || kind === 'chunks') return 5 * MIB;
  const pages = 320 * (options.pageBytes ?? 16 * 1024);
  // The descriptors of 320 pages take a few pages more.
  return ceilTo(kind === 'extents' ? pages + 1 : pages, MIB);
}
