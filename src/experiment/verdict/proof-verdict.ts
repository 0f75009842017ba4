import { type MetricId, metricFacts } from '../../shared/probe';
import type {
  ProofDesign,
  ProofEffect,
  ProofInteraction,
  ProofVerdict,
  ProvenChange,
} from '../../shared/proof';
import { type CarryOver, carryOver } from '../design/carry-over';
import {
  type Degrees,
  type Effect,
  familyP,
  intervalOf,
  pairedEffect,
  percentInterval,
  screenedEffects,
} from '../design/paired-effects';
import { pairSeconds, secondsOfPlot } from '../design/proof-design';
import { baselineName } from '../design/schedule';
import { twoSidedCritical } from '../statistics/distributions';
import { logRatioOfPercent } from '../statistics/interval';
import { smallestCount } from '../statistics/numeric';
import { judgeInteractions } from './proof-interactions';
import { observedChange } from './proof-observed';
import {
  isHeld,
  isObserved,
  isToggled,
  lastSet,
  measuredPairs,
  type ProofEvidence,
  pairValues,
  plotsCompared,
  triedChanges,
} from './proof-pairs';
import { changeSentence } from './proof-sentence';

export interface ProofJudgement {
  whole: ProofEffect | null;
  kept: ProofEffect | null;
  changes: ProvenChange[];
  /** null: none was measured. */
  interactions: ProofInteraction[] | null;
}

/** Beyond this many pairs no sensible time would decide. */
const mostPairs = 20_000;
const unknown = { estimatePercent: null, low: null, high: null, pairs: 0, moreMinutes: null };

/** Judges a proof as far as it has come. Pure: the same pairs always give the same verdicts. */
export function judgeProof(evidence: ProofEvidence): ProofJudgement {
  const whole = judgeStage(evidence, 'whole');
  const kept = judgeStage(evidence, 'kept');
  const changes = judgeChanges(evidence, whole);
  return { whole, kept, changes, interactions: judgeInteractions(evidence) };
}

/** Places of the changes that are not to be dropped: proven, undecided, and what stays for another reason than speed. */
export function keptPlaces(evidence: ProofEvidence): number[] {
  const { changes } = judgeProof(evidence);
  return triedChanges(changes).flatMap(({ advice }, place) => (advice === 'drop' ? [] : [place]));
}

/** Whether what is in force in one slot still acts in the next, by the pairs against the present settings. */
export function proofCarryOver(evidence: ProofEvidence): CarryOver | null {
  const slots = evidence.pairs
    .filter(({ stage }) => stage === 'whole' || stage === 'kept')
    .flatMap(({ slots: both }, block) => {
      const values = pairValues(evidence, both, evidence.metric);
      return both.map(({ on }, index) => ({
        block,
        arm: on.length === 0 ? baselineName : 'plan',
        value: values[index] ?? null,
      }));
    });
  return slots.length === 0 ? null : carryOver(slots);
}

/** Proofs of before counted them as for normal noise, and are judged as they were. */
function degreesOf({ tails }: ProofDesign): Degrees {
  return tails === true ? 'tails' : 'normal';
}

function judgeStage(evidence: ProofEvidence, stage: 'whole' | 'kept'): ProofEffect | null {
  const { design, metric, changes } = evidence;
  const last = lastSet(evidence, stage);
  if (last === null) return null;
  const pairs = measuredPairs(evidence, stage, metric, last);
  const { looks } = design[stage];
  const names = triedChanges(changes).flatMap(({ name }, place) => (last.includes(place) ? [name] : []));
  const base = { changes: names, other: otherMetric(evidence, stage, last) };
  for (const { blocks, level } of looks) {
    if (blocks > pairs.length || level === 0) continue;
    const effect = pairedEffect(pairs.slice(0, blocks), degreesOf(design));
    if (effect === null) continue;
    const verdict = difference(effect, effect.p, level, evidence);
    if (verdict !== null) return { ...base, ...shown(effect, level), verdict, moreMinutes: null };
  }
  const effect = pairedEffect(pairs, degreesOf(design));
  if (effect === null) return { ...base, ...unknown, pairs: pairs.length, verdict: 'undecided' };
  const level = looks.at(-1)?.level ?? design.level;
  if (isEquivalent(effect, evidence))
    return { ...base, ...shown(effect, level), verdict: 'no-difference', moreMinutes: null };
  const moreMinutes = minutesToDecide(effect, level, evidence);
  return { ...base, ...shown(effect, level), verdict: 'undecided', moreMinutes };
}

