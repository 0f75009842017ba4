import { makePlan, type RuleSet } from '../../analysis';
import type { DecisionFiles } from '../../files/rules/decisions';
import type { Analysis } from '../../shared/analysis';
import type { PlanChoices, TuningPlan } from '../../shared/plan';
import type { Snapshot } from '../../shared/snapshot';

/** What a plan is made from, beside the snapshot and the choices. */
export interface PlanContext {
  decisions: Pick<DecisionFiles, 'read'>;
  rules: { set(): Promise<RuleSet> };
}

/** The plan of an analysis and choices, judged again on paper, with every lock that the user keeps for all plans. */
export async function planOf(
  { decisions, rules }: PlanContext,
  snapshot: Snapshot,
  analysis: Pick<Analysis, 'findings' | 'muted'>,
  choices: PlanChoices,
): Promise<TuningPlan> {
  const { locks } = await decisions.read();
  const locked = [...new Set([...choices.locked, ...locks.map(({ variable }) => variable)])];
  return makePlan(snapshot, await rules.set(), analysis, { ...choices, locked });
}
