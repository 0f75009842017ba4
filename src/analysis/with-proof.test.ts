import { expect, test } from 'vitest';
import type { ServerKind } from '../knowledge/catalog/variable-facts';
import { type PlanChange, type TuningPlan, whyChanged } from '../shared/plan';
import type { ProvenChange } from '../shared/proof';
import { withProof } from './with-proof';

const server: ServerKind = { flavour: 'mysql', version: [8, 0, 31] };
const planned = (variable: string, stored: number | string, why: string[] = []): PlanChange => ({
  ...{ variable, from: 0, to: stored, stored, group: 'mysqld', when: 'now', why, neededBy: [] },
  ...{ alsoWished: [], stopWhen: [], through: 'option file' },
});
const memory = { low: 0, likely: 0, worst: 0, limit: null, terms: [] };
const plan = (...changes: PlanChange[]): TuningPlan => ({
  ...{ schema: 'latchkey/plan/1', changes, conflicts: [], locked: [], leftOut: [], withheld: [], caused: [] },
  ...{ summary: '', memory, memoryNow: memory, memoryCheck: { status: 'fits', text: '' } },
});
const proven = (settings: Record<string, string>, more: Partial<ProvenChange>): ProvenChange => ({
  name: Object.keys(settings).join(' + '),
  settings: Object.entries(settings).map(([variable, value]) => ({ variable, value, from: '0' })),
  ...{
    class: 'fast',
    untested: null,
    staysFor: null,
    estimatePercent: null,
    low: null,
    high: null,
    pairs: 9,
  },
  ...{ moreMinutes: null, verdict: 'undecided', adjustedP: null, droppedBy: null, advice: 'keep', text: '' },
  ...more,
});
const metric = { id: 'throughput', unit: 'statements/s', higherIsBetter: true, text: '' } as const;
const saidOf = (changes: ProvenChange[], ...inPlan: PlanChange[]) =>
  withProof(plan(...inPlan), { changes, metric, endedAt: '2026-11-23T16:00:00.000Z' }, server).changes;

test('the verdict stands beside the value that was tried, and beside no other value', () => {
  const better = { verdict: 'proven', estimatePercent: 12, low: 8, high: 16 } as const;
  const [same, other] = ['6', '7'].map(
    (value) =>
      saidOf([proven({ innodb_spin_wait_delay: value }, better)], planned('innodb_spin_wait_delay', 6))[0],
  );
  expect(same?.proof).toBe('Proof of 2026-11-23: proven, statements per second +12.0 % (+8.0 % to +16.0 %)');
  expect(other).not.toHaveProperty('proof');
});

test('what could not be tried says why; variables that were tried together name each other', () => {
  const together = proven(
    { tmp_table_size: '64M', max_heap_table_size: '64M' },
    { verdict: 'no-difference', estimatePercent: 0.5, low: -1, high: 2 },
  );
  const changes = [
    proven({ innodb_flush_method: 'O_DIRECT' }, { verdict: 'untested', untested: 'needs a restart' }),
    together,
  ];
  const said = saidOf(
    changes,
    planned('innodb_flush_method', 'O_DIRECT'),
    planned('tmp_table_size', 2 ** 26),
    planned('max_heap_table_size', 2 ** 26),
  ).map(({ proof }) => proof);
  expect(said).toEqual([
    'Proof of 2026-11-23: untested, needs a restart',
    'Proof of 2026-11-23: no difference, statements per second +0.5 % (-1.0 % to +2.0 %), together with max_heap_table_size',
    'Proof of 2026-11-23: no difference, statements per second +0.5 % (-1.0 % to +2.0 %), together with tmp_table_size',
  ]);
  // One of the two has another value by now: what was tried is no longer planned.
  const moved = saidOf(
    [together],
    planned('tmp_table_size', 2 ** 26),
    planned('max_heap_table_size', 2 ** 27),
  );
  expect(moved.every(({ proof }) => proof === undefined)).toBe(true);
});

test('the proof follows the reason and does not hide that a value was set by hand', () => {
  const why = (change: PlanChange) => whyChanged({ ...change, proof: 'Proof' }, (id) => id, String);
  expect(why(planned('sort_buffer_size', 1))).toBe('Set by hand; Proof');
  expect(why(planned('sort_buffer_size', 1, ['sorts-spill']))).toBe('sorts-spill; Proof');
});
