import { variableFacts } from '../../knowledge/variable-catalog';
import type { Advice, Finding } from '../../shared/analysis';
import {
  type Plan,
  type PlanChange,
  type PlanChoices,
  planSchemaName,
  type Setting,
} from '../../shared/plan';
import type { Snapshot } from '../../shared/snapshot';
import { formatValue } from '../../shared/units';
import { Observed } from '../facts/observed';
import { parseTypedSetting, sameSetting } from '../setting';
import { memoryBudget } from './memory-budget';
import { presentSettings } from './present-settings';
import { type PresentSettings, storeSetting } from './stored-setting';

/** One finding's wish for a variable. */
interface Wish {
  finding: Finding;
  advice: Advice;
}

/**
 * Makes one plan of the advice of the accepted findings and the user's own values. Locked variables stay; where
 * findings pull a variable in two directions both arguments are shown and neither is picked; of several values in
 * one direction the higher-ranked finding's is taken.
 */
export function buildPlan(snapshot: Snapshot, findings: Finding[], choices: PlanChoices): Plan {
  return planFor(new Observed(snapshot), findings, choices);
}

/** `buildPlan` for a snapshot that is being judged anyway. */
export function planFor(observed: Observed, findings: Finding[], choices: PlanChoices): Plan {
  const present = presentSettings(observed);
  const plan: Omit<Plan, 'memory' | 'memoryNow'> = {
    schema: planSchemaName,
    changes: [],
    conflicts: [],
    locked: [],
    leftOut: [],
  };
  const byHand = new Map(Object.entries(choices.set).map(([name, text]) => [canonicalName(name), text]));
  const locked = new Set(choices.locked.map(canonicalName));
  const wishes = wishesOf(findings, choices.accepted);

  const planned = plannedValues(wishes, byHand, present);

  for (const [variable, text] of byHand) addByHand(plan, present, planned, variable, text);
  for (const [variable, sides] of wishes) {
    if (byHand.has(variable)) continue;
    if (locked.has(variable)) {
      plan.locked.push(variable);
      plan.leftOut.push({ variable, reason: 'Locked: it stays as it is.' });
    } else addAdvised(plan, present, planned, variable, sides);
  }
  for (const variable of locked) if (!plan.locked.includes(variable)) plan.locked.push(variable);
  const changes = new Map(plan.changes.map(({ variable, stored }) => [variable, stored]));
  return { ...plan, memory: memoryBudget(observed, changes), memoryNow: memoryBudget(observed, new Map()) };
}

function canonicalName(name: string): string {
  return name.trim().toLowerCase().replaceAll('-', '_');
}

/** Wishes by variable, the higher-ranked findings first. */
function wishesOf(findings: Finding[], accepted: string[] | null): Map<string, Wish[]> {
  const wishes = new Map<string, Wish[]>();
  for (const finding of [...findings].sort((a, b) => a.rank - b.rank)) {
    if (accepted !== null && !accepted.includes(finding.ruleId)) continue;
    for (const advice of finding.advice) {
      const sides = wishes.get(advice.variable) ?? [];
      sides.push({ finding, advice });
      wishes.set(advice.variable, sides);
    }
  }
  return wishes;
}

type Planned = ReadonlyMap<string, Setting>;

/** What every variable of the plan is wished to be, before rounding. */
function plannedValues(
  wishes: Map<string, Wish[]>,
  byHand: Map<string, string>,
  present: PresentSettings,
): Planned {
  const planned = new Map<string, Setting>();
  for (const [variable, [first]] of wishes)
    if (first !== undefined) planned.set(variable, first.advice.proposed);
  for (const [variable, text] of byHand) {
    planned.set(variable, parseTypedSetting(text, variableFacts(variable, present.server)?.type));
  }
  return planned;
}

type PlanLists = Pick<Plan, 'changes' | 'conflicts' | 'locked' | 'leftOut'>;

function addAdvised(
  plan: PlanLists,
  present: PresentSettings,
  planned: Planned,
  variable: string,
  sides: Wish[],
): void {
  if (opposed(sides)) {
    plan.conflicts.push({
      variable,
      sides: sides.map(({ finding, advice }) => ({
        ruleId: finding.ruleId,
        to: advice.proposed,
        argument: `${finding.title}. ${finding.impact.text}`,
      })),
    });
    plan.leftOut.push({ variable, reason: 'Findings pull it in two directions: choose one.' });
    return;
  }
  const first = sides[0];
  if (first === undefined) return;
  const why = sides.map(({ finding }) => finding.ruleId);
  addChange(plan, present, planned, { variable, to: first.advice.proposed, why });
}

/** Directions differ, or values that have none (names, switches) differ. */
function opposed(sides: Wish[]): boolean {
  const [first, ...rest] = sides;
  if (first === undefined) return false;
  return rest.some(({ advice }) => {
    const direction = directionOf(first.advice);
    if (direction === null) return !sameSetting(advice.proposed, first.advice.proposed);
    return directionOf(advice) !== direction;
  });
}

function directionOf({ current, proposed }: Advice): 'up' | 'down' | null {
  if (typeof current !== 'number' || typeof proposed !== 'number') return null;
  return proposed > current ? 'up' : 'down';
}

function addByHand(
  plan: PlanLists,
  present: PresentSettings,
  planned: Planned,
  variable: string,
  text: string,
): void {
  const facts = variableFacts(variable, present.server);
  const wished = parseTypedSetting(text, facts?.type);
  if (wished === null && facts !== undefined) {
    plan.leftOut.push({ variable, reason: `"${text}" is not a value of type ${facts.type}.` });
    return;
  }
  addChange(plan, present, planned, { variable, to: wished, why: [] });
}

/** A value that the plan should hold, with the rules that ask for it. */
interface WantedChange {
  variable: string;
  to: Setting;
  why: string[];
}

function addChange(
  plan: PlanLists,
  present: PresentSettings,
  planned: Planned,
  { variable, to, why }: WantedChange,
): void {
  const setting = storeSetting(present, variable, to, planned);
  if (setting === undefined) {
    const { flavour, version } = present.server;
    const reason =
      present.valueOf(variable) === undefined
        ? `It does not exist on this server (${flavour} ${version.join('.')}).`
        : 'Latchkey does not know how this server rounds it, so it cannot say what would be stored.';
    plan.leftOut.push({ variable, reason });
    return;
  }
  if (sameSetting(setting.stored, setting.current)) {
    const value = formatValue(setting.current, setting.unit);
    plan.leftOut.push({ variable, reason: `Already in force: the server holds ${value}.` });
    return;
  }
  const change: PlanChange = {
    variable,
    from: setting.current,
    to,
    stored: setting.stored,
    // Every server of every flavour reads [mysqld].
    group: 'mysqld',
    when: setting.dynamic ? 'now' : 'restart',
    why,
  };
  plan.changes.push(change);
}
