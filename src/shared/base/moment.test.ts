import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMoment, parseSpan } from './moment';

// A Monday, 10:30 local time, whatever the zone of the machine.
const now = new Date(2026, 10, 23, 10, 30);
const at = (...parts: [number, number, number, number?, number?]) =>
  new Date(parts[0], parts[1] - 1, ...([parts[2], parts[3] ?? 0, parts[4] ?? 0] as const));
const span = (from: string, to: string) => {
  const found = parseSpan(from, to, now);
  return typeof found === 'string' ? found : [found.from, found.to];
};

test('a weekday or a time of day is the latest one that is over', () => {
  expect(parseMoment('mon 08:00', now)).toEqual(at(2026, 11, 23, 8));
  expect(parseMoment('Monday 12:00', now)).toEqual(at(2026, 11, 16, 12));
  expect(parseMoment('08:00', now)).toEqual(at(2026, 11, 23, 8));
  expect(parseMoment('23:15', now)).toEqual(at(2026, 11, 22, 23, 15));
  expect(parseMoment('fri', now)).toEqual(at(2026, 11, 20));
  expect(parseMoment('yesterday 08:00', now)).toEqual(at(2026, 11, 22, 8));
});

test('days, moments with and without a zone, and distances are read', () => {
  expect(parseMoment('2026-11-03', now)).toEqual(at(2026, 11, 3));
  expect(parseMoment('2026-11-03 08:05', now)).toEqual(at(2026, 11, 3, 8, 5));
  expect(parseMoment('2026-11-03T08:00:30Z', now)?.toISOString()).toBe('2026-11-03T08:00:30.000Z');
  expect(parseMoment('2026-11-03T08:00+01:30', now)?.toISOString()).toBe('2026-11-03T06:30:00.000Z');
  expect(parseMoment('-24h', now)?.getTime()).toBe(now.getTime() - 86_400_000);
  expect(parseMoment('now', now)).toEqual(now);
});

test('what is no moment is none', () => {
  for (const text of [
    '',
    'soon',
    '2026-02-30',
    '2026-13-01',
    '25:00',
    'mon 08:61',
    '-24',
    '24h',
    'mond',
    '8',
  ])
    expect(parseMoment(text, now)).toBeNull();
});

test('the end of a span is the first such moment after its start, and at most now', () => {
  expect(span('mon 08:00', 'mon 12:00')).toEqual([at(2026, 11, 23, 8), now]);
  expect(span('sun 22:00', 'mon 02:00')).toEqual([at(2026, 11, 22, 22), at(2026, 11, 23, 2)]);
  expect(span('fri 08:00', '12:00')).toEqual([at(2026, 11, 20, 8), at(2026, 11, 20, 12)]);
  expect(span('-24h', 'now')).toEqual([new Date(now.getTime() - 86_400_000), now]);
  expect(span('now', '-1h')).toMatch(/future/);
  expect(span('-1h', '-2h')).toMatch(/ends before it begins/);
  expect(span('-1h', 'later')).toMatch(/"later" is no moment/);
});

test('every moment is understood as it was printed', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(2001, 0), max: new Date(2099, 0), noInvalidDate: true }), (date) => {
      expect(parseMoment(date.toISOString(), now)?.getTime()).toBe(Math.floor(date.getTime() / 1000) * 1000);
    }),
  );
});

test('a weekday with a time is within the last week, on that day, at that time', () => {
  const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
  fc.assert(
    fc.property(
      fc.date({ min: new Date(2001, 0), max: new Date(2099, 0), noInvalidDate: true }),
      fc.integer({ min: 0, max: 6 }),
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: 0, max: 59 }),
      (today, day, hour, minute) => {
        const found = parseMoment(`${days[day]} ${hour}:${String(minute).padStart(2, '0')}`, today);
        expect(found?.getDay()).toBe(day);
        expect(found?.getTime()).toBeLessThanOrEqual(today.getTime());
        // A week, and the hour of a change of summer time.
        expect(today.getTime() - (found?.getTime() ?? 0)).toBeLessThanOrEqual(7 * 86_400_000 + 3_600_000);
      },
    ),
  );
});

test('no text makes it throw', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (from, to) => {
      parseSpan(from, to, now);
      parseMoment(from, now);
    }),
  );
});
