import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { LatchkeyError } from '../shared/base/error';
import { migrate, schemaVersion } from './migrate';
import { migrations } from './migrations';

function databaseAt(version: number) {
  const database = new Database(':memory:');
  migrate(database, version);
  return database;
}

test('every migration has a test in this file', async () => {
  const { readFile } = await import('node:fs/promises');
  const text = await readFile(new URL(import.meta.url), 'utf8');
  for (const [index, { name }] of migrations.entries()) {
    expect(text).toContain(`test('migration ${index + 1} (${name})`);
  }
});

test('migration 1 (snapshots) makes a strict table that refuses what is not JSON', () => {
  const database = databaseAt(1);
  expect(schemaVersion(database)).toBe(1);
  const insert = database.prepare('INSERT INTO snapshots VALUES (?, ?, ?, ?)');
  insert.run('a', '/a.lks', '2026-01-01T00:00:00Z', '{}');
  expect(() => insert.run('b', '/b.lks', '2026-01-01T00:00:00Z', 'not json')).toThrow(/CHECK/);
  expect(() => insert.run('b', Buffer.from('x'), '2026-01-01T00:00:00Z', '{}')).toThrow(/cannot store BLOB/);
});

test('migration 1 (snapshots): the list is read through its index', () => {
  const database = databaseAt(1);
  const plan = database
    .prepare('EXPLAIN QUERY PLAN SELECT summary FROM snapshots ORDER BY created_at DESC')
    .all();
  expect(JSON.stringify(plan)).toContain('snapshots_by_created_at');
});

test('migration 2 (profiles) keeps the snapshots and makes a table without a place for secrets', () => {
  const database = databaseAt(1);
  database
    .prepare('INSERT INTO snapshots VALUES (?, ?, ?, ?)')
    .run('a', '/a.lks', '2026-01-01T00:00:00Z', '{}');
  migrate(database, 2);
  expect(schemaVersion(database)).toBe(2);
  expect(database.prepare('SELECT count(*) FROM snapshots').pluck().get()).toBe(1);
  const columns = database.prepare(`SELECT name FROM pragma_table_info('profiles')`).pluck().all();
  expect(columns).toEqual(['id', 'name', 'target', 'declared_host', 'last_used_at']);
});

test('migration 3 (probe results) keeps what there was and makes a list that is read through its index', () => {
  const database = databaseAt(2);
  database
    .prepare('INSERT INTO snapshots VALUES (?, ?, ?, ?)')
    .run('a', '/a.lks', '2026-01-01T00:00:00Z', '{}');
  migrate(database, 3);
  expect(schemaVersion(database)).toBe(3);
  expect(database.prepare('SELECT count(*) FROM snapshots').pluck().get()).toBe(1);
  const insert = database.prepare('INSERT INTO probe_results VALUES (?, ?, ?, ?, ?)');
  insert.run('a', 'custom', '2026-01-01T00:00:00Z', '{}', '{}');
  expect(() => insert.run('b', 'custom', '2026-01-01T00:00:00Z', '{}', 'not json')).toThrow(/CHECK/);
  const plan = database
    .prepare('EXPLAIN QUERY PLAN SELECT summary FROM probe_results ORDER BY ended_at DESC')
    .all();
  expect(JSON.stringify(plan)).toContain('probe_results_by_ended_at');
});

test('migration 4 (work on snapshots) keeps what there was and refuses what is not JSON', () => {
  const database = databaseAt(3);
  database
    .prepare('INSERT INTO snapshots VALUES (?, ?, ?, ?)')
    .run('a', '/a.lks', '2026-01-01T00:00:00Z', '{}');
  migrate(database, 4);
  expect(schemaVersion(database)).toBe(4);
  expect(database.prepare('SELECT count(*) FROM snapshots').pluck().get()).toBe(1);
  const insert = database.prepare('INSERT INTO snapshot_work VALUES (?, ?)');
  insert.run('a', '{}');
  expect(() => insert.run('b', 'not json')).toThrow(/CHECK/);
});

test('migration 6 (groups and colours of profiles) keeps what there was, without group and colour', () => {
  const database = databaseAt(5);
  database
    .prepare('INSERT INTO profiles VALUES (?, ?, ?, ?, ?)')
    .run('a', 'shop', '{"host":"db"}', '{}', '2026-01-01T00:00:00Z');
  migrate(database, 6);
  expect(schemaVersion(database)).toBe(6);
  expect(database.prepare('SELECT name, group_name, colour FROM profiles').all()).toEqual([
    { name: 'shop', group_name: '', colour: 'none' },
  ]);
});

test('migration 7 (metrics stores) keeps what there was and makes a table without a place for secrets', () => {
  const database = databaseAt(6);
  database
    .prepare('INSERT INTO profiles VALUES (?, ?, ?, ?, ?, ?, ?)')
    .run('a', 'shop', '{}', '{}', '2026-01-01T00:00:00Z', '', 'none');
  migrate(database, 7);
  expect(schemaVersion(database)).toBe(7);
  expect(database.prepare('SELECT count(*) FROM profiles').pluck().get()).toBe(1);
  const columns = database.prepare(`SELECT name FROM pragma_table_info('metrics_stores')`).pluck().all();
  expect(columns).toEqual(['id', 'name', 'source', 'last_used_at']);
});

test('migrating twice changes nothing', () => {
  const database = databaseAt(migrations.length);
  const schema = () => database.prepare('SELECT sql FROM sqlite_schema ORDER BY name').all();
  const before = schema();
  migrate(database);
  expect(schema()).toEqual(before);
});

test('a step that fails leaves the schema of the step before it', () => {
  const database = databaseAt(1);
  const broken = [
    ...migrations.slice(0, 1),
    { name: 'broken', sql: 'CREATE TABLE t (a) STRICT; SELECT nonsense;' },
  ];
  expect(() => migrate(database, 2, broken)).toThrow(LatchkeyError);
  expect(schemaVersion(database)).toBe(1);
  expect(database.prepare(`SELECT count(*) FROM sqlite_schema WHERE name = 't'`).pluck().get()).toBe(0);
});

test('migration 5 (proofs) keeps what there was and makes an empty table', () => {
  const database = databaseAt(4);
  migrate(database, 5);
  expect(schemaVersion(database)).toBe(5);
  expect(database.prepare('SELECT count(*) FROM proofs').pluck().get()).toBe(0);
});
