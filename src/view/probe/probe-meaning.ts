import { formatSeconds } from '../../shared/base/units';
import { armText, changeText, metricFacts, type ProbeResult, workloadText } from '../../shared/probe';
import { texts } from './texts.ts';

export interface ProbeMeaning {
  /** What was shown. */
  says: string[];
  /** What it must not be taken for. */
  doesNotSay: string[];
}

/** What follows from a result and what does not, in sentences. */
export function probeMeaning(result: ProbeResult): ProbeMeaning {
  return { says: whatItSays(result), doesNotSay: whatItDoesNot(result) };
}

function whatItSays({ arms, outcome, metric, design, resize, text }: ProbeResult): string[] {
  if (resize !== undefined || design.verdictBlocks === 0) return [text];
  const { short } = metricFacts[metric.id];
  const compared = arms.filter(({ verdict }) => verdict !== 'baseline');
  if (outcome === 'unstable' || outcome === 'client-bound' || outcome === 'not-enough-load')
    return [texts.nothingAboutTheSettingsThe];
  if (outcome === 'carry-over') return [texts.thatSettingsActBeyondTheir];
  const says = compared.flatMap((arm) => {
    const { verdict, estimatePercent, low, high } = arm;
    const name = armText(arm);
    if (verdict === 'worse-stopped') return [texts.wasSoMuchWorseThan(name)];
    if (verdict === 'equivalent')
      return [texts.makesNoDifferenceThatMatters(name, short, design.marginPercent, changeText(arm))];
    if (verdict !== 'better' && verdict !== 'worse') return [];
    const interval =
      estimatePercent === null || low === null || high === null ? '' : `: ${short} ${changeText(arm)}`;
    return [texts.isThanThePresentSettings(name, verdict, interval)];
  });
  return says.length === 0 ? [texts.noSettingCouldBeDistinguished] : says;
}

function whatItDoesNot(result: ProbeResult): string[] {
  const { arms, workload, design, environment, resize, metric } = result;
  const open = arms.filter(({ verdict }) => verdict === 'inconclusive').map(armText);
  const where = texts.onThisMachine(environment.serverVersion);
  if (resize !== undefined || result.blocks.length === 0) return [texts.itHoldsForHowLong(where)];
  return [
    ...(open.length === 0 ? [] : [texts.notDecidedThatIsNo(open.join(', '))]),
    workload.kind === 'sysbench'
      ? texts.itHoldsUnderAndFor(workloadText(workload), where)
      : texts.itHoldsForTheMix(where),
    texts.whatBuildsUpOverLonger(formatSeconds(design.settleSeconds), formatSeconds(design.measureSeconds)),
    texts.onlyDecidesOtherMetricsStand(metricFacts[metric.id].short),
  ];
}
