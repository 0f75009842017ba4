import type { Setting } from '../../shared/plan';
import { sameSetting } from '../facts/inputs/setting';
import { plainNumber } from '../settings/plain-number';
import type { PresentSettings } from '../settings/stored-setting';
import { settingRefusal, storeSetting } from '../settings/stored-setting';
import { isWorthwhile } from '../sizing/recommended';
import { roundedDown } from '../sizing/round';
import { bounds, type Dependency, dependencies, type PlannedServer } from './dependencies';
import { directionOf } from './requested-values';
import type { PlanLists, Target, Targets } from './target';

/** Why a variable must stay as it is, as a sentence; null: it may change. */
export type Held = (variable: string) => string | null;

/**
 * Brings what the targets need into them: a companion is added or raised; where one may not change, or another rule
 * pulls it the other way, the change that needs it is left out, and conflicts are shown with both arguments.
 * What a user set by hand is never altered.
 */
export function resolveDependencies(
  targets: Targets,
  lists: PlanLists,
  present: PresentSettings,
  held: Held,
): void {
  // One companion may need another; a chain is never longer than the table.
  for (let pass = 0; pass < dependencies.length; pass += 1) {
    let changed = false;
    for (const dependency of dependencies) {
      if (resolve(dependency, targets, lists, present, held)) changed = true;
    }
    if (!changed) break;
  }
}

/** The server as it would be with the targets in force. */
export function plannedServer(targets: Targets, present: PresentSettings): PlannedServer {
  return serverWith(plannedValues(targets, present), present);
}

function serverWith(planned: ReadonlyMap<string, Setting>, present: PresentSettings): PlannedServer {
  const value = (name: string) => planned.get(name) ?? present.valueOf(name);
  return {
    server: present.server,
    value,
    number: (name) => {
      const number = Number(value(name) ?? 0);
      return Number.isFinite(number) ? number : 0;
    },
    stored: (name, requested) => storeSetting(present, name, requested, planned)?.stored,
  };
}

/** The targets' values within their bounds, without those that the server would refuse. */
export function plannedValues(targets: Targets, present: PresentSettings): Map<string, Setting> {
  const planned = new Map<string, Setting>();
  for (const [variable, { to }] of targets) {
    if (to !== null && settingRefusal(present, variable, to) === null) planned.set(variable, to);
  }
  const number = (name: string) => Number(planned.get(name) ?? present.valueOf(name) ?? 0) || 0;
  for (const { of, applies, highest, lowest } of bounds) {
    const requested = planned.get(of);
    if (requested === undefined || applies?.(present.server) === false) continue;
    const [most, least] = [highest?.(number) ?? null, lowest?.(number) ?? null];
    if (most !== null && Number(requested) > most) planned.set(of, most);
    if (least !== null && Number(requested) < least) planned.set(of, least);
  }
  return planned;
}

/** @returns whether the targets changed */
function resolve(
  dependency: Dependency,
  targets: Targets,
  lists: PlanLists,
  present: PresentSettings,
  held: Held,
): boolean {
  const { of, needs, otherwise } = dependency;
  const target = targets.get(of);
  if (target === undefined || present.valueOf(needs) === undefined) return false;
  const planned = plannedServer(targets, present);
  if (!changesSomething(of, target, planned, present)) return false;
  if (dependency.applies !== undefined && !dependency.applies(planned)) return false;
  const least = dependency.least(planned);
  if (least === null || suffices(planned.value(needs) ?? null, least, dependency)) return false;

  const leaveOut = (reason: string) => {
    const carried = target.byHand ? null : carriedValue(dependency, planned, present);
    if (carried !== null && carried < Number(target.to)) {
      target.to = carried;
      return true;
    }
    targets.delete(of);
    lists.leftOut.push({ variable: of, reason });
    return true;
  };
  const why = `It needs ${needs} = ${settingText(least)}${dependency.exact ? '' : ' or more'} (${dependency.reason})`;
  const reasonHeld = held(needs);
  if (reasonHeld !== null) {
    return otherwise === 'clamped' ? false : leaveOut(`${why}, which cannot change. ${reasonHeld}`);
  }
  const companion = targets.get(needs);
  if (companion?.byHand) {
    return otherwise === 'clamped' || target.byHand ? false : leaveOut(`${why}, and you set another value.`);
  }
  if (companion !== undefined && contradicts(companion, least, needs, present)) {
    lists.conflicts.push({
      variable: needs,
      sides: [
        { ruleId: target.why[0] ?? '', to: least, argument: `${target.argument} ${why}.`.trim() },
        { ruleId: companion.why[0] ?? '', to: companion.to, argument: companion.argument },
      ],
    });
    targets.delete(needs);
    lists.leftOut.push({
      variable: needs,
      reason: `${of} and a finding need different values: choose one.`,
    });
    return leaveOut(`${why}, and a finding needs a different value: choose one.`);
  }
  addCompanion(targets, dependency, planned, companion);
  return true;
}

