import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plausibleNumber } from './plausible-number';

describe('plausibleNumber', () => {
  test('reads what servers print', () => {
    expect(plausibleNumber('18446744073709551615')).toBe(2 ** 64);
    expect(plausibleNumber('-9223372036854775808')).toBe(-(2 ** 63));
    expect(plausibleNumber('0.000012')).toBe(0.000012);
    expect(plausibleNumber(' 1.5e3 ')).toBe(1500);
    expect(plausibleNumber(7)).toBe(7);
  });

  test.each([
    '',
    ' ',
    'NaN',
    'Infinity',
    '-Infinity',
    '1e400',
    '1e31',
    '0x10',
    '0b1',
    '1_000',
    '१२',
    '1,5',
    'null',
    '9'.repeat(500),
    null,
    undefined,
    Number.NaN,
  ])('does not take %s for a number', (cell) => expect(plausibleNumber(cell)).toBeNull());

  test('gives a finite number or none, and every number of a server', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.double().map(String), fc.double(), fc.bigInt().map(String)),
        (cell) => {
          const value = plausibleNumber(cell);
          if (value !== null) expect(Math.abs(value)).toBeLessThanOrEqual(1e30);
        },
      ),
    );
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }), (whole) => {
        expect(plausibleNumber(String(whole))).toBe(Number(whole));
      }),
    );
  });
});
