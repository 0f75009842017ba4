import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildLatchkey, latchkey } from './latchkey.ts';

let folder: string;
let text: string;
beforeAll(buildLatchkey, 120_000);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-analyze-'));
  text = join(folder, 'post.txt');
  await writeFile(text, 'Why is it slow?\n\ninnodb_buffer_pool_size = 128M\nmax_connections = 151\n');
});
afterEach(() => rm(folder, { recursive: true }));

const declared = ['--ram', '64G', '--cpus', '16', '--storage', 'nvme', '--data-size', '40G'];
const poolOf = (out: string) => {
  const { findings } = JSON.parse(out);
  const found = findings.find(({ ruleId }: { ruleId: string }) => ruleId === 'buffer-pool-far-below-need');
  return found?.advice[0]?.proposed;
};

test('a pasted text is judged at once, with what is declared of its host', async () => {
  const bare = await latchkey(['analyze', text, '--json']);
  expect(bare.code).toBe(0);
  expect(poolOf(bare.out)).toBeUndefined();
  const { code, out } = await latchkey(['analyze', text, ...declared, '--json']);
  expect(code).toBe(1);
  expect(poolOf(out)).toBeGreaterThan(32 * 2 ** 30);
});

test('what is declared counts for a snapshot file too, and does not change it', async () => {
  const file = join(folder, 'post.lks');
  expect((await latchkey(['import', text, '-o', file])).code).toBe(0);
  expect(poolOf((await latchkey(['analyze', file, ...declared, '--json'])).out)).toBeGreaterThan(
    32 * 2 ** 30,
  );
  expect(poolOf((await latchkey(['analyze', file, '--json'])).out)).toBeUndefined();
});

test('plan and report take a pasted text as analyze does; a snapshot file keeps what was declared of it', async () => {
  const planned = await latchkey(['plan', text, ...declared, '--server-version', '8.0.36']);
  expect(planned.code).toBe(2);
  await writeFile(text, 'version 8.0.36\ninnodb_buffer_pool_size = 128M\nOpen_tables 400\n');
  const plan = await latchkey(['plan', text, ...declared]);
  expect(plan.code).toBe(0);
  expect(plan.out).toMatch(/^innodb_buffer_pool_size = \d+[MG]$/m);
  const report = await latchkey(['report', text, ...declared, '--format', 'markdown']);
  expect(report.out).toContain('innodb_buffer_pool_size');
  const file = join(folder, 'post.lks');
  expect((await latchkey(['import', text, '-o', file])).code).toBe(0);
  const refused = await latchkey(['plan', file, '--ram', '64G']);
  expect(refused.code).toBe(2);
  expect(refused.err).toContain('has what was declared of its host');
});
