import type { Advice, Analysis, Finding } from '../../shared/analysis';
import { formatSetting } from '../../shared/base/units';
import type { PlanChange, PlanChoices, Setting, TuningPlan } from '../../shared/plan';
import type { Snapshot } from '../../shared/snapshot';
import { FactSet } from '../facts/inputs/fact-set';
import { Observed } from '../facts/inputs/observed';
import { sameSetting } from '../facts/inputs/setting';
import { fixedCaches } from '../facts/predictions';
import { memoryBudget } from '../memory/memory-budget';
import type { RuleSet } from '../rules/rule-set';
import { planFor } from './build-plan';
import { remedy } from './remedy';
import { directionOf, isWithheld } from './requested-values';
import { type Fired, type JudgedSnapshot, poolSize, type Settings, settingsOf, WhatIf } from './what-if';

/** How often a plan is judged again at most: each time it holds more changes, or holds one more back. */
const mostRounds = 6;

/**
 * One plan of the findings, judged again on paper until nothing new fires. Causes come first: each next finding is judged
 * with the changes of those before it in force; advice of one that no longer fires is withheld, that of one that still does
 * is taken as it is then (a redo log sized with the pool it will have). Then the whole plan is judged: a warning that only
 * the plan would bring about is remedied by that finding's own advice, or the change that brings it about is held back.
 * What a graver finding asks for is never held back, unless the plan would be asked to take back what it changes: then the
 * least urgent change that leads there is left out. What the user set by hand, or accepted by name, is never held back: what it would bring about is reported.
 * @param muted rules whose finding the user does not want to see
 */
export function coherentPlan(
  judged: JudgedSnapshot,
  all: Finding[],
  choices: PlanChoices,
  muted: readonly string[] = [],
): TuningPlan {
  const findings = all.map((finding) => ({
    ...finding,
    advice: finding.advice.filter(({ presumed }) => presumed === undefined),
  }));
  let whatIf = new WhatIf(judged);
  const byHand = Object.keys(choices.set).length > 0 ? planFor(judged.observed, [], choices) : null;
  const before = settingsOf(byHand);
  let { taking, withheld } = inTurn(findings, choices, before, whatIf);
  const known = new Set([...findings.map(({ ruleId }) => ruleId), ...muted]);
  const severityOf = new Map(findings.map(({ ruleId, severity }) => [ruleId, severity]));
  const heldBack = new Map<string, string>();
  const remedies: Finding[] = [];
  const make = () => planFor(judged.observed, [...taking, ...remedies], choices, heldBack);
  let plan = make();
  const freed = smallerCaches(plan);
  if (freed.size > 0) {
    ({ taking, withheld } = inTurn(findings, choices, before, whatIf, freed));
    plan = make();
  }
  const leftPool = poolOtherwise(plan, judged);
  if (leftPool !== null) {
    whatIf = new WhatIf(judged, leftPool);
    ({ taking, withheld } = inTurn(findings, choices, before, whatIf, freed));
    plan = make();
  }
  let fresh = newlyFiring(plan, whatIf, known);
  for (let round = 0; round < mostRounds; round += 1) {
    const remedied = fresh.map((fired) =>
      remedy(fired, plan, { choices, whatIf, heldBack, remedies, severityOf }),
    );
    if (!remedied.includes(true)) break;
    plan = make();
    fresh = newlyFiring(plan, whatIf, known);
  }
  for (let round = 0; round < mostRounds && overfills(plan, choices); round += 1) {
    const culprit = memoryTaker(plan, judged.observed);
    if (culprit === undefined) break;
    heldBack.set(culprit, 'Withheld, because memory does not allow it: lower another value first.');
    plan = make();
    fresh = newlyFiring(plan, whatIf, known);
  }
  const caused = fresh.map(({ finding }) => ({
    ruleId: finding.ruleId,
    title: finding.title,
    text: finding.impact.text,
  }));
  const changes = plan.changes.map((change) => withReason(change, plan, remedies, whatIf));
  const leftOut = [...plan.leftOut, ...presumedIn(all)];
  return { ...plan, changes, leftOut, withheld: [...plan.withheld, ...withheld], caused };
}

