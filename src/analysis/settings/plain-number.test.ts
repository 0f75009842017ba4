import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainNumber } from './plain-number';

test.each([
  [0.1, '0.1'],
  [1e-7, '0.0000001'],
  [-2.5e-9, '-0.0000000025'],
  [1.5e21, '1500000000000000000000'],
  [134_217_728, '134217728'],
])('%d is written %s', (value, text) => {
  expect(plainNumber(value)).toBe(text);
});

test('no number is written with an exponent, and each reads back as itself', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(plainNumber(value)).toMatch(/^-?\d+(\.\d+)?$/);
      expect(Number(plainNumber(value)) === value).toBe(true);
    }),
  );
});
