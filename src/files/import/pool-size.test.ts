import fc from 'fast-check';
import { expect, test } from 'vitest';
import { poolSizeOf } from './pool-size';

const mib = 1024 ** 2;
const of = (pages: number | string, page: number | string | null = 16_384) =>
  poolSizeOf(
    new Map([
      ['Innodb_buffer_pool_pages_total', String(pages)],
      ...(page === null ? [] : ([['Innodb_page_size', String(page)]] as const)),
    ]),
  );

test('pages that servers count for the pools they were given', () => {
  // MySQL 5.7 and 8.0, MariaDB 10.11, MySQL 5.1, a page size of 64 KiB, a pool of 512 MiB.
  expect(of(8191)).toBe(128 * mib);
  expect(of(8192, null)).toBe(128 * mib);
  expect(of(8065)).toBe(128 * mib);
  expect(of(512)).toBe(8 * mib);
  expect(of(2048, 65_536)).toBe(128 * mib);
  expect(of(32_764)).toBe(512 * mib);
  expect(of(2_621_440)).toBe(40 * 1024 * mib);
});

test('nothing is made of a status that does not say', () => {
  expect(poolSizeOf(undefined)).toBeNull();
  expect(poolSizeOf(new Map())).toBeNull();
  expect(of(0)).toBeNull();
  expect(of('many')).toBeNull();
  expect(of('999999999999999', '999999999999')).toBeNull();
});

test('a size is never below the pages, and hardly above them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 64, max: 2 ** 26 }), (pages) => {
      const bytes = pages * 16_384;
      const size = of(pages) ?? 0;
      expect(size).toBeGreaterThanOrEqual(bytes);
      expect(size).toBeLessThanOrEqual(Math.max(bytes / 0.97, bytes + mib));
      expect(size % mib).toBe(0);
    }),
  );
});
