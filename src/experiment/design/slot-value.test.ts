import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ProbeSample } from '../../shared/probe';
import { blockSlotValues } from './slot-value';

const sample = (over: Partial<ProbeSample> = {}): ProbeSample => ({
  ...{ at: 0, seconds: 2, operations: 1000, cpuSeconds: 1, clientCpuSeconds: 0.1, busySeconds: 1.5 },
  ...{ errors: 0, threadsRunning: 4, replicaLagSeconds: null, freeMemoryBytes: null },
  ...{ checkpointAge: null, dirtyPages: null },
  ...over,
});
type Counts = [number, number, number][];
const slot = (digests: Counts, over: Partial<ProbeSample> = {}) => ({ samples: [sample(over)], digests });
/** A short statement, one of 10 ms, and one that takes longer than a fifth of a slot of 2 s. */
const digests = [
  { executions: 1000, seconds: 1 },
  { executions: 100, seconds: 1 },
  { executions: 10, seconds: 9 },
];
const context = { digests, digestExecutions: 5, commonDigests: true as const };

test('latency is compared by the digests that all slots of a block have, without those that take long', () => {
  const [first, second] = blockSlotValues(
    [
      slot([
        [0, 500, 0.5],
        [1, 50, 5],
        [2, 5, 9],
      ]),
      slot([[0, 500, 0.5]]),
    ],
    'latency',
    context,
  );
  // Only the first slot has the second digest, which took ten times its time there.
  expect(first).toBe(second);
  const slower = blockSlotValues([slot([[0, 500, 1]]), slot([[0, 500, 0.5]])], 'latency', context);
  expect((slower[0] ?? 0) / (slower[1] ?? 1)).toBeCloseTo(2, 9);
});

test('a slot that has no digest in common with the others has no latency', () => {
  const values = blockSlotValues([slot([[0, 500, 0.5]]), slot([[1, 50, 0.5]])], 'latency', context);
  expect(values).toEqual([null, null]);
});

test('results of before compare each slot by its own digests', () => {
  const own = { digests, digestExecutions: 5 };
  const [first, second] = blockSlotValues(
    [
      slot([
        [0, 500, 0.5],
        [1, 50, 5],
      ]),
      slot([[0, 500, 0.5]]),
    ],
    'latency',
    own,
  );
  expect(first).toBeGreaterThan(second ?? 0);
});

test('CPU time per statement is that of the reference mix: dearer statements by chance make no difference', () => {
  const cheap = slot([[0, 1000, 1]], { operations: 1000, cpuSeconds: 1 });
  const dear = slot([[1, 1000, 10]], { operations: 1000, cpuSeconds: 10 });
  const [one, other] = blockSlotValues([cheap, dear], 'cpu-per-operation', {
    ...context,
    digestExecutions: 0,
  });
  // No digest in common: each as it is.
  expect((other ?? 0) / (one ?? 1)).toBeCloseTo(10, 9);
  const mixed = (share: number) =>
    slot(
      [
        [0, 1000 * (1 - share), 1],
        [1, 1000 * share, 10],
      ],
      { operations: 1000, cpuSeconds: 1000 * ((1 - share) * 0.001 + share * 0.01) },
    );
  fc.assert(
    fc.property(fc.double({ min: 0.1, max: 0.9, noNaN: true }), (share) => {
      const [first, second] = blockSlotValues([mixed(share), mixed(0.5)], 'cpu-per-operation', context);
      expect((first ?? 0) / (second ?? 1)).toBeCloseTo(1, 6);
    }),
  );
});
