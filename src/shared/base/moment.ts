const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
const dayMs = 86_400_000;
const units: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: dayMs,
  w: 7 * dayMs,
};

/** Forms of a moment, for messages. */
export const momentForms =
  "'mon 08:00', '08:00', 'yesterday 08:00', '2026-11-03 08:00', '2026-11-03T07:00Z', '-24h' or 'now'";

/** A span of time between two moments. */
export interface MomentSpan {
  from: Date;
  to: Date;
}

/**
 * Reads a moment; one without a zone is local. Of a weekday or a time of day the latest one that is over is meant: on a Monday at 9, `mon 08:00` is
 * today and `mon 12:00` a week ago. null: it is none.
 */
export function parseMoment(text: string, now: Date): Date | null {
  const written = text.trim().toLowerCase();
  return absolute(written) ?? relative(written, now) ?? latest(written, now);
}

/**
 * Reads the two ends of a span. A weekday or time of day at its end is the first one after its start: `mon 22:00` to
 * `tue 02:00`. An end that is yet to come becomes `now`.
 * @returns a sentence where it is no span
 */
export function parseSpan(from: string, to: string, now: Date): MomentSpan | string {
  const start = parseMoment(from, now);
  if (start === null) return `"${from}" is no moment. Give one such as ${momentForms}.`;
  const written = to.trim().toLowerCase();
  const end = absolute(written) ?? relative(written, now) ?? firstAfter(written, start, now);
  if (end === null) return `"${to}" is no moment. Give one such as ${momentForms}.`;
  if (start.getTime() >= now.getTime()) return 'The span begins in the future.';
  if (end.getTime() <= start.getTime()) return 'The span ends before it begins.';
  return { from: start, to: end.getTime() > now.getTime() ? now : end };
}

/** `2026-11-03`, `2026-11-03 08:00`, `2026-11-03T08:00:30Z`, `...+01:00`. A day without a time begins at midnight. */
function absolute(written: string): Date | null {
  const match =
    /^(\d{4})-(\d\d)-(\d\d)(?:[t ](\d\d?):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?\s*(z|utc|[+-]\d\d:?\d\d)?)?$/.exec(
      written,
    );
  if (match === null) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0', zone] = match;
  const [y, mo, d, h, mi, s] = [year, month, day, hour, minute, second].map(Number);
  if (y === undefined || mo === undefined || d === undefined || h === undefined || mi === undefined)
    return null;
  const local = new Date(y, mo - 1, d, h, mi, s);
  if (!isThatTime(local, mo, d, h, mi, s ?? 0)) return null;
  if (zone === undefined) return local;
  return new Date(Date.UTC(y, mo - 1, d, h, mi, s) - zoneMs(zone));
}

/** Refuses 31 February and 25:00, which Date would carry over. An hour that summer time leaves out is carried over. */
function isThatTime(
  date: Date,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): boolean {
  if (hour > 23 || minute > 59 || second > 59 || month < 1 || month > 12) return false;
  return day >= 1 && day <= new Date(date.getFullYear(), month, 0).getDate();
}

function zoneMs(zone: string): number {
  const match = /^([+-])(\d\d):?(\d\d)$/.exec(zone);
  if (match === null) return 0;
  const ms = (Number(match[2]) * 60 + Number(match[3])) * 60_000;
  return match[1] === '-' ? -ms : ms;
}

/** `now`, `-24h`, `-7d`. */
function relative(written: string, now: Date): Date | null {
  if (written === 'now') return now;
  const match = /^-\s*(\d{1,6}(?:\.\d{1,3})?)\s*(s|m|min|h|d|w)$/.exec(written);
  const unit = units[match?.[2] ?? ''];
  return match === null || unit === undefined
    ? null
    : new Date(now.getTime() - Math.round(Number(match[1]) * unit));
}

interface Recurring {
  /** 0 is Sunday; null: any day. */
  weekday: number | null;
  /** Of today and yesterday: days before today. */
  daysBack: number | null;
  hour: number;
  minute: number;
}

function recurring(written: string): Recurring | null {
  const match =
    /^(?:(today|yesterday|(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?)(?:day)?)\s*)?(?:(\d\d?):(\d\d))?$/.exec(
      written,
    );
  if (match === null || written === '') return null;
  const [, day, hourText, minuteText] = match;
  const [hour, minute] = [Number(hourText ?? 0), Number(minuteText ?? 0)];
  if (hour > 23 || minute > 59) return null;
  const weekday = weekdays.findIndex((name) => day?.startsWith(name));
  const daysBack = day === 'today' ? 0 : day === 'yesterday' ? 1 : null;
  return { weekday: weekday === -1 ? null : weekday, daysBack, hour, minute };
}

/** The latest moment of that form up to now; today's and yesterday's is the one, whether it is over or not. */
function latest(written: string, now: Date): Date | null {
  const wanted = recurring(written);
  if (wanted === null) return null;
  if (wanted.daysBack !== null) return onDay(now, -wanted.daysBack, wanted);
  return nearestOf(wanted, now, [0, -1, -2, -3, -4, -5, -6, -7], (at) => at.getTime() <= now.getTime());
}

function firstAfter(written: string, start: Date, now: Date): Date | null {
  const wanted = recurring(written);
  if (wanted === null) return null;
  if (wanted.daysBack !== null) return onDay(now, -wanted.daysBack, wanted);
  return nearestOf(wanted, start, [0, 1, 2, 3, 4, 5, 6, 7], (at) => at.getTime() > start.getTime());
}

function nearestOf(
  wanted: Recurring,
  from: Date,
  days: readonly number[],
  fits: (at: Date) => boolean,
): Date | null {
  const found = days
    .map((day) => onDay(from, day, wanted))
    .find((at) => (wanted.weekday === null || at.getDay() === wanted.weekday) && fits(at));
  return found ?? null;
}

function onDay(from: Date, days: number, { hour, minute }: Recurring): Date {
  return new Date(from.getFullYear(), from.getMonth(), from.getDate() + days, hour, minute);
}
