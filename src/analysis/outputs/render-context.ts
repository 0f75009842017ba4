import { coupledWith, exclude } from '../../knowledge/couplings';
import type { Analysis } from '../../shared/analysis';
import type { Plan, PlanChange, Setting } from '../../shared/plan';
import { type Snapshot, sectionRows } from '../../shared/snapshot';
import { plainNumber } from '../plain-number';
import type { UserOptionFile } from './option-file';

/** A variable as the snapshot has it. */
export interface PresentVariable {
  value: string;
  /** Kept by SET PERSIST, in mysqld-auto.cnf, which wins over option files. */
  persisted: boolean;
}
export type PresentVariables = ReadonlyMap<string, PresentVariable>;

/** Everything that an output may need besides the plan. */
export interface RenderContext {
  plan: Plan;
  analysis: Analysis;
  /** The user's option file, which `cnf` edits and `diff` compares with; null: a new file. */
  myCnf: UserOptionFile | null;
  /** The way back from the plan instead of the way there. */
  undo: boolean;
  /** Empty where only the plan is known: what depends on it is then left out. */
  present: PresentVariables;
}

export function presentVariables(snapshot: Snapshot): PresentVariables {
  return new Map(
    sectionRows(snapshot, 'variables').map((row) => [
      String(row.name).toLowerCase(),
      { value: String(row.value ?? ''), persisted: /^persisted$/i.test(String(row.source ?? '')) },
    ]),
  );
}

/** A setting's text as the server prints it. */
export function plainText(setting: Setting): string {
  if (typeof setting === 'number') return plainNumber(setting);
  if (typeof setting === 'boolean') return setting ? 'ON' : 'OFF';
  return setting ?? '';
}

/** A variable outside the plan that a SET of the plan moves along. */
export interface Dragged {
  variable: string;
  /** Its present value. */
  value: string;
  by: string;
}

/**
 * What MariaDB moves along (ha_innodb.cc, innodb_io_capacity_update): of two variables that hold each other only one is
 * in the plan, and its new value lies beyond the other's. MySQL stores another value instead, which the plan knows.
 */
export function draggedAlong(changes: readonly PlanChange[], present: PresentVariables): Dragged[] {
  return changes
    .filter(({ when }) => when === 'now')
    .flatMap(({ variable, stored }) =>
      coupledWith(variable).flatMap((other) => {
        const value = present.get(other)?.value;
        if (value === undefined || changes.some((change) => change.variable === other)) return [];
        const set = { variable, value: plainText(stored) };
        return exclude(set, { variable: other, value }) ? [{ variable: other, value, by: variable }] : [];
      }),
    );
}

/** The plan that leads back: every change from what the plan stores to what was there. */
export function reversed(plan: Plan): Plan {
  return {
    ...plan,
    changes: plan.changes.map((change) => ({
      ...change,
      from: change.stored,
      to: change.from,
      stored: change.from,
    })),
    memory: plan.memoryNow,
    memoryNow: plan.memory,
  };
}
