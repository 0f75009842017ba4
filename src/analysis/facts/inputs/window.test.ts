import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Series } from '../../../shared/snapshot';
import { differences, increases, intervalsOf, meanRate } from './window';

const counter = (values: (number | null)[], base = '0'): Series => ({
  kind: 'counter',
  unit: 'count',
  base,
  values,
});
const everySecond = (length: number, restarts: number[] = []) =>
  intervalsOf({
    startedAt: '2026-01-01T00:00:00Z',
    intervalMs: 1000,
    times: Array.from({ length }, (_, index) => index * 1000),
    series: {},
    restarts,
  });

test('increases add up to last minus first where nothing was reset', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000_000), { minLength: 2, maxLength: 50 }), (steps) => {
      let sum = 0;
      const values = steps.map((step) => {
        sum += step;
        return sum;
      });
      const found = increases(counter(values), everySecond(values.length));
      const total = found.reduce<number>((all, one) => all + (one ?? Number.NaN), 0);
      return total === (values[values.length - 1] ?? 0) - (values[0] ?? 0);
    }),
  );
});

test('a gap, a restart and a reset are unknown, never zero or negative', () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.nat(1000)), { minLength: 2 }),
      fc.array(fc.nat(30)),
      (values, restarts) => {
        const found = increases(counter(values), everySecond(values.length, restarts));
        return found.every((one, position) => {
          const before = values[position];
          const after = values[position + 1];
          const sound =
            !restarts.includes(position + 1) && before != null && after != null && after >= before;
          return sound ? one === after - before : one === null;
        });
      },
    ),
  );
});

test('a gap does not shorten the time that its neighbours are divided by', () => {
  expect(meanRate(counter([0, 10, null, 30, 40]), everySecond(5))).toBe(10);
  expect(meanRate(counter([0, null, null]), everySecond(3))).toBeNull();
});

test('differences of two 64-bit positions are exact', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 63n }), fc.nat(1_000_000_000), (base, distance) => {
      const [value] = differences(counter([0], String(base + BigInt(distance))), counter([0], String(base)));
      return value === distance;
    }),
  );
});