/** Caches that a plan makes smaller: the memory is there for what is sized by it, whatever their rank. */
function smallerCaches({ changes }: TuningPlan): Map<string, Setting> {
  return new Map(
    changes
      .filter(({ variable, from, stored }) => isFixedCache(variable) && Number(stored) < Number(from))
      .map(({ variable, stored }) => [variable, stored]),
  );
}

function isFixedCache(variable: string): boolean {
  return fixedCaches.some((name) => name === variable);
}

/**
 * The buffer pool that a plan leaves, where it is not the one that sizes were worked out for: its advice takes no part, or is for
 * a smaller one. null: it is that one.
 */
function poolOtherwise(plan: TuningPlan, { observed, facts }: JudgedSnapshot): number | null {
  const expected = facts.reading('pool_planned');
  const present = observed.variable(poolSize);
  const change = plan.changes.find(({ variable }) => variable === poolSize);
  const left = Number(change?.stored ?? (present.known ? present.value : null));
  if (!expected.known || !(left > 0)) return null;
  return Math.abs(left - Number(expected.value)) > 0.01 * Number(expected.value) ? left : null;
}

/** Whether advice alone, which nobody accepted by name, takes the server beyond its memory. */
function overfills({ memoryCheck }: TuningPlan, { accepted, set }: PlanChoices): boolean {
  return memoryCheck.status === 'exceeds' && accepted === null && Object.keys(set).length === 0;
}

/** The change of the least urgent finding without which the server would likely take less memory. */
function memoryTaker(plan: TuningPlan, observed: Observed): string | undefined {
  const settings = settingsOf(plan);
  return [...plan.changes].reverse().find(({ variable }) => {
    const without = new Map([...settings].filter(([name]) => name !== variable));
    return memoryBudget(observed, without).likely < plan.memory.likely;
  })?.variable;
}

/** What is advised for variables that nobody read: from what they would change nobody knows, so that it is no change of a plan. */
function presumedIn(findings: readonly Finding[]): TuningPlan['leftOut'] {
  const advised = findings.flatMap(({ advice }) => advice);
  return advised.flatMap(({ variable, presumed, proposed, unit }, index) => {
    const isFirst = advised.findIndex((one) => one.variable === variable) === index;
    if (presumed === undefined || !isFirst) return [];
    return [{ variable, reason: `${formatSetting(proposed, unit)} would help. ${presumed}` }];
  });
}

/** `coherentPlan` for a snapshot that was judged before. */
export function makePlan(
  snapshot: Snapshot,
  rules: RuleSet,
  { findings, muted }: Pick<Analysis, 'findings' | 'muted'>,
  choices: PlanChoices,
): TuningPlan {
  const observed = new Observed(snapshot, rules.lookUp);
  const judged = { observed, facts: new FactSet(observed, rules.facts), rules };
  return coherentPlan(
    judged,
    findings,
    choices,
    muted.map(({ ruleId }) => ruleId),
  );
}

/** The findings whose advice takes part, each judged with the changes of those before it in force. */
function inTurn(
  findings: Finding[],
  { accepted, locked, set }: PlanChoices,
  before: Map<string, Setting>,
  whatIf: WhatIf,
  freed: Settings = new Map(),
): { taking: Finding[]; withheld: TuningPlan['withheld'] } {
  const settings = new Map([...freed, ...before]);
  const taking: Finding[] = [];
  const withheld: TuningPlan['withheld'] = [];
  const stays = new Set([...locked, ...Object.keys(set)]);
  for (const finding of [...findings].sort((a, b) => a.rank - b.rank)) {
    // What `planFor` leaves out by itself is not judged.
    const isAsked = accepted?.includes(finding.ruleId) === true;
    // What held before the window is judged by its own hour, and says nothing of the window.
    const isOfHistory = finding.history?.judgedHour != null;
    if (isOfHistory || finding.advice.length === 0 || (accepted === null ? isWithheld(finding) : !isAsked)) {
      taking.push(finding);
      continue;
    }
    const judgedAgain = isAsked ? null : adviceThen(finding, withoutOwn(finding, settings, freed), whatIf);
    const advice = judgedAgain?.advice ?? finding.advice;
    withheld.push(...(judgedAgain?.withheld ?? []));
    taking.push({ ...finding, advice });
    for (const { variable, proposed } of advice) {
      if (!settings.has(variable) && !stays.has(variable)) settings.set(variable, proposed);
    }
  }
  return { taking, withheld };
}

