import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Folders in a folder of the project, sorted. @param first one that stands before the others */
export function foldersIn(path: string, first: string): string[] {
  const names = readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== first)
    .map(({ name }) => name);
  return [first, ...names.sort()];
}

/** Files in a folder of the project without their endings, sorted; tests and what `without` names are not among them. */
export function filesIn(path: string, first: string, without: readonly string[]): string[] {
  const names = readdirSync(join(root, path))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => name.slice(0, -'.ts'.length))
    .filter((name) => name !== first && !without.includes(name));
  return [first, ...names.sort()];
}
