import { expect, test } from 'vitest';
import type { ProbeSample } from '../../../shared/probe';
import { Guards } from './guards';

const GiB = 1024 ** 3;
const sample = (
  operations: number,
  threadsRunning: number | null,
  { statementMs = null, freeMemoryBytes = null }: Partial<ProbeSample> = {},
): ProbeSample => ({
  ...{ at: 0, seconds: 1, operations, cpuSeconds: null, clientCpuSeconds: null, busySeconds: null },
  ...{ errors: 0, statementMs, threadsRunning, replicaLagSeconds: null, freeMemoryBytes },
  ...{ checkpointAge: null, dirtyPages: null },
});

/** What three seconds in a row are taken for, after a baseline of 1,000 statements a second in four threads. */
function after(live: boolean, operations: number, threadsRunning: number | null) {
  const guards = new Guards({ live, memoryBytes: undefined });
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

test('of live traffic, fewer statements that take longer are a breach too', () => {
  const guards = new Guards({ live: true, memoryBytes: undefined });
  for (let second = 0; second < 10; second += 1) guards.learn(sample(1000 + second, 4, { statementMs: 2 }));
  guards.begin('a');
  const slow = [1, 2, 3].map(() => guards.watch(sample(200, 4, { statementMs: 9 }), false));
  expect(slow.at(-1)?.guard).toBe('throughput');
});

test('statements that take more than twice as long are a breach of the variant, however many there are', () => {
  const guards = new Guards({ live: true, memoryBytes: undefined });
  for (let second = 0; second < 10; second += 1) guards.learn(sample(1000, 4, { statementMs: 2 }));
  guards.begin('a');
  const watched = (statementMs: number | null) =>
    [1, 2, 3].map(() => guards.watch(sample(1000, 4, { statementMs }), false)).at(-1) ?? null;
  expect(watched(3.9)).toBeNull();
  // None ended, or the server does not time them.
  expect(watched(0)).toBeNull();
  expect(watched(null)).toBeNull();
  expect(watched(4.1)).toMatchObject({ guard: 'latency', ofArm: true });
});

test('memory below 5 % of the machine and below 1 GiB, whichever is more, ends a run; near it, a fifth less', () => {
  const watched = (memoryBytes: number | undefined, before: number, now: number) => {
    const guards = new Guards({ live: false, memoryBytes });
    for (let second = 0; second < 10; second += 1) guards.learn(sample(1000, 4, { freeMemoryBytes: before }));
    guards.begin('a');
    const last = [1, 2, 3].map(() => guards.watch(sample(1000, 4, { freeMemoryBytes: now }), true)).at(-1);
    return last?.guard ?? null;
  };
  expect(watched(64 * GiB, 20 * GiB, 3.3 * GiB)).toBeNull();
  expect(watched(64 * GiB, 20 * GiB, 3.1 * GiB)).toBe('free-memory');
  expect(watched(undefined, 20 * GiB, 1.1 * GiB)).toBeNull();
  expect(watched(undefined, 20 * GiB, 0.9 * GiB)).toBe('free-memory');
  expect(watched(64 * GiB, 2 * GiB, 1.7 * GiB)).toBeNull();
  expect(watched(64 * GiB, 2 * GiB, 1.5 * GiB)).toBe('free-memory');
});

test('a stall that reaches across the end of a baseline slot does not become what is usual', () => {
  const guards = new Guards({ live: false, memoryBytes: undefined });
  for (let second = 0; second < 10; second += 1) guards.learn(sample(1000, 4, { statementMs: 2 }));
  guards.learn(sample(40, 4, { statementMs: 60 }));
  guards.learn(sample(30, 4, { statementMs: 70 }));
  guards.begin('a');
  const watched = [1, 2, 3].map(() => guards.watch(sample(200, 4, { statementMs: 2 }), false));
  expect(watched.map((breach) => breach?.guard ?? null)).toEqual([null, null, 'throughput']);
});

test('live traffic that becomes less without piling up is what is usual from then on', () => {
  const guards = new Guards({ live: true, memoryBytes: undefined });
  for (let second = 0; second < 10; second += 1) guards.learn(sample(1000, 4));
  for (let second = 0; second < 10; second += 1) guards.learn(sample(200, 3));
  guards.begin('a');
  const watched = [1, 2, 3].map(() => guards.watch(sample(190, 9), false));
  expect(watched.at(-1)).toBeNull();
});
