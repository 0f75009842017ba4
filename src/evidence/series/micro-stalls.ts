import { median as middle, sum } from '../../experiment/statistics/descriptive';

/** A series as the detector reads it: one value for each interval between two samples; null: not known. */
export interface IntervalSeries {
  name: string;
  /** Rates per second, or levels at the end of the interval. */
  values: readonly (number | null)[];
}

export interface Companion extends IntervalSeries {
  /** It falls with any fall of throughput: only a rise of it shows something. */
  onlyRises: boolean;
}

export interface StallInput {
  /** End of each interval, ms since the start; ascending. */
  endsMs: readonly number[];
  /** Length of each interval, ms. */
  lengthsMs: readonly number[];
  /** Rates per second in which a stall shows: statements, commits, changed rows. */
  throughput: readonly IntervalSeries[];
  /** What may have moved with it. */
  companions: () => readonly Companion[];
}

/** Something that moved while throughput stood still. */
export interface CoMover {
  name: string;
  /** Its most unusual value at the stall, and its median around it. */
  during: number;
  usual: number;
  /** How far that is out of the ordinary, in robust standard deviations; at most 999. */
  score: number;
}

/** A period in which throughput fell far below its own neighbourhood and came back. */
export interface Stall {
  startMs: number;
  lengthMs: number;
  /** The throughput in which it is deepest. */
  measure: string;
  /** Median rate per second around it, and mean rate within it. */
  usual: number;
  during: number;
  /** 1 - during / usual: 1 is a full stop. */
  depth: number;
  /** Averages over 10 s and 60 s around it look normal: only short samples show it. */
  micro: boolean;
  /** The most unusual first. */
  coMovers: CoMover[];
  /** It lasted so long that it is no stall among seconds of load, or to the end of the window: the load itself fell away. */
  sustained?: true;
}

/** Neighbours on each side: so many intervals, or what 10 s hold where that is more. */
const neighbours = 30;
const neighbourhoodMs = 10_000;
const fewestNeighbours = 10;
/** A rate is out of the ordinary below median - limit x robust standard deviation. */
const limit = 5;
/** ... and a stall only at less than half of the usual rate. */
const stallShare = 0.5;
/** Where more of the neighbours than this are that low too, the load itself is uneven. */
const mostLowNeighbours = 0.25;
/** Fewer events than this in a usual interval tell nothing: a zero among them is chance. */
const fewestEvents = 20;
/** The load must be back after a stall, and have been there before it: else it began, ended or changed. */
const shoulder = 5;
const shoulderShare = 0.7;
const coMoverLimit = 4;
const mostCoMovers = 6;
const highestScore = 999;
const averagesMs = [10_000, 60_000];

/**
 * Finds stalls. Pure. Each rate is compared with median and MAD of the intervals around it (a Hampel filter: Hampel,
 * JASA 69 (1974); Davies and Gather, "The Identification of Multiple Outliers", JASA 88 (1993)); the MAD is scaled by
 * 1.4826 to estimate a standard deviation, and never taken below the noise of counting, the square root of the number
 * of events. Low intervals in a row are judged by their mean. A stall that is shorter than about half an interval cannot
 * be seen.
 */
export function findStalls(input: StallInput): Stall[] {
  const found = input.throughput.flatMap((series) => stallsIn(series, input));
  return mergeOverlapping(found).map(({ from, to, ...stall }) => ({
    ...stall,
    coMovers: coMoversOf(input, from, to),
  }));
}

interface FoundStall extends Omit<Stall, 'coMovers'> {
  from: number;
  to: number;
}

function stallsIn(series: IntervalSeries, input: StallInput): FoundStall[] {
  const { values } = series;
  const low = values.map((_, index) => isLow(values, index, input));
  const stalls: FoundStall[] = [];
  for (let from = 0; from < low.length; from += 1) {
    if (!low[from]) continue;
    let to = from;
    while (low[to + 1]) to += 1;
    const stall = standsOut(values, from, to, input) ? describeStall(series, from, to, input) : null;
    if (stall !== null) stalls.push(stall);
    from = to;
  }
  return stalls;
}

/** Of what was usual before it: from here on hardly anything is left of the load. */
const fallShare = 0.1;
/** Shorter than this it is a stall or nothing. */
const fallMs = 10_000;

/**
 * Falls of a throughput to a tenth or less of what it was before, for 10 s or more: a stall is compared with what lies on both
 * sides of it, and these have no other side, or lie further apart than what is looked at around a stall. Pure.
 */
