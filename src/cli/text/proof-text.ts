import { counted } from '../../shared/base/units';
import { changeText, metricFacts, outcomeWords, workloadText } from '../../shared/probe';
import { type ProofEffect, type ProofResult, proofVerdictWords, provenText } from '../../shared/proof';
import { flavourName } from '../../shared/server';
import { columns } from './columns';
import { fields, harmless } from './style';
import { texts } from './texts';

const adviceWords = { keep: 'stays', drop: 'goes', 'your-choice': texts.yourChoice } as const;

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
      texts.proofOfAPlan(outcomeWords[outcome], text),
      columns([
        [texts.change, texts.verdict, texts.effectInterval, texts.plan, ''],
        ...effectRow(texts.wholePlan, result.whole),
        ...effectRow(texts.keptPlan, result.kept),
        ...rows,
      ]),
      texts.comparedIsBetterLoad(
        metric.text,
        metric.unit,
        metric.higherIsBetter ? 'more' : 'less',
        workloadText(workload),
      ),
      metricText === '' ? '' : texts.metric(metricText),
      ...otherLines(result),
      ...(result.interactions ?? []).map(({ text }) => texts.together(text)),
      noise === null ? '' : `${noise.text}\n`,
      texts.server(
        flavourName(environment.flavour),
        environment.serverVersion,
        environment.host.cpuModel.value ?? texts.processorNotKnown,
      ),
      texts.restore(restore.detail),
      result.staying === undefined ? '' : texts.undoneBy(restore.entryId ?? ''),
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
  return other === null ? [] : [texts.besideIt(metricFacts[other.metric].short, changeText(other))];
}
