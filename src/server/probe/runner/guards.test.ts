import { expect, test } from 'vitest';
import type { ProbeSample } from '../../../shared/probe';
import { Guards } from './guards';

const sample = (operations: number, threadsRunning: number | null): ProbeSample => ({
  ...{ at: 0, seconds: 1, operations, cpuSeconds: null, clientCpuSeconds: null, busySeconds: null },
  ...{ errors: 0, threadsRunning, replicaLagSeconds: null, freeMemoryBytes: null },
  ...{ checkpointAge: null, dirtyPages: null },
});

/** What three seconds in a row are taken for, after a baseline of 1,000 statements a second in four threads. */
function after(live: boolean, operations: number, threadsRunning: number | null) {
  const guards = new Guards(live);
  for (let second = 0; second < 10; second += 1) guards.learn(sample(1000 + second, 4));
  guards.begin('a');
  return [1, 2, 3].map(() => guards.watch(sample(operations, threadsRunning), false)).at(-1)?.guard ?? null;
}

test('of a load of our own, half of the statements are a breach', () => {
  expect(after(false, 200, 4)).toBe('throughput');
  expect(after(false, 900, 4)).toBeNull();
});

test('of live traffic, fewer statements are a breach only where they pile up, or where that is not known', () => {
  expect(after(true, 200, 2)).toBeNull();
  expect(after(true, 200, 9)).toBe('throughput');
  expect(after(true, 200, null)).toBe('throughput');
});
