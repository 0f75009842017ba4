import { counted, formatSeconds } from '../../shared/base/units';
import {
  type ArmResult,
  blocksText,
  changeText,
  type ProbeResult,
  wholeText,
  workloadText,
} from '../../shared/probe';
import type { Fact } from '../fact';
import { shownValue } from './probe-tables';
import { texts } from './texts.ts';

/** What one slot measured, in the unit of the result's metric; null: nothing that counts. */
export interface SlotPoint {
  block: number;
  stage: 'exploration' | 'verdict';
  arm: string;
  value: number | null;
}

/** What a person needs to believe a result, or not to. */
export function probeFacts(result: ProbeResult): Fact[] {
  const { environment, workload, metric, noise, design, seed, startedAt, endedAt } = result;
  const facts: [string, string][] = [
    [texts.measured, texts.toUtcOn(moment(startedAt), moment(endedAt).slice(11), result.target)],
    [texts.server, `${environment.flavour} ${environment.serverVersion}`],
    [
      texts.processor,
      texts.forTheServer(
        environment.host.cpuModel.value ?? texts.notKnown,
        environment.host.cpus.value ?? 'unknown',
      ),
    ],
    [texts.pauseInSpinLoops, environment.pauseClass],
    [texts.load, workloadText(workload)],
    [texts.compared, texts.isBetter(metric.text, metric.unit, metric.higherIsBetter ? 'more' : 'less')],
    [
      texts.slots,
      texts.toSettleMeasuredUpTo(
        formatSeconds(design.settleSeconds),
        formatSeconds(design.measureSeconds),
        blocksText(design),
        design.marginPercent,
      ),
    ],
    [texts.noise, noise?.text ?? texts.notMeasured],
    [texts.loadProgram, environment.workloadProgram ?? 'none'],
    [texts.randomSeed, String(seed)],
    [texts.writtenBy, result.createdBy],
  ];
  return facts.map(([name, value]) => ({ name, value }));
}

/** `2026-11-21 10:30` */
function moment(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ');
}

/** What became of the server's values, and what is left to do. */
export function restoreTexts({ restore: { status, detail, remaining } }: ProbeResult): string[] {
  const heads = {
    restored: texts.everyValueIsBack,
    'not-needed': texts.nothingHadToBeRestored,
    pending: texts.notEverythingIsBackYet,
  } as const;
  return [
    `${heads[status]} ${detail}`,
    ...remaining.map(({ variable, original, reason }) => texts.leftToDo(variable, original, reason)),
  ];
}

/** What was agreed to before the first statement; [] where a result does not say. */
export function consentTexts({ consent }: ProbeResult): string[] {
  if (consent === undefined) return [];
  return [
    texts.agreedToAtUtc(moment(consent.at), consent.durability ? texts.withItsOwnConsentTo : ''),
    ...consent.risks.map((risk) => texts.riskThatWasNamed(risk)),
  ];
}

/** Statements that change something, each text once with how often it was sent; and how many only read. */
export function sentTexts({ statements }: ProbeResult): { changing: [string, number][]; reading: number } {
  const times = new Map<string, number>();
  let reading = 0;
  for (const statement of statements) {
    const whole = wholeText(statement, statements);
    if (/^\s*(?:SELECT|SHOW)\b/i.test(whole)) reading += 1;
    else times.set(whole, (times.get(whole) ?? 0) + 1);
  }
  return { changing: [...times], reading };
}

export function settingsText({ settings, switches = [], verdict }: ArmResult): string {
  if (verdict === 'baseline') return texts.asTheyWere;
  const values = settings.map(({ variable, value, stored }) =>
    stored === null || stored === value ? `${variable} = ${value}` : texts.stored(variable, value, stored),
  );
  const rows = switches.map(({ group, rows: count }) => `${counted(count, 'row')} of ${group}`);
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

/** The heading over `armRows`. */
export function armHead({ metric }: ProbeResult): string[] {
  return [
    texts.setting,
    texts.values,
    texts.verdict,
    texts.changeInterval,
    texts.mean(metric.unit),
    texts.blocks,
    '',
  ];
}
