import { formatBytes } from '../../shared/base/units';
import type { ProbeResult, ProbeSlot } from '../../shared/probe';
import { shownValue } from './probe-tables';
import { texts } from './texts.ts';

export interface ProbeLevels {
  head: string[];
  /** One row for each arm that came to the verdict, in the order of the arms. */
  rows: string[][];
  /** What the columns are. */
  note: string;
}

/** Only where they are the point: what is flushed in the background shows in them first. */
const watchesFlushing = new Set(['io-capacity']);

/**
 * What was read in each slot beside the metrics: the 95th percentile of statement time from the server's own histogram,
 * and for `io-capacity` checkpoint age, dirty pages and micro-stalls. There is no verdict in it.
 * @returns null where nothing of it was read
 */
export function probeLevels({ probe, arms, blocks }: ProbeResult): ProbeLevels | null {
  const counted = blocks.flatMap(({ stage, slots }) => (stage === 'verdict' ? slots : []));
  const slotsOf = (arm: string) => counted.filter((slot) => slot.arm === arm && slot.stopped !== true);
  const hasP95 = counted.some(({ p95Ms }) => p95Ms !== null);
  const flushing = watchesFlushing.has(probe);
  if (counted.length === 0 || (!hasP95 && !flushing)) return null;
  const columns: { title: string; of(slots: readonly ProbeSlot[]): string }[] = [
    ...(hasP95 ? [{ title: texts.p95OfAStatementMs, of: p95 }] : []),
    ...(flushing
      ? [
          { title: texts.checkpointAgeHighest, of: level('checkpointAge', formatBytes) },
          { title: texts.dirtyPagesHighest, of: level('dirtyPages', shownValue) },
          { title: texts.microStalls, of: microStalls },
        ]
      : []),
  ];
  const note = [
    ...(hasP95 ? [texts.p95TheMiddleOneOf] : []),
    ...(flushing ? [texts.levelsTheMeanOfAll] : []),
    ...(flushing ? [texts.microStallsSamplesWithLess] : []),
  ].join(' ');
  return {
    head: [texts.variant, ...columns.map(({ title }) => title)],
    rows: arms
      .filter(({ name }) => slotsOf(name).length > 0)
      .map(({ name }) => [name, ...columns.map(({ of }) => of(slotsOf(name)))]),
    note,
  };
}

function p95(slots: readonly ProbeSlot[]): string {
  const sorted = known(slots.map(({ p95Ms }) => p95Ms)).sort((a, b) => a - b);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? '' : shownValue((low + high) / 2);
}

function level(of: 'checkpointAge' | 'dirtyPages', show: (value: number) => string) {
  return (slots: readonly ProbeSlot[]): string => {
    const values = known(slots.flatMap(({ samples }) => samples.map((sample) => sample[of])));
    return values.length === 0 ? '' : `${show(mean(values))} (${show(Math.max(...values))})`;
  };
}

function microStalls(slots: readonly ProbeSlot[]): string {
  const rates = slots.flatMap(({ samples }) =>
    samples.map(({ operations, seconds }) => operations / seconds),
  );
  if (rates.length === 0) return '';
  const half = mean(rates) / 2;
  return `${rates.filter((rate) => rate < half).length} of ${rates.length}`;
}

function known(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null);
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length;
}
