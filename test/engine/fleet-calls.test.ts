import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Engine } from '../../src/engine';
import type { Progress } from '../../src/shared/progress';
import { rpcContract } from '../../src/shared/rpc';
import { testEngine } from './test-engine.ts';

// Every engine compiles all rules, which takes seconds where other tests run beside it.
vi.setConfig({ testTimeout: 120_000 });

let home: string;
let folder: string;
let engine: Engine;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'latchkey-fleet-'));
  folder = join(home, 'fleet');
  mkdirSync(folder);
  engine = testEngine(join(home, 'data'));
});
afterEach(async () => {
  await engine.close();
  rmSync(home, { recursive: true });
});

const copy = (sample: string, file: string) => copyFileSync(`samples/${sample}.lks`, join(folder, file));

/** Reads the folder. @returns also the files that were judged again */
async function read(more: Record<string, unknown> = {}) {
  const judged: string[] = [];
  const report = ({ phase, note }: Progress) => {
    if (phase === 'judging') judged.push(note);
  };
  const fleet = await engine.call('fleet.read', { path: folder, ...more }, { report });
  return { fleet: rpcContract['fleet.read'].output.parse(fleet), judged };
}

test('a folder of snapshots is a fleet: findings by server, drift, plans, and files with the reason they are none', async () => {
  copy('mysql-8.0-before-plan', 'db1.lks');
  copy('mysql-8.0-after-plan', 'db2.lks');
  copy('mariadb-11.8-healthy', 'db3.lks');
  const half = readFileSync('samples/mysql-9.7-starved-redo.lks');
  writeFileSync(join(folder, 'db4.lks'), half.subarray(0, half.length / 2));
  writeFileSync(join(folder, 'db5.lks'), 'no snapshot at all');
  writeFileSync(join(folder, 'notes.txt'), 'not looked at');
  const { fleet } = await read();
  expect(fleet.servers.map(({ name }) => name).sort()).toEqual(['db1', 'db2', 'db3', 'db4', 'db5']);
  expect(fleet.servers.find(({ name }) => name === 'db1')).toMatchObject({
    version: 'MySQL 8.0.31',
    headline: { kind: 'bottleneck' },
    snapshots: 1,
  });
  expect(fleet.servers.at(-1)).toMatchObject({ snapshot: null, snapshots: 0 });
  expect(fleet.problems.map(({ path, error }) => [path, error.code])).toEqual([
    [join(folder, 'db4.lks'), 'snapshot-truncated'],
    [join(folder, 'db5.lks'), 'not-a-snapshot'],
  ]);
  const [worst] = fleet.findings;
  expect(worst?.cells.map(({ server }) => server)).toContain('db1');
  // What the plan set on db2 is what differs.
  const [group] = fleet.drift.groups;
  const pool = group?.settings.find(({ variable }) => variable === 'innodb_buffer_pool_size');
  expect(pool?.values.map(({ servers }) => servers)).toEqual([['db1'], ['db2']]);
  expect(pool?.expected).toBeNull();
  expect(group?.versions).toHaveLength(2);
  expect(group?.settings.map(({ variable }) => variable)).not.toContain('server_uuid');
  const planned = fleet.groups.find(({ servers }) => servers.includes('db1'));
  expect(planned).toMatchObject({ kind: 'MySQL 8.0, self-managed' });
  expect(planned?.changes.map(({ variable }) => variable)).toContain('innodb_buffer_pool_size');
});

test('what was judged is remembered: only a new, changed or differently judged file is read again', async () => {
  copy('mysql-8.0-before-plan', 'db1.lks');
  copy('mysql-8.0-after-plan', 'db2.lks');
  const first = await read();
  expect(first.judged).toEqual(['db1.lks', 'db2.lks']);
  const second = await read();
  expect(second.judged).toEqual([]);
  expect({ ...second.fleet, madeAt: '' }).toEqual({ ...first.fleet, madeAt: '' });

  copy('mariadb-11.8-healthy', 'db3.lks');
  utimesSync(join(folder, 'db1.lks'), 1, 1);
  expect((await read()).judged.sort()).toEqual(['db1.lks', 'db3.lks']);

  const ruleId = first.fleet.findings[0]?.ruleId ?? '';
  await engine.call('findings.mute.add', { ruleId, reason: 'known' });
  const before = await read({ asJudged: true });
  expect([before.judged, before.fleet.outdated]).toEqual([[], 3]);
  expect(before.fleet.findings.map((finding) => finding.ruleId)).toContain(ruleId);
  const muted = await read();
  expect(muted.judged).toHaveLength(3);
  expect(muted.fleet.outdated).toBeUndefined();
  expect(muted.fleet.findings.map((finding) => finding.ruleId)).not.toContain(ruleId);

  rmSync(join(folder, 'db2.lks'));
  expect((await read()).fleet.servers.map(({ name }) => name).sort()).toEqual(['db1', 'db3']);
});

