import { defined } from '../../shared/base/defined';
import { formatSeconds } from '../../shared/base/units';
import {
  type ProofChange,
  type ProofEffect,
  type ProofResult,
  type ProvenChange,
  proofText,
} from '../../shared/proof';
import { changeSentence } from './proof-sentence';
import { judgeProof, proofCarryOver } from './proof-verdict';

/** What a result holds of the measuring, from which its verdicts follow. */
export type MeasuredProof = Pick<
  ProofResult,
  'outcome' | 'text' | 'design' | 'pairs' | 'metric' | 'dropped' | 'workload' | 'seconds'
> & { digests?: ProofResult['digests'] };

export type JudgedProof = Pick<ProofResult, 'whole' | 'kept' | 'changes' | 'interactions' | 'text'>;

/** Outcomes after which no difference is what the changes do. */
const untrusted: readonly string[] = ['carry-over', 'client-bound', 'unstable', 'not-enough-load'];

/** Verdicts and sentence of a proof, from its pairs alone. */
export function proofJudgement(measured: MeasuredProof, changes: readonly ProofChange[]): JudgedProof {
  const { outcome, design, pairs, metric, dropped, digests } = measured;
  const evidence = { design, pairs, changes, dropped, metric: metric.id, digests: digests?.reference };
  const { whole, kept, changes: found, interactions } = judgeProof(evidence);
  // Pairs that were cut short have it too, whatever the outcome says.
  if (untrusted.includes(outcome) || proofCarryOver(evidence)?.detected === true) {
    return {
      whole: whole && undecided(whole),
      kept: kept && undecided(kept),
      changes: found.map((change) => undecidedChange(change, metric.id)),
      // What the slots show is not what the changes do: how these act together is not shown at all.
      text: measured.text,
    };
  }
  const minutes = formatSeconds(Math.round(measured.seconds));
  const sentence = proofText({ whole, kept, changes: found, metric, workload: measured.workload }, minutes);
  const text = outcome === 'completed' ? sentence : measured.text;
  return { whole, kept, changes: found, ...defined({ interactions: interactions ?? undefined }), text };
}

function undecided(effect: ProofEffect): ProofEffect {
  return { ...effect, verdict: 'undecided', moreMinutes: null };
}

function undecidedChange(change: ProvenChange, metric: ProofResult['metric']['id']): ProvenChange {
  if (['untested', 'observed'].includes(change.verdict) || change.droppedBy !== null) return change;
  const open = {
    ...change,
    verdict: 'undecided' as const,
    advice: 'your-choice' as const,
    moreMinutes: null,
  };
  return { ...open, text: changeSentence(open, metric) };
}

/** A result with the verdicts that its pairs give. */
export function recomputeProof(result: ProofResult): ProofResult {
  const changes = result.changes.map(
    ({ name, class: kind, settings, untested, staysFor }): ProofChange => ({
      ...{ name, class: kind, settings, untested, staysFor },
    }),
  );
  const { interactions: _, ...measured } = result;
  return { ...measured, ...proofJudgement(result, changes) };
}
