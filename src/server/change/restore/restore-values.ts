import { exclude } from '../../../knowledge/catalog/values/coupled-variables';
import { toLatchkeyError } from '../../../shared/base/error';
import { counted } from '../../../shared/base/units';
import type { GlobalVariableItem, RestoreOutcome } from '../../../shared/change';
import type { Gate } from '../gate/gate';
import { restoreInstruments } from '../gate/instruments';
import { dropScratchSchema } from '../gate/scratch-schema';
import { movableBy, restoreOrder } from '../session/change-order';
import type { GlobalVariables } from '../session/global-variables';
import { judgeValue, type ValueOwner } from './value-owner';

type Remaining = RestoreOutcome['remaining'];

/** Coupled variables settle within two rounds (coupled-variables.ts orders them so that one is enough); a third shows that it is hopeless. */
const rounds = 3;

/**
 * Puts the original values of an entry back and proves it by reading all of them back. Never stops half-way for a
 * variable that cannot be restored or a journal that cannot be written; only for a lost connection. Not cancellable.
 * A variable that the server did not take is left in the journal as it was; a kept entry of which nothing could be
 * restored stays kept.
 * @param force also overwrite values that someone else has set since
 * @param staying variables that are left as they are
 */
export async function restoreValues(
  gate: Gate,
  force: boolean,
  staying: ReadonlySet<string> = new Set(),
): Promise<Omit<RestoreOutcome, 'entryId'>> {
  const before = await gate.readGlobals();
  const items = gate.variables;
  const switched = await restoreAllInstruments(gate, force);
  const verdicts = new Map(items.map((item) => [item, judgeValue(item, before, items, gate.identity)]));
  const restorable = items.filter(({ variable }) => !staying.has(variable));
  const judged = (...wanted: ValueOwner[]) =>
    restorable.filter((item) => wanted.some((verdict) => verdict === verdicts.get(item)));
  const untouched = judged('untouched');
  // Variants end with the present settings, so that little may be left to restore.
  const back = judged('original').filter(({ state }) => state !== 'planned');
  const refusals = new Map<string, string>();
  const obstructed = force
    ? []
    : obstructedBy(judged('foreign', 'untouched'), judged('ours'), before, refusals);
  const due = judged('ours', ...(force ? (['foreign'] as const) : [])).filter(
    (item) => !obstructed.includes(item),
  );
  const left = force ? [] : [...judged('foreign'), ...obstructed];
  let globals = before;
  if (due.length > 0) {
    const former = new Map(due.map((item) => [item, item.state]));
    await note(gate, () => {
      if (gate.entry.phase !== 'kept') gate.entry.phase = 'restoring';
      for (const item of due) {
        item.state = 'restoring';
        if (verdicts.get(item) === 'ours') item.stored = before.get(item.variable) ?? null;
      }
    });
    const open = restorable.filter((item) => !left.includes(item) && !untouched.includes(item));
    globals = await setOriginals(gate, due, open, force, before, refusals);
    const after = new Map(open.map((item) => [item, judgeValue(item, globals, items, gate.identity)]));
    await note(gate, () => {
      for (const [item, verdict] of after) settle(item, verdict, former.get(item), globals);
    });
    for (const [item, verdict] of after) {
      if (verdict === 'untouched') untouched.push(item);
      else if (verdict !== 'original') left.push(item);
    }
  }
  const dropped = await dropSchemas(gate, force);
  const remaining = [
    ...switched.remaining,
    ...dropped.remaining,
    ...left.map((item) => describeLeft(item, globals, reasonOf(item, due, refusals))),
  ];
  const restored = [
    ...switched.restored,
    ...dropped.restored,
    ...due.filter((item) => !left.includes(item)).map(({ variable }) => variable),
  ];
  const { status, detail } = summary(
    restored,
    back.map(({ variable }) => variable),
    remaining,
  );
  return {
    status,
    detail: [detail, ...othersDoing(gate, untouched, globals)].join(' '),
    restored,
    remaining,
  };
}

