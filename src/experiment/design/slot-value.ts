import type { MetricId, ProbeSample, ProbeSlot } from '../../shared/probe';

/** Digests of the baseline period before the first block: their mix is the weight, their mean time the yardstick. */
export type DigestReference = readonly { executions: number; seconds: number }[];

export interface SlotContext {
  digests?: DigestReference | undefined;
  /** Fewest executions of a digest in a slot for it to count. */
  digestExecutions: number;
  /** Only digests that all slots of the block have count, and none that takes long; absent in older results. */
  commonDigests?: true | undefined;
}

type Measured = Pick<ProbeSlot, 'samples' | 'digests' | 'stopped'>;

/** A digest that takes more of a slot than this share ends too seldom in it for its time to be that of the slot. */
const longestShare = 0.2;

/**
 * What one slot says in one metric: statements per second, microseconds of CPU time per statement, or milliseconds of
 * latency at the fixed mix; null where it was not measured.
 */
export function slotValue(slot: Measured, metric: MetricId, context: SlotContext): number | null {
  if (slot.stopped === true) return null;
  if (metric === 'latency') return standardisedLatency(slot.digests ?? [], context);
  const plain = samplesValue(slot.samples, metric);
  if (metric !== 'cpu-per-operation' || plain === null || context.commonDigests !== true) return plain;
  return plain / (mixCost(slot.digests ?? [], context) ?? 1);
}

/**
 * What the slots of one block say, compared with each other: by the digests that all of them have, so that one statement
 * that happened to come in one slot alone does not make the difference.
 */
export function blockSlotValues(
  slots: readonly Measured[],
  metric: MetricId,
  context: SlotContext,
): (number | null)[] {
  const compared = context.commonDigests === true ? withCommonDigests(slots, context) : slots;
  return compared.map((slot) => slotValue(slot, metric, context));
}

function withCommonDigests(
  slots: readonly Measured[],
  { digests: reference = [], digestExecutions }: SlotContext,
): Measured[] {
  const counted = slots.filter(({ stopped, digests }) => stopped !== true && digests !== undefined);
  const seconds = Math.min(...counted.map(({ samples }) => total(samples, (sample) => sample.seconds) ?? 0));
  const often = counted.map(
    ({ digests = [] }) =>
      new Set(digests.flatMap(([index, executions]) => (executions >= digestExecutions ? [index] : []))),
  );
  const isCommon = (index: number) => {
    const usual = reference[index];
    const isShort =
      usual !== undefined &&
      usual.executions > 0 &&
      usual.seconds / usual.executions <= longestShare * seconds;
    return isShort && often.every((digests) => digests.has(index));
  };
  return slots.map((slot) =>
    slot.digests === undefined
      ? slot
      : { ...slot, digests: slot.digests.filter(([index]) => isCommon(index)) },
  );
}

/**
 * What a statement of a slot's mix costs against one of the reference mix, each digest at its time in the reference:
 * only which statements came counts, not how long they took. null: no digests.
 */
function mixCost(
  digests: NonNullable<ProbeSlot['digests']>,
  { digests: reference = [] }: SlotContext,
): number | null {
  let executions = 0;
  let seconds = 0;
  for (const [index, count] of digests) {
    const usual = reference[index];
    if (usual === undefined || usual.executions <= 0) continue;
    executions += count;
    seconds += count * (usual.seconds / usual.executions);
  }
  const all = reference.reduce((sum, each) => sum + each.seconds, 0);
  const count = reference.reduce((sum, each) => sum + each.executions, 0);
  return executions <= 0 || seconds <= 0 || all <= 0 ? null : seconds / executions / (all / count);
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

/**
 * Processor time of the load's own program for a statement, as noise that it shares with the server: the clock of the
 * processors, and other programs and virtual machines that take their caches. null: not measured, or none.
 */
export function clientCost({ samples, stopped }: Measured): number | null {
  if (stopped === true) return null;
  const operations = total(samples, (sample) => sample.operations) ?? 0;
  const seconds = total(samples, ({ clientCpuSeconds }) => clientCpuSeconds);
  return seconds === null || operations <= 0 || seconds <= 0 ? null : seconds / operations;
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
