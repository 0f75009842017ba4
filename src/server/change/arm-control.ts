import { inSafeOrder } from '../../knowledge/catalog/values/coupled-variables';
import { LatchkeyError, throwIfCancelled } from '../../shared/base/error';
import { counted } from '../../shared/base/units';
import type { GlobalVariableItem, InstrumentsItem } from '../../shared/change';
import { setItem } from './apply';
import type { Gate } from './gate/gate';
import { setInstruments } from './gate/instruments';
import { createScratchSchema } from './gate/scratch-schema';
import { describeMoved, leftAt, type MovedVariable, movedOf } from './guard/guard';
import type { ArmsPlan } from './plan/arms-plan';
import { QuickSwitch, type Wanted } from './quick-switch';
import type { DeadMansSwitch } from './restore/dead-mans-switch';
import { isListOfFlags } from './restore/list-values';
import type { GlobalVariables } from './session/global-variables';
import { texts } from './texts';

/** What the server made of an arm. */
export interface EnteredArm {
  settings: { variable: string; asked: string; stored: string; remarks: string[] }[];
  /** Variables that also changed. */
  alsoChanged: { variable: string; from: string; to: string }[];
}

/** Moves an open entry of the journal from arm to arm. */
export interface ArmControl {
  readonly entryId: string;
  /**
   * Brings one arm into force, or several at once that set different variables; null: the originals. Each SET is noted on the
   * disk before it is sent, and read back; of values that were set before, all together (`QuickSwitch`).
   * @throws LatchkeyError change-refused when someone else has set one of the variables meanwhile, when the server does
   *   not go back to an original, or when the dead man's switch has gone off; cancelled; else as `query`
   */
  enter(arm: string | readonly string[] | null, signal: AbortSignal): Promise<EnteredArm>;
  /** Makes the schema of the plan. */
  createSchema(): Promise<void>;
}

type ArmSettings = ReadonlyMap<string, string>;

/** The control over an entry whose originals are on the disk. */
export function controlArms(
  gate: Gate,
  { plan, positions }: ArmsPlan,
  deadMansSwitch: Pick<DeadMansSwitch, 'renew'> | null,
): ArmControl {
  const arms = new Map(
    (plan.arms ?? []).map(({ name, settings }) => [
      name,
      new Map(settings.map(({ variable, value }) => [variable, value])) as ArmSettings,
    ]),
  );
  const quick = new QuickSwitch(gate);
  return {
    entryId: gate.entry.id,
    createSchema: () => createScratchSchema(gate),
    enter: async (arm, signal) => {
      const names = arm === null ? [] : typeof arm === 'string' ? [arm] : arm;
      const wanted: ArmSettings = new Map(names.flatMap((name) => [...settingsOf(arms, name)]));
      throwIfCancelled(signal);
      await deadMansSwitch?.renew();
      const entered = await enterSettings(gate, quick, wanted, signal);
      for (const item of gate.instruments) {
        throwIfCancelled(signal);
        const states = names.flatMap((name) => [...(positions.get(name)?.get(item.group) ?? [])]);
        await enterInstrumentStates(gate, item, new Map(states));
      }
      return entered;
    },
  };
}

function settingsOf(arms: ReadonlyMap<string, ArmSettings>, name: string): ArmSettings {
  const settings = arms.get(name);
  if (settings === undefined) throw new LatchkeyError('internal', texts.thereIsNoVariantIn(name));
  return settings;
}

async function enterSettings(
  gate: Gate,
  quick: QuickSwitch,
  wanted: ArmSettings,
  signal: AbortSignal,
): Promise<EnteredArm> {
  const left = new Map(gate.variables.map((item) => [item.variable, leftAt(item)]));
  const { originals, asked } = dueOf(gate, wanted, left);
  const due = [...originals, ...asked];
  if (quick.takes(due)) {
    requireUnmoved(await quick.enter(due, signal));
    const globals = new Map(gate.variables.map((item) => [item.variable, leftAt(item)]));
    return enteredArm(gate, wanted, globals, new Map());
  }
  return enterOneByOne(gate, quick, wanted, signal);
}

/** What is to be set: originals first, then what the arm asks for, each in its safe order. */
interface Due {
  originals: Wanted[];
  asked: Wanted[];
}

/**
 * The originals first, for what an earlier arm moved could drag what this arm sets, and flags such as `mrr=off` leave the
 * flags that an earlier arm set as they are.
 */
