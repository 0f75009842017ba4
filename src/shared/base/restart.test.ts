import { expect, test } from 'vitest';
import { wasRestarted } from './restart';

test.each([
  ['the next second', 0, 100, 1000, 101, false],
  ['the same whole second', 0, 100, 100, 100, false],
  ['a late answer', 0, 100, 3900, 102, false],
  ['an hour without connection', 0, 100, 3_600_000, 3700, false],
  ['a shorter uptime', 0, 100, 1000, 0, true],
  ['up for longer than before, but not for long enough', 0, 5, 60_000, 30, true],
])('%s', (_, fromMs, before, toMs, after, restarted) => {
  expect(
    wasRestarted({ timeMs: fromMs, uptimeSeconds: before }, { timeMs: toMs, uptimeSeconds: after }),
  ).toBe(restarted);
});