/** Set-up rows and counters first: they cost the server while they stand otherwise. */
async function restoreAllInstruments(
  gate: Gate,
  force: boolean,
): Promise<{ restored: string[]; remaining: Remaining }> {
  const restored: string[] = [];
  const remaining: Remaining = [];
  // A planned item was never sent.
  for (const item of gate.instruments.filter(({ state }) => state !== 'planned' && state !== 'restored')) {
    await note(gate, () => {
      if (gate.entry.phase !== 'kept') gate.entry.phase = 'restoring';
      item.state = 'restoring';
    });
    const outcome = await restoreInstruments(gate, item, force);
    await note(gate, () => {
      item.state = outcome.left.length === 0 ? 'restored' : 'set';
    });
    if (outcome.restored > 0) restored.push(`${outcome.restored} rows of ${item.group}`);
    const [first] = outcome.left;
    if (first !== undefined) {
      remaining.push({
        variable: `${counted(outcome.left.length, 'row')} of ${item.group}`,
        original: `${first.original} (${first.name})`,
        reason: `${first.reason}; it is ${first.now} now`,
      });
    }
  }
  return { restored, remaining };
}

/** Schemas last: dropping one may take long. A server that was restarted still has them. */
export async function dropSchemas(
  gate: Gate,
  force: boolean,
): Promise<{ restored: string[]; remaining: Remaining }> {
  const restored: string[] = [];
  const remaining: Remaining = [];
  for (const item of gate.scratchSchemas.filter(({ state }) => state !== 'planned' && state !== 'restored')) {
    await note(gate, () => {
      gate.entry.phase = 'restoring';
      item.state = 'restoring';
    });
    const reason = await dropScratchSchema(gate, item, force);
    await note(gate, () => {
      item.state = reason === null ? 'restored' : 'set';
    });
    if (reason === null) restored.push(`schema ${item.name}`);
    else remaining.push({ variable: `schema ${item.name}`, original: 'absent', reason });
  }
  return { restored, remaining };
}

/** Items of ours that cannot be restored without moving what someone else has set: a capacity above its old maximum. */
function obstructedBy(
  theirs: readonly GlobalVariableItem[],
  ours: readonly GlobalVariableItem[],
  globals: GlobalVariables,
  refusals: Map<string, string>,
): GlobalVariableItem[] {
  return ours.filter((item) => {
    const obstacle = theirs.find(({ variable }) =>
      exclude(
        { variable, value: globals.get(variable) ?? '' },
        { variable: item.variable, value: item.original },
      ),
    );
    if (obstacle === undefined) return false;
    refusals.set(item.variable, `it would move ${obstacle.variable}, which someone else has set since`);
    return true;
  });
}

/** The journal's state of an item after the attempt. A value of ours that is still there counts as set, as before. */
function settle(
  item: GlobalVariableItem,
  verdict: ValueOwner,
  former: GlobalVariableItem['state'] | undefined,
  globals: GlobalVariables,
): void {
  if (verdict === 'ours') {
    item.state = 'set';
    item.stored = globals.get(item.variable) ?? null;
  } else if (former !== undefined) {
    item.state = verdict === 'original' ? 'restored' : former;
  }
}

/** @param open the items that may be written: not those that someone else has set, unless forced */
async function setOriginals(
  gate: Gate,
  due: readonly GlobalVariableItem[],
  open: readonly GlobalVariableItem[],
  force: boolean,
  before: GlobalVariables,
  refusals: Map<string, string>,
): Promise<GlobalVariables> {
  let globals = before;
  for (let round = 1; round <= rounds; round++) {
    // What an earlier round also changed is due as well; what someone else has set meanwhile is not.
    const isDue = (item: GlobalVariableItem) => {
      const verdict = judgeValue(item, globals, gate.variables, gate.identity);
      return verdict === 'ours' || (verdict === 'foreign' && force && due.includes(item));
    };
    const wrong = round === 1 ? due : open.filter(isDue);
    if (wrong.length === 0) break;
    const ordered = restoreOrder(
      wrong.map((item) => ({ item, variable: item.variable, value: item.original })),
      globals,
    );
    for (const { item } of ordered) {
      try {
        if (!(await setOriginal(gate, item, force ? null : globals, refusals))) continue;
        refusals.delete(item.variable);
      } catch (error) {
        const failure = toLatchkeyError(error);
        if (failure.code === 'connection-lost') throw failure;
        refusals.set(item.variable, failure.message);
        continue;
      }
      if (gate.entry.phase === 'kept') {
        // From here on it is no longer the change that was kept.
        await note(gate, () => {
          gate.entry.phase = 'restoring';
        });
      }
    }
    globals = await gate.readGlobals();
  }
  return globals;
}

