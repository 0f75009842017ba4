import type { Analysis } from '../../../src/shared/analysis.ts';
import { linesOf, symptomsIn } from '../judge.ts';
import { isBesideTheLoad, rulesOf } from './mechanisms.ts';
import { bytes } from './units.ts';
import type { ProductionCase } from './world.ts';

/** What is judged of an analysis. */
export type Judgeable = Pick<Analysis, 'headline' | 'findings'> & {
  plan: Pick<Analysis['plan'], 'changes'>;
};

export interface Verdict {
  id: string;
  healthy: boolean;
  /** Place of the cause among the lines, from 1; null: it is no line. */
  place: number | null;
  /** The first sentence names the cause. */
  first: boolean;
  /** Whether the value asked for is in the experts' range; null where the case asks for none. */
  value: 'right' | 'missing' | 'outside' | null;
  /** Changes of the plan that treat a symptom or harm. */
  symptoms: string[];
  /** What stands above a remark. */
  lines: string[];
  /** Lines above a notice. */
  shouts: string[];
  /** What came out, in a sentence, for whoever looks into it. */
  got: string;
}

/** Judges an analysis by what the case expects. */
export function judgeCase(one: ProductionCase, analysis: Judgeable): Verdict {
  const lines = linesOf(analysis.findings);
  const rules = one.cause.length === 0 ? [] : rulesOf(one.cause);
  const index = lines.findIndex(({ ruleId }) => rules.includes(ruleId));
  const place = index < 0 ? null : index + 1;
  const { ruleId, kind } = analysis.headline;
  const mayBeQuiet = kind !== 'bottleneck' && isBesideTheLoad(one.cause);
  const { changes } = analysis.plan;
  return {
    id: one.id,
    healthy: one.cause.length === 0,
    place,
    first: ruleId === null ? mayBeQuiet && place === 1 : rules.includes(ruleId),
    value: judgeValue(one, changes),
    symptoms: symptoms(one, analysis),
    lines: lines.map((line) => line.ruleId),
    shouts: lines.filter(({ severity }) => severity !== 'notice').map((line) => line.ruleId),
    got: `${analysis.headline.text.split('. ')[0]} [${lines
      .slice(0, 4)
      .map((line) => line.ruleId)
      .join(
        ', ',
      )}] plan: ${changes.map(({ variable, from, to }) => `${variable} ${String(from)} -> ${String(to)}`).join('; ') || 'nothing'}`,
  };
}

function judgeValue({ values }: ProductionCase, changes: Judgeable['plan']['changes']): Verdict['value'] {
  if (values.length === 0) return null;
  const found = values.map(({ variable, from, to, is }) => {
    const change = changes.find((each) => each.variable === variable);
    if (change === undefined) return 'missing';
    const text = change.to === true ? 'ON' : change.to === false ? 'OFF' : String(change.to);
    if (is !== undefined) return text === is ? 'right' : 'outside';
    const value = Number(text);
    return value >= bytes(from ?? 0) * 0.999 && value <= bytes(to ?? 0) * 1.001 ? 'right' : 'outside';
  });
  // The first is what the case is about; the others must not be wrong.
  if (found.includes('outside')) return 'outside';
  return found[0] ?? null;
}

/** Changes of forbidden variables, and those that only a finding asks for which another explains. */
function symptoms({ forbidden }: ProductionCase, { findings, plan }: Judgeable): string[] {
  const banned = plan.changes.flatMap(({ variable, from, to }) => {
    const direction = Number(to) > Number(from) ? 'up' : 'down';
    const isForbidden = forbidden.includes(variable) || forbidden.includes(`${variable} ${direction}`);
    return isForbidden ? [`${variable} ${String(from)} -> ${String(to)}`] : [];
  });
  return [...new Set([...banned, ...symptomsIn(plan.changes, findings)])];
}

export interface Totals {
  cases: number;
  first: number;
  inThree: number;
  symptomCases: number;
  valueAsked: number;
  valueRight: number;
  healthy: number;
  quiet: number;
  shouts: number;
  lines: number;
}

/** @param mostLines allowed for each healthy case, by id */
export function totalsOf(verdicts: readonly Verdict[], mostLines: ReadonlyMap<string, number>): Totals {
  const faulty = verdicts.filter(({ healthy }) => !healthy);
  const healthy = verdicts.filter((one) => one.healthy);
  const count = (of: readonly Verdict[], matches: (one: Verdict) => boolean) => of.filter(matches).length;
  return {
    cases: faulty.length,
    first: count(faulty, ({ first }) => first),
    inThree: count(faulty, ({ place }) => place !== null && place <= 3),
    symptomCases: count(verdicts, ({ symptoms: found }) => found.length > 0),
    valueAsked: count(faulty, ({ value }) => value !== null),
    valueRight: count(faulty, ({ value }) => value === 'right'),
    healthy: healthy.length,
    quiet: count(
      healthy,
      ({ id, lines, shouts }) => shouts.length === 0 && lines.length <= (mostLines.get(id) ?? 3),
    ),
    shouts: healthy.reduce((sum, { shouts }) => sum + shouts.length, 0),
    lines: healthy.reduce((sum, { lines }) => sum + lines.length, 0),
  };
}

const share = (part: number, whole: number) =>
  `${part} of ${whole} (${Math.round((100 * part) / Math.max(1, whole))} %)`;

export function totalsText(totals: Totals): string {
  return [
    `cause first in ${share(totals.first, totals.cases)}`,
    `among the first three in ${share(totals.inThree, totals.cases)}`,
    `value in the experts' range in ${share(totals.valueRight, totals.valueAsked)}`,
    `${totals.symptomCases} of ${totals.cases + totals.healthy} plans treat a symptom or what is forbidden`,
    `${share(totals.quiet, totals.healthy)} healthy servers quiet, with ${totals.shouts} lines above a notice and ${(totals.lines / Math.max(1, totals.healthy)).toFixed(1)} lines each`,
  ].join('; ');
}
