import {
  type ArmResult,
  changeText,
  type MetricId,
  metricFacts,
  type ProbeResult,
  workloadText,
} from '../shared/probe';
import { formatSeconds } from '../shared/units';
import type { Fact } from './facts';

/** What one slot measured, in the unit of the result's metric; null: nothing that counts. */
export interface SlotPoint {
  block: number;
  stage: 'exploration' | 'verdict';
  arm: string;
  value: number | null;
}

/** What a person needs to believe a result, or not to. */
export function probeFacts(result: ProbeResult): Fact[] {
  const { environment, workload, metric, placebo, noise, design, seed, restore, guards, startedAt } = result;
  const breaches = guards.flatMap(({ guard, breach }) =>
    breach === null
      ? []
      : [
          `${guard}: ${breach.action === 'arm-dropped' ? `dropped ${breach.arm}` : `stopped the run in ${breach.arm}`}`,
        ],
  );
  const facts: [string, string][] = [
    ['Measured', `${startedAt.slice(0, 16).replace('T', ' ')} UTC on ${result.target}`],
    ['Server', `${environment.flavour} ${environment.serverVersion}`],
    ['Processor', environment.host.cpuModel.value ?? 'not known'],
    ['PAUSE in spin loops', environment.pauseClass],
    ['Load', workloadText(workload)],
    ['Compared', `${metric.text} (${metric.unit}, ${metric.higherIsBetter ? 'more' : 'less'} is better)`],
    [
      'Slots',
      `${formatSeconds(design.settleSeconds)} to settle, ${formatSeconds(design.measureSeconds)} measured; up to ${design.verdictBlocks} blocks; margin ${design.marginPercent} %`,
    ],
    ['Placebo', placebo === null ? 'not measured' : changeText(placebo)],
    ['Noise', noise?.text ?? 'not measured'],
    ['Guards', breaches.length === 0 ? 'none was breached' : breaches.join('; ')],
    ['Restore', restore.detail],
    ['Seed', String(seed)],
  ];
  return facts.map(([name, value]) => ({ name, value }));
}

export function settingsText({ settings, switches = [], verdict }: ArmResult): string {
  if (verdict === 'baseline') return 'as they were';
  const values = settings.map(({ variable, value, stored }) =>
    stored === null || stored === value
      ? `${variable} = ${value}`
      : `${variable} = ${value} (stored ${stored})`,
  );
  const rows = switches.map(({ group, rows: count }) => `${count} rows of ${group}`);
  return [...values, ...rows].join(', ');
}

/** One row for each arm: name, settings, verdict, change with interval, mean, blocks, words. */
export function armRows({ arms, metric }: ProbeResult): string[][] {
  return arms.map((arm) => [
    arm.name,
    settingsText(arm),
    arm.verdict,
    arm.verdict === 'baseline' ? '' : changeText(arm),
    shownValue(arm.metrics.find((each) => each.metric === metric.id)?.value ?? null),
    String(arm.blocks),
    arm.text,
  ]);
}

export const armHead = ['Setting', 'Values', 'Verdict', 'Change (interval)', 'Mean', 'Blocks', ''];

/** Metrics on which no verdict rests. */
export function otherMetrics({ arms, metric }: ProbeResult): { title: string; rows: string[][] }[] {
  const others = [...new Set(arms.flatMap(({ metrics }) => metrics.map((each) => each.metric)))];
  return others
    .filter((id: MetricId) => id !== metric.id)
    .map((id) => {
      const { text, unit, higherIsBetter } = metricFacts[id];
      const rows = arms.map((arm) => {
        const found = arm.metrics.find((each) => each.metric === id);
        const change = found === undefined || arm.verdict === 'baseline' ? '' : changeText(found);
        return [arm.name, change, shownValue(found?.value ?? null)];
      });
      return { title: `${text} (${unit}, ${higherIsBetter ? 'more' : 'less'} is better)`, rows };
    });
}

function shownValue(value: number | null): string {
  if (value === null) return '';
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));
}
