// Whole runs of the real runner on a server that wanders as a recorded one did. Loaded through Vite (see bench/source.ts).
import { armResults } from '../../src/knowledge/probe/arm-results';
import type { ProbeTimes } from '../../src/knowledge/probe/schedule';
import { type RandomSource, seededRandom } from '../../src/knowledge/statistics/random';
import type { ArmResult, ProbeOutcome } from '../../src/shared/probe';
import { runModel } from '../../test/probe/model-bench';

export interface Recording {
  intervalMs: number;
  rates: readonly number[];
}

export interface SimulatedKind {
  times: ProbeTimes;
  maxSeconds: number;
  /** True change of each arm in percent. */
  effects: Readonly<Record<string, number>>;
}

export interface SimulatedRun {
  outcome: ProbeOutcome;
  arms: Pick<ArmResult, 'name' | 'verdict' | 'stage' | 'low' | 'high' | 'estimatePercent' | 'metrics'>[];
  seconds: number;
}

/** Stretches of the recording that follow each other at random: long enough to keep bursts and autocorrelation. */
const segmentSeconds = 30;

export async function simulate(
  kind: SimulatedKind,
  recording: Recording,
  seeds: readonly number[],
): Promise<SimulatedRun[]> {
  const runs: SimulatedRun[] = [];
  for (const seed of seeds) runs.push(await simulateOne(kind, recording, seed));
  return runs;
}

async function simulateOne(
  { times, maxSeconds, effects }: SimulatedKind,
  recording: Recording,
  seed: number,
): Promise<SimulatedRun> {
  const rates = Object.fromEntries(
    Object.entries(effects).map(([arm, percent]) => [arm, 5000 * (1 + percent / 100)]),
  );
  const { measured, plan, error } = await runModel({
    times,
    maxSeconds,
    rates: { baseline: 5000, ...rates },
    noise: 0,
    seed,
    recorded: resampled(recording, 3 * maxSeconds, seededRandom(seed + 7_000_000)),
  });
  if (error !== null) throw error;
  const planned = plan.arms.map(({ name }) => ({ name, settings: [] }));
  const { design, metric } = plan;
  const { arms } = armResults(
    { design, metric, blocks: measured.blocks, context: {} },
    planned,
    measured.outcome,
  );
  return {
    outcome: measured.outcome,
    seconds: (measured.blocks.at(-1)?.slots.at(-1)?.samples.at(-1)?.at ?? 0) / 1000,
    arms: arms.map(({ name, verdict, stage, low, high, estimatePercent, metrics }) => ({
      ...{ name, verdict, stage, low, high, estimatePercent },
      metrics: metrics.filter((each) => each.metric === metric),
    })),
  };
}

/** Work done between two moments against the mean rate, in seconds, from segments of the recording drawn at random. */
function resampled(
  { rates, intervalMs }: Recording,
  seconds: number,
  random: RandomSource,
): (fromMs: number, toMs: number) => number {
  const mean = rates.reduce((total, rate) => total + rate, 0) / rates.length;
  const steps = Math.min(rates.length, Math.round((segmentSeconds * 1000) / intervalMs));
  const done = [0];
  while (done.length * intervalMs < seconds * 1000) {
    const start = Math.floor(random() * (rates.length - steps + 1));
    for (let index = start; index < start + steps; index += 1) {
      const factor = (rates[index] ?? mean) / mean;
      done.push((done.at(-1) ?? 0) + (factor * intervalMs) / 1000);
    }
  }
  const at = (ms: number) => {
    const place = ms / intervalMs;
    const below = done[Math.floor(place)];
    const above = done[Math.floor(place) + 1];
    if (below === undefined || above === undefined) throw new Error('The run is longer than its noise.');
    return below + (above - below) * (place - Math.floor(place));
  };
  return (fromMs, toMs) => at(toMs) - at(fromMs);
}
