import { expect, test } from 'vitest';
import { managedRange, managedRangeText, rangedVariables, withinManagedRange } from './managed-ranges';
import { catalogedVariables } from './variable-catalog';

const MiB = 1024 ** 2;
const GiB = 1024 ** 3;

test('Azure: the largest pool and the most connections follow from the memory, by the tables of its manual', () => {
  const pool = (memory: number) => managedRange('innodb_buffer_pool_size', 'azure', memory * GiB)?.max;
  expect([2, 4, 8, 16, 64, 256].map(pool)).toEqual(
    [1, 2, 5, 12, 48, 192].map((gibibytes) => gibibytes * GiB),
  );
  const connections = (memory: number) => managedRange('max_connections', 'azure', memory * GiB)?.max;
  expect([8, 16, 32, 192].map(connections)).toEqual([1365, 2730, 5461, 32768]);
});

test('memory as the kernel counts it is the size as it is sold', () => {
  expect(managedRange('innodb_buffer_pool_size', 'azure', 15.6 * GiB)?.max).toBe(12 * GiB);
});

test('without the memory, what follows from it is not known', () => {
  expect(managedRange('innodb_buffer_pool_size', 'cloudsql', undefined)?.max).toBeNull();
  expect(managedRange('max_connections', 'aurora', undefined)?.max).toBe(16_000);
});

test('a server of one’s own has no such bounds', () => {
  for (const name of rangedVariables()) {
    expect(managedRange(name, 'self', 8 * GiB)).toBeNull();
    expect(managedRange(name, 'unknown', 8 * GiB)).toBeNull();
  }
});

test('of a list of values the next larger one is taken, of a range the nearest bound', () => {
  const file = managedRange('innodb_log_file_size', 'azure', undefined);
  if (file === null) throw new Error('no range');
  expect([100 * MiB, 600 * MiB, GiB, 9 * GiB].map((size) => withinManagedRange(file, size))).toEqual([
    256 * MiB,
    GiB,
    GiB,
    2 * GiB,
  ]);
  expect(managedRangeText(file, 'bytes')).toBe('Azure Database for MySQL takes 256M, 512M, 1G or 2G here.');
  const most = managedRange('max_connections', 'aurora', undefined);
  if (most === null) throw new Error('no range');
  expect(withinManagedRange(most, 20_000)).toBe(16_000);
  expect(managedRangeText(most, 'count')).toBe('Amazon Aurora takes at most 16000 here.');
});

test('every variable of the rows is in the catalog', () => {
  const known = new Set(catalogedVariables());
  expect(rangedVariables().filter((name) => !known.has(name))).toEqual([]);
});