/** What the present value of `needs` carries, where that is worth setting; null: nothing more than there is. */
function carriedValue(
  { of, carried }: Dependency,
  planned: PlannedServer,
  present: PresentSettings,
): number | null {
  const current = present.valueOf(of);
  const value = carried === undefined ? null : roundedDown(carried(planned), 'count');
  return value !== null && typeof current === 'number' && isWorthwhile(current, value, 'raise')
    ? value
    : null;
}

/**
 * Of a change that waits for the restart of a companion: what can be set until then; null: nothing worth setting.
 * undefined: it waits for none.
 */
export function carriedUntilRestart(
  variable: string,
  planned: ReadonlyMap<string, Setting>,
  present: PresentSettings,
): number | null | undefined {
  const waitsFor = dependencies.find(
    ({ of, needs, carried }) =>
      of === variable &&
      carried !== undefined &&
      planned.has(needs) &&
      present.facts(needs)?.dynamic === false,
  );
  if (waitsFor === undefined) return undefined;
  const before = new Map([...planned].filter(([name]) => name !== waitsFor.needs));
  const carried = carriedValue(waitsFor, serverWith(before, present), present);
  const suffices = carried !== null && carried >= Number(planned.get(variable));
  return suffices ? undefined : carried;
}

function addCompanion(
  targets: Targets,
  { of, needs, least, propose, reason }: Dependency,
  planned: PlannedServer,
  companion: Target | undefined,
): void {
  const to = (propose ?? least)(planned);
  const need = { variable: of, reason };
  if (companion === undefined) {
    const stopWhen: string[] = [];
    targets.set(needs, {
      to,
      why: [],
      neededBy: [need],
      alsoWished: [],
      stopWhen,
      argument: '',
      byHand: false,
    });
    return;
  }
  const [requester] = companion.why;
  if (requester !== undefined) companion.alsoWished.push({ ruleId: requester, to: companion.to });
  companion.to = to;
  companion.neededBy = [...companion.neededBy.filter(({ variable }) => variable !== of), need];
}

/** A request that the server holds already needs nothing. */
function changesSomething(
  of: string,
  target: Target,
  planned: PlannedServer,
  present: PresentSettings,
): boolean {
  const current = present.valueOf(of);
  if (current === undefined || target.to === null) return false;
  if (settingRefusal(present, of, target.to) !== null) return false;
  // Not the stored value: where the companion holds it down, that is the very thing to fix.
  const stored = typeof target.to === 'number' ? target.to : planned.stored(of, target.to);
  return stored !== undefined && !sameSetting(stored, current);
}

function suffices(value: Setting, least: Setting, { exact }: Dependency): boolean {
  if (exact) return sameSetting(value, least);
  return Number(value) >= Number(least);
}

/** A rule wants the companion the other way. */
function contradicts(companion: Target, least: Setting, needs: string, present: PresentSettings): boolean {
  if (companion.why.length === 0) return false;
  const current = present.valueOf(needs) ?? null;
  const requested = directionOf(current, companion.to);
  const needed = directionOf(current, least);
  return requested === null || needed === null ? !sameSetting(companion.to, least) : requested !== needed;
}

function settingText(setting: Setting): string {
  return typeof setting === 'number' ? plainNumber(setting) : String(setting);
}
