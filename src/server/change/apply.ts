import type { ChangePlan, GlobalVariableItem, JournalItem, SwitchGroup } from '../../shared/change';
import { LatchkeyError, throwIfCancelled } from '../../shared/error';
import type { Gate } from './gate';
import type { GlobalVariables } from './global-variables';
import { movableBy } from './plan';
import { movedSince, switchOn } from './switches';

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
  /** Variables that moved along. */
  dragged: { variable: string; from: string; to: string }[];
  /** Rows of set-up tables and counters that were switched. */
  switched: { group: SwitchGroup; rows: number }[];
  /** Variables that changed meanwhile, not by this change as far as known. They are never put back. */
  meanwhile: { variable: string; from: string; to: string }[];
}

/** The journal items of a plan, before anything is set: its variables first, then those that may move along. */
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
    ...plan.switches.map(({ group, rows }) => ({
      kind: 'switches' as const,
      group,
      rows,
      state: 'planned' as const,
    })),
    ...(plan.ownSchema === undefined
      ? []
      : [
          {
            kind: 'own-schema' as const,
            name: plan.ownSchema,
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
 * each. Only variables that the plan named are ever put back; any other that differs was changed by somebody else at
 * the same time (a failover, an administrator), and is reported. Nothing is put back here.
 * @throws whatever stops it: the server's refusal, the journal's failure, cancelled
 */
export async function setAll(gate: Gate, signal: AbortSignal): Promise<AppliedChange> {
  const remarks = new Map<string, string[]>();
  let before = await gate.readGlobals();
  await demandUnchanged(gate, before);
  for (const item of gate.variables) {
    if (item.proposed === null) continue;
    throwIfCancelled(signal);
    const done = await setItem(gate, item, item.proposed, before);
    if (done.remarks.length > 0) remarks.set(item.variable, done.remarks);
    before = done.globals;
  }
  for (const item of gate.switches) {
    throwIfCancelled(signal);
    await gate.advance(() => {
      item.state = 'setting';
    });
    await switchOn(gate, item);
    await gate.advance(() => {
      item.state = 'set';
    });
  }
  return describeApplied(gate, remarks);
}

/**
 * Sends one SET, noted on the disk before and after, and reads all variables back.
 * @returns all variables as they are now, and what the server said when it stored something else than was asked
 */
export async function setItem(
  gate: Gate,
  item: GlobalVariableItem,
  value: string,
  before: GlobalVariables,
): Promise<{ globals: GlobalVariables; remarks: string[] }> {
  await gate.advance(() => {
    item.state = 'setting';
    item.proposed = value;
  });
  await gate.set(item, value);
  const said = await gate.warnings();
  const globals = await gate.readGlobals();
  await gate.advance(() => {
    item.state = 'set';
    item.stored = globals.get(item.variable) ?? '';
    noteMoved(gate, gate.variables, item, before, globals);
  });
  return { globals, remarks: item.stored === value ? [] : said };
}

/** Between plan and journal somebody else may have set one of the variables: then the originals would be wrong. */
export async function demandUnchanged(gate: Gate, globals: GlobalVariables): Promise<void> {
  const moved = gate.variables
    .filter(({ variable, original }) => globals.get(variable) !== original)
    .map(({ variable, original }) => `${variable} was ${original} and is ${globals.get(variable)}`);
  for (const item of gate.switches) {
    const names = await movedSince(gate, item);
    if (names.length > 0) moved.push(`of ${item.group}, ${names.length} rows moved, among them ${names[0]}`);
  }
  if (moved.length === 0) return;
  throw new LatchkeyError(
    'change-refused',
    `The server was changed since the plan was made: ${moved.join('; ')}. Nothing was set.`,
    { hint: 'Make the plan again.' },
  );
}

function noteMoved(
  gate: Gate,
  items: readonly GlobalVariableItem[],
  setItem: GlobalVariableItem,
  before: GlobalVariables,
  after: GlobalVariables,
): void {
  const movable = movableBy(setItem.variable, gate.identity);
  for (const [variable, value] of after) {
    const former = before.get(variable);
    if (former === undefined || former === value || variable === setItem.variable) continue;
    const known = movable.includes(variable) ? items.find((item) => item.variable === variable) : undefined;
    if (known !== undefined) {
      known.stored = value;
      if (known.proposed === null) known.state = 'set';
    } else if (!restless.test(variable)) {
      gate.meanwhile.push({ variable, from: former, to: value });
    }
  }
}

function describeApplied(gate: Gate, remarks: ReadonlyMap<string, string[]>): AppliedChange {
  const { id } = gate.entry;
  const items = gate.variables;
  return {
    entryId: id,
    settings: items.flatMap(({ variable, original, proposed, stored }) =>
      proposed === null
        ? []
        : [{ variable, original, proposed, stored: stored ?? '', remarks: remarks.get(variable) ?? [] }],
    ),
    dragged: items.flatMap(({ variable, original, proposed, stored }) =>
      proposed !== null || stored === null || stored === original
        ? []
        : [{ variable, from: original, to: stored }],
    ),
    switched: gate.switches.map(({ group, rows }) => ({ group, rows: rows.length })),
    meanwhile: [...gate.meanwhile],
  };
}
