import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeValues, encodeValues, type StoredValue, storedDifference, storedValue } from './value-codec';

/** What a server can print: levels, counters, resets, wraps, fractions, and integers beyond 2^53. */
const huge = fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map((value) => {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
});
const value: fc.Arbitrary<StoredValue> = fc.oneof(
  { weight: 4, arbitrary: fc.integer() },
  { weight: 2, arbitrary: fc.maxSafeInteger() },
  { weight: 2, arbitrary: huge },
  { weight: 1, arbitrary: fc.constant(null) },
);

describe('packed values', () => {
  test('integers of any size, negative ones and nulls come back as they were', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 300 }), (values) => {
        expect(decodeValues(encodeValues(values))).toEqual(values);
      }),
      { numRuns: 500 },
    );
  });

  test('fractions come back to the bit', () => {
    const fraction = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(null));
    fc.assert(
      fc.property(fc.array(fraction, { maxLength: 100 }), (values) => {
        const back = decodeValues(encodeValues(values));
        expect(back).toHaveLength(values.length);
        expect(back.every((one, index) => Object.is(one, values[index]))).toBe(true);
      }),
    );
  });

  test('fractions among integers beyond 2^53', () => {
    const values = [0.5, '18446744073709551615', null, -3];
    expect(decodeValues(encodeValues(values))).toEqual(values);
  });

  test('a counter with resets, and one that wraps at 2^64', () => {
    const values = ['18446744073709551610', '18446744073709551615', 4, 9, 0, 12, null, 13];
    expect(decodeValues(encodeValues(values))).toEqual(values);
  });

  test('steady counters take about a byte a sample, constants almost nothing', () => {
    const steady = Array.from({ length: 900 }, (_, index) => 1_000_000_000 + index * 57 + (index % 5));
    expect(encodeValues(steady).length).toBeLessThan(900);
    expect(encodeValues(Array(900).fill(151)).length).toBeLessThan(30);
    expect(encodeValues(Array(900).fill(null)).length).toBeLessThan(30);
  });

  test('what cannot be stored, or was not written here, is refused', () => {
    expect(() => encodeValues([Number.NaN])).toThrow(RangeError);
    expect(() => decodeValues(Buffer.from([9, 1, 2]))).toThrow(RangeError);
  });

  test('differences are exact beyond 2^53', () => {
    expect(storedDifference('18446744073709551615', '18446744073709551600')).toBe(15);
    expect(storedDifference('9007199254740993', 9007199254740991)).toBe(2);
  });

  test.each([
    ['12', 12],
    ['-5', -5],
    ['-0', 0],
    ['007', 7],
    ['0.250', 0.25],
    ['18446744073709551615', '18446744073709551615'],
    ['ON', null],
    ['', null],
  ])('a server prints %s', (text, expected) => {
    expect(storedValue(text)).toBe(expected);
  });
});
