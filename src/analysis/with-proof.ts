import { variableFacts } from '../knowledge/catalog/variable-catalog';
import type { ServerKind } from '../knowledge/catalog/variable-facts';
import type { PlanChange, TuningPlan } from '../shared/plan';
import { metricFacts } from '../shared/probe';
import { type ProofResult, type ProvenChange, proofVerdictWords, provenText } from '../shared/proof';
import { optionText } from './outputs/change-text';

/** A plan with what a proof said of each value that it tried, or could not try; of another value it says nothing. */
export function withProof(
  plan: TuningPlan,
  proof: Pick<ProofResult, 'changes' | 'metric' | 'endedAt'>,
  server: ServerKind,
): TuningPlan {
  const planned = new Map(plan.changes.map((change) => [change.variable, plannedValue(change, server)]));
  const holding = proof.changes.filter(({ settings }) =>
    settings.every(({ variable, value }) => planned.get(variable) === value),
  );
  return {
    ...plan,
    changes: plan.changes.map((change) => {
      const found = holding.find(({ settings }) =>
        settings.some(({ variable }) => variable === change.variable),
      );
      return found === undefined ? change : { ...change, proof: saidOf(change.variable, found, proof) };
    }),
  };
}

/** As a proof has it. */
function plannedValue({ variable, stored, to }: PlanChange, server: ServerKind): string {
  return optionText(stored ?? to, variableFacts(variable, server)?.type);
}

function saidOf(
  own: string,
  change: ProvenChange,
  { metric, endedAt }: Pick<ProofResult, 'metric' | 'endedAt'>,
): string {
  const { verdict, untested, estimatePercent, settings } = change;
  const others = settings.map(({ variable }) => variable).filter((variable) => variable !== own);
  const parts = [
    proofVerdictWords[verdict],
    ...(verdict === 'untested' && untested !== null ? [untested] : []),
    ...(verdict !== 'untested' && estimatePercent !== null
      ? [`${metricFacts[metric.id].short} ${provenText(change)}`]
      : []),
    ...(others.length === 0 ? [] : [`together with ${others.join(', ')}`]),
  ];
  return `Proof of ${endedAt.slice(0, 10)}: ${parts.join(', ')}`;
}
