import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultPaths, type Engine } from '../../src/engine';
import { noChoices, planFormats } from '../../src/shared/plan';
import { probeResultSchema } from '../../src/shared/probe';
import { type ProofResult, proofResultSchema } from '../../src/shared/proof';
import { openStore } from '../../src/store';
import { testEngine } from './test-engine.ts';

let home: string;
let engine: Engine;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'latchkey-plan-proof-'));
  engine = testEngine(home);
});
afterEach(async () => {
  await engine.close();
  rmSync(home, { recursive: true });
});

const said = 'Proof of 2026-11-23: proven, statements per second +12.0 % (+8.0 % to +16.0 %)';
const choices = { ...noChoices, accepted: [], set: { innodb_spin_wait_delay: '12' } };

/** A proof of that value; where it was measured is that of a recorded probe, and its pairs are left out. */
function proofOf(id: string, more: Partial<ProofResult> = {}): ProofResult {
  const recorded = probeResultSchema.parse(
    JSON.parse(readFileSync('samples/probes/sort-buffer.json', 'utf8')),
  );
  const { createdBy, target, noise, environment, guards, statements, restore } = recorded;
  const looks = { pairs: 10, looks: [] };
  return proofResultSchema.parse({
    ...{ schema: 'latchkey/proof/1', id, createdBy, target, outcome: 'completed', text: '', seconds: 180 },
    ...{ startedAt: '2026-11-23T15:00:00.000Z', endedAt: '2026-11-23T15:30:00.000Z', remarks: [] },
    ...{ whole: null, kept: null, metricText: '', noise, environment, guards, statements, restore },
    ...{ workload: { kind: 'live' }, baselinePeriod: [], dropped: [], pairs: [], seed: 7 },
    metric: { id: 'throughput', unit: 'statements/s', higherIsBetter: true, text: '' },
    changes: [
      {
        ...{
          name: 'innodb_spin_wait_delay',
          class: 'fast',
          untested: null,
          staysFor: null,
          adjustedP: 0.001,
        },
        settings: [{ variable: 'innodb_spin_wait_delay', from: '6', value: '12' }],
        ...{ verdict: 'proven', estimatePercent: 12, low: 8, high: 16, pairs: 16, moreMinutes: null },
        ...{ droppedBy: null, advice: 'keep', text: '' },
      },
    ],
    design: {
      ...{
        settleSeconds: 0.5,
        measureSeconds: 2,
        sampleSeconds: 0.5,
        switchSeconds: 0.3,
        baselineSeconds: 20,
      },
      ...{ dryRunSeconds: 4, marginPercent: 3, level: 0.05, digestExecutions: 10, totalSeconds: 180 },
      ...{ whole: { ...looks, extended: 20 }, which: { rows: 4, pairs: 16 }, kept: looks },
    },
    ...more,
  });
}

function keep(snapshot: string, ...proofs: ProofResult[]): void {
  const { data } = defaultPaths(process.cwd(), { LATCHKEY_HOME: home }, process.platform);
  mkdirSync(data, { recursive: true });
  const store = openStore(join(data, 'history.sqlite'));
  for (const result of proofs) {
    const { id, target, endedAt, outcome, text } = result;
    store.proofs.add({ summary: { id, snapshot, target, endedAt, outcome, text }, result });
  }
  store.close();
}

const open = async () =>
  (await engine.call('snapshot.open', { path: 'samples/mysql-9.7-starved-redo.lks' })).id;
const proofsOf = async (id: string, set: Record<string, string> = choices.set) =>
  (await engine.call('plan.get', { id, choices: { ...choices, set } })).changes.map(({ proof }) => proof);

test('the newest completed proof of a snapshot stands beside its value in plan, outputs and report', async () => {
  const id = await open();
  expect(await proofsOf(id)).toEqual([undefined]);
  keep(id, proofOf('one'), proofOf('later', { outcome: 'cancelled', endedAt: '2026-11-24T00:00:00.000Z' }));
  expect(await proofsOf(id)).toEqual([said]);
  expect(await proofsOf(id, { innodb_spin_wait_delay: '24' })).toEqual([undefined]);

  // JSON has no comments.
  for (const format of planFormats.filter((each) => each !== 'rds-json')) {
    const { text } = await engine.call('plan.render', { id, choices, format });
    expect(unwrapped(text), format).toContain(said);
    const undo = await engine.call('plan.render', { id, choices, format, undo: true });
    expect(unwrapped(undo.text), `rollback as ${format}`).not.toContain('Proof of');
  }
  for (const format of ['markdown', 'html'] as const) {
    const text = await engine.call('report.render', { id, choices, format });
    expect(text.replaceAll('\\', ''), format).toContain(
      'Proof of 2026-11-23: proven, statements per second +12.0 %',
    );
  }
});

test('a proof of another snapshot says nothing of this plan', async () => {
  const id = await open();
  keep('another', proofOf('one'));
  expect(await proofsOf(id)).toEqual([undefined]);
});

test('a plan is made without a history, and where that cannot be opened; none is begun for it', async () => {
  const { data } = defaultPaths(process.cwd(), { LATCHKEY_HOME: home }, process.platform);
  const path = 'samples/mysql-9.7-starved-redo.lks';
  const { id } = await engine.call('snapshot.read', { path });
  expect(await proofsOf(id)).toEqual([undefined]);
  expect(existsSync(join(data, 'history.sqlite'))).toBe(false);
  mkdirSync(join(data, 'history.sqlite'), { recursive: true });
  expect(await proofsOf(id)).toEqual([undefined]);
});

/** Comments go over several lines. */
function unwrapped(text: string): string {
  return text.replace(/\n(?:#|--) /g, ' ').replace(/ +/g, ' ');
}
