import { counted } from '../../shared/base/units';
import { changeText, metricFacts, outcomeWords, workloadText } from '../../shared/probe';
import { type ProofEffect, type ProofResult, proofVerdictWords, provenText } from '../../shared/proof';
import { flavourName } from '../../shared/server';
import { columns } from './columns';
import { fields, harmless } from './style';

const adviceWords = { keep: 'stays', drop: 'goes', 'your-choice': 'your choice' } as const;

/** The proof of a plan for people. */
export function proofResultText(given: ProofResult): string {
  const result = fields(given);
  const { outcome, text, metric, metricText, noise, restore, workload, environment, changes } = result;
  const rows = changes.map((change) => [
    change.settings.map(({ variable, value }) => `${variable} = ${value}`).join(', '),
    proofVerdictWords[change.verdict],
    provenText(change),
    change.verdict === 'untested' ? '' : adviceWords[change.advice],
    change.text,
  ]);
  return harmless(
    [
      `Proof of a plan: ${outcomeWords[outcome]}\n${text}\n\n`,
      columns([
        ['Change', 'Verdict', 'Effect (interval)', 'Plan', ''],
        ...effectRow('whole plan', result.whole),
        ...effectRow('kept plan', result.kept),
        ...rows,
      ]),
      `\nCompared: ${metric.text} (${metric.unit}, ${metric.higherIsBetter ? 'more' : 'less'} is better). Load: ${workloadText(workload)}.\n`,
      metricText === '' ? '' : `Metric: ${metricText}\n`,
      ...otherLines(result),
      ...(result.interactions ?? []).map(({ text }) => `Together: ${text}\n`),
      noise === null ? '' : `${noise.text}\n`,
      `Server: ${flavourName(environment.flavour)} ${environment.serverVersion}, ${environment.host.cpuModel.value ?? 'processor not known'}.\n`,
      `Restore: ${restore.detail}\n`,
    ].join(''),
  );
}

function effectRow(name: string, effect: ProofEffect | null): string[][] {
  if (effect === null) return [];
  return [
    [name, proofVerdictWords[effect.verdict], changeText(effect), '', `${counted(effect.pairs, 'pair')}.`],
  ];
}

/** What the plan does to the metric that did not decide. */
function otherLines({ kept, whole }: ProofResult): string[] {
  const other = (kept ?? whole)?.other ?? null;
  return other === null ? [] : [`Beside it: ${metricFacts[other.metric].short} ${changeText(other)}.\n`];
}
