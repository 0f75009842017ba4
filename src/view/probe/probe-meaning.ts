import { formatSeconds } from '../../shared/base/units';
import { armText, changeText, metricFacts, type ProbeResult, workloadText } from '../../shared/probe';

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
    return ['Nothing about the settings: the run as a whole cannot be trusted.'];
  if (outcome === 'carry-over')
    return ['That settings act beyond their own slots: which is better cannot be said from this run.'];
  const says = compared.flatMap((arm) => {
    const { verdict, estimatePercent, low, high } = arm;
    const name = armText(arm);
    if (verdict === 'worse-stopped')
      return [`${name} was so much worse than the present settings that a guard stopped it.`];
    if (verdict === 'equivalent')
      return [
        `${name} makes no difference that matters: ${short} changes by less than ${design.marginPercent} % either way (${changeText(arm)}).`,
      ];
    if (verdict !== 'better' && verdict !== 'worse') return [];
    const interval =
      estimatePercent === null || low === null || high === null ? '' : `: ${short} ${changeText(arm)}`;
    return [`${name} is ${verdict} than the present settings${interval}.`];
  });
  return says.length === 0 ? ['No setting could be distinguished from the present ones.'] : says;
}

function whatItDoesNot(result: ProbeResult): string[] {
  const { arms, workload, design, environment, resize, metric } = result;
  const open = arms.filter(({ verdict }) => verdict === 'inconclusive').map(armText);
  const where = `${environment.serverVersion} on this machine`;
  if (resize !== undefined || result.blocks.length === 0)
    return [`It holds for ${where}; how long it takes depends on what the pool holds at the time.`];
  return [
    ...(open.length === 0
      ? []
      : [
          `${open.join(', ')}: not decided. That is no sign of being equal to the present settings, nor of being worse.`,
        ]),
    workload.kind === 'sysbench'
      ? `It holds under ${workloadText(workload)} and for ${where}. It is not the traffic of your applications, which may answer otherwise.`
      : `It holds for the mix of statements of that time and for ${where}; at another hour the mix may be another.`,
    `What builds up over longer than a slot (${formatSeconds(design.settleSeconds)} to settle, ${formatSeconds(design.measureSeconds)} that count) is not seen: a pool that warms up, a redo log that fills, history that grows.`,
    `Only ${metricFacts[metric.id].short} decides. Other metrics stand beside it with intervals of their own: of 20 such intervals one misses the truth on the mean.`,
  ];
}