test('a pinned baseline and ignored variables decide what differs', async () => {
  copy('mysql-8.0-before-plan', 'db1.lks');
  copy('mysql-8.0-after-plan', 'db2.lks');
  const names = (fleet: Awaited<ReturnType<typeof read>>['fleet']) =>
    fleet.drift.groups.flatMap(({ settings }) => settings.map(({ variable }) => variable));
  const pinned = await read({ baseline: 'db2', ignore: ['innodb-buffer-pool-chunk*'] });
  expect(pinned.fleet.drift.baseline).toBe('db2');
  expect(names(pinned.fleet)).toContain('innodb_buffer_pool_size');
  expect(names(pinned.fleet).filter((name) => name.startsWith('innodb_buffer_pool_chunk'))).toEqual([]);
  expect(pinned.fleet.drift.ignored).toContain('innodb_buffer_pool_chunk_size');
  const pool = pinned.fleet.drift.groups[0]?.settings.find(
    ({ variable }) => variable === 'innodb_buffer_pool_size',
  );
  expect(pool?.values[0]?.servers).toEqual(['db2']);
  expect(pool?.expected).toBe(pool?.values[0]?.value);
  const file = await read({ baseline: 'samples/mysql-8.0-after-plan.lks' });
  expect(file.fleet.drift.baseline).toBe('mysql-8.0-after-plan.lks');
  await expect(read({ baseline: 'db9' })).rejects.toMatchObject({ code: 'usage' });
});

test('between two snapshots of a server it is said what is new, what is resolved, and which settings the plan had asked for', async () => {
  mkdirSync(join(folder, 'db1'));
  copy('mysql-9.7-starved-redo', 'db1/1.lks');
  copy('mysql-9.7-after-plan', 'db1/2.lks');
  copy('mariadb-11.8-healthy', 'db3.lks');
  const diff = rpcContract['fleet.diff'].output.parse(await engine.call('fleet.diff', { path: folder }));
  expect(diff).toMatchObject({ compared: 1, single: ['db3'] });
  const [one] = diff.servers;
  expect(one).toMatchObject({ server: 'db1', from: '2026-11-21T17:27:54.631Z', version: null });
  expect(one?.resolved.map(({ ruleId }) => ruleId)).toContain('redo-log-too-small');
  const redo = one?.settings.find(({ variable }) => variable === 'innodb_redo_log_capacity');
  expect(redo).toMatchObject({ planned: true });
  expect(redo?.resolved).toContain('redo-log-too-small');
});

test('a finding is as old as the first snapshot in which it was found without a break', async () => {
  mkdirSync(join(folder, 'db1'));
  copy('mysql-9.7-starved-redo', 'db1/1.lks');
  const alone = (await read()).fleet.findings;
  copy('mysql-9.7-after-plan', 'db1/2.lks');
  const { fleet } = await read();
  const known = new Set(alone.map(({ ruleId }) => ruleId));
  for (const { ruleId, cells } of fleet.findings) {
    expect([ruleId, cells[0]?.since]).toEqual([
      ruleId,
      known.has(ruleId) ? '2026-11-21T17:27:54.631Z' : '2026-11-21T17:29:21.900Z',
    ]);
  }
  expect(fleet.servers[0]?.snapshots).toBe(2);
});

test('an empty folder and one that is not there are refused with what to do', async () => {
  await expect(read()).rejects.toMatchObject({ code: 'file-not-found' });
  await expect(read({ path: join(home, 'nowhere') })).rejects.toMatchObject({ code: 'file-not-found' });
});
