import fc from 'fast-check';
import { expect, test } from 'vitest';
import { histogramQuantile } from './histogram';

test('a quantile is interpolated within its bucket, whose ends are what is certain', () => {
  const buckets = [
    { low: 0, high: 10, count: 50 },
    { low: 10, high: 20, count: 40 },
    { low: 20, high: 40, count: 10 },
  ];
  expect(histogramQuantile(buckets, 0.5)).toEqual({ value: 10, low: 0, high: 10 });
  expect(histogramQuantile(buckets, 0.95)).toEqual({ value: 30, low: 20, high: 40 });
  expect(histogramQuantile(buckets, 0)).toEqual({ value: 0, low: 0, high: 10 });
  expect(histogramQuantile(buckets, 1)).toEqual({ value: 40, low: 20, high: 40 });
});

test('empty histograms have no quantile, an open bucket has no value', () => {
  expect(histogramQuantile([], 0.5)).toBeUndefined();
  expect(histogramQuantile([{ low: 0, high: 1, count: 0 }], 0.5)).toBeUndefined();
  expect(histogramQuantile([{ low: 5, high: Number.POSITIVE_INFINITY, count: 3 }], 0.5)).toEqual({
    value: null,
    low: 5,
    high: Number.POSITIVE_INFINITY,
  });
});

test('a higher quantile is never lower, and the bucket holds the value', () => {
  const counts = fc
    .array(fc.nat(1000), { minLength: 1, maxLength: 40 })
    .filter((all) => all.some((count) => count > 0));
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(counts, share, share, (all, one, other) => {
      const buckets = all.map((count, index) => ({ low: 1.05 ** index, high: 1.05 ** (index + 1), count }));
      const [lower, upper] = [Math.min(one, other), Math.max(one, other)].map((at) =>
        histogramQuantile(buckets, at),
      );
      expect((lower?.value ?? 0) <= (upper?.value ?? 0)).toBe(true);
      expect(lower !== undefined && lower.low <= (lower.value ?? 0) && (lower.value ?? 0) <= lower.high).toBe(
        true,
      );
    }),
  );
});
