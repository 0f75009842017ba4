import { mean, standardDeviation } from '../../experiment/statistics/descriptive';
import { effectiveSampleSize } from '../../experiment/statistics/effective-sample-size';
import { histogramQuantile } from '../../experiment/statistics/histogram';
import { sessionClasses, sessionSeries } from '../../knowledge/waits/session-waits';
import type { Unit } from '../../shared/analysis';
import { formatBoth } from '../../shared/base/units';
import type { Effect, EffectMeasure } from '../../shared/effect';
import { sessionClassNames } from '../../shared/session-classes';
import { FactReader } from '../facts/inputs/fact-reader';
import { MissingInput } from '../facts/inputs/fact-value';
import { combine } from '../facts/inputs/interval-values';
import { cellNumber } from '../facts/inputs/observed';
import { picoseconds, sectionDeltas } from '../facts/inputs/section-deltas';
import type { Side } from './load';

/** Sessions of a class below this on both sides are not worth a line. */
const leastSessions = 0.1;

/** What changed for those who use the server, A before and B after, each with the noise of its window. */
export function effectOf(a: Side, b: Side): Effect {
  const measures = [
    sampled(
      a,
      b,
      { id: 'transactions', title: 'Transactions', unit: 'count/s', better: 'more' },
      transactions,
    ),
    sampled(a, b, { id: 'statements', title: 'Statements', unit: 'count/s', better: 'more' }, statements),
    latency(a, b),
    sampled(
      a,
      b,
      { id: 'cpu', title: 'CPU time per statement', unit: 'seconds', better: 'less' },
      cpuPerStatement,
    ),
    ...sessionClasses.flatMap((name): EffectMeasure[] => {
      const levels = ({ observed }: Side) => observed.levelInIntervals(sessionSeries.ofClass(name));
      const measure = sampled(
        a,
        b,
        {
          id: `sessions-${name}`,
          title: `Sessions: ${sessionClassNames[name]}`,
          unit: 'count',
          better: 'neither',
        },
        levels,
      );
      return Math.max(measure.before ?? 0, measure.after ?? 0) < leastSessions ? [] : [measure];
    }),
  ];
  return { ...verdictOf(measures), measures };
}

interface Described {
  id: string;
  title: string;
  unit: Unit;
  better: 'more' | 'less' | 'neither';
}

function transactions({ observed }: Side): (number | null)[] | null {
  const committed = observed.rateInIntervals('Com_commit');
  const rolledBack = observed.rateInIntervals('Com_rollback');
  return committed === null || rolledBack === null
    ? committed
    : combine(committed, rolledBack, (x, y) => x + y);
}

function statements({ observed }: Side): (number | null)[] | null {
  return observed.rateInIntervals('Questions');
}

function cpuPerStatement(side: Side): (number | null)[] | null {
  const user = side.observed.rateInIntervals('host.server.cpu_user');
  const system = side.observed.rateInIntervals('host.server.cpu_system');
  const asked = statements(side);
  if (user === null || system === null || asked === null) return null;
  const milliseconds = combine(user, system, (x, y) => x + y);
  return combine(milliseconds, asked, (used, rate) => (rate > 0 ? used / 1000 / rate : Number.NaN));
}

/** A measure that each second of both windows has: its ratio, and the interval by the delta method. */
function sampled(
  a: Side,
  b: Side,
  described: Described,
  read: (side: Side) => (number | null)[] | null,
): EffectMeasure {
  const [left, right] = [a, b].map((side) => meanOf(read(side)));
  const before = left?.mean ?? null;
  const after = right?.mean ?? null;
  const noise = left?.error == null || right?.error == null ? null : Math.hypot(left.error, right.error);
  return measured(described, before, after, noise, 'it was not sampled on both sides');
}

function meanOf(values: (number | null)[] | null): { mean: number; error: number | null } | null {
  const seen = (values ?? []).filter((value): value is number => value !== null);
  if (seen.length === 0) return null;
  const centre = mean(seen);
  // Seconds are correlated: a window counts for its effective number of samples only.
  const error =
    seen.length < 3 || centre <= 0
      ? null
      : standardDeviation(seen) / centre / Math.sqrt(effectiveSampleSize(seen));
  return { mean: centre, error };
}

