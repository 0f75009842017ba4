import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rpcContract } from '../shared/rpc';
import type { Profile } from '../shared/rpc/connection';
import type { SnapshotSummary } from '../shared/snapshot';
import { noWork } from '../shared/work';
import { openStore } from './index';
import { requireNode } from './open-database';

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-store-'));
  file = join(folder, 'history.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function summary(id: string, createdAt: string): SnapshotSummary {
  return {
    id,
    path: `/snapshots/${id}.lks`,
    title: id,
    createdAt,
    complete: true,
    windowSeconds: 10,
    target: 'root@localhost:3306',
    server: {
      flavour: 'mysql',
      version: [9, 7, 4],
      versionText: '9.7.4',
      comment: '',
      hosting: 'self',
      uptimeSeconds: 60,
      serverKey: 'key',
      privileges: null,
      performanceSchema: true,
    },
  };
}

function profile(name: string, lastUsedAt: string): Profile {
  return {
    id: `id-of-${name}`,
    name,
    target: { host: 'db', user: 'dba' },
    declaredHost: { cpus: 4 },
    group: '',
    colour: 'none',
    lastUsedAt,
  };
}

test('snapshots come back newest first, as they were added, after the file is opened again', () => {
  const store = openStore(file);
  const [older, newer] = [summary('older', '2026-01-01T00:00:00Z'), summary('newer', '2026-02-01T00:00:00Z')];
  store.snapshots.add(older);
  store.snapshots.add(newer);
  store.close();
  const again = openStore(file);
  expect(again.snapshots.list()).toEqual([newer, older]);
  expect(again.snapshots.get('older')).toEqual(older);
  expect(again.snapshots.get('unknown')).toBeUndefined();
  again.close();
});

test('adding a snapshot again replaces it; deleting says whether there was one', () => {
  const store = openStore(file);
  store.snapshots.add(summary('a', '2026-01-01T00:00:00Z'));
  store.snapshots.add({ ...summary('a', '2026-01-01T00:00:00Z'), path: '/moved.lks' });
  expect(store.snapshots.list().map((entry) => entry.path)).toEqual(['/moved.lks']);
  expect(store.snapshots.delete('a')).toBe(true);
  expect(store.snapshots.delete('a')).toBe(false);
  store.close();
});

test('profiles come back by last use; saving one of the same name keeps its id', () => {
  const store = openStore(file);
  store.profiles.save(profile('one', '2026-01-01T00:00:00Z'));
  store.profiles.save(profile('two', '2026-01-02T00:00:00Z'));
  const saved = store.profiles.save({
    ...profile('one', '2026-01-03T00:00:00Z'),
    id: 'other',
    target: { socket: '/s' },
  });
  expect(saved).toMatchObject({ id: 'id-of-one', target: { socket: '/s' } });
  expect(store.profiles.list().map((entry) => entry.name)).toEqual(['one', 'two']);
  expect(store.profiles.delete('id-of-one')).toBe(true);
  expect(store.profiles.delete('id-of-one')).toBe(false);
  store.close();
});

test('a profile is changed by its id, also its name, and never takes the name of another', () => {
  const store = openStore(file);
  store.profiles.save(profile('one', '2026-01-01T00:00:00Z'));
  store.profiles.save(profile('two', '2026-01-02T00:00:00Z'));
  const marked = { ...profile('one', '2026-01-03T00:00:00Z'), group: 'shop', colour: 'red' as const };
  expect(store.profiles.save({ ...marked, name: 'shop-db1' })).toEqual({ ...marked, name: 'shop-db1' });
  expect(() => store.profiles.save({ ...marked, name: 'two' })).toThrow(
    /Another connection has the name "two"/,
  );
  expect(store.profiles.list().map(({ name, colour }) => [name, colour])).toEqual([
    ['shop-db1', 'red'],
    ['two', 'none'],
  ]);
  store.close();
});

test('a profile with a longer name and host than are taken today is read as it was saved', () => {
  const store = openStore(file);
  const { id, target, declaredHost, group, colour, lastUsedAt } = profile('long', '2026-01-01T00:00:00Z');
  const name = 'n'.repeat(2 ** 20);
  store.profiles.save({
    id,
    name,
    target: { ...target, host: name },
    declaredHost,
    group,
    colour,
    lastUsedAt,
  });
  store.profiles.save(profile('one', '2026-01-02T00:00:00Z'));
  const listed = rpcContract['profiles.list'].output.parse(store.profiles.list());
  expect(listed.map((entry) => entry.name)).toEqual(['one', name]);
  const tooLong = rpcContract['profiles.save'].input.safeParse({ name, target, declaredHost });
  expect(tooLong.error?.issues.map((issue) => issue.message)).toEqual(['a name has at most 1000 characters']);
  expect(
    rpcContract['profiles.save'].input.safeParse({ name: 'n', target: { host: name }, declaredHost }),
  ).toMatchObject({
    success: false,
  });
  store.close();
});

// Claim, Passwords: No password reaches the history.
test('a password beside the target never reaches the file', () => {
  const store = openStore(file);
  const careless = {
    ...profile('p', '2026-01-01T00:00:00Z'),
    target: { host: 'db', password: 'hunter2-secret' },
  };
  store.profiles.save(careless);
  store.close();
  for (const name of readdirSync(folder)) {
    expect(readFileSync(join(folder, name), 'latin1')).not.toContain('hunter2-secret');
  }
});

test('the write-ahead log is on', () => {
  openStore(file).close();
  const database = new Database(file);
  expect(database.pragma('journal_mode', { simple: true })).toBe('wal');
  database.close();
});

