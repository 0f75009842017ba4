import { LatchkeyError } from '../shared/base/error';
import { parseSpan } from '../shared/base/moment';
import { texts } from './texts';

export interface GivenSpan {
  from: Date;
  to: Date;
}

/** The span of `--between FROM TO`, or `--between 'FROM to TO'`. @throws LatchkeyError usage */
export function spanOf(given: readonly string[], now: Date): GivenSpan {
  // An end such as -1h looks like an option of its own: both in one text are understood too.
  const [from, to, ...more] = given.length === 1 ? (given[0] ?? '').split(' to ') : given;
  if (from === undefined || to === undefined || more.length > 0) {
    throw new LatchkeyError('usage', texts.betweenTakesTwoMoments, {
      hint: texts.giveBetweenMon0800,
    });
  }
  const span = parseSpan(from, to, now);
  if (typeof span !== 'string') return span;
  throw new LatchkeyError('usage', span, { hint: texts.timesAreLocalUnlessThey });
}

/** `2026-11-23 08:00 to 12:00 (Europe/Berlin, 14400 s)`: how a span was understood. */
export function spanText({ from, to }: GivenSpan): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const pad = (value: number) => String(value).padStart(2, '0');
  const day = (at: Date) => `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
  const time = (at: Date) =>
    `${pad(at.getHours())}:${pad(at.getMinutes())}${at.getSeconds() === 0 ? '' : `:${pad(at.getSeconds())}`}`;
  const end = day(from) === day(to) ? time(to) : `${day(to)} ${time(to)}`;
  return `${day(from)} ${time(from)} to ${end}, ${timeZone}`;
}
