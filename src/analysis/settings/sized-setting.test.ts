import { expect, test } from 'vitest';
import { bufferPoolAfterSet } from '../../knowledge/buffer-pool';
import { variableFacts } from '../../knowledge/catalog/variable-catalog';
import type { Setting } from '../../shared/plan';
import type { ServerIdentity } from '../../shared/server';
import { ownDefault } from './own-default';
import { type SizeRequest, sizedSetting } from './sized-setting';
import { type PresentSettings, poolOptions, runningPool, storeSetting } from './stored-setting';

const mib = 1024 ** 2;
const gib = 1024 ** 3;

type Server = Pick<ServerIdentity, 'flavour' | 'version'>;
const mysql = (...version: [number, number, number]): Server => ({ flavour: 'mysql', version });
const mariadb = (...version: [number, number, number]): Server => ({ flavour: 'mariadb', version });

function present(server: Server, settings: Record<string, Setting>): PresentSettings {
  return {
    server,
    valueOf: (name) => settings[name],
    reported: () => ({}),
    isGiven: () => undefined,
    range: () => null,
    facts: (name) => variableFacts(name, server),
    cpus: 16,
  };
}

const raise = (need: number, atMost: number | null = null): SizeRequest => ({
  need,
  atMost,
  inForce: null,
  direction: 'raise',
});

test.each([
  ['24 MiB in one chunk', mysql(8, 0, 40), 24, 24, 1, 98 * mib],
  ['24 MiB in one chunk of MySQL 5.7', mysql(5, 7, 44), 24, 24, 1, 98 * mib],
  ['24 MiB under 5 GiB of data', mysql(8, 0, 40), 24, 24, 1, 5 * gib],
  ['128 MiB under 52 GiB of data', mysql(8, 0, 40), 128, 128, 1, 52 * gib],
  ['1 GiB in eight instances', mysql(8, 0, 40), 1024, 128, 8, 9 * gib],
  ['192 MiB of MariaDB 10.5', mariadb(10, 5, 20), 192, 128, null, 3 * gib],
])(
  'a pool of %s grows to a size that SET GLOBAL takes as it is',
  (_, server, size, chunk, instances, need) => {
    const settings = present(server, {
      innodb_buffer_pool_size: size * mib,
      innodb_buffer_pool_chunk_size: chunk * mib,
      ...(instances === null ? {} : { innodb_buffer_pool_instances: instances }),
    });
    const value = Number(sizedSetting(settings, 'innodb_buffer_pool_size', raise(need)));
    const running = runningPool(settings, size * mib);
    const after = bufferPoolAfterSet(poolOptions(settings, size * mib, value), running, value);
    expect(after).toMatchObject({ outcome: 'resized', sizeBytes: value, messages: [] });
    expect(value).toBeGreaterThanOrEqual(Math.max(0.9 * need, 115 * mib));
    expect(value).toBeLessThanOrEqual(1.9 * need);
    expect(storeSetting(settings, 'innodb_buffer_pool_size', value)).toMatchObject({
      stored: value,
      dynamic: true,
    });
  },
);

test('a pool never grows beyond what the memory carries, also where its step is coarse', () => {
  const settings = present(mysql(8, 0, 40), {
    innodb_buffer_pool_size: 8 * gib,
    innodb_buffer_pool_chunk_size: gib,
    innodb_buffer_pool_instances: 8,
  });
  const value = sizedSetting(settings, 'innodb_buffer_pool_size', raise(60 * gib, 23 * gib));
  expect(value).toBe(16 * gib);
});

test('MySQL 5.6 and a range that was reserved at start need a restart, and say so', () => {
  const old = present(mysql(5, 6, 51), { innodb_buffer_pool_size: 128 * mib });
  const value = sizedSetting(old, 'innodb_buffer_pool_size', raise(3 * gib));
  expect(value).toBe(4 * gib);
  expect(storeSetting(old, 'innodb_buffer_pool_size', value)?.dynamic).toBe(false);
  const reserved = present(mariadb(10, 11, 13), {
    innodb_buffer_pool_size: 128 * mib,
    innodb_buffer_pool_size_max: 128 * mib,
  });
  const wanted = sizedSetting(reserved, 'innodb_buffer_pool_size', raise(3 * gib));
  expect(wanted).toBe(4 * gib);
  expect(storeSetting(reserved, 'innodb_buffer_pool_size', wanted)?.dynamic).toBe(false);
});

test('what is in force counts, not a variable that is not: an 8 GiB redo log does not shrink', () => {
  const settings = present(mysql(8, 0, 40), { innodb_redo_log_capacity: 100 * mib });
  const request = { ...raise(4 * gib), inForce: 8 * gib };
  expect(sizedSetting(settings, 'innodb_redo_log_capacity', request)).toBeNull();
  expect(sizedSetting(settings, 'innodb_redo_log_capacity', { ...request, inForce: gib })).toBe(5 * gib);
});

test.each([
  [mysql(5, 7, 44), 'table_open_cache', 20, 2000],
  [mysql(8, 0, 40), 'table_open_cache', 20, 4000],
  [mysql(8, 4, 8), 'innodb_io_capacity', 200, 10_000],
  [mysql(8, 0, 40), 'innodb_log_buffer_size', 1 * mib, 16 * mib],
  [mysql(8, 0, 40), 'table_definition_cache', 400, 2000],
  [mariadb(10, 11, 19), 'tmp_table_size', mib, 16 * mib],
  [mariadb(10, 11, 19), 'max_connections', 12, 151],
])('%o: %s at %d is raised to its default at least', (server, name, value, expected) => {
  const settings = present(server, {
    [name]: value,
    table_open_cache: name === 'table_open_cache' ? value : 4000,
  });
  expect(ownDefault(settings, name)).toBe(expected);
  expect(sizedSetting(settings, name, raise(value))).toBe(expected);
});
