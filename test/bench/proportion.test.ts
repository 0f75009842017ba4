import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clopperPearson } from '../../bench/calibration/proportion';

// R: binom.test(682, 682 + 243) of ?binom.test (Conover 1971, Mendel's peas); "rule of three" values of Louis (1981); Brown, Cai and
// DasGupta, Statistical Science 16 (2001).
test.each([
  [682, 925, 0.7076683, 0.7654066],
  [0, 100, 0, 0.0362167],
  [100, 100, 0.9637833, 1],
  [0, 10, 0, 0.3084971],
  [10, 20, 0.2719578, 0.7280422],
])('%d of %d', (successes, trials, low, high) => {
  const interval = clopperPearson(successes, trials);
  expect(interval.low).toBeCloseTo(low, 5);
  expect(interval.high).toBeCloseTo(high, 5);
});

test('the interval holds the estimate, is symmetric in success and failure, and is wider at 99 %', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2000 }), fc.nat(2000), (trials, some) => {
      const successes = some % (trials + 1);
      const { low, estimate, high } = clopperPearson(successes, trials);
      expect(low <= estimate && estimate <= high).toBe(true);
      expect(1 - clopperPearson(trials - successes, trials).high).toBeCloseTo(low, 6);
      const wider = clopperPearson(successes, trials, 0.99);
      expect(wider.low <= low && wider.high >= high).toBe(true);
    }),
    { numRuns: 60 },
  );
});
