import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { FleetEntry } from '../../shared/fleet';
import { migrate, schemaVersion } from '../migrate';
import { type FleetIndex, fleetIndexRepository, unkeptFleetIndex } from './fleet-index';
import { fleetIndexMigrations } from './migrations';

const entry: FleetEntry = {
  id: 'a',
  createdAt: '2026-11-21T14:39:18.926Z',
  complete: true,
  windowSeconds: 30,
  target: 'root@db1:3306',
  server: { flavour: 'mysql', version: [8, 0, 31], versionText: '8.0.31', hosting: 'self', serverKey: 'k' },
  headline: { kind: 'healthy', text: 'Healthy', ruleId: null },
  findings: [],
  notChecked: ['x'],
  muted: [],
  changes: [],
  plugins: [],
  set: null,
  atRestart: null,
  replication: { serverId: '1', uuid: '', host: 'db1', port: '3306', sources: [] },
};
const settings = new Map([
  ['max_connections', '151'],
  ['constructor', ''],
]);
const state = { bytes: 12, modifiedMs: 1.5, judgedBy: 'r1' };

function kept() {
  const database = new Database(':memory:');
  database.pragma('foreign_keys = ON');
  migrate(database, fleetIndexMigrations.length, fleetIndexMigrations);
  return database;
}

test('every migration has a test in this file', () => {
  expect(fleetIndexMigrations.map(({ name }) => name)).toEqual(['judged files']);
});

test('migration 1 (judged files) makes strict tables that refuse what is not JSON', () => {
  const database = kept();
  expect(schemaVersion(database)).toBe(1);
  const insert = database.prepare(
    `INSERT INTO files (root, path, bytes, modified_ms, judged_by, entry) VALUES ('/f', '/f/a.lks', 1, 1.0, 'r', ?)`,
  );
  expect(() => insert.run('not json')).toThrow(/CHECK/);
  insert.run('{}');
  const plan = database.prepare('EXPLAIN QUERY PLAN SELECT path FROM files WHERE root = ?').all('/f');
  expect(JSON.stringify(plan)).toContain('PRIMARY KEY');
});

test.each([
  ['in the database', () => fleetIndexRepository(kept())],
  ['for one run', unkeptFleetIndex],
] as const)('files are remembered with their settings, by folder, and forgotten: %s', (_where, make) => {
  const index: FleetIndex = make();
  const problem = { code: 'snapshot-corrupt', message: 'It is damaged.' } as const;
  index.put('/f', [
    { path: '/f/a.lks', ...state, entry, settings },
    { path: '/f/b.lks', ...state, entry: { ...entry, id: 'b' }, settings },
    { path: '/f/c.lks', ...state, problem },
  ]);
  index.put('/g', [{ path: '/f/a.lks', ...state, problem }]);
  expect(index.read('/f').get('/f/a.lks')).toMatchObject({ ...state, entry });
  expect(index.read('/f').get('/f/c.lks')).toMatchObject({ problem });
  expect(index.settings('/f', '/f/a.lks')).toEqual(settings);
  expect(index.settings('/f', '/f/c.lks')).toBeUndefined();
  expect([...index.read('/g').keys()]).toEqual(['/f/a.lks']);
  index.forget('/f', ['/f/a.lks']);
  expect([...index.read('/f').keys()]).toEqual(['/f/b.lks', '/f/c.lks']);
  expect(index.settings('/f', '/f/b.lks')).toEqual(settings);
});

test('equal settings are kept once, and leave with the last file that has them', () => {
  const database = kept();
  const index = fleetIndexRepository(database);
  const count = () => database.prepare('SELECT count(*) FROM settings').pluck().get();
  index.put('/f', [
    { path: '/f/a.lks', ...state, entry, settings },
    { path: '/f/b.lks', ...state, entry, settings },
  ]);
  expect(count()).toBe(1);
  index.forget('/f', ['/f/a.lks']);
  expect(count()).toBe(1);
  index.forget('/f', ['/f/b.lks']);
  expect(count()).toBe(0);
});

test('a row that Latchkey did not write so is as if it were not there: its file is judged again', () => {
  const database = kept();
  const index = fleetIndexRepository(database);
  index.put('/f', [{ path: '/f/a.lks', ...state, entry, settings }]);
  database.prepare(`UPDATE files SET entry = '{}'`).run();
  expect(index.read('/f').size).toBe(0);
});
