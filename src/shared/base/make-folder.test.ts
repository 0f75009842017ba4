import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolderWith } from './make-folder';

/** A file system in which folders can be made below `/free` only. */
function disk(...there: string[]) {
  const folders = new Set(['/', '/free', '/full', ...there]);
  return {
    folders,
    isFolder: (path: string) => folders.has(path),
    parentOf: (path: string) => dirname(path),
    make: (path: string) => {
      if (!path.startsWith('/free/')) throw new Error(`ENOENT: ${path}`);
      folders.add(path);
    },
  };
}

test('what is missing is made from the outermost on, which is named', () => {
  const place = disk('/free/a');
  expect(makeFolderWith(place, '/free/a/b/c')).toBe('/free/a/b');
  expect(place.folders).toContain('/free/a/b/c');
  expect(makeFolderWith(place, '/free/a/b/c')).toBeUndefined();
});

test('a folder that takes none ends with its error', () => {
  expect(() => makeFolderWith(disk(), '/full/a/b')).toThrow('ENOENT: /full/a');
  expect(() => makeFolderWith(disk(), '/none/a/b')).toThrow('ENOENT: /none');
});

test("no folder is made by Node's own recursion, which may not end", () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name),
  );
  const found = sources.filter((name) =>
    /mkdir(?:Sync)?\([^)]*recursive/.test(readFileSync(join('src', name), 'utf8')),
  );
  expect(sources.length).toBeGreaterThan(500);
  expect(found).toEqual([]);
});
