// Whole runs of the real runner on a server that wanders as a recorded one did. Loaded through Vite (see bench/source.ts).

import { defaultSeconds } from '../../src/experiment/design/schedule';
import { armResults } from '../../src/experiment/verdict/arm-results';
import { probeDefinitions } from '../../src/server/probe/definitions';
import { type RandomSource, seededRandom } from '../../src/shared/base/random';
import type { ArmResult, ProbeOutcome } from '../../src/shared/probe';
import { runModel } from '../../test/probe/model-bench';

export interface Recording {
  intervalMs: number;
  /** Statements per second in each interval. */
  rates: readonly number[];
  /** Microseconds of CPU time for one statement in each interval; null: none was done, or it was not recorded. */
  cpu: readonly (number | null)[];
}

export interface SimulatedKind {
  /** null: the default. */
  maxSeconds: number | null;
  metric: 'throughput' | 'cpu-per-operation';
  /** True change of each arm in percent, in the metric. */
  effects: Readonly<Record<string, number>>;
  /** Its setting acts at once and is compared in pairs. */
  pairs?: true;
}

export interface SimulatedRun {
  outcome: ProbeOutcome;
  arms: Pick<ArmResult, 'name' | 'verdict' | 'stage' | 'low' | 'high' | 'estimatePercent' | 'metrics'>[];
}

/** Ranges of the recording that follow each other at random: long enough to keep bursts and autocorrelation. */
const segmentSeconds = 30;

/** @param switchTimes seconds that real switches took, of which each one is drawn */
export async function simulate(
  kind: SimulatedKind,
  recording: Recording,
  switchTimes: readonly number[],
  seeds: readonly number[],
): Promise<SimulatedRun[]> {
  const runs: SimulatedRun[] = [];
  for (const seed of seeds) runs.push(await simulateOne(kind, recording, switchTimes, seed));
  return runs;
}

/** Each time another one of these, at random. */
export function drawnFrom(switchTimes: readonly number[], seed: number): () => number {
  const random = seededRandom(seed + 11_000_000);
  return () => switchTimes[Math.floor(random() * switchTimes.length)] ?? 0;
}

async function simulateOne(
  kind: SimulatedKind,
  recording: Recording,
  switchTimes: readonly number[],
  seed: number,
): Promise<SimulatedRun> {
  const { effects, metric } = kind;
  // As most definitions have it.
  const times = { ...probeDefinitions.custom.times, immediate: kind.pairs !== undefined };
  const maxSeconds = kind.maxSeconds ?? defaultSeconds(times, Object.keys(effects).length);
  const factors = Object.entries(effects).map(([arm, percent]) => [arm, 1 + percent / 100] as const);
  const world = resampled(recording, 3 * maxSeconds, seededRandom(seed + 7_000_000));
  const rate = (factor: number) => (metric === 'throughput' ? 5000 * factor : 5000);
  const { measured, plan, error } = await runModel({
    times,
    maxSeconds,
    metric,
    rates: { baseline: 5000, ...Object.fromEntries(factors.map(([arm, factor]) => [arm, rate(factor)])) },
    noise: 0,
    seed,
    recorded: world.work,
    switching: drawnFrom(switchTimes, seed),
    ...(metric === 'throughput' ? {} : { recordedCpu: world.cpu, cpuFactors: Object.fromEntries(factors) }),
  });
  if (error !== null) throw error;
  const planned = plan.arms.map(({ name }) => ({ name, settings: [] }));
  // As it was timed and cut short.
  const input = { design: measured.design, metric, blocks: measured.blocks, context: {} };
  const { arms } = armResults(input, planned, measured.outcome);
  return {
    outcome: measured.outcome,
    arms: arms.map(({ name, verdict, stage, low, high, estimatePercent, metrics }) => ({
      ...{ name, verdict, stage, low, high, estimatePercent },
      metrics: metrics.filter((each) => each.metric === metric),
    })),
  };
}

/** What is done between two moments, from segments of the recording drawn at random. */
interface ResampledWorld {
  /** Work against the mean rate, in seconds. */
  work(fromMs: number, toMs: number): number;
  /** CPU seconds. */
  cpu(fromMs: number, toMs: number): number;
}

export function resampled(recording: Recording, seconds: number, random: RandomSource): ResampledWorld {
  const { rates, cpu, intervalMs } = recording;
  const mean = rates.reduce((total, rate) => total + rate, 0) / rates.length;
  const steps = Math.min(Math.floor(rates.length / 2), Math.round((segmentSeconds * 1000) / intervalMs));
  const work = [0];
  const spent = [0];
  while (work.length * intervalMs < seconds * 1000) {
    const start = Math.floor(random() * (rates.length - steps + 1));
    for (let index = start; index < start + steps; index += 1) {
      const factor = (rates[index] ?? mean) / mean;
      work.push((work.at(-1) ?? 0) + (factor * intervalMs) / 1000);
      // The model does 5,000 statements a second on the mean.
      const statements = (5000 * factor * intervalMs) / 1000;
      spent.push((spent.at(-1) ?? 0) + statements * (cpu[index] ?? 0) * 1e-6);
    }
  }
  const between = (sums: readonly number[]) => {
    const at = (ms: number) => {
      const place = ms / intervalMs;
      const below = sums[Math.floor(place)];
      const above = sums[Math.floor(place) + 1];
      if (below === undefined || above === undefined) throw new Error('The run is longer than its noise.');
      return below + (above - below) * (place - Math.floor(place));
    };
    return (fromMs: number, toMs: number) => at(toMs) - at(fromMs);
  };
  return { work: between(work), cpu: between(spent) };
}
