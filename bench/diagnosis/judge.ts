import { z } from 'zod';
import type { Analysis, Finding, Value } from '../../src/shared/analysis.ts';
import { expertRanges } from './ranges.ts';
import type { Planted } from './scenario.ts';

/** What of a finding is judged, and kept. Those that were kept before findings had a standing lack it. */
export type KeptFinding = Pick<Finding, 'ruleId' | 'severity' | 'rank' | 'advice'> &
  Partial<Pick<Finding, 'standing' | 'explainedBy'>>;

/** What of a plan is judged, and kept. */
export type KeptChange = Pick<Analysis['plan']['changes'][number], 'variable' | 'from' | 'to' | 'why'>;

interface Measured {
  findings: KeptFinding[];
  /** Of the first sentence; absent where it was not kept. */
  headlineRule?: string | null;
  plan?: KeptChange[];
}

export interface Judged {
  /** Place of the planted cause among the lines, from 1; null when it is none. */
  place: number | null;
  /** The rule that named it. */
  rule: string | null;
  /** The first sentence names the cause, or it is the first line where no bottleneck speaks. */
  first: boolean;
  /** Whether the setting and its direction are right; null where no setting is the remedy. */
  settingRight: boolean | null;
  /** Whether the plan's value lies in the experts' range; null where no setting is the remedy or no range is known. */
  valueRight: boolean | null;
  /** Changes of the plan that only a finding asks for which another explains. */
  symptoms: string[];
}

/** Where the planted cause stands among the findings, and whether it comes with the right advice. */
export function judge({ findings, headlineRule, plan }: Measured, planted: Planted): Judged {
  const lines = planted.isRemark === true ? findings : linesOf(findings);
  const named = lines.filter(({ ruleId }) => planted.rules.includes(ruleId));
  const index = lines.findIndex(({ ruleId }) => planted.rules.includes(ruleId));
  const place = index < 0 ? null : index + 1;
  const speaks = headlineRule ?? null;
  return {
    place,
    rule: named[0]?.ruleId ?? null,
    first: speaks === null ? place === 1 : planted.rules.includes(speaks),
    settingRight: planted.variable === null ? null : named.some((finding) => advises(finding, planted)),
    valueRight: valueRight(plan, planted),
    symptoms: symptomsIn(plan ?? [], findings),
  };
}

/** Analyses of before there were remarks and causes have neither. */
const standingSchema = z.object({
  standing: z.string().default('finding'),
  explainedBy: z.array(z.unknown()).default([]),
});

/** Findings that stand as lines: remarks, what happened earlier and consequences of another stand below. */
export function linesOf<F extends object>(findings: readonly F[]): F[] {
  return findings.filter((finding) => {
    const { standing, explainedBy } = standingSchema.parse(finding);
    return standing === 'finding' && explainedBy.length === 0;
  });
}

/** Changes that only consequences of other findings ask for. */
export function symptomsIn(
  plan: readonly KeptChange[],
  findings: readonly (Pick<Finding, 'ruleId'> & Partial<Pick<Finding, 'explainedBy'>>)[],
): string[] {
  const explained = new Set(
    findings.filter(({ explainedBy = [] }) => explainedBy.length > 0).map(({ ruleId }) => ruleId),
  );
  return plan
    .filter(({ why }) => why.length > 0 && why.every((rule) => explained.has(rule)))
    .map(({ variable, from, to }) => `${variable} ${String(from)} -> ${String(to)}`);
}

function valueRight(plan: KeptChange[] | undefined, { variable }: Planted): boolean | null {
  const range = variable === null ? undefined : expertRanges[variable];
  if (plan === undefined || range === undefined) return null;
  const change = plan.find((one) => one.variable === variable);
  const value = Number(change?.to);
  return change !== undefined && value >= range.from && value <= range.to;
}

function advises({ advice }: KeptFinding, { variable, direction }: Planted): boolean {
  return advice.some(
    (entry) => entry.variable === variable && directionOf(entry.current, entry.proposed) === direction,
  );
}

function directionOf(current: Value, proposed: Value): Planted['direction'] {
  if (proposed === false || proposed === 'OFF') return 'off';
  if (proposed === true || proposed === 'ON') return 'on';
  const [from, to] = [Number(current), Number(proposed)];
  if (Number.isNaN(from) || Number.isNaN(to) || from === to) return null;
  return to > from ? 'up' : 'down';
}
