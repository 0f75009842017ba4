import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SeriesBuilder } from '../../evidence/series/series';
import type { Clock } from '../../shared/base/clock';
import { LatchkeyError } from '../../shared/base/error';
import { sampleWindow } from './sampler';
import { lastTick, nextTick } from './schedule';

/** A clock that stands still but for sleeping and what a reading is said to take. */
function handClock(): Clock & { spend(ms: number): void } {
  let time = 0;
  return {
    now: () => new Date(time),
    monotonicMs: () => time,
    sleep: async (ms, signal) => {
      if (signal?.aborted !== true) time += ms;
    },
    spend: (ms) => {
      time += ms;
    },
  };
}

async function sample(windowMs: number, durations: (number | Error)[], cancelAt = Number.POSITIVE_INFINITY) {
  const clock = handClock();
  const cancel = new AbortController();
  const builder = new SeriesBuilder('2026-11-21T00:00:00.000Z', 1000, (name) => ({
    name,
    kind: 'counter',
    unit: 'count',
  }));
  let taken = 0;
  const outcome = await sampleWindow({
    read: async () => {
      const duration = durations[taken] ?? 1;
      taken += 1;
      if (duration instanceof Error) throw duration;
      clock.spend(duration);
      return new Map([['Queries', String(taken)]]);
    },
    builder,
    windowMs,
    intervalMs: 1000,
    clock,
    signal: cancel.signal,
    onSample: () => {
      if (taken >= cancelAt) cancel.abort();
    },
  }).catch((error: unknown) => error);
  return { outcome, samples: builder.build() };
}

describe('the sampler', () => {
  test('takes a sample at both ends and at every interval, without drift', async () => {
    const { samples } = await sample(3000, [120, 90, 300, 5]);
    expect(samples.times).toEqual([0, 1000, 2000, 3000]);
  });

  test('a reading that runs over ticks leaves gaps and the schedule stands', async () => {
    const { samples } = await sample(5000, [1, 2700, 1, 1]);
    expect(samples.times).toEqual([0, 1000, 2000, 3000, 4000, 5000]);
    expect(samples.series.Queries?.values).toEqual([0, 1, null, null, 2, 3]);
  });

  test('a tick that is a little late is taken at its true time', async () => {
    const { samples } = await sample(2000, [1, 1300, 1]);
    expect(samples.times).toEqual([0, 1000, 2300]);
  });

  test('a failed reading is a gap; a lost connection ends it with what there is', async () => {
    const { samples, outcome } = await sample(4000, [
      1,
      new LatchkeyError('timeout', 'late'),
      1,
      new LatchkeyError('connection-lost', 'gone'),
    ]);
    expect(samples.series.Queries?.values).toEqual([0, null, 2]);
    expect(outcome).toMatchObject({ code: 'connection-lost' });
  });

  test('cancelling ends it with what there is', async () => {
    const { samples, outcome } = await sample(60_000, [], 3);
    expect(outcome).toMatchObject({ code: 'cancelled' });
    expect(samples.times).toHaveLength(3);
  });
});

test('the next tick comes after the last and is at most half an interval late', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 1000 }),
      fc.nat({ max: 10_000_000 }),
      fc.integer({ min: 100, max: 60_000 }),
      (previous, now, interval) => {
        const next = nextTick(previous, now, interval);
        expect(next).toBeGreaterThan(previous);
        expect(now - next * interval).toBeLessThanOrEqual(interval / 2);
        // No tick is ignored that could still be taken.
        if (next > previous + 1) expect(now - (next - 1) * interval).toBeGreaterThan(interval / 2);
      },
    ),
  );
  expect(lastTick(2500, 1000)).toBe(2);
});
