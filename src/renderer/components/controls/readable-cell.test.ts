import { expect, test } from 'vitest';
import { readableCell, readableRate } from './readable-cell';

test('sizes, times and counts are readable, with the exact value behind them', () => {
  expect(readableCell('134217728', 'bytes')).toEqual({ text: '128 MiB', exact: '134,217,728 bytes' });
  expect(readableCell(3_200_000_000, 'picoseconds')).toEqual({ text: '3.2 ms', exact: '3,200,000,000 ps' });
  expect(readableCell('28800', 'seconds')).toEqual({ text: '8 h', exact: '28,800 s' });
  expect(readableCell('1234567', 'count')).toEqual({ text: '1,234,567', exact: null });
});

test('a size of a setting is written as an option file has it, and to its last byte where that has no suffix', () => {
  expect(readableCell('67108864', 'bytes', true)).toEqual({ text: '64M', exact: '67,108,864 bytes' });
  expect(readableCell('67108865', 'bytes', true).text).toBe('67,108,865');
  // Beyond 2^53, no digit is lost.
  expect(readableCell('18446744073709551615', 'bytes', true).text).toBe('18,446,744,073,709,551,615');
  expect(readableCell('18446744073709551615', 'count').text).toBe('18,446,744,073,709,551,615');
});

test('texts, and numbers that identify something, stay as they are', () => {
  expect(readableCell('ON', 'bytes')).toEqual({ text: 'ON', exact: null });
  expect(readableCell('33062', 'none')).toEqual({ text: '33062', exact: null });
  expect(readableCell(null, 'count')).toEqual({ text: '', exact: null });
  expect(readableCell('12', 'seconds')).toEqual({ text: '12 s', exact: null });
});

test('rates are of what the counter counts', () => {
  expect(readableRate(1536, 'bytes').text).toBe('1.5 KiB/s');
  expect(readableRate(2345.6, 'count').text).toBe('2,346/s');
});
