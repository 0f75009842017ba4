import {
  type ArmResult,
  armText,
  betterArms,
  changeText,
  type MetricId,
  metricFacts,
  type ProbeOutcome,
} from '../../shared/probe';

/** What came out of a completed comparison, in a sentence. */
export function outcomeText(
  outcome: ProbeOutcome,
  text: string,
  arms: readonly ArmResult[],
  metric: MetricId,
): string {
  if (outcome !== 'completed') return text;
  const compared = arms.filter(({ verdict }) => verdict !== 'baseline');
  const [best] = betterArms(compared);
  if (best !== undefined) {
    return `${armText(best)} is better than the present settings: ${metricFacts[metric].short} ${changeText(best)}.`;
  }
  const decided = compared.filter(({ verdict }) => verdict !== 'inconclusive');
  if (decided.length === 0) return 'No setting could be distinguished from the present ones.';
  if (decided.every(({ verdict }) => verdict === 'equivalent')) {
    return 'No setting makes a difference that matters.';
  }
  return 'No setting is better than the present ones.';
}