function dueOf(gate: Gate, wanted: ArmSettings, globals: GlobalVariables): Due {
  const toOriginal = gate.variables.filter((item) => {
    if (globals.get(item.variable) === item.original) return false;
    const value = wanted.get(item.variable);
    if (value === undefined) return true;
    return value !== item.original && isListOfFlags(value) && !stands(item, value, globals);
  });
  const toArm = gate.variables.filter(
    (item) => wanted.has(item.variable) && !stands(item, wanted.get(item.variable) ?? '', globals),
  );
  const requested = ({ variable }: GlobalVariableItem) => wanted.get(variable) ?? '';
  return {
    originals: ordered(toOriginal, globals, ({ original }) => original).map((item) => ({
      item,
      value: item.original,
    })),
    asked: ordered(toArm, globals, requested).map((item) => ({ item, value: requested(item) })),
  };
}

async function enterOneByOne(
  gate: Gate,
  quick: QuickSwitch,
  wanted: ArmSettings,
  signal: AbortSignal,
): Promise<EnteredArm> {
  const remarks = new Map<string, string[]>();
  let globals = await gate.readGlobals();
  requireOurs(gate, globals);
  const set = async (item: GlobalVariableItem, value: string) => {
    throwIfCancelled(signal);
    const done = await setItem(gate, item, value, globals);
    requireUnmoved(done.moved);
    quick.learn({ item, value }, globals, done.globals);
    globals = done.globals;
    return done.remarks;
  };
  for (const { item, value } of dueOf(gate, wanted, globals).originals) await set(item, value);
  for (const { item, value } of dueOf(gate, wanted, globals).asked) {
    const said = await set(item, value);
    if (said.length > 0) remarks.set(item.variable, said);
  }
  if (wanted.size === 0) requireOriginals(gate, globals);
  return enteredArm(gate, wanted, globals, remarks);
}

/** Already in force, as the server stores it. */
function stands(item: GlobalVariableItem, value: string, globals: GlobalVariables): boolean {
  const now = globals.get(item.variable);
  return now === value || (item.state === 'set' && item.proposed === value && item.stored === now);
}

function ordered(
  items: readonly GlobalVariableItem[],
  globals: GlobalVariables,
  value: (item: GlobalVariableItem) => string,
): GlobalVariableItem[] {
  return inSafeOrder(
    items.map((item) => ({ item, variable: item.variable, value: value(item) })),
    globals,
  ).map(({ item }) => item);
}

/** A value that neither was there before nor came of an arm is someone else's, and not ours to overwrite. */
function requireOurs(gate: Gate, globals: GlobalVariables): void {
  requireUnmoved(movedOf(new Map(gate.variables.map((item) => [item.variable, leftAt(item)])), globals));
}

function requireUnmoved(moved: readonly MovedVariable[]): void {
  if (moved.length === 0) return;
  throw new LatchkeyError('change-refused', texts.somebodyElseHasChangedThe(describeMoved(moved)), {
    hint: texts.nothingMoreIsSetRun,
  });
}

function requireOriginals(gate: Gate, globals: GlobalVariables): void {
  const off = gate.variables.filter(({ variable, original }) => globals.get(variable) !== original);
  if (off.length === 0) return;
  const what = off.map(
    ({ variable, original }) => `${variable} should be ${original} and is ${globals.get(variable)}`,
  );
  throw new LatchkeyError('change-refused', texts.theServerDidNotGo(what.join('; ')));
}

function enteredArm(
  gate: Gate,
  wanted: ArmSettings,
  globals: GlobalVariables,
  remarks: ReadonlyMap<string, string[]>,
): EnteredArm {
  return {
    settings: [...wanted].map(([variable, asked]) => ({
      variable,
      asked,
      stored: globals.get(variable) ?? '',
      remarks: remarks.get(variable) ?? [],
    })),
    alsoChanged: gate.variables
      .filter(({ variable, original }) => !wanted.has(variable) && globals.get(variable) !== original)
      .map(({ variable, original }) => ({ variable, from: original, to: globals.get(variable) ?? '' })),
  };
}

/** Brings the rows of one group into the positions of an arm; those it does not name, into their original ones. */
async function enterInstrumentStates(
  gate: Gate,
  item: InstrumentsItem,
  wanted: ReadonlyMap<string, string>,
): Promise<void> {
  const now = await gate.readInstruments(item.group);
  const foreign = item.rows.filter(({ name, original, proposed, also = [] }) => {
    const position = now.get(name);
    return position !== undefined && ![original, proposed, ...also].includes(position);
  });
  if (foreign[0] !== undefined) {
    throw new LatchkeyError(
      'change-refused',
      texts.somebodyElseHasChangedOf(counted(foreign.length, 'row'), item.group, foreign[0].name),
    );
  }
  const due = item.rows
    .map(({ name, original }) => ({
      name,
      position: wanted.get(name) ?? original,
      from: now.get(name) ?? original,
    }))
    .filter(({ name, position }) => now.has(name) && now.get(name) !== position);
  if (due.length === 0) return;
  await gate.advance(() => {
    item.state = 'setting';
  });
  await setInstruments(gate, item.group, due);
  await gate.advance(() => {
    item.state = 'set';
  });
}