/** Our own SETs drag what comes after them: so often a value is looked at again. */
const mostLooks = 4;

/**
 * Sets one original, if the variable, and those that its SET may also change, still have the values by which they were
 * judged; else they are judged again.
 * @param judged the values; null: overwrite whatever is there
 * @returns whether it was set
 */
async function setOriginal(
  gate: Gate,
  item: GlobalVariableItem,
  judged: GlobalVariables | null,
  refusals: Map<string, string>,
): Promise<boolean> {
  const items = gate.variables;
  const movable = movableBy(item.variable, gate.identity);
  const around = items.filter((other) => other === item || movable.includes(other.variable));
  let known = judged;
  for (let look = 1; ; look += 1) {
    const values = known;
    const expected =
      values === null ? [] : around.map(({ variable }) => [variable, values.get(variable) ?? ''] as const);
    if (
      values !== null &&
      obstructedBy(foreignAmong(around, values, gate), [item], values, refusals).length > 0
    )
      return false;
    if ((await gate.set(item, item.original, new Map(expected))).length === 0) return true;
    known = await gate.readGlobals();
    // Someone else has set it since, perhaps to the original.
    if (judgeValue(item, known, items, gate.identity) !== 'ours') return false;
    if (look === mostLooks) {
      refusals.set(item.variable, 'variables that it would move do not stay as they are');
      return false;
    }
  }
}

function foreignAmong(
  items: readonly GlobalVariableItem[],
  globals: GlobalVariables,
  gate: Gate,
): GlobalVariableItem[] {
  const foreign: readonly ValueOwner[] = ['foreign', 'untouched'];
  return items.filter((item) => foreign.includes(judgeValue(item, globals, gate.variables, gate.identity)));
}

/** The originals are on the disk already: a state that cannot be written (disk full) must not stop the restore. */
async function note(gate: Gate, change: () => void): Promise<void> {
  await gate.advance(change, 'reserved').catch((error: unknown) => {
    if (toLatchkeyError(error).code === 'busy') throw error;
  });
}

function reasonOf(
  item: GlobalVariableItem,
  due: readonly GlobalVariableItem[],
  refusals: ReadonlyMap<string, string>,
): string {
  const refusal = refusals.get(item.variable);
  if (refusal !== undefined) return refusal;
  return due.includes(item) && item.state === 'set'
    ? 'the server did not take the value'
    : 'someone else has set it since';
}

/** What other people changed at the same time, for the person who reads the outcome. */
function othersDoing(
  gate: Gate,
  untouched: readonly GlobalVariableItem[],
  globals: GlobalVariables,
): string[] {
  const seen = [
    ...gate.meanwhile,
    ...untouched.map(({ variable, original }) => ({
      variable,
      from: original,
      to: globals.get(variable) ?? 'gone',
    })),
  ].map(({ variable, from, to }) => `${variable} (was ${from}, then ${to})`);
  return seen.length === 0
    ? []
    : [`Changed meanwhile, not by this change as far as known, and left alone: ${seen.join(', ')}.`];
}

function describeLeft(item: GlobalVariableItem, globals: GlobalVariables, why: string): Remaining[number] {
  return {
    variable: item.variable,
    original: item.original,
    reason: `${why}; it is ${globals.get(item.variable) ?? 'gone'} now`,
  };
}

function summary(
  restored: readonly string[],
  back: readonly string[],
  remaining: Remaining,
): Pick<RestoreOutcome, 'status' | 'detail'> {
  if (remaining.length > 0) {
    const names = remaining.map(({ variable }) => variable).join(', ');
    return { status: 'pending', detail: `Not restored: ${names}.` };
  }
  if (restored.length === 0) return { status: 'not-needed', detail: 'Everything has its original value.' };
  const before = back.length === 0 ? '' : ` At their original values already: ${back.join(', ')}.`;
  return { status: 'restored', detail: `Restored and read back: ${restored.join(', ')}.${before}` };
}
