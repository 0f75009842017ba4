import {
  type ArmResult,
  changeText,
  type MetricId,
  metricFacts,
  type ProbeOutcome,
  type ProbeResult,
} from '../../shared/probe';

/** What came out of a completed comparison, in a sentence. */
export function comparisonText(
  outcome: ProbeOutcome,
  text: string,
  arms: readonly ArmResult[],
  metric: MetricId,
): string {
  if (outcome !== 'completed') return text;
  const compared = arms.filter(({ verdict }) => verdict !== 'baseline');
  const better = compared
    .filter(({ verdict }) => verdict === 'better')
    .sort((a, b) => Math.abs(b.estimatePercent ?? 0) - Math.abs(a.estimatePercent ?? 0));
  const [best] = better;
  if (best !== undefined) {
    return `${best.name} is better than the present settings: ${metricFacts[metric].short} ${changeText(best)}.`;
  }
  const decided = compared.filter(({ verdict }) => verdict !== 'inconclusive');
  if (decided.length === 0) return 'No setting could be told from the present ones.';
  if (decided.every(({ verdict }) => verdict === 'equivalent')) {
    return 'No setting makes a difference that matters.';
  }
  return 'No setting is better than the present ones.';
}

/** The statement of what is left to do, where something is. */
export function restoreFrom(restore: {
  entryId: string | null;
  status: ProbeResult['restore']['status'];
  detail: string;
  remaining: ProbeResult['restore']['remaining'];
}): ProbeResult['restore'] {
  const { entryId, status, detail, remaining } = restore;
  return { entryId, status, detail, remaining };
}
