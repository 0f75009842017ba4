import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEngine, defaultPaths } from '../../src/engine';
import { systemClock } from '../../src/shared/base/clock';
import { probeIds, probeResultSchema } from '../../src/shared/probe';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'latchkey-probe-results-'));
});
afterEach(() => rmSync(home, { recursive: true }));

const make = () =>
  createEngine({
    paths: defaultPaths(process.cwd(), { LATCHKEY_HOME: home }, process.platform),
    version: 'test',
    clock: systemClock,
    process: { pid: process.pid, bootId: 'test' },
  });
const job = { signal: new AbortController().signal, report: () => {} };
/** The recorded result of I/O capacity was withdrawn: it was made with settling shorter than the probe needs. */
const withSample = probeIds.filter((id) => id !== 'io-capacity');
const recorded = () => readdirSync('samples/probes').filter((name) => name.endsWith('.json'));

test('a recorded result of each probe but one comes with Latchkey, agrees with its samples and names no place of the machine', async () => {
  expect(recorded().sort()).toEqual(withSample.map((id) => `${id}.json`).sort());
  const engine = make();
  const results = await engine.call('probe.results', {}, job);
  expect(results.map(({ probe }) => probe).sort()).toEqual([...withSample].sort());
  expect(new Set(results.map(({ origin }) => origin))).toEqual(new Set(['sample']));
  const concurrency = results.find(({ probe }) => probe === 'thread-concurrency');
  expect(concurrency?.text, 'a variant is reported with its variable').toMatch(
    /^innodb_thread_concurrency = \d+ is better/,
  );
  expect(concurrency?.arms.map(({ settings }) => settings?.length)).toContain(1);
  for (const { id, probe } of results) {
    const result = await engine.call('probe.result', { id }, job);
    expect(result.probe).toBe(probe);
    // Refused where its verdicts are not those of its samples.
    await engine.call('probe.readResult', { path: join('samples/probes', `${probe}.json`) });
    expect(result.restore.status, probe).not.toBe('pending');
    expect(JSON.stringify(result), probe).not.toMatch(/"[^"]*(?:^|["\s=@])\/(?:root|home|tmp|work|Users)\//);
  }
  await engine.close();
});

test('a result that is opened stays in the history of the next start, until it is deleted', async () => {
  const [name = ''] = recorded();
  const file = join(home, 'result.json');
  const given = probeResultSchema.parse(JSON.parse(readFileSync(join('samples/probes', name), 'utf8')));
  const mine = { ...given, id: 'mine' };
  writeFileSync(file, JSON.stringify(mine));
  const first = make();
  expect(await first.call('probe.openResult', { path: file }, job)).toEqual(mine);
  await first.close();
  const second = make();
  const [newest] = await second.call('probe.results', {}, job);
  expect(newest).toMatchObject({ id: 'mine', origin: 'history', probe: given.probe });
  expect(await second.call('probe.result', { id: 'mine' }, job)).toEqual(mine);
  // The same again is no other result; one that only bears its name does not take its place.
  expect(await second.call('probe.openResult', { path: file }, job)).toEqual(mine);
  const [, another = ''] = recorded();
  const other = probeResultSchema.parse(JSON.parse(readFileSync(join('samples/probes', another), 'utf8')));
  writeFileSync(file, JSON.stringify({ ...other, id: 'mine' }));
  await expect(second.call('probe.openResult', { path: file }, job)).rejects.toMatchObject({ code: 'usage' });
  expect(await second.call('probe.result', { id: 'mine' }, job)).toEqual(mine);
  expect(await second.call('probe.deleteResult', { id: 'mine' }, job)).toEqual({ deleted: true });
  expect(await second.call('probe.deleteResult', { id: 'mine' }, job)).toEqual({ deleted: false });
  await expect(second.call('probe.result', { id: 'mine' }, job)).rejects.toMatchObject({ code: 'not-found' });
  await second.close();
});

test('a result whose verdicts are not those of its samples is refused, and so is what is none', async () => {
  const engine = make();
  const file = join(home, 'result.json');
  const text = readFileSync('samples/probes/custom.json', 'utf8');
  const given = probeResultSchema.parse(JSON.parse(text));
  const forged = { ...given, arms: given.arms.map((arm) => ({ ...arm, estimatePercent: 42 })) };
  const endless = { ...given, design: { ...given.design, verdictArms: 1e9 } };
  for (const content of [JSON.stringify(forged), JSON.stringify(endless), '{}', 'no json']) {
    writeFileSync(file, content);
    await expect(engine.call('probe.readResult', { path: file }), content.slice(0, 20)).rejects.toMatchObject(
      {
        code: 'file-unreadable',
      },
    );
  }
  expect(await engine.call('probe.results', {}, job)).toHaveLength(recorded().length);
  await engine.close();
});
