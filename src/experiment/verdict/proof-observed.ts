import { type MetricId, metricFacts } from '../../shared/probe';
import { type ProofChange, type ProofPair, type ProvenChange, provenText } from '../../shared/proof';
import { percentOfLogRatio } from '../statistics/interval';
import { type ProofEvidence, pairValues, triedChanges } from './proof-pairs';
import { changeSentence } from './proof-sentence';

const nothing = {
  estimatePercent: null,
  low: null,
  high: null,
  pairs: 0,
  moreMinutes: null,
  adjustedP: null,
};

/**
 * A change that fills over minutes, applied once on top of what is kept: the slot after it against the slot before. One
 * reading before and one after cannot tell it from whatever else changed meanwhile: there is no interval, and no verdict
 * but that it was observed.
 */
export function observedChange(change: ProofChange, evidence: ProofEvidence): ProvenChange {
  const place = triedChanges(evidence.changes).indexOf(change);
  const off = evidence.dropped.find((each) => each.change === change.name) ?? null;
  const logRatio = beforeAndAfter(evidence, place);
  if (off !== null) {
    const judged = { ...change, ...nothing, verdict: 'harms' as const, droppedBy: off.guard };
    return { ...judged, advice: 'drop', text: changeSentence(judged, evidence.metric) };
  }
  if (logRatio === null) {
    const untested = 'it was not reached';
    const judged = { ...change, ...nothing, verdict: 'untested' as const, droppedBy: null };
    return { ...judged, advice: 'keep', text: changeSentence({ ...judged, untested }, evidence.metric) };
  }
  const estimatePercent = percentOfLogRatio(logRatio);
  const judged = { ...change, ...nothing, estimatePercent, pairs: 1, verdict: 'observed' as const };
  return { ...judged, droppedBy: null, advice: 'keep', text: observedText(judged, evidence.metric) };
}

/** Names of the changes that may stay in force where that was agreed to: observed, without a breach, and no worse than the margin. */
export function mayStay(changes: readonly ProvenChange[], metric: MetricId, marginPercent: number): string[] {
  const sign = metricFacts[metric].higherIsBetter ? 1 : -1;
  return changes
    .filter(
      ({ verdict, estimatePercent }) =>
        verdict === 'observed' && sign * (estimatePercent ?? 0) > -marginPercent,
    )
    .map(({ name }) => name);
}

function observedText(
  change: Pick<ProvenChange, 'estimatePercent' | 'low' | 'high'>,
  metric: MetricId,
): string {
  return `Observed, not proven: ${metricFacts[metric].short} ${provenText({ ...change, verdict: 'observed' })} after it against before it. Whatever else changed meanwhile is in it.`;
}

/** Log ratio of the slot in which the change is first in force to the one before it; null: it was not measured. */
function beforeAndAfter(evidence: ProofEvidence, place: number): number | null {
  for (const { stage, slots } of evidence.pairs) {
    if (stage !== 'observed') continue;
    const after = slots.findIndex(({ on }) => on.includes(place));
    const two: ProofPair['slots'] = after < 1 ? [] : slots.slice(after - 1, after + 1);
    const [one, other] = two.length < 2 ? [] : pairValues(evidence, two, evidence.metric);
    if (one == null || other == null || !(one > 0) || !(other > 0)) continue;
    return Math.log(other / one);
  }
  return null;
}
