import { useRef } from 'react';
import type { PlanChange, TuningPlan } from '../../../shared/plan';

/**
 * The rows of the plan with those whose value by hand was refused: each stays where it stood, so that it can be corrected there.
 * @param former rows as they were shown before
 * @param refused variables that the plan leaves out because of a value set by hand
 */
export function keptRows(
  former: readonly PlanChange[],
  changes: readonly PlanChange[],
  refused: ReadonlySet<string>,
): PlanChange[] {
  const now = new Map(changes.map((change) => [change.variable, change]));
  const known = new Set(former.map(({ variable }) => variable));
  return [
    ...former.flatMap((row) => now.get(row.variable) ?? (refused.has(row.variable) ? bare(row) : [])),
    ...changes.filter(({ variable }) => !known.has(variable)),
  ];
}

/** Without what the server would make of the value before. */
function bare({ atOnce: _atOnce, ...row }: PlanChange): PlanChange {
  return { ...row, stored: row.to };
}

/** The same from one plan to the next; nothing before there is one. */
export function useKeptRows(plan: TuningPlan | null, set: Readonly<Record<string, string>>): PlanChange[] {
  const former = useRef<PlanChange[]>([]);
  if (plan !== null) {
    const refused = plan.leftOut.filter(({ variable }) => variable in set);
    former.current = keptRows(former.current, plan.changes, new Set(refused.map(({ variable }) => variable)));
  }
  return former.current;
}
