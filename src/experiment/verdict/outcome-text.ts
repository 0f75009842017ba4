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
  /** The variable of which a better value was looked for. */
  best?: string,
): string {
  if (outcome !== 'completed') return text;
  const compared = arms.filter(({ verdict }) => verdict !== 'baseline');
  const [better] = betterArms(compared);
  if (better !== undefined) {
    return `${armText(better)} is better than the present settings: ${metricFacts[metric].short} ${changeText(better)}.`;
  }
  if (best !== undefined) {
    const tried = compared.find(({ stage, verdict }) => stage === 'verdict' && verdict !== 'worse-stopped');
    const confirmed =
      tried === undefined ? '' : ` The one that looked best, ${tried.name}: ${changeText(tried)}.`;
    return tried?.verdict === 'inconclusive'
      ? `No value of ${best} was found to beat the present one.${confirmed}`
      : `No value of ${best} beats the present one by more than the margin.${confirmed}`;
  }
  const decided = compared.filter(({ verdict }) => verdict !== 'inconclusive');
  if (decided.length === 0) return 'No setting could be distinguished from the present ones.';
  if (decided.every(({ verdict }) => verdict === 'equivalent')) {
    return 'No setting makes a difference that matters.';
  }
  return 'No setting is better than the present ones.';
}