/** p95 of all statements by the server's histogram, with the interval of an order statistic. */
function latency(a: Side, b: Side): EffectMeasure {
  const described: Described = { id: 'p95', title: 'Statement time, p95', unit: 'seconds', better: 'less' };
  const [left, right] = [a, b].map(quantileOf);
  if (left === undefined || right === undefined || 'reason' in left || 'reason' in right) {
    const why = [left, right].find((one) => one !== undefined && 'reason' in one);
    return measured(
      described,
      null,
      null,
      null,
      why !== undefined && 'reason' in why ? why.reason : 'it is not known',
    );
  }
  return measured(described, left.p95, right.p95, Math.hypot(left.error, right.error), '');
}

function quantileOf({ observed, facts }: Side): { p95: number; error: number } | { reason: string } {
  const read = new FactReader(observed, facts, { id: 'effect', needs: ['section.statement-histogram'] });
  try {
    const buckets = sectionDeltas(read, 'statement-histogram', (row) => String(row.bucket_number ?? row.time))
      .filter(({ row }) => row.bucket_timer_low != null)
      .map(({ row, increase }) => ({
        low: (cellNumber(row.bucket_timer_low) ?? 0) * picoseconds,
        high: (cellNumber(row.bucket_timer_high) ?? 0) * picoseconds,
        count: increase('count_bucket') ?? 0,
      }))
      .sort((x, y) => x.low - y.low);
    const count = buckets.reduce((sum, bucket) => sum + bucket.count, 0);
    const at = (share: number) => histogramQuantile(buckets, share)?.value ?? null;
    const p95 = at(0.95);
    if (p95 === null || p95 <= 0) return { reason: 'the server keeps no histogram of all statements' };
    // Ranks of an order statistic are binomial; the standard error is half the width between one error below and above.
    const error = Math.sqrt((0.95 * 0.05) / count);
    const [low, high] = [at(Math.max(0, 0.95 - error)) ?? p95, at(Math.min(1, 0.95 + error)) ?? p95];
    return { p95, error: (high - low) / 2 / p95 };
  } catch (thrown) {
    if (thrown instanceof MissingInput) return { reason: thrown.reason.text };
    throw thrown;
  }
}

/** @param noise relative standard error of the ratio; null: not known */
function measured(
  { id, title, unit, better }: Described,
  before: number | null,
  after: number | null,
  noise: number | null,
  why: string,
): EffectMeasure {
  const ratio = before === null || after === null || before <= 0 ? null : after / before;
  const width = ratio === null || noise === null ? null : 1.96 * ratio * noise;
  const isBeyond = ratio !== null && width !== null && Math.abs(ratio - 1) > width;
  const rose = (ratio ?? 1) > 1;
  const verdict =
    ratio === null || width === null
      ? 'unknown'
      : !isBeyond
        ? 'within noise'
        : better === 'neither'
          ? 'changed'
          : rose === (better === 'more')
            ? 'better'
            : 'worse';
  return { id, title, unit, before, after, ratio, noise: width, verdict, reason: ratio === null ? why : '' };
}

function verdictOf(measures: readonly EffectMeasure[]): Pick<Effect, 'verdict' | 'kind'> {
  const find = (id: string) => measures.find((one) => one.id === id);
  const isMoved = (one: EffectMeasure | undefined) => (one?.before ?? 0) > 0 && one?.ratio != null;
  // A server without explicit transactions is judged by its statements.
  const rate = [find('transactions'), find('statements')].find(isMoved);
  const p95 = find('p95');
  if (rate === undefined || rate.verdict === 'unknown')
    return { kind: 'unknown', verdict: 'No verdict: throughput was not sampled on both sides.' };
  const change = (one: EffectMeasure) => formatBoth(one.before, one.after, one.unit).join(' to ');
  const factor = Number((rate.ratio ?? 1).toPrecision(3));
  const throughput =
    rate.verdict === 'within noise'
      ? `${rate.title} within noise (${change(rate)})`
      : `${rate.title} x ${factor} (${change(rate)})`;
  const time =
    p95 === undefined || p95.verdict === 'unknown'
      ? 'p95 unknown'
      : p95.verdict === 'within noise'
        ? `p95 within noise (${change(p95)})`
        : `p95 x ${Number((p95.ratio ?? 1).toPrecision(3))} (${change(p95)})`;
  const verdicts = [rate.verdict, p95?.verdict].filter((one) => one === 'better' || one === 'worse');
  const kind = verdicts.includes('better')
    ? verdicts.includes('worse')
      ? 'mixed'
      : 'better'
    : verdicts.includes('worse')
      ? 'worse'
      : 'within noise';
  const word = { better: 'Better', worse: 'Worse', mixed: 'Mixed', 'within noise': 'No change' }[kind];
  return { kind, verdict: `${word}: ${throughput}, ${time}.` };
}