export function findFalls(input: StallInput): Stall[] {
  const falls = input.throughput.flatMap((series) => fallsIn(series, input));
  return mergeOverlapping(falls).map(({ from, to, ...fall }) => ({
    ...fall,
    sustained: true,
    coMovers: coMoversOf(input, from, to),
  }));
}

function fallsIn({ name, values }: IntervalSeries, { endsMs, lengthsMs }: StallInput): FoundStall[] {
  const falls: FoundStall[] = [];
  for (let from = fewestNeighbours; from < values.length; from += 1) {
    // The median is at most the largest: nearly every interval is done with here, before anything is copied or sorted.
    if (!isLowBeside(values, from)) continue;
    const before = known(values.slice(Math.max(0, from - neighbours), from));
    const usual = before.length < fewestNeighbours ? null : median(before);
    const isLowAt = (index: number) => usual !== null && (values[index] ?? usual) <= usual * fallShare;
    if (usual === null || !isLowAt(from)) continue;
    let to = from;
    while (to + 1 < values.length && isLowAt(to + 1)) to += 1;
    const lengthMs = sum(lengthsMs.slice(from, to + 1));
    if (lengthMs >= fallMs && (usual * lengthMs) / 1000 >= fewestEvents) {
      const during = meanRate(values, lengthsMs, from, to) ?? 0;
      const startMs = (endsMs[from] ?? 0) - (lengthsMs[from] ?? 0);
      const depth = 1 - during / usual;
      falls.push({ startMs, lengthMs, measure: name, usual, during, depth, micro: false, from, to });
    }
    from = to;
  }
  return falls;
}

/** Whether the value is unknown, or may be low beside those before it. */
function isLowBeside(values: readonly (number | null)[], index: number): boolean {
  const value = values[index];
  if (value == null) return true;
  let largest = Number.NEGATIVE_INFINITY;
  for (let before = Math.max(0, index - neighbours); before < index; before += 1) {
    largest = Math.max(largest, values[before] ?? Number.NEGATIVE_INFINITY);
  }
  return value <= largest * fallShare;
}

/** Below half of the usual rate, where most of the intervals around are not. */
function isLow(values: readonly (number | null)[], index: number, input: StallInput): boolean {
  const value = values[index];
  if (value == null) return false;
  // Below half of the median it is below half of at least every second one: nearly every interval is done with here, before
  // anything is copied or sorted.
  if (!isFarBelowHalf(value, values, index, reachAt(index, input))) return false;
  const nearby = neighbourhood(values, index, index, input);
  if (nearby.length < fewestNeighbours) return false;
  const low = middle(nearby) * stallShare;
  if (value >= low) return false;
  const lowNeighbours = nearby.filter((other) => other < low).length;
  return lowNeighbours <= nearby.length * mostLowNeighbours;
}

/** Whether the value is far below at least half of its known neighbours. */
function isFarBelowHalf(
  value: number,
  values: readonly (number | null)[],
  index: number,
  reach: number,
): boolean {
  const last = Math.min(values.length - 1, index + reach);
  let above = 0;
  let others = 0;
  for (let other = Math.max(0, index - reach); other <= last; other += 1) {
    const one = values[other];
    if (other === index || one == null) continue;
    others += 1;
    if (value < one * stallShare) above += 1;
  }
  return above > 0 && above * 2 >= others;
}

/**
 * Whether the mean rate of low intervals in a row is out of the ordinary: of `n` of them it spreads by the square root
 * of `n` less than one, so that a full stop shows in an uneven load as well, only not in a single interval.
 */
function standsOut(values: readonly (number | null)[], from: number, to: number, input: StallInput): boolean {
  const around = spread(neighbourhood(values, from, to, input));
  const mean = meanRate(values, input.lengthsMs, from, to);
  if (around === null || mean === null) return false;
  const seconds = sum(input.lengthsMs.slice(from, to + 1)) / 1000;
  if (around.median * seconds < fewestEvents) return false;
  const noise = Math.max(around.deviation / Math.sqrt(to - from + 1), Math.sqrt(around.median / seconds));
  return mean < around.median - limit * noise;
}

