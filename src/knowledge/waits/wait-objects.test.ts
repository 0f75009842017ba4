import { expect, test } from 'vitest';
import type { Flavour, VersionTriple } from '../../shared/server';
import { variableFacts } from '../catalog/variable-catalog';
import { inVersionRange } from '../catalog/versions/version-range';
import { countsAsWaiting, describedWaits, describeWait, waitNames } from './wait-objects';

/** One server of each generation whose names differ. */
const generations: readonly { flavour: Flavour; version: VersionTriple }[] = [
  { flavour: 'mysql', version: [5, 6, 51] },
  { flavour: 'mysql', version: [5, 7, 44] },
  { flavour: 'percona', version: [8, 0, 36] },
  { flavour: 'mysql', version: [8, 4, 3] },
  { flavour: 'mysql', version: [9, 7, 0] },
  { flavour: 'mariadb', version: [10, 2, 11] },
  { flavour: 'mariadb', version: [10, 5, 29] },
  { flavour: 'mariadb', version: [10, 6, 19] },
  { flavour: 'mariadb', version: [10, 11, 19] },
  { flavour: 'mariadb', version: [11, 8, 9] },
];

test.each([
  ['wait/synch/rwlock/innodb/btr_search_latch', 'btr_search_latch'],
  ['wait/synch/sxlock/innodb/btr_search_latch', 'btr_search_latch'],
  ['wait/synch/mutex/sql/MDL_map::mutex', 'MDL_map'],
  ['wait/synch/prlock/sql/MDL_lock::rwlock', 'MDL_lock'],
  ['wait/lock/metadata/sql/mdl', 'metadata_lock'],
  ['wait/synch/mutex/innodb/log_sys_mutex', 'log_sys'],
  ['wait/synch/mutex/innodb/log_sys_write_mutex', 'log_sys'],
  ['wait/synch/mutex/innodb/lock_mutex', 'lock_sys'],
  ['wait/synch/mutex/innodb/buf_dblwr_mutex', 'dblwr'],
  ['wait/synch/mutex/innodb/redo_rseg_mutex', 'rseg'],
  ['wait/synch/sxlock/innodb/hash_table_locks', 'page_hash'],
  ['wait/io/file/innodb/innodb_data_file', 'data_file'],
  ['wait/synch/mutex/aria/PAGECACHE::cache_lock', 'aria'],
  ['wait/synch/cond/aria/COND_soft_sync', 'housekeeping'],
  ['synch/mutex/sql/LOCK_open', 'LOCK_open'],
])('%s is %s', (event, id) => {
  expect(describeWait(event)?.id).toBe(id);
});

test('an event that the dictionary does not know stays without a meaning, but its time counts', () => {
  expect(describeWait('wait/synch/mutex/vendor/private')).toBeUndefined();
  expect(describeWait('statement/sql/select')).toBeUndefined();
  expect(countsAsWaiting('wait/synch/mutex/vendor/private')).toBe(true);
});

test.each([
  ['idle', false],
  ['wait/synch/cond/mysys/COND_timer', false],
  ['wait/io/socket/sql/server_unix_socket', false],
  ['wait/io/table/sql/handler', false],
  ['wait/io/socket/sql/client_connection', true],
  ['wait/synch/cond/sql/MYSQL_BIN_LOG::COND_done', true],
  ['wait/synch/mutex/innodb/trx_sys_mutex', true],
])('the time of %s counts as waiting: %s', (event, counts) => {
  expect(countsAsWaiting(event)).toBe(counts);
});

test('ids and names are unique, and every name has a version', () => {
  const waits = describedWaits();
  expect(new Set(waits.map(({ id }) => id)).size).toBe(waits.length);
  const names = waits.flatMap((wait) => wait.names);
  expect(new Set(names.map(({ event }) => event)).size).toBe(names.length);
  expect(
    names.filter(
      ({ mysql, mariadb, isAurora }) =>
        (mysql === undefined && mariadb === undefined) !== (isAurora === true),
    ),
  ).toEqual([]);
  for (const { names: own, innodb, id } of waits)
    expect(own.length + (innodb?.length ?? 0), id).toBeGreaterThan(0);
});

