import type { GlobalVariableItem, RestoreOutcome } from '../../shared/change';
import { toLatchkeyError } from '../../shared/error';
import { coupledWith } from './couplings';
import type { Gate } from './gate';
import type { GlobalVariables } from './global-variables';
import { restoreOrder } from './plan';

type Remaining = RestoreOutcome['remaining'];
type Verdict = 'original' | 'ours' | 'foreign';

/** Drags settle within two rounds (couplings.ts orders them so that one is enough); a third shows that it is hopeless. */
const rounds = 3;

/**
 * Whose value a variable has now. A value that is neither the original nor what the server made of our SET was set by
 * somebody else. When a SET was in flight as the owner died, nobody has read what the server made of it: any value of
 * that variable, and of those that it may move, is then ours.
 */
export function judgeValue(
  item: GlobalVariableItem,
  current: string,
  inFlight: readonly GlobalVariableItem[],
): Verdict {
  if (current === item.original) return 'original';
  if (item.stored !== null && current === item.stored) return 'ours';
  const movable = (other: GlobalVariableItem) =>
    other === item || item.proposed === null || coupledWith(other.variable).includes(item.variable);
  return inFlight.some(movable) ? 'ours' : 'foreign';
}

/**
 * Puts the original values of an entry back and proves it by reading all of them back. Never stops half-way for a
 * variable that cannot be put back or a journal that cannot be written; only for a lost connection. Not cancellable.
 * @param force also overwrite values that somebody else has set since
 */
export async function putBack(gate: Gate, force: boolean): Promise<Omit<RestoreOutcome, 'entryId'>> {
  let globals = await gate.readGlobals();
  const { items } = gate.entry;
  const inFlight = items.filter(({ state }) => state === 'setting' || state === 'restoring');
  const foreign: GlobalVariableItem[] = [];
  const due: GlobalVariableItem[] = [];
  for (const item of items) {
    const verdict = judgeValue(item, globals.get(item.variable) ?? '', inFlight);
    if (verdict === 'ours' || (verdict === 'foreign' && force)) due.push(item);
    else if (verdict === 'foreign') foreign.push(item);
  }
  const refusals = new Map<string, string>();
  if (due.length > 0) {
    await note(gate, due, 'restoring');
    globals = await setOriginals(gate, due, foreign, globals, refusals);
    const back = due.filter((item) => globals.get(item.variable) === item.original);
    await note(gate, back, 'restored');
  }
  const remaining = [
    ...foreign.map((item) => left(item, globals, 'somebody else has set it since')),
    ...items
      .filter((item) => !foreign.includes(item) && globals.get(item.variable) !== item.original)
      .map((item) => left(item, globals, refusals.get(item.variable) ?? 'the server did not take the value')),
  ];
  const restored = due
    .map(({ variable }) => variable)
    .filter((name) => !remaining.some((r) => r.variable === name));
  return { ...summary(restored, remaining), restored, remaining };
}

async function setOriginals(
  gate: Gate,
  due: readonly GlobalVariableItem[],
  foreign: readonly GlobalVariableItem[],
  before: GlobalVariables,
  refusals: Map<string, string>,
): Promise<GlobalVariables> {
  let globals = before;
  for (let round = 1; round <= rounds; round++) {
    // What an earlier round dragged along is due as well.
    const candidates = round === 1 ? due : gate.entry.items.filter((item) => !foreign.includes(item));
    const wrong = candidates.filter((item) => globals.get(item.variable) !== item.original);
    if (wrong.length === 0) break;
    const ordered = restoreOrder(
      wrong.map((item) => ({ item, variable: item.variable, value: item.original })),
      globals,
    );
    for (const { item } of ordered) {
      try {
        await gate.set(item, item.original);
        refusals.delete(item.variable);
      } catch (error) {
        const failure = toLatchkeyError(error);
        if (failure.code === 'connection-lost') throw failure;
        refusals.set(item.variable, failure.message);
      }
    }
    globals = await gate.readGlobals();
  }
  return globals;
}

/** The originals are on the disk already: a state that cannot be written (disk full) must not stop the restore. */
async function note(
  gate: Gate,
  items: readonly GlobalVariableItem[],
  state: 'restoring' | 'restored',
): Promise<void> {
  const change = () => {
    gate.entry.phase = 'restoring';
    for (const item of items) item.state = state;
  };
  await gate.advance(change).catch((error: unknown) => {
    if (toLatchkeyError(error).code === 'busy') throw error;
  });
}

function left(item: GlobalVariableItem, globals: GlobalVariables, why: string): Remaining[number] {
  return {
    variable: item.variable,
    original: item.original,
    reason: `${why}; it is ${globals.get(item.variable) ?? 'gone'} now`,
  };
}

function summary(
  restored: readonly string[],
  remaining: Remaining,
): Pick<RestoreOutcome, 'status' | 'detail'> {
  if (remaining.length > 0) {
    const names = remaining.map(({ variable }) => variable).join(', ');
    return { status: 'pending', detail: `Not put back: ${names}.` };
  }
  return restored.length === 0
    ? { status: 'not-needed', detail: 'All variables have their original values.' }
    : { status: 'restored', detail: `Put back and read back: ${restored.join(', ')}.` };
}
