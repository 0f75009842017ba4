import { expect, test } from 'vitest';
import { slowRates } from './slow-rates';

test('rates far below one a second are said for an hour or a day, others as they are', () => {
  expect(slowRates('40 are open, and 0.0052 clients a second were refused.')).toBe(
    '40 are open, and 18.7 clients an hour were refused.',
  );
  expect(slowRates('0.0001 deadlocks a second.')).toBe('8.64 deadlocks a day.');
  expect(slowRates('0.02 sort merge passes a second')).toBe('72 sort merge passes an hour');
  for (const text of [
    '0.5 clients a second',
    '12 statements a second join',
    '0.03 s, 4 rows a second',
    '0 clients a second',
  ])
    expect(slowRates(text)).toBe(text);
});
