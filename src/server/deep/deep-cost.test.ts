import { expect, test } from 'vitest';
import type { MeasuredPeriod } from '../../shared/deep';
import { costText } from './deep-cost';

const period = (statementsPerSecond: number | null, cpu: number | null): MeasuredPeriod => ({
  seconds: 5,
  statementsPerSecond,
  cpuMicrosecondsPerStatement: cpu,
});

test('CPU time per statement is reported where it could be read', () => {
  expect(costText(period(2000, 100), period(1900, 112), period(2010, 104))).toBe(
    'CPU time per statement: 100 us before, 112 us during, 104 us after; +9.8 %, with noise of 3.9 %.',
  );
});

test('a difference no larger than that between before and after is noise', () => {
  expect(costText(period(2000, 100), period(2000, 103), period(2000, 110))).toMatch(
    /within the noise of 9\.5 %/,
  );
});

test('without CPU time the rate is reported, and without statements nothing', () => {
  expect(costText(period(2000, null), period(1500, null), period(2000, null))).toBe(
    'statements per second: 2000 /s before, 1500 /s during, 2000 /s after; -25.0 %, with noise of 0.0 %.',
  );
  expect(costText(period(3, null), period(2, null), period(3, null))).toMatch(/^Not measured/);
  expect(costText(period(2000, 100), period(2000, 100), null)).toMatch(/^Not measured/);
});
