import { type Finding, type Severity, severities } from '../../shared/analysis';
import type { PlanChoices, TuningPlan } from '../../shared/plan';
import { dependencies } from './dependencies';
import { directionOf } from './requested-values';
import { type Fired, settingsOf, type WhatIf } from './what-if';

/** What a plan is repaired with, and what came of it so far. */
interface Repair {
  choices: PlanChoices;
  whatIf: WhatIf;
  heldBack: Map<string, string>;
  remedies: Finding[];
  severityOf: ReadonlyMap<string, Severity>;
}

/** 0 is the gravest. */
function gravity(severity: Severity): number {
  return severities.indexOf(severity);
}

/** Adds what remedies a finding that the plan would bring about, or holds back what does. @returns whether it did */
export function remedy(
  { finding }: Fired,
  plan: TuningPlan,
  { choices, whatIf, heldBack, remedies, severityOf }: Repair,
): boolean {
  const settings = settingsOf(plan);
  const fresh = finding.advice.filter(({ variable }) => !settings.has(variable) && !heldBack.has(variable));
  if (fresh.length > 0 && !remedies.some(({ ruleId }) => ruleId === finding.ruleId)) {
    remedies.push({ ...finding, advice: fresh, explainedBy: [], rank: Number.MAX_SAFE_INTEGER });
    return true;
  }
  const takesBack = opposes(finding, plan);
  if (finding.severity === 'notice' && !takesBack) return false;
  const byHand = new Set(Object.keys(choices.set));
  const culprits = whatIf.restsOn(finding.ruleId, settings).filter((name) => !byHand.has(name));
  const culprit = culprits.reverse().find((name) => {
    const without = new Map([...settings].filter(([other]) => other !== name));
    return whatIf.outcome(finding.ruleId, without)?.kind !== 'fired';
  });
  if (culprit === undefined || choices.accepted !== null) return false;
  const asking = plan.changes.find(({ variable }) => variable === culprit)?.why ?? [];
  const isGraver = asking.some((id) => gravity(severityOf.get(id) ?? 'notice') < gravity(finding.severity));
  if (isGraver && !takesBack) return false;
  const reason = `Withheld, because it would cause: ${finding.title}. ${finding.impact.text}`;
  heldBack.set(culprit, reason);
  for (const name of companions(culprit, plan)) if (!byHand.has(name)) heldBack.set(name, reason);
  return true;
}

/** Whether a finding that only the plan would bring about wants back what the plan changes. */
function opposes({ advice }: Pick<Finding, 'advice'>, { changes }: TuningPlan): boolean {
  return changes.some(({ variable, from, stored }) => {
    const planned = directionOf(from, stored);
    return advice.some((one) => {
      const wanted = one.variable === variable ? directionOf(one.current, one.proposed) : null;
      return planned !== null && wanted !== null && wanted !== planned;
    });
  });
}

/** What the plan changes only together with a variable: it is worth nothing alone. */
function companions(variable: string, { changes }: TuningPlan): string[] {
  const coupled = new Set(
    dependencies
      .filter(({ of, needs }) => of === variable || needs === variable)
      .flatMap(({ of, needs }) => [of, needs]),
  );
  const why = changes.find((change) => change.variable === variable)?.why ?? [];
  return changes
    .filter((change) => change.variable !== variable && coupled.has(change.variable))
    .filter((change) => change.why.every((id) => why.includes(id)))
    .map((change) => change.variable);
}
