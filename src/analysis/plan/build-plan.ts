import { managedRefusal } from '../../knowledge/catalog/managed-hosting';
import { sameSettingAs } from '../../knowledge/catalog/values/coupled-variables';
import type { Finding } from '../../shared/analysis';
import { defined } from '../../shared/base/defined';
import { onceFor } from '../../shared/base/once-for';
import { formatSetting } from '../../shared/base/units';
import { canonicalVariable } from '../../shared/decisions';
import {
  type PlanChange,
  type PlanChoices,
  planSchemaName,
  type Setting,
  type TuningPlan,
} from '../../shared/plan';
import { type Hosting, serverName } from '../../shared/server';
import type { Snapshot } from '../../shared/snapshot';
import { Observed } from '../facts/inputs/observed';
import { parseTypedSetting, sameSetting } from '../facts/inputs/setting';
import { checkMemory, memoryBudget } from '../memory/memory-budget';
import { presentSettings } from '../settings/present-settings';
import { poolUntilRestart } from '../settings/sized-setting';
import {
  type PresentSettings,
  type StoredSetting,
  settingRefusal,
  storeSetting,
} from '../settings/stored-setting';
import { planSummary } from './plan-summary';
import { argumentOf, isWithheld, opposed, type RequestedValue, requestedValues } from './requested-values';
import { carriedUntilRestart, type Held, plannedValues, resolveDependencies } from './resolve-dependencies';
import type { PlanLists, Target, Targets } from './target';

/**
 * Makes one plan of the advice of the accepted findings and the user's own values. Locked variables stay, also
 * against the user's own value; what a managed service does not let its customers set is left out. Where findings
 * pull a variable in two directions both arguments are shown and neither is picked; of several values in one
 * direction the higher-ranked finding's is taken and the others are named. What a change needs comes with it.
 * @internal exported to tests and benches
 */
export function buildPlan(snapshot: Snapshot, findings: Finding[], choices: PlanChoices): TuningPlan {
  return planFor(new Observed(snapshot), findings, choices);
}

/**
 * `buildPlan` for a snapshot that is being judged anyway.
 * @param heldBack variables that stay as they are, each with the reason as a sentence
 */
export function planFor(
  observed: Observed,
  findings: Finding[],
  choices: PlanChoices,
  heldBack: ReadonlyMap<string, string> = new Map(),
): TuningPlan {
  const present = presentSettings(observed);
  const { hosting } = observed.snapshot.server;
  const lists: PlanLists = { changes: [], conflicts: [], locked: [], leftOut: [], withheld: [] };
  const locked = new Set(choices.locked.map(canonicalVariable));
  // A lock that is kept for all servers is named where it can matter.
  const requested = new Set(findings.flatMap(({ advice }) => advice.map(({ variable }) => variable)));
  lists.locked.push(
    ...[...locked].filter((name) => present.valueOf(name) !== undefined || requested.has(name)),
  );
  if (choices.accepted === null) lists.withheld.push(...withheldAdvice(findings));
  const held: Held = (variable) =>
    locked.has(variable)
      ? 'Locked: the current value is kept.'
      : (heldBack.get(variable) ?? managedRefusal(variable, hosting));

  const targets = targetsOf(findings, choices, lists, present, held);
  resolveDependencies(targets, lists, present, held);
  const planned = plannedValues(targets, present);
  for (const [variable, target] of targets) addChange(lists, present, planned, hosting, variable, target);

  const changes = new Map(lists.changes.map(({ variable, stored }) => [variable, stored]));
  const memory = memoryBudget(observed, changes);
  const memoryNow = presentMemory(observed);
  const memoryCheck = checkMemory(memory, memoryNow, observed);
  // What can be had at once comes first; all that waits for a restart waits for the same one.
  lists.changes.sort((a, b) => Number(a.when === 'restart') - Number(b.when === 'restart'));
  const plan = { ...lists, memory, memoryNow, memoryCheck };
  return { schema: planSchemaName, ...plan, caused: [], summary: planSummary(plan, findings) };
}

/** A plan is made again in each round of its judging, always from the same server. */
const presentMemory = onceFor((observed: Observed) => memoryBudget(observed, new Map()));

/** What the findings advise and the plan does without until the user asks for it. */
function withheldAdvice(findings: Finding[]): TuningPlan['withheld'] {
  const titles = new Map(findings.map(({ ruleId, title }) => [ruleId, title]));
  return findings.filter(isWithheld).flatMap(({ ruleId, explainedBy: [cause], advice }) => {
    const title = titles.get(cause?.ruleId ?? '') ?? '';
    const reason =
      cause === undefined
        ? 'A remark: change it only if you want to.'
        : `It treats a symptom of "${title}"; it returns to the plan if it is still needed once the cause is gone.`;
    return advice.map(({ variable, proposed }) => ({ ruleId, variable, to: proposed, reason }));
  });
}

