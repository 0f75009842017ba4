import { expect, test } from 'vitest';
import { readCell } from './cell';

test('nothing is rounded and binary text is read', () => {
  expect(readCell('18446744073709551615')).toBe('18446744073709551615');
  expect(readCell(12.5)).toBe(12.5);
  expect(readCell(null)).toBeNull();
  expect(readCell(Buffer.from('Größe'))).toBe('Größe');
  expect(readCell(Buffer.from([0xff, 0x00]))).toBe('0xff00');
});
