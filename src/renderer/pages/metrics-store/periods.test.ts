import { expect, test } from 'vitest';
import { parseSpan } from '../../../shared/base/moment';
import { busiestHour, lastDays, momentField } from './periods';

test('the hour with most statements is found, whatever gaps there are', () => {
  const half = 1_800_000;
  expect(busiestHour([1, 5, 6, null, 2], half)).toEqual({ fromMs: half, toMs: 3 * half });
  expect(busiestHour([null, null, 3], half)).toEqual({ fromMs: half, toMs: 3 * half });
  expect(busiestHour([null, null, null], half)).toBeNull();
  expect(busiestHour([], half)).toBeNull();
  expect(busiestHour([1, 2], 60_000)).toEqual({ fromMs: 0, toMs: 120_000 });
  expect(busiestHour([1, 9, 2], 7_200_000)).toEqual({ fromMs: 7_200_000, toMs: 14_400_000 });
});

test('what a field shows is what is read from it', () => {
  const now = new Date('2026-11-24T12:00:00.700Z');
  const { from, to } = lastDays(7, now);
  const read = parseSpan(momentField(Date.parse(from)), momentField(Date.parse(to)), now);
  expect(read).toEqual({ from: new Date(from), to: new Date(to) });
});
