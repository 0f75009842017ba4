import { changeText, type MetricId, metricFacts } from '../../shared/probe';
import type { ProofInteraction } from '../../shared/proof';
import {
  type Effect,
  familyP,
  interactionOf,
  intervalOf,
  percentInterval,
  type TogetherBlock,
} from '../design/paired-effects';
import { logRatioOfPercent } from '../statistics/interval';
import { type ProofEvidence, pairValues, triedChanges } from './proof-pairs';

/**
 * What two changes do together beyond what each does alone, from blocks of four slots. A family of its own at 5 % (Holm):
 * it is looked at only where both changes were found.
 * @returns null where none was planned
 */
export function judgeInteractions(evidence: ProofEvidence): ProofInteraction[] | null {
  const { design, metric } = evidence;
  if (design.together === undefined) return null;
  const names = triedChanges(evidence.changes).map(({ name }) => name);
  const { of } = design.together;
  const effects = of.map((two) => interactionOf(blocksOf(evidence, two)));
  const adjusted = familyP(effects);
  return of.map(([one, other], index) => {
    const effect = effects[index] ?? null;
    const found = {
      changes: [names[one] ?? '', names[other] ?? ''] as [string, string],
      ...(effect === null
        ? { estimatePercent: null, low: null, high: null, blocks: 0 }
        : { ...percentInterval(intervalOf(effect, design.level / of.length)), blocks: effect.pairs }),
      adjustedP: adjusted[index] ?? null,
    };
    const verdict = verdictOf(effect, found.adjustedP, evidence);
    return { ...found, verdict, text: textOf({ ...found, verdict }, metric) };
  });
}

function verdictOf(
  effect: Effect | null,
  p: number | null,
  { design: { level, marginPercent } }: ProofEvidence,
): ProofInteraction['verdict'] {
  if (effect === null || p === null) return 'undecided';
  const [low, high] = [logRatioOfPercent(-marginPercent), logRatioOfPercent(marginPercent)];
  if (p <= level && (effect.estimate <= low || effect.estimate >= high)) return 'interact';
  // Two one-sided tests, as for changes.
  const interval = intervalOf(effect, 0.1);
  return interval.low >= low && interval.high <= high ? 'add-up' : 'undecided';
}

function textOf(found: Omit<ProofInteraction, 'text'>, metric: MetricId): string {
  const both = found.changes.join(' and ');
  const { estimatePercent, verdict } = found;
  if (estimatePercent === null) return `${both}: too little was measured to say how they act together.`;
  const { short, higherIsBetter } = metricFacts[metric];
  const measured = `${short} ${changeText(found)} beyond the two alone`;
  if (verdict === 'add-up') return `${both} act independently: ${measured}.`;
  if (verdict === 'undecided') return `Whether ${both} act on each other is undecided: ${measured}.`;
  return estimatePercent > 0 === higherIsBetter
    ? `${both} help each other: ${measured}.`
    : `${both} do less together than the two alone add up to: ${measured}.`;
}

/** Whole blocks of these two changes, as logs. */
function blocksOf(evidence: ProofEvidence, [one, other]: readonly [number, number]): TogetherBlock[] {
  return evidence.pairs.flatMap(({ stage, slots }) => {
    if (stage !== 'together' || slots.length !== 4) return [];
    const values = pairValues(evidence, slots, evidence.metric);
    const logOf = (...on: number[]) => {
      const place = slots.findIndex(
        (slot) => slot.on.length === on.length && on.every((each) => slot.on.includes(each)),
      );
      return Math.log(values[place] ?? 0);
    };
    const block = { neither: logOf(), one: logOf(one), other: logOf(other), both: logOf(one, other) };
    return Object.values(block).every(Number.isFinite) ? [block] : [];
  });
}
