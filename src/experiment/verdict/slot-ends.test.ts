import { expect, test } from 'vitest';
import { seededRandom } from '../../shared/base/random';
import type { ProbeBlock, ProbeSample } from '../../shared/probe';
import { unequalEnds } from './slot-ends';

const sample = (dirtyPages: number | null): ProbeSample => ({
  ...{ at: 0, seconds: 1, operations: 1, cpuSeconds: null, clientCpuSeconds: null, busySeconds: null },
  ...{ errors: 0, threadsRunning: null, replicaLagSeconds: null, freeMemoryBytes: null },
  ...{ checkpointAge: null, dirtyPages },
});
const slot = (arm: string, dirtyPages: number | null) => ({
  ...{ arm, startedAt: 0, measuredFrom: 0, p95Ms: null },
  samples: [sample(7), sample(dirtyPages)],
});
const blocks = (
  own: (block: number) => number | null,
  other: (block: number) => number | null,
): ProbeBlock[] =>
  Array.from({ length: 6 }, (_, block) => ({
    stage: 'verdict',
    slots: [slot('baseline', other(block)), slot('a', own(block)), slot('baseline', other(block))],
  }));

test('a variant that leaves more dirty pages is said to put writes off, one that leaves fewer to pay for others', () => {
  const some = (level: number) => (block: number) => level + 10 * block;
  expect(unequalEnds(blocks(some(2000), some(1000)), 'a')).toEqual([
    expect.stringMatching(
      /^Its slots end with 9\d % more dirty pages .* \(6 blocks\): part of its writes is put off/,
    ),
  ]);
  expect(unequalEnds(blocks(some(1000), some(2000)), 'a')).toEqual([
    expect.stringMatching(
      /^Its slots end with 4\d % less dirty pages .*: it writes what the present settings put off/,
    ),
  ]);
});

test('levels that are alike, low, not recorded, or that chance explains are not said', () => {
  expect(
    unequalEnds(
      blocks(
        () => 1050,
        () => 1000,
      ),
      'a',
    ),
  ).toEqual([]);
  expect(
    unequalEnds(
      blocks(
        () => 40,
        () => 2,
      ),
      'a',
    ),
  ).toEqual([]);
  expect(
    unequalEnds(
      blocks(
        () => null,
        () => 1000,
      ),
      'a',
    ),
  ).toEqual([]);
  const random = seededRandom(3);
  const wild = () => 1000 * Math.exp(3 * (random() - 0.5));
  expect(unequalEnds(blocks(wild, wild), 'a')).toEqual([]);
});
