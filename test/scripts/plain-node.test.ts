import { existsSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Files that a program imports, as Node reads it: without what is a type alone. */
function importsOf(path: string): string[] {
  if (!/\.[cm]?[jt]s$/.test(path)) return [];
  const text = readFileSync(path, 'utf8');
  const { body } = parseAst(path.endsWith('.ts') ? stripTypeScriptTypes(text) : text);
  return body.flatMap((statement) => {
    const source = 'source' in statement ? statement.source?.value : undefined;
    return typeof source === 'string' && source.startsWith('.') ? [join(dirname(path), source)] : [];
  });
}

// A program that Node runs as it is resolves no import without its extension, which a test under Vitest would not notice.
test('each program of package.json, and all that it imports, is found by Node without a bundler', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const programs = Object.values<string>(scripts).flatMap((command) =>
    [...command.matchAll(/(?:--run|node) (\S+\.ts)\b/g)].map(([, path]) => join(root, path ?? '')),
  );
  expect(programs).toContain(join(root, 'bench/run.ts'));
  const read = new Set<string>();
  const missing: string[] = [];
  const waiting = [...programs];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (read.has(path)) continue;
    read.add(path);
    for (const target of importsOf(path)) {
      if (/\.\w+$/.test(target) && existsSync(target)) waiting.push(target);
      else missing.push(`${path}: ${target}`);
    }
  }
  expect(missing).toEqual([]);
  expect(read.size).toBeGreaterThan(programs.length);
});