/** What is wanted, before anything is compared with it. Values by hand win; contradictions become conflicts. */
function targetsOf(
  findings: Finding[],
  { accepted, set, measured = {} }: PlanChoices,
  lists: PlanLists,
  present: PresentSettings,
  held: Held,
): Targets {
  const targets: Targets = new Map();
  const mayChange = (variable: string) => {
    const reason = held(variable);
    if (reason !== null) lists.leftOut.push({ variable, reason });
    return reason === null;
  };
  for (const [name, text] of Object.entries(set)) {
    const variable = canonicalVariable(name);
    if (!mayChange(variable)) continue;
    const facts = present.facts(variable);
    const to = parseTypedSetting(text, facts?.type);
    if (to === null && facts !== undefined) {
      lists.leftOut.push({ variable, reason: `"${text}" is not a value of type ${facts.type}.` });
      continue;
    }
    const nothing = { why: [], neededBy: [], alsoWished: [], stopWhen: [] };
    const proof = Object.entries(measured).find(
      ([of, { value }]) => canonicalVariable(of) === variable && value === text,
    )?.[1];
    targets.set(variable, {
      ...{ to, ...nothing, argument: '', byHand: true },
      ...defined({ measured: proof }),
    });
  }
  const byHand = new Set(Object.keys(set).map(canonicalVariable));
  for (const [variable, sides] of requestedValues(findings, accepted)) {
    if (byHand.has(variable) || !mayChange(variable)) continue;
    if (opposed(sides)) addConflict(lists, variable, sides);
    else addTarget(targets, variable, sides);
  }
  leaveOutOtherNames(targets, lists, present);
  return targets;
}

/** Of several names of one setting only the first is planned, what the user set before what findings request. */
function leaveOutOtherNames(targets: Targets, lists: PlanLists, present: PresentSettings): void {
  for (const variable of [...targets.keys()]) {
    if (!targets.has(variable) || present.valueOf(variable) === undefined) continue;
    for (const other of sameSettingAs(variable)) {
      if (present.valueOf(other) !== undefined && targets.delete(other)) {
        lists.leftOut.push({
          variable: other,
          reason: `The plan sets the same under its other name, ${variable}.`,
        });
      }
    }
  }
}

function addConflict(lists: PlanLists, variable: string, sides: RequestedValue[]): void {
  lists.conflicts.push({
    variable,
    sides: sides.map(({ finding, advice }) => ({
      ruleId: finding.ruleId,
      to: advice.proposed,
      argument: argumentOf(finding),
    })),
  });
  lists.leftOut.push({ variable, reason: 'Findings disagree on its direction: choose one.' });
}

function addTarget(targets: Targets, variable: string, sides: RequestedValue[]): void {
  const [first, ...others] = sides;
  if (first === undefined) return;
  const { proposed: to } = first.advice;
  targets.set(variable, {
    to,
    why: sides.map(({ finding }) => finding.ruleId),
    neededBy: [],
    alsoWished: others
      .filter(({ advice }) => !sameSetting(advice.proposed, to))
      .map(({ finding, advice }) => ({ ruleId: finding.ruleId, to: advice.proposed })),
    stopWhen: [...new Set(sides.map(({ advice }) => advice.stopWhen).filter((text) => text !== ''))],
    argument: argumentOf(first.finding),
    byHand: false,
  });
}

const doors: Readonly<Record<Hosting, PlanChange['through']>> = {
  self: 'option file',
  unknown: 'option file',
  rds: 'parameter group',
  aurora: 'parameter group',
  cloudsql: 'database flag',
  azure: 'server parameter',
};

function reasonToLeaveOut(present: PresentSettings, variable: string, to: Setting): string {
  if (present.valueOf(variable) === undefined) {
    return `It does not exist on this server (${serverName(present.server)}).`;
  }
  return (
    settingRefusal(present, variable, to) ??
    'How this server rounds it is not known, so the stored value cannot be predicted.'
  );
}

function addChange(
  lists: PlanLists,
  present: PresentSettings,
  planned: ReadonlyMap<string, Setting>,
  hosting: Hosting,
  variable: string,
  { to, why, neededBy, alsoWished, stopWhen, measured }: Target,
): void {
  const setting = storeSetting(present, variable, planned.get(variable) ?? to, planned);
  if (setting === undefined) {
    lists.leftOut.push({ variable, reason: reasonToLeaveOut(present, variable, to) });
    return;
  }
  if (sameSetting(setting.stored, setting.current)) {
    const value = formatSetting(setting.current, setting.unit);
    lists.leftOut.push({ variable, reason: `Already in force: the server holds ${value}.` });
    return;
  }
  const until = untilRestart(present, planned, variable, setting);
  lists.changes.push({
    variable,
    from: setting.current,
    to,
    stored: setting.stored, // Every server of every flavour reads [mysqld].
    group: 'mysqld',
    when: until === undefined ? 'now' : 'restart',
    ...defined({ atOnce: until ?? undefined }),
    why,
    neededBy,
    alsoWished,
    stopWhen,
    through: doors[hosting],
    ...defined({ measured }),
  });
}

/** What the running server takes until the restart that the value needs; null: nothing. undefined: it needs none. */
function untilRestart(
  present: PresentSettings,
  planned: ReadonlyMap<string, Setting>,
  variable: string,
  { stored, dynamic }: StoredSetting,
): number | null | undefined {
  if (variable === 'innodb_buffer_pool_size' && !dynamic)
    return poolUntilRestart(present, Number(stored), planned);
  const carried = carriedUntilRestart(variable, planned, present);
  return carried === undefined && !dynamic ? null : carried;
}
