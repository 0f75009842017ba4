import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildLatchkey, latchkey } from './latchkey.ts';

let home: string;
beforeAll(buildLatchkey, 120_000);
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'latchkey-compiled-'));
});
afterEach(() => rmSync(home, { recursive: true }));

test('what Node compiles is kept where only its owner may write', async () => {
  const folder = join(home, 'latchkey/compiled');
  const environment = { NODE_COMPILE_CACHE: '', LATCHKEY_HOME: join(home, 'latchkey') };
  expect((await latchkey(['--version'], { environment })).code).toBe(0);
  expect(readdirSync(folder).length).toBeGreaterThan(0);
  expect(statSync(folder).mode & 0o077).toBe(0);
  expect(statSync(join(home, 'latchkey')).mode & 0o077).toBe(0);
});

test('a cache for all programs is left to Node, and one that is disabled stays empty', async () => {
  const own = join(home, 'latchkey');
  const ofNode = { NODE_COMPILE_CACHE: join(home, 'of-node'), LATCHKEY_HOME: own };
  await latchkey(['--version'], { environment: ofNode });
  expect(existsSync(own)).toBe(false);
  const off = { NODE_COMPILE_CACHE: '', NODE_DISABLE_COMPILE_CACHE: '1', LATCHKEY_HOME: own };
  expect((await latchkey(['--version'], { environment: off })).code).toBe(0);
  expect(readdirSync(join(own, 'compiled'))).toEqual([]);
});