test('families do not overlap', () => {
  const families = describedWaits().flatMap(({ id, names }) =>
    names.filter(({ event }) => event.endsWith('*')).map(({ event }) => ({ id, start: event.slice(0, -1) })),
  );
  for (const { id, start } of families) {
    expect(families.filter((other) => other.start.startsWith(start)).map((other) => other.id)).toEqual([id]);
  }
});

test('each lever is a variable of some version that has the object, and the entry text names what it does', () => {
  for (const wait of describedWaits()) {
    const having = generations.filter((server) => waitNames(wait, server).length > 0);
    for (const { variable } of wait.variables) {
      const known = having.filter((server) => variableFacts(variable, server) !== undefined);
      expect(known.length, `${wait.id}: ${variable}`).toBeGreaterThan(0);
    }
    for (const variable of wait.lever.match(/\b(?:innodb|binlog|table|sync|query_cache)_[a-z_]+/g) ?? []) {
      const known = generations.some((server) => variableFacts(variable, server) !== undefined);
      const isPrefix = wait.variables.some((lever) => lever.variable.startsWith(variable));
      expect(
        known || isPrefix || variable === 'innodb_doublewrite_dir',
        `${wait.id} speaks of ${variable}`,
      ).toBe(true);
    }
  }
});

test('an entry with levers has one on each version that has the object', () => {
  // Of MariaDB before 10.11 the catalog knows only the more important variables.
  const covered = generations.filter(
    ({ flavour, version }) => flavour !== 'mariadb' || inVersionRange(version, '10.11..'),
  );
  const without = describedWaits()
    .filter(({ variables }) => variables.length > 0)
    .flatMap((wait) =>
      covered
        .filter((server) => waitNames(wait, server).length > 0)
        .filter((server) =>
          wait.variables.every(({ variable }) => variableFacts(variable, server) === undefined),
        )
        .map(({ flavour, version }) => `${wait.id}: ${flavour} ${version.join('.')}`),
    );
  expect(without).toEqual([]);
});

test('every generation has the objects under which servers usually suffer', () => {
  for (const server of generations) {
    for (const id of [
      'btr_search_latch',
      'trx_sys',
      'buf_pool',
      'lock_sys',
      'MDL_lock',
      'index_tree_rw_lock',
    ]) {
      const wait = describedWaits().find((each) => each.id === id);
      expect(
        wait === undefined ? 0 : waitNames(wait, server).length,
        `${id} ${server.version}`,
      ).toBeGreaterThan(0);
    }
  }
});

test('version spans are readable', () => {
  for (const { event, mysql = '..', mariadb = '..' } of describedWaits().flatMap(({ names }) => names)) {
    const spans = { mysql: mysql.split(', '), mariadb: mariadb.split(', ') };
    for (const range of [...spans.mysql, ...spans.mariadb])
      expect(range, event).toMatch(/^\d+(\.\d+)*(\.\.(\d+(\.\d+)*)?)?$|^\.\.(\d+(\.\d+)*)?$/);
    expect(
      generations.some(({ flavour, version }) =>
        spans[flavour === 'mariadb' ? 'mariadb' : 'mysql'].some((span) => inVersionRange(version, span)),
      ),
      event,
    ).toBe(true);
  }
});

test('a lever that costs durability says what is lost', () => {
  for (const { id, lever } of describedWaits()) {
    if (/innodb_flush_log_at_trx_commit=|sync_binlog above/.test(lever)) expect(lever, id).toMatch(/lose/);
    if (/doublewrite off/.test(lever)) expect(lever, id).toMatch(/no lever/);
  }
});
