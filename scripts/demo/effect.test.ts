import { expect, test } from 'vitest';
import { effectLine } from './effect';

const measure = (id: string, ratio: number | null, noise: number | null, verdict = 'better') => ({
  id,
  ratio,
  noise,
  verdict,
});

test('the line has the interval of transactions and of p95, and says what is within noise', () => {
  const measures = [
    measure('transactions', 2.6171, 0.794),
    measure('statements', 2.59, 0.9),
    measure('p95', 0.9, 0.2, 'within noise'),
  ];
  expect(effectLine({ verdict: 'Better.', measures })).toBe(
    'Better. 95 % intervals: transactions x 1.82 to 3.41; p95 x 0.7 to 1.1, within noise.',
  );
});

test('what has no interval is not given one', () => {
  const measures = [measure('transactions', null, null, 'unknown'), measure('p95', 2, null, 'unknown')];
  expect(effectLine({ verdict: 'No verdict.', measures })).toBe('No verdict.');
});
