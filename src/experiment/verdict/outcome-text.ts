import {
  type ArmResult,
  armText,
  betterArms,
  changeText,
  type MetricId,
  metricFacts,
  type ProbeOutcome,
  type ProbeSearch,
} from '../../shared/probe';

/** What came out of a completed comparison, in a sentence. */
export function outcomeText(
  outcome: ProbeOutcome,
  text: string,
  arms: readonly ArmResult[],
  metric: MetricId,
  /** The variables of which better values were looked for. */
  best?: ProbeSearch['variables'],
): string {
  if (outcome !== 'completed') return text;
  const compared = arms.filter(({ verdict }) => verdict !== 'baseline');
  const [better] = betterArms(compared);
  if (better !== undefined) {
    return `${armText(better)} is better than the present settings: ${metricFacts[metric].short} ${changeText(better)}.`;
  }
  if (best !== undefined) {
    const names = best.map(({ variable }) => variable).join(' and ');
    const [values, present] = best.length === 1 ? ['value', 'one'] : ['pair of values', 'ones'];
    const tried = compared.find(({ stage, verdict }) => stage === 'verdict' && verdict !== 'worse-stopped');
    const confirmed =
      tried === undefined ? '' : ` The one that looked best, ${armText(tried)}: ${changeText(tried)}.`;
    return tried?.verdict === 'inconclusive'
      ? `No ${values} of ${names} was found to beat the present ${present}.${confirmed}`
      : `No ${values} of ${names} beats the present ${present} by more than the margin.${confirmed}`;
  }
  const decided = compared.filter(({ verdict }) => verdict !== 'inconclusive');
  if (decided.length === 0) return 'No setting could be distinguished from the present ones.';
  if (decided.every(({ verdict }) => verdict === 'equivalent')) {
    return 'No setting makes a difference that matters.';
  }
  return 'No setting is better than the present ones.';
}
