import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ServerKind, storedValue, variableFacts } from '../variable-catalog';

const mysql97: ServerKind = { flavour: 'mysql', version: [9, 7, 4] };
const mariadb118: ServerKind = { flavour: 'mariadb', version: [11, 8, 6] };

function facts(name: string, server: ServerKind) {
  const found = variableFacts(name, server);
  if (found === undefined) throw new Error(`${name} is not in the catalog for this server`);
  return found;
}

test.each([
  ['join_buffer_size', mysql97, 1000, 896],
  ['join_buffer_size', mysql97, '256K', 262_144],
  ['sort_buffer_size', mysql97, 1, 32_768],
  ['innodb_redo_log_capacity', mysql97, 104_857_601, 104_857_600],
  ['innodb_redo_log_capacity', mysql97, '2T', 549_755_813_888],
  ['innodb_spin_wait_delay', mariadb118, 9000, 6000],
  ['tmp_table_size', mariadb118, 100_000, 98_304],
  ['innodb_max_dirty_pages_pct', mysql97, 120, 99.999],
  ['innodb_adaptive_hash_index', mysql97, 'on', true],
  ['innodb_adaptive_hash_index', mysql97, 0, false],
  ['innodb_change_buffering', mysql97, 'NONE', 'none'],
  ['sort_buffer_size', mysql97, '99999999999999999999999', '18446744073709551615'],
  ['max_connections', mysql97, 'many', 'many'],
] as const)('%s on a server asked for %s', (name, server, requested, stored) => {
  expect(storedValue(facts(name, server), requested)).toBe(stored);
});

test('what the server reported about its bounds wins over the catalog', () => {
  const reported = { min: '100', max: '4000' };
  expect(storedValue(facts('innodb_io_capacity', mysql97), 9000, { reported })).toBe(4000);
});

test('there is at most one page cleaner for each instance of the buffer pool', () => {
  const present = (name: string) => (name === 'innodb_buffer_pool_instances' ? 1 : undefined);
  const cleaners = facts('innodb_page_cleaners', { flavour: 'mariadb', version: [10, 2, 11] });
  expect(storedValue(cleaners, 3, { present })).toBe(1);
  expect(storedValue(cleaners, 3)).toBe(3);
});

test('MySQL holds io_capacity within io_capacity_max; MariaDB does not', () => {
  const present = (name: string) => (name === 'innodb_io_capacity_max' ? 2000 : undefined);
  const ask = (server: ServerKind) =>
    storedValue(facts('innodb_io_capacity', server), 5000, { flavour: server.flavour, present });
  expect(ask(mysql97)).toBe(2000);
  expect(ask(mariadb118)).toBe(5000);
});

test('storing is idempotent, within bounds and on the block', () => {
  const names = ['join_buffer_size', 'tmp_table_size', 'innodb_redo_log_capacity', 'table_open_cache'];
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.maxSafeInteger(), (name, requested) => {
      const known = facts(name, mysql97);
      const stored = Number(storedValue(known, requested));
      expect(storedValue(known, stored)).toBe(stored);
      if (known.min !== null) expect(stored).toBeGreaterThanOrEqual(known.min);
      if (known.max !== null) expect(stored).toBeLessThanOrEqual(known.max);
      if (known.block !== null) expect(stored % known.block).toBe(0);
    }),
  );
});

test('what reads as before whatever it is set to is stored as it was', () => {
  const facts = variableFacts('innodb_max_purge_lag_wait', { flavour: 'mariadb', version: [10, 11, 18] });
  if (facts === undefined) throw new Error('not known');
  expect(storedValue(facts, 100_000)).toBe(4_294_967_295);
});