test('a file that is no database is moved aside with a precise message, and the store works', () => {
  writeFileSync(file, 'this is not a database, and long enough to be read as a header of one'.repeat(20));
  const store = openStore(file, () => new Date('2026-03-04T05:06:07.008Z'));
  const aside = `${file}.damaged-2026-03-04T05-06-07-008Z`;
  expect(store.recovered).toHaveLength(1);
  expect(store.recovered[0]).toContain(`moved to ${aside}`);
  expect(store.recovered[0]).toContain('file is not a database');
  expect(readFileSync(aside, 'utf8')).toContain('this is not a database');
  store.snapshots.add(summary('a', '2026-01-01T00:00:00Z'));
  expect(store.snapshots.list()).toHaveLength(1);
  store.close();
});

test('a database with a torn page is moved aside', () => {
  const first = openStore(file);
  for (let index = 0; index < 200; index += 1)
    first.snapshots.add(summary(`s${index}`, '2026-01-01T00:00:00Z'));
  first.close();
  const bytes = readFileSync(file);
  bytes.fill(0xa5, 4096, bytes.length);
  writeFileSync(file, bytes);
  const store = openStore(file);
  expect(store.recovered[0]).toContain('was damaged');
  expect(store.snapshots.list()).toEqual([]);
  store.close();
});

test('a database of a newer version is left as it is, and the session goes on in memory', () => {
  openStore(file).close();
  const database = new Database(file);
  database.pragma('user_version = 99');
  database.close();
  const store = openStore(file);
  expect(store.recovered[0]).toContain('made by a newer version of Latchkey (schema 99');
  store.snapshots.add(summary('a', '2026-01-01T00:00:00Z'));
  expect(store.snapshots.list()).toHaveLength(1);
  store.close();
  const untouched = new Database(file);
  expect(untouched.pragma('user_version', { simple: true })).toBe(99);
  expect(untouched.prepare('SELECT count(*) FROM snapshots').pluck().get()).toBe(0);
  untouched.close();
});

test('a folder that does not exist is a typed error with a hint', () => {
  expect(() => openStore(join(folder, 'absent', 'history.sqlite'))).toThrow(
    expect.objectContaining({ code: 'write-failed', hint: expect.stringContaining('folder exists') }),
  );
});

// Claim, Data of servers and files: A row of the history that cannot be read takes no other with it, stays in the database, and is reported.
test.each([
  ['another document', '{"host": 3306, "id": "x"}'],
  ['a list', '[]'],
  ['null', 'null'],
  ['a number', '7'],
])('a row that cannot be read (%s) takes no other with it, and is reported', (_what, broken) => {
  const store = openStore(file);
  const good = summary('good', '2026-01-01T00:00:00Z');
  store.snapshots.add(good);
  store.snapshots.add(summary('bad', '2026-02-01T00:00:00Z'));
  const kept = store.profiles.save(profile('good', '2026-01-01T00:00:00Z'));
  store.profiles.save(profile('bad', '2026-01-02T00:00:00Z'));
  expect(store.recovered).toEqual([]);
  store.close();
  const database = new Database(file);
  database.prepare("UPDATE snapshots SET summary = ? WHERE id = 'bad'").run(broken);
  database.prepare("UPDATE profiles SET target = ? WHERE name = 'bad'").run(broken);
  database
    .prepare('INSERT INTO probe_results (id, probe, ended_at, summary, document) VALUES (?, ?, ?, ?, ?)')
    .run('bad', 'p', '2026-01-01T00:00:00Z', broken, broken);
  database.close();
  const again = openStore(file);
  expect(again.snapshots.list()).toEqual([good]);
  expect(again.snapshots.get('bad')).toBeUndefined();
  expect(again.profiles.list()).toEqual([kept]);
  expect(again.probes.list()).toEqual([]);
  expect(again.probes.get('bad')).toBeUndefined();
  expect(again.recovered).toEqual([
    expect.stringMatching(/^1 of the snapshots .*cannot be read/),
    expect.stringMatching(/^1 of the connections .*cannot be read/),
    expect.stringMatching(/^1 of the probe results .*cannot be read/),
  ]);
  // It can be seen again: its file is reopened.
  again.snapshots.add(summary('bad', '2026-02-01T00:00:00Z'));
  expect(again.snapshots.list()).toHaveLength(2);
  again.close();
});

test('a Node.js without the Node-API of SQLite is refused with what to do, instead of a crash', () => {
  for (const node of ['20.20.2', '18.0.0', '21.9.9'])
    expect(() => requireNode('history', { node })).toThrow(`needs Node.js 22 or later; this is ${node}.`);
  for (const versions of [{ node: '22.0.0' }, { node: '24.21.0' }, { node: '16.17.1', electron: '22.3.25' }])
    expect(() => requireNode('history', versions)).not.toThrow();
});

test('what was done with a snapshot is there after the file is opened again, and in the list', () => {
  const first = openStore(file);
  const work = {
    ...noWork,
    choices: { accepted: ['redo-log-too-small'], locked: [], set: { innodb_io_capacity: '2000' } },
    myCnfPath: '/etc/my.cnf',
    undone: [{ at: '2026-01-01T00:00:00Z', text: 'innodb_io_capacity 200 to 2000' }],
  };
  first.work.save('a', noWork);
  first.work.save('a', work);
  first.work.save('b', noWork);
  first.close();
  const again = openStore(file);
  expect(again.work.get('a')).toEqual(work);
  expect(again.work.get('c')).toBeUndefined();
  expect(again.work.list()).toMatchObject([
    { id: 'a', accepted: 1, set: 1, applied: null, recheck: null, undone: 1 },
    { id: 'b', accepted: 0, set: 0 },
  ]);
  expect(again.work.delete('a')).toBe(true);
  expect(again.work.get('a')).toBeUndefined();
  again.close();
});
