import { metricFacts, type ProbeResult, type ProbeSearch } from '../../shared/probe';
import { beyond, chosenPoint, nameOf, type Point, valuesOf } from '../design/best-value';
import { baselineName } from '../design/schedule';
import { judgeArm } from './effect-verdict';
import { exploredPoints, type JudgeInput, judgeProbe } from './judge';

/**
 * Points at which a direction of a search ends after these blocks, those that lie beyond them included: a guard stopped
 * them, or they are worse for sure.
 */
export function endedBy(input: JudgeInput, origin: Point): string[] {
  const { design, metric, arms } = input;
  const { marginPercent } = design;
  const { higherIsBetter } = metricFacts[metric];
  const points = arms.map(valuesOf);
  const ended = judgeProbe(input).arms.flatMap(({ name, verdict, estimate }) => {
    const stopped = verdict === 'worse-stopped';
    const isWorse =
      stopped ||
      (estimate !== null && judgeArm(estimate, { marginPercent, higherIsBetter }).verdict === 'worse');
    if (!isWorse) return [];
    return [name, ...beyond(valuesOf(name), origin, points, stopped ? 'any' : 'present').map(nameOf)];
  });
  return [...new Set(ended)];
}

/** The point that the exploration chose to be confirmed: a pure function of its blocks. null: none was left, or nothing was explored. */
export function searchChoice(input: JudgeInput, origin: Point): string | null {
  const explored = input.blocks.filter(({ stage }) => stage === 'exploration');
  const ended = new Set(
    explored.flatMap((_, index) => endedBy({ ...input, blocks: explored.slice(0, index + 1) }, origin)),
  );
  const points = exploredPoints({ ...input, blocks: explored }).flatMap(({ block, arm, log }) =>
    ended.has(arm) ? [] : [{ block, values: arm === baselineName ? origin : valuesOf(arm), log }],
  );
  const chosen = chosenPoint(points, origin, metricFacts[input.metric].higherIsBetter ? 1 : -1);
  return chosen === null ? null : nameOf(chosen);
}

/** The search of a result with what its samples choose. @returns undefined for a probe that searches nothing */
export function recomputeSearch(
  result: Pick<ProbeResult, 'best' | 'design' | 'blocks' | 'metric' | 'digests' | 'arms'>,
): ProbeSearch | undefined {
  const { best, design, blocks, metric, digests, arms } = result;
  if (best === undefined) return undefined;
  const decided = blocks.filter(({ stage }) => stage === 'verdict');
  if (decided.length === 0) return { ...best, chosen: null };
  const input: JudgeInput = {
    ...{ design, blocks, metric: metric.id, context: { digests: digests?.reference } },
    arms: arms.map(({ name }) => name).filter((name) => name !== baselineName),
  };
  const chosen = searchChoice(
    input,
    best.variables.map(({ present }) => present),
  );
  const confirmed = decided.flatMap(({ slots }) => slots.map(({ arm }) => arm));
  // Blocks of another one than was chosen would confirm what nobody looked for.
  const isConfirmed = confirmed.every((arm) => arm === baselineName || arm === chosen);
  return { ...best, chosen: isConfirmed ? chosen : null };
}
