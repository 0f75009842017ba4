import { expect, test } from 'vitest';
import { nothing } from './outcome.ts';
import { passedAlone, secondRun, settled } from './second-run.ts';

const failure = (name: string) => ({ name, error: 'expected 1 to be 2', where: undefined });
const live = failure('test/probe/guard.live.test.ts > guards: mysql80 > stop');
const unit = failure('src/files/a.test.ts > reads');
const page = failure('e2e/paste.spec.ts:33 > a post is pasted');

test('failed tests are run again by file, those of the window by file and line', () => {
  expect(secondRun([live, { ...live, name: `${live.name} twice` }, unit, page])).toEqual({
    unit: ['src/files/a.test.ts'],
    live: ['test/probe/guard.live.test.ts'],
    window: ['e2e/paste.spec.ts:33'],
  });
  expect(secondRun([failure('scripts/setup/lock.test.mjs')])?.unit).toEqual(['scripts/setup/lock.test.mjs']);
});

test('nothing is run again where nothing or very much failed, or a program without a test', () => {
  expect(secondRun([])).toBeUndefined();
  expect(secondRun(Array.from({ length: 11 }, () => unit))).toBeUndefined();
  expect(secondRun([unit, failure('vitest (live)')])).toBeUndefined();
  expect(secondRun([failure('outside of every test')])).toBeUndefined();
});

test('only what ran again without a failure passed alone', () => {
  const other = failure('test/a.live.test.ts > other');
  const again = { ...nothing, passed: 3 };
  expect(passedAlone([live, other], again)).toEqual([live, other]);
  expect(passedAlone([live, other], { ...again, failed: 1, failures: [other] })).toEqual([live]);
  expect(passedAlone([live], { ...again, failed: 1, failures: [failure('vitest (again)')] })).toEqual([]);
  expect(passedAlone([live], nothing)).toEqual([]);
});

test('what passed alone is counted as passed, the rest stays failed', () => {
  const outcome = { passed: 5, failed: 2, skipped: 1, failures: [live, unit] };
  expect(settled(outcome, [live])).toEqual({ passed: 6, failed: 1, skipped: 1, failures: [unit] });
  expect(settled(outcome, [live, unit])).toEqual({ passed: 7, failed: 0, skipped: 1, failures: [] });
  expect(settled(outcome, [page])).toBe(outcome);
  const oneTestTwoErrors = { ...outcome, failed: 1 };
  expect(settled(oneTestTwoErrors, [live]).failed).toBe(1);
});
