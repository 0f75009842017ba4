import { alsoChanges } from '../../knowledge/catalog/values/coupled-variables';
import { variableFacts } from '../../knowledge/catalog/variable-catalog';
import { LatchkeyError, throwIfCancelled } from '../../shared/base/error';
import { counted } from '../../shared/base/units';
import type { ChangePlan, GlobalVariableItem, InstrumentGroup, JournalItem } from '../../shared/change';
import type { Gate } from './gate/gate';
import { enableInstruments, movedSince } from './gate/instruments';
import { describeMoved, type Expected, leftAt, type MovedVariable, movedOf } from './guard/guard';
import { isMadeOf, isMovedBy } from './restore/value-owner';
import { movableBy } from './session/change-order';
import type { GlobalVariables } from './session/global-variables';
import { texts } from './texts';

/** What the server made of a change. */
export interface AppliedChange {
  entryId: string;
  settings: {
    variable: string;
    original: string;
    proposed: string;
    stored: string;
    /** What the server said when it stored something else than was asked. */
    remarks: string[];
  }[];
  /** Variables that also changed. */
  alsoChanged: { variable: string; from: string; to: string }[];
  /** Rows of set-up tables and counters that were switched. */
  switched: { group: InstrumentGroup; rows: number }[];
  /** Variables that changed meanwhile, not by this change as far as known. They are never restored. */
  meanwhile: { variable: string; from: string; to: string }[];
  /** Changes of the plan that were not made, because someone else has set the variable meanwhile. */
  leftOut: { variable: string; proposed: string; reason: string }[];
}

/** The journal items of a plan, before anything is set: its variables first, then those that may also change. */
export function plannedItems(plan: ChangePlan): JournalItem[] {
  const item = (
    { variable, type, current }: { variable: string; type: GlobalVariableItem['type']; current: string },
    proposed: string | null,
  ): GlobalVariableItem => ({
    kind: 'global-variable',
    variable,
    type,
    original: current,
    proposed,
    stored: null,
    state: 'planned',
  });
  // Where arms follow each other, what is asked for is noted with each SET.
  const changed =
    plan.arms === undefined
      ? plan.changes.map((change) => item(change, change.proposed))
      : [...new Map(plan.changes.map((change) => [change.variable, item(change, null)] as const)).values()];
  return [
    ...changed,
    ...plan.mayMove.map((moved) => item(moved, null)),
    ...plan.instruments.map(({ group, rows }) => ({
      kind: 'switches' as const,
      group,
      rows,
      state: 'planned' as const,
    })),
    ...(plan.scratchSchema === undefined
      ? []
      : [
          {
            kind: 'own-schema' as const,
            name: plan.scratchSchema,
            ...(plan.deadMansSwitch === undefined ? {} : { deadMansSwitch: true }),
            state: 'planned' as const,
          },
        ]),
  ];
}

/** Variables that move by themselves, at any time. */
const restless =
  /^gtid_|^timestamp$|^rand_seed|^pseudo_|^last_insert_id$|^identity$|^insert_id$|^error_count$|^warning_count$|^innodb_thread_sleep_delay$/;

/**
 * Sends the SETs of the entry one by one, each noted on the disk before and after, and reads back all variables after
 * each. Only variables that the plan named are ever restored; any other that differs was changed by someone else at
 * the same time (a failover, an administrator), and is reported. Nothing is restored here.
 * @param others what to do about a variable that someone else has set since the plan was made: leave it out, or refuse
 *   the whole change
 * @throws whatever stops it: the server's refusal, the journal's failure, cancelled; change-refused where nothing is left
 */
export async function setAll(
  gate: Gate,
  signal: AbortSignal,
  others: 'left-out' | 'refused',
): Promise<AppliedChange> {
  const remarks = new Map<string, string[]>();
  const leftOut: AppliedChange['leftOut'] = [];
  let before = await gate.readGlobals();
  if (others === 'refused') await requireUnchanged(gate, before);
  for (const item of gate.variables) {
    const { variable, proposed } = item;
    if (proposed === null) continue;
    throwIfCancelled(signal);
    const done = await setItem(gate, item, proposed, before);
    before = done.globals;
    if (done.moved.length > 0) {
      const reason = changedMeanwhile(done.moved);
      if (others === 'refused') throw new LatchkeyError('change-refused', `${variable}: ${reason}.`);
      leftOut.push({ variable, proposed, reason });
    } else if (done.remarks.length > 0) remarks.set(variable, done.remarks);
  }
  if (leftOut.length > 0 && leftOut.length === gate.variables.filter(isProposed).length) {
    const what = leftOut.map(({ variable, reason }) => `${variable}: ${reason}`).join('; ');
    throw new LatchkeyError('change-refused', texts.theServerWasChangedSince(what), {
      hint: texts.makeThePlanAgain,
    });
  }
  for (const item of gate.instruments) {
    throwIfCancelled(signal);
    await gate.advance(() => {
      item.state = 'setting';
    });
    await enableInstruments(gate, item);
    await gate.advance(() => {
      item.state = 'set';
    });
  }
  return describeApplied(gate, remarks, leftOut);
}

const isProposed = ({ proposed }: GlobalVariableItem) => proposed !== null;

