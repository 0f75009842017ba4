import type { MetricId, ProbeSample, ProbeSlot } from '../../shared/probe';

/** Digests of the baseline period before the first block: their mix is the weight, their mean time the yardstick. */
export type DigestReference = readonly { executions: number; seconds: number }[];

export interface SlotContext {
  digests?: DigestReference | undefined;
  /** Fewest executions of a digest in a slot for it to count. */
  digestExecutions: number;
}

/**
 * What one slot says in one metric: statements per second, microseconds of CPU time per statement, or milliseconds of
 * latency at the fixed mix; null where it was not measured.
 */
export function slotValue(
  slot: Pick<ProbeSlot, 'samples' | 'digests' | 'stopped'>,
  metric: MetricId,
  context: SlotContext,
): number | null {
  if (slot.stopped === true) return null;
  if (metric === 'latency') return standardisedLatency(slot.digests ?? [], context);
  return samplesValue(slot.samples, metric);
}

/** The same over samples alone: statements per second, or microseconds of CPU time per statement. */
export function samplesValue(
  samples: readonly ProbeSample[],
  metric: Exclude<MetricId, 'latency'>,
): number | null {
  const operations = total(samples, ({ operations: value }) => value) ?? 0;
  if (metric === 'throughput') {
    const seconds = total(samples, ({ seconds: value }) => value) ?? 0;
    return seconds > 0 ? operations / seconds : null;
  }
  const cpu = total(samples, ({ cpuSeconds }) => cpuSeconds);
  return cpu === null || operations <= 0 ? null : (cpu / operations) * 1e6;
}

function total(samples: readonly ProbeSample[], pick: (sample: ProbeSample) => number | null): number | null {
  let sum = 0;
  for (const sample of samples) {
    const value = pick(sample);
    if (value === null) return null;
    sum += value;
  }
  return samples.length === 0 ? null : sum;
}

/**
 * Latency with the mix of statements held fixed (direct standardisation): per digest its mean time in the slot against
 * the reference, weighted by the reference's total time. A digest with too few executions is left out on both sides,
 * so that the mix of one slot does not decide. Milliseconds per statement of the reference mix.
 */
function standardisedLatency(
  digests: NonNullable<ProbeSlot['digests']>,
  { digests: reference = [], digestExecutions }: SlotContext,
): number | null {
  let observed = 0;
  let expected = 0;
  for (const [index, executions, seconds] of digests) {
    const weight = reference[index];
    if (weight === undefined || executions < digestExecutions || weight.executions < digestExecutions)
      continue;
    observed += weight.executions * (seconds / executions);
    expected += weight.seconds;
  }
  const all = reference.reduce((sum, { seconds }) => sum + seconds, 0);
  const executions = reference.reduce((sum, each) => sum + each.executions, 0);
  if (expected <= 0 || observed <= 0 || executions <= 0) return null;
  return ((observed / expected) * all * 1000) / executions;
}

/** Share of the reference's time in digests that are counted in a slot, percent. */
export function digestCoverage(slot: Pick<ProbeSlot, 'digests'>, context: SlotContext): number {
  const reference = context.digests ?? [];
  const all = reference.reduce((sum, { seconds }) => sum + seconds, 0);
  const counted = (slot.digests ?? []).reduce(
    (sum, [index, executions]) =>
      executions >= context.digestExecutions ? sum + (reference[index]?.seconds ?? 0) : sum,
    0,
  );
  return all <= 0 ? 0 : (100 * counted) / all;
}
