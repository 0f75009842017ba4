import type { MetricId } from '../../shared/probe';
import type { ProofChange, ProofDesign, ProofPair, ProofResult, ProofStage } from '../../shared/proof';
import type { MeasuredPair } from '../design/paired-effects';
import { blockSlotValues, clientCost, type SlotContext } from '../design/slot-value';
import { mean } from '../statistics/descriptive';

/** Everything that the verdicts of a proof follow from. */
export interface ProofEvidence {
  design: ProofDesign;
  pairs: readonly ProofPair[];
  metric: MetricId;
  changes: readonly ProofChange[];
  dropped: ProofResult['dropped'];
  digests?: SlotContext['digests'];
}

/** The changes that are tried, in the order in which pairs number them. */
export function triedChanges<T extends Pick<ProofChange, 'untested'>>(changes: readonly T[]): T[] {
  return changes.filter(({ untested }) => untested === null);
}

/** Whether a change stays as it is for whole plots. */
export function isHeld({ class: kind }: Pick<ProofChange, 'class'>): boolean {
  return kind === 'medium';
}

/** Whether a change fills over minutes: it is applied last and only observed. */
export function isObserved({ class: kind }: Pick<ProofChange, 'class'>): boolean {
  return kind === 'slow';
}

/** Whether a change is switched in slots of seconds. */
export function isToggled(change: Pick<ProofChange, 'class'>): boolean {
  return !isHeld(change) && !isObserved(change);
}

/** The changes in force in the pairs of a stage that came last: after one was dropped, earlier pairs say nothing of the rest. */
export function lastSet({ pairs }: ProofEvidence, stage: ProofStage): readonly number[] | null {
  const sets = pairs
    .filter((pair) => pair.stage === stage)
    .flatMap(({ slots }) => slots.filter(({ on }) => on.length > 0).map(({ on }) => on));
  return sets.at(-1) ?? null;
}

export function measuredPairs(
  evidence: ProofEvidence,
  stage: ProofStage,
  metric: MetricId,
  set?: readonly number[],
): MeasuredPair[] {
  return evidence.pairs.flatMap(({ stage: of, slots }) => {
    const [first, second] = slots;
    if (of !== stage || first === undefined || second === undefined) return [];
    const [one, other] = pairValues(evidence, slots, metric);
    if (one == null || other == null || !(one > 0) || !(other > 0)) return [];
    if (set !== undefined && ![first, second].some(({ on }) => sameSet(on, set))) return [];
    const covariate = covariateOf(evidence, [first, second], metric);
    return [{ values: [one, other] as const, on: [first.on, second.on] as const, covariate }];
  });
}

/** What the load's own program used for a statement in both slots, beside what the server used for it. */
function covariateOf(
  { design }: ProofEvidence,
  [first, second]: readonly [ProofPair['slots'][number], ProofPair['slots'][number]],
  metric: MetricId,
): MeasuredPair['covariate'] {
  if (metric !== 'cpu-per-operation' || design.clientCovariate !== true) return undefined;
  const [one, other] = [clientCost(first), clientCost(second)];
  return one === null || other === null ? undefined : [one, other];
}

/** Whole plots that follow each other as pairs: what stood in each, and the mean of the logs of its slots. */
export function plotsCompared(evidence: ProofEvidence, metric: MetricId): MeasuredPair[] {
  const tried = triedChanges(evidence.changes);
  const plots = new Map<number, { logs: number[]; on: number[] }>();
  for (const { plot, slots } of evidence.pairs) {
    if (plot === undefined) continue;
    const known = plots.get(plot) ?? { logs: [], on: [] };
    const values = pairValues(evidence, slots, metric);
    // Both slots of a pair count, or none: they stand for opposite changes within the plot.
    if (values.every((value) => value !== null && value > 0))
      known.logs.push(...values.map((value) => Math.log(value ?? 1)));
    known.on = (slots[0]?.on ?? []).filter((place) => {
      const change = tried[place];
      return change !== undefined && isHeld(change);
    });
    plots.set(plot, known);
  }
  return [...plots].flatMap(([place, second]) => {
    const first = place % 2 === 1 ? plots.get(place - 1) : undefined;
    if (first === undefined || first.logs.length === 0 || second.logs.length === 0) return [];
    const values = [Math.exp(mean(first.logs)), Math.exp(mean(second.logs))] as const;
    return [{ values, on: [first.on, second.on] as const }];
  });
}

function sameSet(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((place) => other.includes(place));
}

export function pairValues(
  { digests, design: { digestExecutions, commonDigests } }: ProofEvidence,
  slots: ProofPair['slots'],
  metric: MetricId,
): (number | null)[] {
  return blockSlotValues(slots, metric, { digests, digestExecutions, commonDigests });
}
