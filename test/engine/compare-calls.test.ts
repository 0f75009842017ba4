import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Engine } from '../../src/engine';
import { rpcContract } from '../../src/shared/rpc';
import { testEngine } from './test-engine.ts';

// Every engine compiles all rules, which takes seconds where other tests run beside it.
vi.setConfig({ testTimeout: 60_000 });

let home: string;
let engine: Engine;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'latchkey-compare-'));
  engine = testEngine(home);
});
afterEach(async () => {
  await engine.close();
  rmSync(home, { recursive: true });
});
const job = { signal: new AbortController().signal, report: () => {} };

test('two open snapshots are compared by their ids', async () => {
  const a = await engine.call('snapshot.open', { path: 'samples/mariadb-10.11-query-cache.lks' }, job);
  const b = await engine.call('snapshot.open', { path: 'samples/mariadb-11.8-healthy.lks' }, job);
  const found = await engine.call('compare.snapshots', { a: a.id, b: b.id }, job);
  expect(rpcContract['compare.snapshots'].output.parse(found)).toEqual(found);
  expect(found).toMatchObject({ a: { id: a.id }, b: { id: b.id }, sameServer: false });
  expect(found.variables.length).toBeGreaterThan(5);
});

test('two files of benchmark results are compared; a snapshot is not compared with one', async () => {
  const [a, b] = ['cost-8.0.28.csv', 'cost-8.0.30.csv'].map((name) => `test/golden/published/${name}`);
  if (a === undefined || b === undefined) throw new Error('no files');
  const found = await engine.call('compare.files', { a, b }, job);
  expect(rpcContract['compare.files'].output.parse(found)).toMatchObject({ kind: 'benchmarks' });
  await expect(
    engine.call('compare.files', { a, b: 'samples/mariadb-11.8-healthy.lks' }, job),
  ).rejects.toMatchObject({ code: 'usage' });
});
