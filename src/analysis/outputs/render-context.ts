import { alsoChanges, coupledWith } from '../../knowledge/catalog/values/coupled-variables';
import { type ServerKind, variableFacts } from '../../knowledge/catalog/variable-catalog';
import type { Analysis } from '../../shared/analysis';
import { shortText } from '../../shared/base/short-text';
import { changesNow, type PlanChange, type Setting, type TuningPlan } from '../../shared/plan';
import { serverName } from '../../shared/server';
import { type Snapshot, sectionRows } from '../../shared/snapshot';
import { plainNumber } from '../settings/plain-number';
import type { UserOptionFile } from './user-option-file';

/** A variable as the snapshot has it. */
export interface PresentVariable {
  value: string;
  /** What SET PERSIST keeps, in mysqld-auto.cnf, which wins over option files; null: nothing. It need not be in force. */
  persisted: string | null;
}
export type PresentVariables = ReadonlyMap<string, PresentVariable>;

/** Everything that an output may need besides the plan. */
export interface RenderContext {
  plan: TuningPlan;
  analysis: Analysis;
  /** The user's option file, which `cnf` edits and `diff` compares with; null: a new file. */
  myCnf: UserOptionFile | null;
  /** Rollback from the plan instead of the way there. */
  undo: boolean;
  /** Changes of the plan that the format cannot carry; they are not in `plan`. */
  leftOut: readonly { variable: string; reason: string }[];
  /** Empty where only the plan is known: what depends on it is then left out. */
  present: PresentVariables;
  /** null where only the plan is known. */
  origin: PlanOrigin | null;
  /** Puts a text that names an option of the command line into the words of who reads the output. */
  words: (text: string) => string;
}

/** Of which server a plan is, and when that was looked at. */
export interface PlanOrigin {
  target: string;
  /** ISO 8601, UTC. */
  createdAt: string;
}

/** What an output is of: the server by its address and version, and when it was looked at. */
export function planTitle({
  analysis,
  origin,
  undo,
}: Pick<RenderContext, 'analysis' | 'origin' | 'undo'>): string {
  const server = serverName(analysis.snapshot.server);
  const of =
    origin === null
      ? server
      : `${shortText(origin.target)}, ${server}, by its snapshot of ${origin.createdAt.slice(0, 16).replace('T', ' ')} UTC`;
  return `${undo ? 'Undo of the ' : ''}Latchkey plan for ${of}`;
}

export function presentVariables(snapshot: Snapshot): PresentVariables {
  return new Map(
    sectionRows(snapshot, 'variables').map((row) => {
      const value = String(row.value ?? '');
      // Snapshots of earlier versions tell only that a start has read it.
      const read = /^persisted$/i.test(String(row.source ?? '')) ? value : null;
      const persisted = row.persisted === undefined || row.persisted === null ? read : String(row.persisted);
      return [String(row.name).toLowerCase(), { value, persisted }];
    }),
  );
}

/** A setting's text as the server prints it. */
export function plainText(setting: Setting): string {
  if (typeof setting === 'number') return plainNumber(setting);
  if (typeof setting === 'boolean') return setting ? 'ON' : 'OFF';
  return setting ?? '';
}

/** A variable outside the plan that a SET of the plan also changes. */
export interface AlsoChanged {
  variable: string;
  /** Its present value. */
  value: string;
  by: string;
}

/**
 * What a SET of the plan moves though the plan does not name it. Where MySQL clamps the value set instead of moving the
 * other one (innodb_io_capacity), the plan has the clamped value already and the two do not exclude each other.
 */
export function alsoChangedBy(changes: readonly PlanChange[], present: PresentVariables): AlsoChanged[] {
  const alsoChanged = new Map<string, AlsoChanged>();
  for (const { variable, stored } of changesNow(changes)) {
    for (const other of coupledWith(variable)) {
      const value = present.get(other)?.value;
      if (value === undefined || changes.some((change) => change.variable === other)) continue;
      if (!alsoChanges({ variable, value: plainText(stored) }, { variable: other, value })) continue;
      alsoChanged.set(other, { variable: other, value, by: variable });
    }
  }
  return [...alsoChanged.values()];
}

/** The plan that leads back: every change from what the plan stores to what was there. */
export function reversed(plan: TuningPlan): TuningPlan {
  return {
    ...plan,
    changes: plan.changes.map((change) => ({
      ...change,
      from: change.stored,
      to: change.from,
      stored: change.from,
      ...(change.atOnce === undefined ? {} : { atOnce: change.from }),
    })),
    memory: plan.memoryNow,
    memoryNow: plan.memory,
  };
}

/**
 * The plan with whole numbers that a double cannot hold as digits, where they are known: from the snapshot or from the
 * variable's own limits (18446744073709551615). Written as a double, the rollback would be refused or miss by a little.
 */
export function exactly(plan: TuningPlan, server: ServerKind, present: PresentVariables): TuningPlan {
  const exact = (setting: Setting, variable: string): Setting => {
    if (typeof setting !== 'number' || !Number.isInteger(setting) || Number.isSafeInteger(setting)) {
      return setting;
    }
    const { max, min } = variableFacts(variable, server)?.limits ?? { max: null, min: null };
    const known = [present.get(variable)?.value, max, min];
    return known.find((text) => text != null && text !== '' && Number(text) === setting) ?? setting;
  };
  return {
    ...plan,
    changes: plan.changes.map((change) => ({
      ...change,
      from: exact(change.from, change.variable),
      stored: exact(change.stored, change.variable),
    })),
  };
}
