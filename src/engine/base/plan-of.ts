import { buildPlan } from '../../analysis';
import type { DecisionFiles } from '../../files/rules/decisions';
import type { Finding } from '../../shared/analysis';
import type { PlanChoices, TuningPlan } from '../../shared/plan';
import type { Snapshot } from '../../shared/snapshot';

/** The plan of these findings and choices, with every lock that the user keeps for all plans. */
export async function planOf(
  decisions: Pick<DecisionFiles, 'read'>,
  snapshot: Snapshot,
  findings: Finding[],
  choices: PlanChoices,
): Promise<TuningPlan> {
  const { locks } = await decisions.read();
  const locked = [...new Set([...choices.locked, ...locks.map(({ variable }) => variable)])];
  return buildPlan(snapshot, findings, { ...choices, locked });
}
