import { expect, test } from 'vitest';
import type { Flavour, VersionTriple } from '../../../shared/server';
import { versionNotes } from './version-notes';

const ids = (flavour: Flavour, ...version: VersionTriple) =>
  versionNotes({ flavour, version }).map(({ id }) => id);

test('a note names exactly the versions that its source names', () => {
  expect(ids('mysql', 8, 0, 29)).not.toContain('Bug #111538');
  expect(ids('mysql', 8, 0, 30)).toContain('Bug #111538');
  expect(ids('mariadb', 10, 11, 8)).toContain('MDEV-33894');
  expect(ids('mariadb', 10, 11, 9)).not.toContain('MDEV-33894');
  expect(ids('mariadb', 11, 4, 2)).toContain('MDEV-33894');
  expect(ids('mariadb', 11, 4, 3)).not.toContain('MDEV-33894');
  expect(ids('mariadb', 10, 7, 8)).not.toContain('MDEV-33894');
  expect(ids('mysql', 8, 0, 30)).toContain('Bug #102037');
  expect(ids('mysql', 8, 0, 31)).not.toContain('Bug #102037');
  expect(ids('mysql', 8, 0, 29)).toContain('Bug #116531');
  expect(ids('mariadb', 11, 4, 2)).toContain('MDEV-34178, MDEV-33966');
  expect(ids('mariadb', 11, 4, 3)).not.toContain('MDEV-34178, MDEV-33966');
  expect(ids('mariadb', 11, 8, 6)).toContain('MDEV-38671');
  expect(ids('mariadb', 11, 8, 7)).not.toContain('MDEV-38671');
});

test("Percona Server fixed MySQL's idle flushing and is not blamed for it", () => {
  expect(ids('mysql', 5, 7, 37)).toContain('Bug #70500');
  expect(ids('percona', 5, 7, 22)).toEqual([]);
});

test('every note has a source and a sentence', () => {
  for (const [flavour, version] of [
    ['mysql', [5, 7, 37]],
    ['mysql', [8, 0, 36]],
    ['mariadb', [10, 11, 5]],
  ] as const) {
    for (const note of versionNotes({ flavour, version: [...version] })) {
      expect(note.text).toMatch(/\.$/);
      expect(note.source).not.toBe('');
    }
  }
});
