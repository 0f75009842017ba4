import { statusVariable } from '../../knowledge/catalog/status/status-catalog';
import type { StatusPiece } from './piece';

/** A reading of the status with the time since the first one, ms. */
export interface TimedReading {
  timeMs: number;
  values: Map<string, string>;
}

export interface Timeline {
  readings: TimedReading[];
  /** Nominal time between two, ms; null: fewer than two. */
  intervalMs: number | null;
  remarks: string[];
}

/** Nobody waits longer for a difference, s; an Uptime beside a larger one that is longer is of another server. */
const longestInterval = 86_400;

/** What is remarked of a text whose readings were differences. */
export const addedUp = 'it holds differences (mysqladmin -r), which were added up';

export function uptimeOf(values: ReadonlyMap<string, string>): number | null {
  const text = values.get('Uptime') ?? values.get('uptime') ?? values.get('UPTIME');
  return text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : null;
}

/**
 * The status readings of one file, in their order. Of more than `limit` every second one is dropped, again and again; the
 * last one stays. The differences that `mysqladmin -r` prints from its second reading on become totals again. They are
 * identified by the Uptime, which falls at the second reading and then stays where it is (a restarted server's would grow), or,
 * with two readings only, by text values that became 0 (mysqladmin.cc, print_relative_row reads every value as a number).
 */
export class StatusSeries {
  readonly #limit: number;
  #kept: StatusPiece[] = [];
  #stride = 1;
  #count = 0;
  #last: StatusPiece | null = null;
  /** null: not decided yet. */
  #relative: boolean | null = null;

  constructor(limit: number) {
    this.#limit = Math.max(4, limit);
  }

