import { expect, test } from 'vitest';
import { exampleHistory } from '../../test/files/example-history';
import { exampleSnapshot } from '../../test/files/example-snapshot';
import { historySchema, hoursOf } from './history';
import { snapshotSchema } from './snapshot';

test('a snapshot carries a history, and one of a version before has none', () => {
  const history = exampleHistory();
  expect(snapshotSchema.parse(exampleSnapshot({ history })).history).toEqual(history);
  expect(snapshotSchema.parse(exampleSnapshot())).not.toHaveProperty('history');
  expect(hoursOf(history)).toBe(48);
});

test('what is no history is refused with what is wrong', () => {
  const messageOf = (changes: Parameters<typeof exampleHistory>[1]) =>
    historySchema.safeParse(exampleHistory(48, changes)).error?.issues[0]?.message;
  expect(messageOf({ from: '2026-11-07T03:30:00.000Z' })).toBe('is not a whole hour');
  expect(messageOf({ from: '2026-11-07T04:00:00.000Z' })).toBe('A list of 48 hours is in a history of 47.');
  expect(messageOf({ from: '2026-01-07T04:00:00.000Z' })).toBe(
    'A history spans 1 to 2160 hours, this one 7343.',
  );
  expect(messageOf({ growth: [{ of: 'disk', path: '/', limit: null, values: [1] }] })).toBe(
    'A list of 1 hours is in a history of 48.',
  );
  const changes = Array.from({ length: 2001 }, () => '2026-11-07T04:00:00.000Z');
  expect(messageOf({ restarts: changes })).toBe('A history holds at most 2000 changes, this one 2001.');
});
