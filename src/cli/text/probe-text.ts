import type { ArmResult, MetricId, ProbePlan, ProbeResult, ProbeSummary } from '../../shared/probe';
import { formatSeconds } from '../../shared/units';
import { harmless } from './style';

/** The probes, with the reason where one does not make sense on the server. */
export function probeListText(probes: readonly ProbeSummary[]): string {
  return harmless(
    probes
      .map(({ id, question, defaultSeconds, workloads, durability, refusal, arms }) => {
        const consent = durability ? ', needs --allow-durability' : '';
        const can =
          refusal === undefined
            ? ''
            : refusal === null
              ? `  arms: ${arms.length === 0 ? 'your own (--arm)' : arms.map(({ name }) => name).join('; ')}\n`
              : `  not here: ${refusal.text}${refusal.remedy === undefined ? '' : ` ${refusal.remedy}`}\n`;
        return `${id}\n  ${question}\n  about ${formatSeconds(defaultSeconds)}; ${workloads.join(' or ')}${consent}\n${can}`;
      })
      .join(''),
  );
}

/** Settings of a plan, in the order in which they are named. */
export function probePlanText({ title, arms, leftOut, seed }: ProbePlan): string {
  const lines = arms.map(({ name, settings }) => {
    const values = settings.map(({ variable, value }) => `${variable} = ${value}`).join(', ');
    return `  ${name}: ${values === '' ? 'rows of the Performance Schema set-up' : values}\n`;
  });
  const left = leftOut.map(({ arm, reason }) => `  left out: ${arm}: ${reason}\n`);
  return harmless(
    `${title}. Compared with the present settings, in an order drawn with seed ${seed}:\n${lines.join('')}${left.join('')}`,
  );
}

/** A result for people. */
export function probeResultText(result: ProbeResult): string {
  const { title, outcome, text, metric, placebo, noise, guards, restore, blocks, workload, environment } =
    result;
  const load =
    workload.kind === 'sysbench' ? `sysbench ${workload.preset}, ${workload.threads} threads` : workload.kind;
  const breaches = guards.flatMap(({ guard, breach }) =>
    breach === null
      ? []
      : [
          `Guard ${guard}: ${breach.action === 'arm-dropped' ? 'dropped' : 'stopped the run in'} ${breach.arm}.\n`,
        ],
  );
  const sure = (value: number) => `${value > 0 ? '+' : ''}${value.toFixed(1)} %`;
  return harmless(
    [
      `${title}: ${outcome}\n`,
      `${text}\n\n`,
      ...(blocks.length === 0 ? [] : [table(result.arms, metric.id)]),
      `\nMetric: ${metric.text} (${metric.unit}, ${metric.higherIsBetter ? 'more' : 'less'} is better). Load: ${load}.\n`,
      placebo === null
        ? ''
        : `Placebo (the present settings against themselves): ${sure(placebo.estimatePercent)} (${sure(placebo.low)} to ${sure(placebo.high)}).\n`,
      noise === null ? '' : `${noise.text}\n`,
      ...breaches,
      `Server: ${environment.flavour} ${environment.serverVersion}, ${environment.host.cpuModel.value ?? 'processor not known'} (PAUSE: ${environment.pauseClass}).\n`,
      `Restore: ${restore.detail}\n`,
    ].join(''),
  );
}

function table(arms: readonly ArmResult[], primary: MetricId): string {
  const percent = (value: number | null) =>
    value === null ? '' : `${value > 0 ? '+' : ''}${value.toFixed(1)} %`;
  const rows = [
    ['Setting', 'Verdict', 'Change', '95 % interval', 'Mean', 'Blocks', ''],
    ...arms.map(({ name, verdict, estimatePercent, low, high, blocks, metrics, text }) => [
      name,
      verdict,
      verdict === 'baseline' ? '' : percent(estimatePercent),
      verdict === 'baseline' || low === null ? '' : `${percent(low)} to ${percent(high)}`,
      shownMean(metrics.find(({ metric }) => metric === primary)?.value ?? null),
      String(blocks),
      verdict === 'baseline' ? '' : text,
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

function shownMean(value: number | null): string {
  return value === null
    ? ''
    : value >= 100
      ? Math.round(value).toLocaleString('en-US')
      : value.toPrecision(3);
}