function judgeChanges(evidence: ProofEvidence, whole: ProofEffect | null): ProvenChange[] {
  const { design, metric, changes } = evidence;
  const tried = triedChanges(changes);
  const within = screenedEffects(measuredPairs(evidence, 'which', metric), tried.length, degreesOf(design));
  const between = screenedEffects(plotsCompared(evidence, metric), tried.length, degreesOf(design));
  const family = tried.filter((change) => !isObserved(change));
  const effects = family.map((change) => (isHeld(change) ? between : within)[tried.indexOf(change)] ?? null);
  const toggled = tried.filter(isToggled);
  const adjusted = familyP(effects);
  const level = design.level / Math.max(1, family.length);
  return changes.map((change) => {
    const place = family.indexOf(change);
    if (tried.includes(change) && place < 0) return observedChange(change, evidence);
    const off = evidence.dropped.find((each) => each.change === change.name) ?? null;
    const effect = effects[place] ?? null;
    const p = adjusted[place] ?? null;
    const measured =
      toggled.length === 1 && toggled[0] === change && whole !== null
        ? { ...pickEffect(whole), verdict: whole.verdict }
        : judgeChange(effect, p, level, evidence, isHeld(change));
    const verdict: ProofVerdict = place < 0 ? 'untested' : off !== null ? 'harms' : measured.verdict;
    const judged = { ...change, ...measured, verdict, adjustedP: p, droppedBy: off?.guard ?? null };
    const decided = { ...judged, moreMinutes: verdict === 'undecided' ? measured.moreMinutes : null };
    return { ...decided, advice: adviceOf(decided), text: changeSentence(decided, metric) };
  });
}

function pickEffect({ estimatePercent, low, high, pairs, moreMinutes }: ProofEffect) {
  return { estimatePercent, low, high, pairs, moreMinutes };
}

function judgeChange(
  effect: Effect | null,
  p: number | null,
  level: number,
  evidence: ProofEvidence,
  held: boolean,
) {
  if (effect === null || p === null) return { ...unknown, verdict: 'undecided' as const };
  const interval = shown(effect, level);
  const found = difference(effect, p, evidence.design.level, evidence);
  if (found !== null) return { ...interval, moreMinutes: null, verdict: found };
  if (isEquivalent(effect, evidence))
    return { ...interval, moreMinutes: null, verdict: 'no-difference' as const };
  return {
    ...interval,
    moreMinutes: minutesToDecide(effect, level, evidence, held),
    verdict: 'undecided' as const,
  };
}

function adviceOf({ verdict, staysFor }: Pick<ProvenChange, 'verdict' | 'staysFor'>): ProvenChange['advice'] {
  if (verdict === 'proven' || verdict === 'untested') return 'keep';
  if (verdict === 'undecided') return 'your-choice';
  return verdict === 'no-difference' && staysFor !== null ? 'keep' : 'drop';
}

/** Better or worse beyond noise and margin; null: neither. */
function difference(
  { estimate }: Effect,
  p: number,
  level: number,
  { design, metric }: ProofEvidence,
): 'proven' | 'harms' | null {
  const { low, high } = margins(design);
  if (p > level || (estimate > low && estimate < high)) return null;
  return estimate > 0 === metricFacts[metric].higherIsBetter ? 'proven' : 'harms';
}

/** Two one-sided tests at 5 % (Schuirmann 1987): the 90 % interval lies within the margin. */
function isEquivalent(effect: Effect, { design }: ProofEvidence): boolean {
  const { low, high } = margins(design);
  const interval = intervalOf(effect, 0.1);
  return interval.low >= low && interval.high <= high;
}

function margins({ marginPercent }: ProofDesign) {
  return { low: logRatioOfPercent(-marginPercent), high: logRatioOfPercent(marginPercent) };
}

/** Minutes until test or equivalence would decide, if estimate and noise stayed as they are; null: no sensible time. */
function minutesToDecide(
  effect: Effect,
  level: number,
  { design }: ProofEvidence,
  held = false,
): number | null {
  const { low, high } = margins(design);
  const { estimate, standardError, pairs, degreesOfFreedom } = effect;
  const deviation = standardError * Math.sqrt(pairs);
  const outside = estimate <= low || estimate >= high;
  const decides = (count: number) => {
    const width = (at: number) =>
      (twoSidedCritical(at, (count * degreesOfFreedom) / pairs) * deviation) / Math.sqrt(count);
    return outside
      ? Math.abs(estimate) > width(level)
      : estimate - width(0.1) >= low && estimate + width(0.1) <= high;
  };
  const needed = smallestCount(decides, pairs + 1, mostPairs);
  const seconds = held ? 2 * secondsOfPlot(design) : pairSeconds(design);
  return needed === null ? null : ((needed - pairs) * seconds) / 60;
}

function shown(effect: Effect, level: number) {
  return { ...percentInterval(intervalOf(effect, level)), pairs: effect.pairs };
}

/** What the changes do to the metric that does not decide: speed bought with CPU time, or the other way round. */
function otherMetric(
  evidence: ProofEvidence,
  stage: 'whole' | 'kept',
  set: readonly number[],
): ProofEffect['other'] {
  const metric: MetricId = evidence.metric === 'cpu-per-operation' ? 'throughput' : 'cpu-per-operation';
  const effect = pairedEffect(measuredPairs(evidence, stage, metric, set), degreesOf(evidence.design));
  return effect === null ? null : { metric, ...percentInterval(intervalOf(effect, 0.05)) };
}
