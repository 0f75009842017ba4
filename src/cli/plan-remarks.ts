import { LatchkeyError } from '../shared/base/error';
import { parseSize, sizeLiteral } from '../shared/base/units';
import type { PlanChange, Setting, TuningPlan } from '../shared/plan';
import { flavourNames } from '../shared/server';
import { type Cell, type Snapshot, sectionRows } from '../shared/snapshot';
import { texts } from './texts';

/** The reason of a plan for a value by hand that changes nothing, as `buildPlan` words it. */
const alreadyInForce = /^Already in force/;

/**
 * Refuses `--set` of what the plan could not take up: a variable that this server does not have, a value that is none,
 * a variable whose rounding is not known. Throws `usage` with the plan's own reasons.
 */
export function refuseDroppedSettings(requested: Readonly<Record<string, string>>, plan: TuningPlan): void {
  const dropped = plan.leftOut.filter(
    ({ variable, reason }) => requested[variable] !== undefined && !alreadyInForce.test(reason),
  );
  if (dropped.length === 0) return;
  throw new LatchkeyError(
    'usage',
    dropped
      .map(({ variable, reason }) => `--set ${variable}=${requested[variable]} is not possible. ${reason}`)
      .join(' '),
  );
}

/** Refuses `--lock` of what the server does not have. Throws `usage`. A snapshot without variables cannot decide. */
export function refuseUnknownLocks(locked: readonly string[], snapshot: Snapshot): void {
  const rows = sectionRows(snapshot, 'variables');
  if (rows.length === 0) return;
  const names = new Set(rows.map(({ name }) => String(name).toLowerCase()));
  const unknown = locked.filter((name) => !names.has(name));
  if (unknown.length === 0) return;
  const { flavour, version } = snapshot.server;
  throw new LatchkeyError(
    'usage',
    texts.lockNamesWhatThisServer(flavourNames[flavour], version.join('.'), unknown.join(', ')),
  );
}

/** One line for every `--set` that does not come out as it was asked: changed by the server, or in force already. */
export function settingRemarks(
  requested: Readonly<Record<string, string>>,
  plan: TuningPlan,
  snapshot: Snapshot,
): string[] {
  return Object.entries(requested).flatMap(([variable, asked]) => {
    const change = plan.changes.find((candidate) => candidate.variable === variable);
    if (change !== undefined) {
      if (sameText(change.to, change.stored)) return [];
      const stored = storedText(change.stored, asked);
      return [texts.wasAskedTheServerWould(variable, asked, stored, why(change, plan, snapshot))];
    }
    const left = plan.leftOut.find((candidate) => candidate.variable === variable);
    return left === undefined ? [] : [texts.wasAskedNothingWouldChange(variable, asked, left.reason)];
  });
}

function why({ variable, to, stored }: PlanChange, plan: TuningPlan, snapshot: Snapshot): string {
  const rows = new Map(
    sectionRows(snapshot, 'variables').map((row) => [String(row.name).toLowerCase(), row] as const),
  );
  const row = rows.get(variable);
  const isBound = (cell: Cell | undefined) => cell != null && cell !== '' && Number(cell) === Number(stored);
  if (isBound(row?.max) && Number(to) > Number(stored)) return texts.theHighestItTakes;
  if (isBound(row?.min) && Number(to) < Number(stored)) return texts.theLowestItTakes;
  // Pairs that hold each other: innodb_io_capacity below innodb_io_capacity_max and the like.
  const partner = [`${variable}_max`, variable.replace(/_(?:max|lwm)$/, '')].find(
    (name) =>
      name !== variable &&
      Number(plan.changes.find((change) => change.variable === name)?.stored ?? rows.get(name)?.value) ===
        Number(stored),
  );
  return partner === undefined ? texts.limitsAndRoundingOfThis : texts.becauseOf(partner);
}

function sameText(a: Setting, b: Setting): boolean {
  const fold = (setting: Setting) => String(setting).toLowerCase();
  const spellings: Record<string, string> = { on: 'true', off: 'false', yes: 'true', no: 'false' };
  return (spellings[fold(a)] ?? fold(a)) === (spellings[fold(b)] ?? fold(b));
}

/** In the manner in which it was asked for: `3G` is answered with a suffix, `3000` without. */
function storedText(stored: Setting, asked: string): string {
  if (typeof stored === 'boolean') return stored ? 'ON' : 'OFF';
  const suffixed = /[a-z]/i.test(asked) && parseSize(asked) !== null;
  return typeof stored === 'number' && suffixed ? sizeLiteral(stored) : String(stored);
}