/** Why a change is left out. */
function changedMeanwhile(moved: readonly MovedVariable[]): string {
  return `changed meanwhile by someone else (${describeMoved(moved)})`;
}

/** What became of one SET. */
export interface SetOutcome {
  /** All variables as they are now. */
  globals: GlobalVariables;
  /** What the server said when it stored something else than was asked. */
  remarks: string[];
  /** Variables that someone else has set, before the SET, which was then not carried out, or right after it. */
  moved: MovedVariable[];
}

/**
 * Sends one SET, noted on the disk before and after, and reads all variables back. It is carried out only if the
 * variable, and those that it may also change, still are as this change or the plan left them.
 */
export async function setItem(
  gate: Gate,
  item: GlobalVariableItem,
  value: string,
  before: GlobalVariables,
): Promise<SetOutcome> {
  const { state, proposed } = item;
  await gate.advance(() => {
    item.state = 'setting';
    item.proposed = value;
  });
  const expected = valuesAround(gate, item);
  const moved = await gate.set(item, value, expected);
  if (moved.length > 0) {
    await gate.advance(() => {
      item.state = state;
      item.proposed = proposed;
    });
    return { globals: await gate.readGlobals(), remarks: [], moved };
  }
  const said = await gate.warnings();
  const globals = await gate.readGlobals();
  const now = globals.get(item.variable) ?? '';
  // What the server cannot have made of our SET, someone else has set since: not ours to restore.
  const ours =
    now === expected.get(item.variable) ||
    said.some(({ code }) => !deprecations.includes(code)) ||
    isMadeOf(item, value, globals, gate.identity) ||
    // Of a plugin's own variable nothing is known.
    variableFacts(item.variable, gate.identity) === undefined;
  await gate.advance(() => {
    item.state = 'set';
    item.stored = ours ? now : value;
    noteMoved(gate, item, before, globals);
  });
  return {
    globals,
    remarks: now === value ? [] : said.map(({ message }) => message),
    moved: ours ? [] : movedOf(new Map([[item.variable, value]]), globals),
  };
}

/** Remarks on the statement (manual, "Server Error Message Reference"), which tell nothing of the value. */
const deprecations: readonly number[] = [1287, 1681, 3129, 3719, 4166];

/** The values that a variable, and those that its SET may also change, were left at. */
function valuesAround(gate: Gate, item: GlobalVariableItem): Expected {
  const movable = movableBy(item.variable, gate.identity);
  const around = gate.variables.filter((other) => other === item || movable.includes(other.variable));
  return new Map(around.map((other) => [other.variable, leftAt(other)]));
}

/** Between plan and journal someone else may have set one of the variables: then the originals would be wrong. */
export async function requireUnchanged(gate: Gate, globals: GlobalVariables): Promise<void> {
  const moved = gate.variables
    .filter(({ variable, original }) => globals.get(variable) !== original)
    .map(({ variable, original }) => `${variable} was ${original} and is ${globals.get(variable)}`);
  for (const item of gate.instruments) {
    const names = await movedSince(gate, item);
    if (names.length > 0)
      moved.push(`of ${item.group}, ${counted(names.length, 'row')} moved, among them ${names[0]}`);
  }
  if (moved.length === 0) return;
  throw new LatchkeyError('change-refused', texts.theServerWasChangedSinceThe(moved.join('; ')), {
    hint: texts.makeThePlanAgain,
  });
}

/** Notes what else is otherwise than before a SET: also changed by it, as far as that can be, or by someone else. */
function noteMoved(
  gate: Gate,
  mover: GlobalVariableItem,
  before: GlobalVariables,
  after: GlobalVariables,
): void {
  const movable = movableBy(mover.variable, gate.identity);
  for (const [variable, value] of after) {
    const former = before.get(variable);
    if (former === undefined || former === value || variable === mover.variable) continue;
    const known = movable.includes(variable)
      ? gate.variables.find((item) => item.variable === variable)
      : undefined;
    const asked = { variable: mover.variable, value: mover.proposed ?? '' };
    const alsoChanged =
      isMovedBy(value, { ...mover, state: 'setting' }, after) ||
      alsoChanges(asked, { variable, value: former });
    if (known !== undefined && alsoChanged) {
      known.stored = value;
      if (known.proposed === null) known.state = 'set';
    } else if (!restless.test(variable)) {
      gate.meanwhile.push({ variable, from: former, to: value });
    }
  }
}

function describeApplied(
  gate: Gate,
  remarks: ReadonlyMap<string, string[]>,
  leftOut: AppliedChange['leftOut'],
): AppliedChange {
  const { id } = gate.entry;
  const items = gate.variables.filter(({ variable }) => !leftOut.some((left) => left.variable === variable));
  return {
    entryId: id,
    settings: items.flatMap(({ variable, original, proposed, stored }) =>
      proposed === null
        ? []
        : [{ variable, original, proposed, stored: stored ?? '', remarks: remarks.get(variable) ?? [] }],
    ),
    alsoChanged: items.flatMap(({ variable, original, proposed, stored }) =>
      proposed !== null || stored === null || stored === original
        ? []
        : [{ variable, from: original, to: stored }],
    ),
    switched: gate.instruments.map(({ group, rows }) => ({ group, rows: rows.length })),
    meanwhile: [...gate.meanwhile],
    leftOut,
  };
}