  add(printed: StatusPiece): void {
    const reading = this.#relative === true && this.#last !== null ? plus(this.#last, printed) : printed;
    if (this.#count % this.#stride === 0) this.#kept.push(reading);
    this.#last = reading;
    this.#count += 1;
    if (this.#kept.length <= this.#limit) return;
    this.#decide();
    this.#kept = this.#kept.filter((_, index) => index % 2 === 0);
    this.#stride *= 2;
  }

  /** The readings with their totals, and what was done to them. */
  finish(): { readings: StatusPiece[]; remarks: string[] } {
    this.#decide();
    const last = this.#last;
    if (last !== null && this.#kept.at(-1) !== last) this.#kept.push(last);
    return {
      readings: this.#kept,
      remarks: [
        ...(this.#relative === true ? [addedUp] : []),
        ...(this.#stride > 1
          ? [`every ${this.#stride}th of its status readings (${this.#count}) was taken, and the last`]
          : []),
      ],
    };
  }

  #decide(): void {
    if (this.#relative !== null) return;
    this.#relative = areDifferences(this.#kept);
    if (!this.#relative) return;
    this.#kept = totalsOf(this.#kept);
    this.#last = this.#kept.at(-1) ?? null;
  }
}

/** Readings of which all but the first are differences, as totals. */
export function totalsOf(printed: readonly StatusPiece[]): StatusPiece[] {
  const totals: StatusPiece[] = [];
  for (const reading of printed) {
    const before = totals.at(-1);
    totals.push(before === undefined ? reading : plus(before, reading));
  }
  return totals;
}

/** A reading and what was added to it. A text value is printed as a difference of 0: it stays what it was. */
function plus(before: StatusPiece, difference: StatusPiece): StatusPiece {
  const values = new Map(before.values);
  for (const [name, text] of difference.values) {
    const total = values.get(name) ?? '0';
    if (/^-?\d{1,30}$/.test(total) && /^-?\d{1,30}$/.test(text))
      values.set(name, String(BigInt(total) + BigInt(text)));
  }
  return { ...difference, values };
}

/**
 * Whether all readings but the first are differences, as `mysqladmin -r` and `pt-mext -r` print them. Several have the same
 * Uptime, the interval. Of two, the second may be of a server that was restarted: it is a difference where text values became
 * 0, or where it stands beside the first, as no restart is shown.
 */
export function areDifferences(readings: readonly StatusPiece[], sideBySide = false): boolean {
  const [first, ...rest] = readings.map(({ values }) => uptimeOf(values));
  const [second] = rest;
  if (first == null || second == null || second >= first) return false;
  if (rest.length >= 3) {
    // Differences of the Uptime are the interval, give or take one; a real Uptime would grow by it each time.
    const least = Math.min(...rest.map((uptime) => uptime ?? 0));
    const most = Math.max(...rest.map((uptime) => uptime ?? 0));
    return most - least <= Math.max(1, 0.5 * least);
  }
  if (sideBySide) return rest.every((uptime) => uptime !== null && uptime > 0 && uptime <= longestInterval);
  const texts = [...(readings[0]?.values ?? [])].filter(([, text]) =>
    /^(?:ON|OFF|YES|NO|NONE|Disconnected)$/i.test(text),
  );
  return texts.length > 0 && texts.every(([name]) => readings[1]?.values.get(name) === '0');
}

/**
 * Times of the readings of one series, in their order. The Uptime shows them to the second; where it fits an even
 * interval, the readings are taken as even. Without Uptime, explicit times are taken; without those there is no time.
 */
export function timeSeries(readings: readonly StatusPiece[]): Timeline {
  if (readings.length < 2) {
    return { readings: readings.map(({ values }) => ({ timeMs: 0, values })), intervalMs: null, remarks: [] };
  }
  const explicit = readings.map(({ at }) => at);
  const uptimes = readings.map(({ values }) => uptimeOf(values));
  const times = ascending(explicit) ? offsets(explicit) : timesOfUptime(uptimes);
  if (times === null) {
    const arePieces = areParts(readings);
    const [last] = arePieces ? joinedParts(readings) : readings.slice(-1);
    return {
      readings: last === undefined ? [] : [{ timeMs: 0, values: last.values }],
      intervalMs: null,
      remarks: arePieces
        ? []
        : ['The status readings do not report their distance in time (no Uptime): only the last one is used'],
    };
  }
  const timed = readings.flatMap(({ values }, index) => {
    const timeMs = times[index];
    return timeMs === undefined || (index > 0 && timeMs <= (times[index - 1] ?? 0))
      ? []
      : [{ timeMs, values }];
  });
  const gaps = timed.slice(1).map(({ timeMs }, index) => timeMs - (timed[index]?.timeMs ?? 0));
  const middle = [...gaps].sort((a, b) => a - b)[Math.floor(gaps.length / 2)];
  return {
    readings: timed,
    intervalMs: middle === undefined ? null : Math.max(1, Math.round(middle)),
    remarks: [],
  };
}

function ascending(times: readonly (number | null)[]): times is number[] {
  return times.every((time, index) => time !== null && (index === 0 || time > (times[index - 1] ?? 0)));
}

function offsets(times: readonly number[]): number[] {
  const first = times[0] ?? 0;
  return times.map((time) => time - first);
}

function timesOfUptime(uptimes: readonly (number | null)[]): number[] | null {
  if (uptimes.some((uptime) => uptime === null)) return null;
  const known = uptimes.map((uptime) => uptime ?? 0);
  // A restart: the Uptime starts again; the series goes on by the interval before it.
  const steps = known.slice(1).map((uptime, index) => uptime - (known[index] ?? 0));
  const usual =
    [...steps].filter((step) => step >= 0).sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 1;
  const seconds = steps.reduce<number[]>(
    (sums, step) => {
      sums.push((sums.at(-1) ?? 0) + (step >= 0 ? step : Math.max(usual, 1)));
      return sums;
    },
    [0],
  );
  const total = seconds.at(-1) ?? 0;
  if (total === 0) return null;
  const even = total / (seconds.length - 1);
  const isEven = seconds.every((second, index) => Math.abs(second - index * even) <= 1);
  return seconds.map((second, index) => Math.round((isEven ? index * even : second) * 1000));
}

/** Joins single readings of several files: by Uptime, equal ones once; parts without Uptime (LIKE 'Qcache%') to one. */
export function joinReadings(readings: readonly StatusPiece[]): StatusPiece[] {
  const withUptime = readings.filter(({ values }) => uptimeOf(values) !== null);
  if (withUptime.length < 2) return joinedParts(readings);
  const sorted = [...withUptime].sort((a, b) => (uptimeOf(a.values) ?? 0) - (uptimeOf(b.values) ?? 0));
  return sorted.filter(
    ({ values }, index) =>
      index === 0 || uptimeOf(values) !== uptimeOf(sorted[index - 1]?.values ?? new Map()),
  );
}

/**
 * Whether they are parts of one reading (LIKE 'Qcache%', then LIKE 'Threads%'): no name has two values, or but a few that
 * prose rounded ("8 billion Questions") before the list has them.
 */
function areParts(readings: readonly StatusPiece[]): boolean {
  const values = new Map<string, string>();
  let repeated = 0;
  let different = 0;
  for (const { values: part } of readings) {
    for (const [name, value] of part) {
      const before = values.get(name);
      if (before !== undefined) repeated += 1;
      if (before !== undefined && before !== value) different += 1;
      values.set(name, value);
    }
  }
  return different === 0 || (different <= fewNames && repeated <= values.size / 4);
}

/** So many names may have another value in prose; of two readings nearly all names are repeated. */
const fewNames = 3;

/** One reading of several parts: a name that stands in more than one has the value of the last. */
function joinedParts(readings: readonly StatusPiece[]): StatusPiece[] {
  const last = readings.at(-1);
  if (last === undefined) return [];
  const values = new Map<string, string>();
  for (const part of readings) for (const [name, value] of part.values) values.set(name, value);
  return [{ ...last, values }];
}

/**
 * Whether two readings may be of one server, the earlier one first: most counters of a server that ran on do not fall.
 */
export function mayFollow(earlier: ReadonlyMap<string, string>, later: ReadonlyMap<string, string>): boolean {
  let counters = 0;
  let fell = 0;
  for (const [name, text] of earlier) {
    const after = later.get(name);
    if (
      statusVariable(name)?.kind !== 'counter' ||
      !/^\d+$/.test(text) ||
      after === undefined ||
      !/^\d+$/.test(after)
    ) {
      continue;
    }
    if (text === '0' && after === '0') continue;
    counters += 1;
    if (BigInt(after) < BigInt(text)) fell += 1;
  }
  return counters === 0 || fell <= counters * 0.2;
}
