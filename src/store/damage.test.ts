import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openRecordings, openStore } from './index';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-damage-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const kinds = [
  { name: 'history', open: openStore },
  { name: 'recordings', open: openRecordings },
] as const;

/** A database with content, closed. */
function filled(file: string): void {
  const store = openRecordings(file);
  store.recordings.begin(recording('a'), () => undefined);
  store.close();
}

function recording(id: string) {
  const server = {
    flavour: 'mysql' as const,
    version: [9, 7, 4] as [number, number, number],
    versionText: '9.7.4',
    comment: '',
    hosting: 'self' as const,
    uptimeSeconds: 60,
    serverKey: 'key',
    privileges: null,
    performanceSchema: true,
  };
  return { id, startedAt: '2026-01-01T00:00:00Z', intervalMs: 1000, title: 't', target: 't', server };
}

const damages: { what: string; damaged: (file: string) => void }[] = [
  { what: 'a corrupt header', damaged: (file) => writeFileSync(file, 'SQLite format 2'.repeat(400)) },
  { what: 'a file that was cut', damaged: (file) => truncateSync(file, 3 * 4096 + 100) },
  {
    what: 'a torn page',
    damaged: (file) => {
      const bytes = readFileSync(file);
      bytes.fill(0xa5, 4096, bytes.length);
      writeFileSync(file, bytes);
    },
  },
  {
    what: 'the version without the tables',
    damaged: (file) => {
      rmSync(file);
      const other = new Database(file);
      other.exec('CREATE TABLE t (a); PRAGMA user_version = 1');
      other.close();
    },
  },
  {
    what: "another program's database",
    damaged: (file) => {
      rmSync(file);
      const other = new Database(file);
      other.exec('CREATE TABLE recordings (a); CREATE TABLE snapshots (a)');
      other.close();
    },
  },
];

for (const { name, open } of kinds) {
  test.each(damages)(
    `${name}: $what is kept aside under a name that is reported, now and later`,
    ({ damaged }) => {
      const file = join(folder, `${name}.sqlite`);
      open(file).close();
      if (name === 'recordings') filled(file);
      damaged(file);
      const content = readFileSync(file);
      const store = open(file);
      store.close();
      const aside = readdirSync(folder).find((one) => one.startsWith(`${name}.sqlite.damaged-`));
      expect(store.recovered.join()).toContain(join(folder, String(aside)));
      // The first page says how the file is journalled, which opening it may set.
      const kept = readFileSync(join(folder, String(aside)));
      expect(kept.subarray(100).equals(content.subarray(100))).toBe(true);
      // As long as it lies there, an empty list is not all there was.
      const later = open(file);
      later.close();
      expect(later.recovered.join()).toContain(join(folder, String(aside)));
    },
  );

  test(`${name}: a file that became empty is reported; one that is new is not`, () => {
    const file = join(folder, `${name}.sqlite`);
    const store = open(file);
    store.close();
    expect(store.recovered).toEqual([]);
    rmSync(file);
    writeFileSync(file, '');
    utimesSync(file, 1, 1);
    const emptied = open(file);
    emptied.close();
    expect(emptied.recovered.join()).toContain('was empty (0 bytes)');
  });

  test(`${name}: a database of a newer version is reported and left as it is`, () => {
    const file = join(folder, `${name}.sqlite`);
    open(file).close();
    const database = new Database(file);
    database.pragma('user_version = 99');
    database.close();
    const store = open(file);
    store.close();
    expect(store.recovered.join()).toContain('made by a newer version');
    expect(readdirSync(folder).some((one) => one.includes('damaged'))).toBe(false);
  });

  test(`${name}: a folder in its place is an error that names it`, () => {
    const file = join(folder, `${name}.sqlite`);
    mkdirSync(file);
    expect(() => open(file)).toThrow(
      expect.objectContaining({ code: 'write-failed', message: expect.stringContaining(file) }),
    );
  });
}

test('a database that another process holds is an error that says so', () => {
  const file = join(folder, 'history.sqlite');
  const holder = new Database(file);
  holder.pragma('journal_mode = DELETE');
  holder.exec('CREATE TABLE t (a); BEGIN EXCLUSIVE');
  expect(() => openStore(file)).toThrow(
    expect.objectContaining({
      code: 'write-failed',
      message: expect.stringContaining('another process holds it'),
    }),
  );
  holder.close();
}, 20_000);

// Claim, Data of servers and files: A damaged database of Latchkey is kept aside under a name that is reported, as long as it lies there; an empty list is never shown in its place without a word.
test('damage that shows while it is read moves the file aside, reports where, and the next opening works', () => {
  const file = join(folder, 'recordings.sqlite');
  filled(file);
  const store = openRecordings(file);
  // As a failing disk does: the pages change beneath the open database. Writing elsewhere ends what it has cached.
  const other = openRecordings(file);
  other.recordings.begin(recording('b'), () => undefined);
  const checkpoint = new Database(file);
  checkpoint.pragma('wal_checkpoint(TRUNCATE)');
  checkpoint.close();
  other.close();
  const bytes = readFileSync(file);
  bytes.fill(0xa5, 4096, bytes.length);
  writeFileSync(file, bytes);
  expect(() => store.recordings.list()).toThrow(
    expect.objectContaining({
      code: 'file-unreadable',
      message: expect.stringContaining(`moved to ${file}.damaged-`),
    }),
  );
  expect(store.isLost()).toBe(true);
  expect(() => store.recordings.get('a')).toThrow(/moved to/);
  const again = openRecordings(file);
  expect(again.recordings.list()).toEqual([]);
  expect(again.recovered.join()).toContain(`${file}.damaged-`);
  again.close();
});