/** Null: the load was not there on both sides. */
function describeStall(
  series: IntervalSeries,
  from: number,
  to: number,
  input: StallInput,
): FoundStall | null {
  const { endsMs, lengthsMs } = input;
  const usual = median(neighbourhood(series.values, from, to, input));
  const before = median(known(series.values.slice(Math.max(0, from - shoulder), from)));
  const after = median(known(series.values.slice(to + 1, to + 1 + shoulder)));
  if (usual === null || before === null || after === null) return null;
  if (Math.min(before, after) < usual * shoulderShare) return null;
  const lengthMs = sum(lengthsMs.slice(from, to + 1));
  const startMs = (endsMs[from] ?? 0) - (lengthsMs[from] ?? 0);
  const during = meanRate(series.values, lengthsMs, from, to) ?? 0;
  const micro = averagesMs.every((span) => {
    const average = averageAround(series.values, input, startMs + lengthMs / 2, span);
    return average !== null && average >= usual * stallShare;
  });
  const depth = 1 - during / usual;
  return { startMs, lengthMs, measure: series.name, usual, during, depth, micro, from, to };
}

/** Known values around the intervals `from` to `to`, without them. */
function neighbourhood(
  values: readonly (number | null)[],
  from: number,
  to: number,
  input: StallInput,
): number[] {
  const reach = reachAt(from, input);
  const last = Math.min(values.length - 1, to + reach);
  const nearby: number[] = [];
  for (let index = Math.max(0, from - reach); index <= last; index += 1) {
    const value = index < from || index > to ? values[index] : null;
    if (value != null) nearby.push(value);
  }
  return nearby;
}

/** How many intervals on each side are its neighbours. */
function reachAt(index: number, { lengthsMs }: StallInput): number {
  const length = lengthsMs[index] ?? 1000;
  return Math.max(neighbours, Math.ceil(neighbourhoodMs / Math.max(1, length)));
}

function spread(values: number[]): { median: number; deviation: number } | null {
  if (values.length < fewestNeighbours) return null;
  const centre = middle(values);
  return { median: centre, deviation: 1.4826 * middle(values.map((value) => Math.abs(value - centre))) };
}

/** Mean rate over the intervals that lie within `spanMs` around a moment, weighted by their length. */
function averageAround(
  values: readonly (number | null)[],
  { endsMs, lengthsMs }: StallInput,
  centreMs: number,
  spanMs: number,
): number | null {
  const from = endsMs.findIndex((end) => end > centreMs - spanMs / 2);
  let to = from;
  while ((endsMs[to + 1] ?? Number.POSITIVE_INFINITY) <= centreMs + spanMs / 2) to += 1;
  return from < 0 ? null : meanRate(values, lengthsMs, from, to);
}

function meanRate(
  values: readonly (number | null)[],
  lengthsMs: readonly number[],
  from: number,
  to: number,
): number | null {
  let total = 0;
  let length = 0;
  for (let index = from; index <= to; index += 1) {
    const value = values[index];
    if (value == null) continue;
    total += value * (lengthsMs[index] ?? 0);
    length += lengthsMs[index] ?? 0;
  }
  return length > 0 ? total / length : null;
}

/** One stall shows in several rates: the deepest of those that overlap shows it, over the whole time. */
function mergeOverlapping(stalls: FoundStall[]): FoundStall[] {
  const merged: FoundStall[] = [];
  for (const stall of [...stalls].sort((a, b) => a.from - b.from)) {
    const last = merged[merged.length - 1];
    if (last === undefined || stall.from > last.to) {
      merged.push(stall);
      continue;
    }
    merged[merged.length - 1] = stall.depth * stall.lengthMs > last.depth * last.lengthMs ? stall : last;
  }
  return merged;
}

/**
 * What was unusual at the stall or in the interval before it. A level that stands at one value has no spread: then a
 * change by half of it, or by 1, counts in units of that.
 */
function coMoversOf(input: StallInput, from: number, to: number): CoMover[] {
  const movers: CoMover[] = [];
  for (const { name, values, onlyRises } of input.companions()) {
    const around = spread(neighbourhood(values, Math.max(0, from - 1), to + 1, input));
    if (around === null) continue;
    const { median: usual, deviation } = around;
    const least = Math.max(Math.abs(usual) * 0.5, 1);
    let mover: CoMover | null = null;
    for (const during of known(values.slice(Math.max(0, from - 1), to + 1))) {
      if (Math.abs(during - usual) < least || (onlyRises && during < usual)) continue;
      const score = Math.min(
        highestScore,
        Math.abs(during - usual) / Math.max(deviation, least / coMoverLimit),
      );
      if (score >= coMoverLimit && (mover === null || score > mover.score))
        mover = { name, during, usual, score };
    }
    if (mover !== null) movers.push(mover);
  }
  return movers.sort((a, b) => b.score - a.score).slice(0, mostCoMovers);
}

function known(values: readonly (number | null)[]): number[] {
  return values.filter((value): value is number => value !== null);
}

function median(values: readonly number[]): number | null {
  return values.length === 0 ? null : middle(values);
}
