import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Engine } from '../../src/engine';
import { rpcContract } from '../../src/shared/rpc';
import { testEngine } from './test-engine.ts';

// Every engine compiles all rules, which takes seconds where other tests run beside it.
vi.setConfig({ testTimeout: 60_000 });

let home: string;
let engine: Engine;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'latchkey-history-'));
  engine = testEngine(home);
});
afterEach(async () => {
  await engine.close();
  rmSync(home, { recursive: true });
});
const job = { signal: new AbortController().signal, report: () => {} };
const open = (path: string) => engine.call('snapshot.open', { path }, job);
const retain = (days: number, preview: boolean) => engine.call('history.retain', { days, preview }, job);

test('findings over time: oldest first, the gravest on top, and a file that is gone hides nothing of the others', async () => {
  const lost = join(home, 'lost.lks');
  copyFileSync('samples/mysql-9.7-starved-redo.lks', lost);
  const later = await open('samples/mysql-9.7-after-plan.lks');
  const earlier = await open(lost);
  const { serverKey } = earlier.server;
  expect(later.server.serverKey).toBe(serverKey);
  const reported = vi.fn();
  const found = await engine.call('history.findings', { serverKey, limit: 10 }, { ...job, report: reported });
  expect(rpcContract['history.findings'].output.parse(found)).toEqual(found);
  expect(found.snapshots.map(({ id }) => id)).toEqual([earlier.id, later.id]);
  expect(reported).toHaveBeenLastCalledWith(expect.objectContaining({ done: 1, total: 2 }));
  const redo = found.findings.find(({ ruleId }) => ruleId === 'redo-log-too-small');
  expect(Object.keys(redo?.in ?? {})).toEqual([earlier.id]);
  const gravity = found.findings.map(({ severity }) => ['critical', 'warning', 'notice'].indexOf(severity));
  expect(gravity).toEqual([...gravity].sort());

  await engine.close();
  engine = testEngine(home);
  writeFileSync(lost, 'no snapshot any more');
  const rest = await engine.call('history.findings', { serverKey, limit: 10 }, job);
  expect(rest.snapshots.map(({ problem, headline }) => [problem === null, headline === null])).toEqual([
    [false, true],
    [true, false],
  ]);
  expect(rest.findings.every((one) => Object.keys(one.in).join() === later.id)).toBe(true);

  const stop = new AbortController();
  stop.abort();
  await expect(
    engine.call('history.findings', { serverKey, limit: 10 }, { ...job, signal: stop.signal }),
  ).rejects.toMatchObject({ code: 'cancelled' });
});

test("retention deletes what is old save the newest of each server, and only files that are Latchkey's own", async () => {
  const [own, elsewhere] = [join(home, 'snapshots', 'own.lks'), join(home, 'elsewhere.lks')];
  mkdirSync(join(home, 'snapshots'), { recursive: true });
  copyFileSync('samples/mysql-9.7-starved-redo.lks', own);
  const text = gunzipSync(readFileSync(own)).toString('utf8');
  const owned = await open(own);
  writeFileSync(elsewhere, gzipSync(text.replaceAll(owned.id, '00000000-0000-4000-8000-000000000000')));
  const foreign = await open(elsewhere);
  const newest = await open('samples/mysql-9.7-after-plan.lks');
  const only = await open('samples/mariadb-11.8-healthy.lks');
  expect(await retain(36_500, false)).toEqual([]);
  const old = [owned.id, foreign.id].sort();
  expect((await retain(0, true)).map(({ id }) => id).sort()).toEqual(old);
  const list = async () => (await engine.call('snapshot.list', {}, job)).map(({ id }) => id).sort();
  expect(await list()).toEqual([...old, newest.id, only.id].sort());
  expect((await retain(0, false)).map(({ id }) => id).sort()).toEqual(old);
  expect(await list()).toEqual([newest.id, only.id].sort());
  expect([own, elsewhere].map((path) => existsSync(path))).toEqual([false, true]);
});
