import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clampRange, panRange, zoomRange } from './chart-range';

const whole = { fromMs: 0, toMs: 60_000 };

test('zooming in keeps the moment under the pointer where it is', () => {
  expect(zoomRange(whole, 0.5, whole, 15_000)).toEqual({ fromMs: 7500, toMs: 37_500 });
});

test('panning stops at the ends and keeps the length', () => {
  expect(panRange({ fromMs: 10_000, toMs: 20_000 }, -0.5, whole)).toEqual({ fromMs: 5000, toMs: 15_000 });
  expect(panRange({ fromMs: 50_000, toMs: 60_000 }, 0.5, whole)).toEqual({ fromMs: 50_000, toMs: 60_000 });
});

test('no zoom goes below a second or beyond the whole', () => {
  expect(zoomRange({ fromMs: 0, toMs: 1500 }, 0.1, whole)).toEqual({ fromMs: 250, toMs: 1250 });
  expect(zoomRange({ fromMs: 1000, toMs: 50_000 }, 4, whole)).toEqual(whole);
  expect(clampRange({ fromMs: 0, toMs: 200 }, { fromMs: 0, toMs: 400 })).toEqual({ fromMs: 0, toMs: 400 });
});

test('whatever is done, the range lies within the whole', () => {
  const step = fc.oneof(
    fc.record({
      factor: fc.double({ min: 0.01, max: 50, noNaN: true }),
      at: fc.integer({ min: -9, max: 99_999 }),
    }),
    fc.record({ share: fc.double({ min: -3, max: 3, noNaN: true }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      let range = whole;
      for (const one of steps) {
        range =
          'share' in one ? panRange(range, one.share, whole) : zoomRange(range, one.factor, whole, one.at);
        expect(range.fromMs).toBeGreaterThanOrEqual(0);
        expect(range.toMs).toBeLessThanOrEqual(60_000 + 1e-6);
        expect(range.toMs - range.fromMs).toBeGreaterThan(999);
      }
    }),
  );
});