/** The settings without the smaller caches that this finding itself asks for: it stands as long as nobody else does. */
function withoutOwn({ advice }: Finding, settings: Settings, freed: Settings): Settings {
  const own = new Set(advice.map(({ variable }) => variable).filter((variable) => freed.has(variable)));
  return own.size === 0 ? settings : new Map([...settings].filter(([variable]) => !own.has(variable)));
}

/** What is left of a finding's advice with other changes in force; null: all of it, as it is. */
function adviceThen(
  finding: Finding,
  settings: Settings,
  whatIf: WhatIf,
): { advice: Advice[]; withheld: TuningPlan['withheld'] } | null {
  const outcome = whatIf.outcome(finding.ruleId, settings);
  if (outcome === null || outcome.kind === 'not-checked') return null;
  const then = outcome.kind === 'fired' ? outcome.advice : [];
  const advice: Advice[] = [];
  const withheld: TuningPlan['withheld'] = [];
  for (const item of finding.advice) {
    const planned = settings.get(item.variable);
    const later = then.find(({ variable }) => variable === item.variable);
    if (later !== undefined) {
      // The value that it has today is what a plan starts from.
      advice.push(planned === undefined ? { ...later, current: item.current } : item);
    } else if (planned !== undefined && isSameWay(item, planned)) {
      advice.push({ ...item, proposed: planned });
    } else {
      withheld.push({
        ruleId: finding.ruleId,
        variable: item.variable,
        to: item.proposed,
        reason: reasonOf(finding, item, settings, whatIf),
      });
    }
  }
  return { advice, withheld };
}

/** A change that is planned already goes where this advice wants to go. */
function isSameWay({ current, proposed }: Advice, planned: Setting): boolean {
  const wanted = directionOf(current, proposed);
  return wanted === null ? sameSetting(proposed, planned) : directionOf(current, planned) === wanted;
}

/** Why advice no longer holds beside other changes, by the changes that the finding rests on. */
function reasonOf({ ruleId }: Finding, item: Advice, settings: Settings, whatIf: WhatIf): string {
  const names = whatIf.restsOn(ruleId, settings);
  if (names.length === 0) return 'Not needed with the buffer pool of the plan.';
  const enough = names.find((name) => {
    const alone = whatIf.outcome(ruleId, new Map([[name, settings.get(name) ?? null]]));
    return alone !== null && alone.kind !== 'fired';
  });
  const named = enough === undefined ? names : [enough];
  const text = named
    .map(
      (name) => `${name} is ${formatSetting(settings.get(name) ?? null, whatIf.unitOf(name) ?? item.unit)}`,
    )
    .join(' and ');
  return named.some((name) => whatIf.isMoreThanMemory(ruleId, name))
    ? `Not needed once ${text}.`
    : `Too little memory is left for it once ${text}; choose between them if this matters more.`;
}

/** The findings that only the plan would bring about; remarks are no matter. */
function newlyFiring(plan: TuningPlan, whatIf: WhatIf, known: ReadonlySet<string>): Fired[] {
  return whatIf.firing(settingsOf(plan), known).filter(({ finding }) => finding.standing === 'finding');
}

/** A change that only remedies what another one would bring about goes with that one. */
function withReason(change: PlanChange, plan: TuningPlan, remedies: Finding[], whatIf: WhatIf): PlanChange {
  const remedied = remedies.filter(({ ruleId }) => change.why.includes(ruleId));
  if (remedied.length === 0) return change;
  const needs = remedied.map(({ ruleId, title }) => {
    const [culprit] = whatIf.restsOn(ruleId, settingsOf(plan)).filter((name) => name !== change.variable);
    return {
      variable: culprit ?? change.variable,
      reason: `without it the plan would cause: ${title}`,
    };
  });
  const ids = remedied.map(({ ruleId }) => ruleId);
  return {
    ...change,
    why: change.why.filter((id) => !ids.includes(id)),
    neededBy: [...change.neededBy, ...needs],
  };
}
