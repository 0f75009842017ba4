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
import { memoryBudget, memoryExcess } from './memory-budget';
import { presentSettings } from './present-settings';
import { type PresentSettings, settingRefusal, storeSetting } from './stored-setting';

/** One finding's wish for a variable. */
interface Wish {
  finding: Finding;
  advice: Advice;
}

/**
 * Makes one plan of the advice of the accepted findings and the user's own values. Locked variables stay, also
 * against the user's own value; where
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

  for (const variable of locked) {
    plan.locked.push(variable);
    const isWished = wishes.delete(variable);
    if (byHand.delete(variable) || isWished) {
      plan.leftOut.push({ variable, reason: 'Locked: it stays as it is.' });
    }
  }
  const planned = plannedValues(wishes, byHand, present);

  for (const [variable, text] of byHand) addByHand(plan, present, planned, variable, text);
  for (const [variable, sides] of wishes) {
    if (!byHand.has(variable)) addAdvised(plan, present, planned, variable, sides);
  }
  const changes = new Map(plan.changes.map(({ variable, stored }) => [variable, stored]));
  const memory = memoryBudget(observed, changes);
  const memoryNow = memoryBudget(observed, new Map());
  const excess = memoryExcess(memory, memoryNow);
  if (excess !== null) plan.leftOut.push({ variable: 'memory', reason: excess });
  return { ...plan, memory, memoryNow };
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

/** What every variable of the plan is wished to be, before rounding; without what the server would refuse. */
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
  for (const [variable, wished] of planned) {
    if (wished === null || settingRefusal(present, variable, wished) !== null) planned.delete(variable);
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

function reasonToLeaveOut(present: PresentSettings, variable: string, to: Setting): string {
  const { flavour, version } = present.server;
  if (present.valueOf(variable) === undefined) {
    return `It does not exist on this server (${flavour} ${version.join('.')}).`;
  }
  return (
    settingRefusal(present, variable, to) ??
    'Latchkey does not know how this server rounds it, so it cannot say what would be stored.'
  );
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
    plan.leftOut.push({ variable, reason: reasonToLeaveOut(present, variable, to) });
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
