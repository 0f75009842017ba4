import { expect, test } from 'vitest';
import { LatchkeyError } from '../../../shared/base/error';
import { Renewals } from './renewals';

const late = new LatchkeyError('timeout', 'late');
const large = new LatchkeyError('too-large', 'large');

/** Gives up one connection after the other, with as much time in between. @returns how many, at most 1000 */
function giveUpAlways(renewals: Renewals, lostMs: number, betweenMs: number): number {
  let nowMs = 0;
  let tries = 0;
  for (; tries < 1000 && renewals.end() === null; tries += 1) {
    nowMs += lostMs + betweenMs;
    if (renewals.givenUp(late, lostMs, nowMs)) renewals.made();
  }
  return tries;
}

test('a connection that was given up for its answer is rebuilt, by a session that may', () => {
  for (const failure of [late, large]) {
    for (const allowed of ['own', 'all'] as const) {
      const renewals = new Renewals(allowed);
      expect(renewals.due()).toBe(false);
      expect(renewals.givenUp(failure, 10_000, 20_000)).toBe(true);
      expect(renewals.due()).toBe(true);
      renewals.made();
      expect(renewals.due()).toBe(false);
      expect(renewals.end()).toBeNull();
    }
    const holding = new Renewals(null);
    expect(holding.givenUp(failure, 10_000, 20_000)).toBe(false);
    expect(holding.due()).toBe(false);
  }
});

test('one that the server or the network ended is not', () => {
  const renewals = new Renewals('own');
  expect(renewals.givenUp(new LatchkeyError('connection-lost', 'gone'), 10, 20)).toBe(false);
  expect(renewals.givenUp(new LatchkeyError('cancelled', 'Cancelled.'), 10, 40)).toBe(false);
  expect(renewals.due()).toBe(false);
});

test('a server that leaves every statement unanswered is given up, with the reason', () => {
  const renewals = new Renewals('own');
  expect(giveUpAlways(renewals, 10_500, 20)).toBe(6);
  expect(renewals.due()).toBe(false);
  expect(renewals.end()).toMatchObject({
    code: 'connection-lost',
    message: expect.stringContaining('after 63 s'),
  });
});

test('one that answers well most of the time is asked on for weeks, and so is one under a load', () => {
  expect(giveUpAlways(new Renewals('own'), 10_500, 11_000)).toBe(1000);
  expect(giveUpAlways(new Renewals('all'), 10_500, 20)).toBe(1000);
});

test('a further connection that cannot be made is not tried again, and says what it took the place of', () => {
  const renewals = new Renewals('own');
  renewals.givenUp(late, 10_500, 20_000);
  const end = renewals.failed(new LatchkeyError('server-unreachable', 'Nobody answers.', { hint: 'Look.' }));
  expect(renewals.due()).toBe(false);
  expect(renewals.end()).toBe(end);
  expect(end.toDocument()).toMatchObject({
    code: 'connection-lost',
    message:
      'The connection was given up for an answer that never came, and another could not be made: Nobody answers.',
    hint: 'Look.',
  });
});

test('statements of others are sent over the first connection only, unless the session was made for them', () => {
  const renewals = new Renewals('own');
  expect(renewals.refusalOfForeign()).toBeNull();
  renewals.givenUp(late, 10, 20);
  renewals.made();
  expect(renewals.refusalOfForeign()).toMatchObject({ code: 'timeout' });
  renewals.givenUp(large, 10, 40);
  expect(renewals.refusalOfForeign()).toMatchObject({ code: 'too-large' });
  const load = new Renewals('all');
  load.givenUp(late, 10, 20);
  expect(load.refusalOfForeign()).toBeNull();
  expect(load.notSent()).toMatchObject({ code: 'timeout' });
});
