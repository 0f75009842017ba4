import { hourMs } from '../../shared/history';

/** An hour of the week in UTC. */
export interface WeekHour {
  /** 0 is Sunday. */
  weekday: number;
  hour: number;
  isWeekend: boolean;
  /** Days since 1970. */
  day: number;
}

const names = ['Sundays', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays'] as const;

/** @param fromMs start of a history, ms since 1970 */
export function weekHour(fromMs: number, index: number): WeekHour {
  const at = new Date(fromMs + index * hourMs);
  const weekday = at.getUTCDay();
  return {
    weekday,
    hour: at.getUTCHours(),
    isWeekend: weekday === 0 || weekday === 6,
    day: Math.floor(at.getTime() / (24 * hourMs)),
  };
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** `Mon 9 Nov 09:00 UTC`. @param at ms since 1970 */
export function momentText(at: number): string {
  const date = new Date(at);
  const weekday = names[date.getUTCDay()]?.slice(0, 3) ?? '';
  const month = months[date.getUTCMonth()] ?? '';
  return `${weekday} ${date.getUTCDate()} ${month} ${date.toISOString().slice(11, 16)} UTC`;
}

/** `2026-12-03`. @param at ms since 1970 */
export function dayText(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Days that a pattern may be about: all, weekdays, weekends, one day of the week. */
const dayChoices: readonly { text: string; has(hour: WeekHour): boolean }[] = [
  { text: 'every day', has: () => true },
  { text: 'weekdays', has: ({ isWeekend }) => !isWeekend },
  { text: 'weekends', has: ({ isWeekend }) => isWeekend },
  ...names.map((text, weekday) => ({ text, has: (hour: WeekHour) => hour.weekday === weekday })),
];

/** Of the hours in which something held so many lie within the pattern, and of those within it so many held. */
const leastWithin = 0.8;
const leastHeld = 0.6;
/** So few hours, or all on one day, make no pattern. */
const leastHours = 3;

/**
 * When something held, as a person would say it: `weekdays 9 to 11`. null: in no pattern of days and hours, or there is
 * too little of it. Hours are UTC; the end is not among them.
 * @param held by hour; null: not known
 */
export function patternOf(fromMs: number, held: readonly (boolean | null)[]): string | null {
  const hours = held.flatMap((value, index) =>
    value === null ? [] : [{ ...weekHour(fromMs, index), held: value }],
  );
  const all = hours.filter((hour) => hour.held);
  if (all.length < leastHours || new Set(all.map(({ day }) => day)).size < 2) return null;
  let best: { text: string; score: number } | null = null;
  for (const days of dayChoices) {
    const counts = countsByHour(hours.filter((hour) => days.has(hour)));
    for (let start = 0; start < 24; start += 1) {
      let [within, seen] = [0, 0];
      for (let length = 1; length <= 24; length += 1) {
        const count = counts[(start + length - 1) % 24];
        within += count?.held ?? 0;
        seen += count?.seen ?? 0;
        if (length === 24 && start > 0) break;
        if (within < leastWithin * all.length || within < leastHeld * seen) continue;
        const score = (2 * within) / (all.length + seen);
        if (best === null || score > best.score + 1e-9) {
          best = { text: rangeText(days.text, start, length), score };
        }
      }
    }
  }
  return best?.text ?? null;
}

function countsByHour(hours: readonly { hour: number; held: boolean }[]): { held: number; seen: number }[] {
  const counts = Array.from({ length: 24 }, () => ({ held: 0, seen: 0 }));
  for (const { hour, held } of hours) {
    const count = counts[hour];
    if (count === undefined) continue;
    count.seen += 1;
    if (held) count.held += 1;
  }
  return counts;
}

function rangeText(days: string, start: number, length: number): string {
  return length === 24
    ? days === 'every day'
      ? 'at all hours'
      : days
    : `${days} ${start} to ${(start + length) % 24}`;
}
