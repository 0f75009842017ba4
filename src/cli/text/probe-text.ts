import { formatSeconds } from '../../shared/base/units';
import {
  type ArmResult,
  changeText,
  type MetricId,
  metricFacts,
  namedArmText,
  outcomeWords,
  type ProbePlan,
  type ProbeResult,
  type ProbeResultSummary,
  type ProbeSummary,
  workloadText,
} from '../../shared/probe';
import { controlTexts } from '../../shared/probe-controls';
import { flavourName } from '../../shared/server';
import { columns } from './columns';
import { fields, harmless } from './style';
import { texts } from './texts';

/** The probes, with the reason where one does not make sense on the server. */
export function probeListText(probes: readonly ProbeSummary[]): string {
  return harmless(
    fields(probes)
      .map(({ id, question, defaultSeconds, workloads, durability, refusal, arms }) => {
        const consent = durability ? ', needs --allow-durability' : '';
        const can =
          refusal === undefined
            ? ''
            : refusal === null
              ? texts.arms(arms.length === 0 ? texts.yourOwnArm : arms.map(({ name }) => name).join('; '))
              : texts.notHere(refusal.text, refusal.remedy === undefined ? '' : ` ${refusal.remedy}`);
        return texts.about(id, question, formatSeconds(defaultSeconds), workloads.join(' or '), consent, can);
      })
      .join(''),
  );
}

/** Settings of a plan, in the order in which they are named. */
export function probePlanText(plan: ProbePlan): string {
  const { title, arms, leftOut, seed } = fields(plan);
  const lines = arms.map(({ name, settings }) => {
    const values = settings.map(({ variable, value }) => `${variable} = ${value}`).join(', ');
    return `  ${name}: ${values === '' ? texts.rowsOfThePerformanceSchema : values}\n`;
  });
  const left = leftOut.map(({ arm, reason }) => texts.leftOut3(arm, reason));
  return harmless(texts.comparedWithThePresentSettings(title, seed, lines.join(''), left.join('')));
}

/** Results in a list, with the id by which `probe show` and `probe report` know them. */
export function probeResultsText(results: readonly ProbeResultSummary[]): string {
  return harmless(
    fields(results)
      .map(({ id, origin, title, target, startedAt, outcome, text, serverVersion }) => {
        const when =
          origin === 'sample'
            ? texts.comesWithLatchkey
            : texts.utc2(startedAt.slice(0, 16).replace('T', ' '));
        return `${id}  ${title}, ${serverVersion} at ${target}, ${when}\n  ${outcomeWords[outcome]}. ${text}\n`;
      })
      .join(''),
  );
}

/** A result for people. */
export function probeResultText(given: ProbeResult): string {
  const result = fields(given);
  const { title, outcome, text, metric, noise, guards, restore, blocks, workload, environment } = result;
  const breaches = guards.flatMap(({ guard, breach }) =>
    breach === null
      ? []
      : [
          texts.guard(
            guard,
            breach.action === 'arm-dropped' ? 'dropped' : texts.stoppedTheRunIn,
            namedArmText(breach.arm, result.arms),
          ),
        ],
  );
  return harmless(
    [
      `${title}: ${outcome}\n`,
      `${text}\n\n`,
      ...(blocks.length === 0 ? [] : [verdictTable(result.arms, metric.id), ...otherMetrics(result)]),
      texts.comparedIsBetterLoad(
        metric.text,
        metric.unit,
        metric.higherIsBetter ? 'more' : 'less',
        workloadText(workload),
      ),
      ...controlTexts(result).map((text) => `${text}\n`),
      noise === null ? '' : `${noise.text}\n`,
      ...breaches,
      texts.serverPause(
        flavourName(environment.flavour),
        environment.serverVersion,
        environment.host.cpuModel.value ?? texts.processorNotKnown,
        environment.pauseClass,
      ),
      texts.restore(restore.detail),
    ].join(''),
  );
}

function verdictTable(arms: readonly ArmResult[], primary: MetricId): string {
  return columns([
    [texts.setting, texts.verdict, texts.changeInterval, texts.mean, texts.blocks, ''],
    ...arms.map((arm) => [
      arm.name,
      arm.verdict,
      arm.verdict === 'baseline' ? '' : changeText(arm),
      shownMean(arm.metrics.find(({ metric }) => metric === primary)?.value ?? null),
      String(arm.blocks),
      arm.verdict === 'baseline' ? '' : arm.text,
    ]),
  ]);
}

/** What else was measured; no verdict rests on it. */
function otherMetrics({ arms, metric: primary }: ProbeResult): string[] {
  const others = [...new Set(arms.flatMap(({ metrics }) => metrics.map(({ metric }) => metric)))].filter(
    (metric) => metric !== primary.id,
  );
  return others.map((metric) => {
    const rows = arms.map((arm) => {
      const found = arm.metrics.find((each) => each.metric === metric);
      const change = found === undefined || arm.verdict === 'baseline' ? '' : changeText(found);
      return [arm.name, change, shownMean(found?.value ?? null)];
    });
    const { text, unit, higherIsBetter } = metricFacts[metric];
    return texts.besideItIsBetter(text, unit, higherIsBetter ? 'more' : 'less', columns(rows));
  });
}

function shownMean(value: number | null): string {
  return value === null
    ? ''
    : value >= 100
      ? Math.round(value).toLocaleString('en-US')
      : value.toPrecision(3);
}
