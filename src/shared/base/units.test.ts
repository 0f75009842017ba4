import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatBoth,
  formatBytes,
  formatCount,
  formatSeconds,
  formatSetting,
  formatValue,
  parseSize,
  sizeLiteral,
} from './units';

test('sizes are read with the suffixes of option files, in powers of 1024', () => {
  expect(parseSize('128M')).toBe(134_217_728);
  expect(parseSize('1.5G')).toBe(1_610_612_736);
  expect(parseSize(' 4096 ')).toBe(4096);
  expect(parseSize('64 GiB')).toBe(64 * 1024 ** 3);
  expect(parseSize('12 apples')).toBeNull();
  expect(parseSize('')).toBeNull();
});

test('a size literal reads back as the same number of bytes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 46 }), (bytes) => parseSize(sizeLiteral(bytes)) === bytes),
  );
});

test('what rounds to a thousand of a unit is one of the next', () => {
  expect(formatSeconds(0.9996)).toBe('1 s');
  expect(formatSeconds(0.0009997)).toBe('1 ms');
  expect(formatBytes(1024 ** 2 - 200)).toBe('1 MiB');
  expect(formatCount(999_700)).toBe('1 M');
  fc.assert(
    fc.property(fc.double({ min: 1e-9, max: 1e15, noNaN: true }), (value) => {
      const texts = [formatSeconds(value), formatCount(Math.round(value)), formatBytes(value)];
      return texts.every((text) => !/^(1,000 (us|ms|k|M|G)|1,024 \w+)$/.test(text));
    }),
    { numRuns: 2000 },
  );
});

test('numbers carry their unit', () => {
  expect(formatBytes(1_342_177_280)).toBe('1.25 GiB');
  expect(formatBytes(12)).toBe('12 B');
  expect(formatCount(3100)).toBe('3,100');
  expect(formatCount(31_000)).toBe('31 k');
  expect(formatSeconds(0.000412)).toBe('412 us');
  expect(formatSeconds(14)).toBe('14 s');
  expect(formatSeconds(303)).toBe('5 min 3 s');
  expect(formatSeconds(11_520)).toBe('3 h 12 min');
  expect(formatValue(81.25, 'percent')).toBe('81.3 %');
  expect(formatValue(null, 'bytes')).toBe('unknown');
  expect(formatValue(1, 'pages')).toBe('1 page');
  expect(formatValue(2, 'pages')).toBe('2 pages');
  expect(formatValue(true, 'none')).toBe('ON');
  expect(formatSetting(16_382, 'count')).toBe('16382');
  expect(formatSetting(10_000, 'count/s')).toBe('10000');
  expect(formatSetting(134_217_728, 'bytes')).toBe('128M');
  expect(formatSetting(0, 'bytes')).toBe('0');
  expect(formatSetting(null, 'count')).toBe('unknown');
});

test('numbers are grouped by thousands as en-US writes them', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -9999, max: 9999 }),
      (value) => formatCount(value) === value.toLocaleString('en-US'),
    ),
  );
  expect(formatCount(1_234_567_890_123_456)).toBe('1,235 T');
});

test('rates that are compared are of one unit of time', () => {
  expect(formatBoth(0.95, 0.05, 'count/s')).toEqual(['0.95/s', '0.05/s']);
  expect(formatBoth(0, 0.05, 'count/s')).toEqual(['0/h', '180/h']);
  expect(formatBoth(0, 0, 'count/s')).toEqual(['0/s', '0/s']);
  expect(formatBoth(null, 0.05, 'count/s')).toEqual(['unknown', '180/h']);
  expect(formatBoth(1024, 1_048_576, 'bytes/s')).toEqual(['1 KiB/s', '1 MiB/s']);
});
