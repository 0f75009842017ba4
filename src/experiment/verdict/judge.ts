import {
  type ArmVerdict,
  type MetricId,
  metricFacts,
  type ProbeBlock,
  type ProbeDesign,
} from '../../shared/probe';
import { type ArmEstimate, analyseBlocks, type Block, type Placebo } from '../design/block-design';
import { type CarryOver, carryOver } from '../design/carry-over';
import { baselineName } from '../design/schedule';
import { blockSlotValues, clientCost, type SlotContext, slotValue } from '../design/slot-value';
import { mean } from '../statistics/descriptive';
import { judgeArm } from './effect-verdict';

/** What the blocks say, by the design that was fixed before the first of them. */
export interface JudgeInput {
  design: ProbeDesign;
  blocks: readonly ProbeBlock[];
  metric: MetricId;
  /** All arms of the plan, in its order, without the baseline. */
  arms: readonly string[];
  context: Pick<SlotContext, 'digests'>;
}

export interface JudgedArm {
  name: string;
  verdict: Exclude<ArmVerdict, 'baseline'>;
  /** Blocks after which the verdict stood; null: it is open. */
  decidedAt: number | null;
  stage: 'exploration' | 'verdict' | 'none';
  estimate: ArmEstimate | null;
  /** Blocks that would decide at the noise seen; null: decided, or out of reach. */
  moreBlocks: number | null;
}

export interface Judgement {
  arms: JudgedArm[];
  placebo: Placebo | null;
  /** Standard deviation of the log of a slot; null with fewer than two blocks. */
  slotNoise: number | null;
  /** Every arm in the verdict is decided, or the blocks are done. */
  finished: boolean;
}

/**
 * Judges a run as far as it has come. Looks are taken only at the block counts of the design, each at its own level; a
 * verdict that stands at a look is not revised by later blocks. Pure: the same blocks always give the same answer.
 */
export function judgeProbe({ design, blocks, metric, arms, context }: JudgeInput): Judgement {
  const slotContext = contextOf(design, context);
  const of = (stage: ProbeBlock['stage']) => blocks.filter((block) => block.stage === stage);
  const values = (block: ProbeBlock) => blockValues(block, metric, slotContext, design);
  const exploration = of('exploration').flatMap(values);
  const verdict = of('verdict').flatMap(values);
  const seen = armsOf(of('verdict'));
  const stopped = stoppedArms(blocks);
  const picked = design.explorationBlocks === 0 ? [...arms] : arms.filter((arm) => seen.has(arm));
  const decided = takeLooks(design, metric, picked, verdict);
  const comparisons = Math.max(1, design.verdictArms);
  const last = design.looks.at(-1)?.level ?? design.familyLevel;
  const level = last * comparisons;
  const open = analyseBlocks(verdict, { level, comparisons });
  const explored = analyseBlocks(exploration, {
    level: design.familyLevel,
    comparisons: Math.max(1, arms.length),
  });
  const judged = arms.map((name): JudgedArm => {
    const found = decided.get(name);
    const inVerdict = open.arms.find(({ arm }) => arm === name);
    const estimate = found?.estimate ?? inVerdict ?? explored.arms.find(({ arm }) => arm === name) ?? null;
    const stage =
      found !== undefined || inVerdict !== undefined ? 'verdict' : estimate === null ? 'none' : 'exploration';
    if (stopped.has(name)) {
      return { name, verdict: 'worse-stopped', decidedAt: null, stage, estimate, moreBlocks: null };
    }
    if (found !== undefined) {
      return { name, verdict: found.verdict, decidedAt: found.blocks, stage, estimate, moreBlocks: null };
    }
    const { moreBlocks } =
      estimate !== null && stage === 'verdict'
        ? judgeArm(estimate, { ...verdictOptions(design, metric), level: last })
        : { moreBlocks: null };
    return { name, verdict: 'inconclusive', decidedAt: null, stage, estimate, moreBlocks };
  });
  const all = analyseBlocks([...exploration, ...verdict]);
  const done = of('verdict').length >= design.verdictBlocks;
  return {
    arms: judged,
    placebo: all.placebo ?? null,
    slotNoise: all.slotNoise ?? null,
    finished: done || (picked.length > 0 && picked.every((arm) => decided.has(arm) || stopped.has(arm))),
  };
}

/** Whether variants act beyond their own slots, by the verdict's slots in the order of time; null: too few to tell. */
export function judgeCarryOver({
  design,
  blocks,
  metric,
  context,
}: Omit<JudgeInput, 'arms'>): CarryOver | null {
  const slotContext = contextOf(design, context);
  const slots = blocks.flatMap(({ stage, slots: inBlock }, block) => {
    const values = blockSlotValues(inBlock, metric, slotContext);
    return inBlock.map(({ arm }, index) => ({ stage, block, arm, value: values[index] ?? null }));
  });
  const first = slots.findIndex(({ stage }) => stage === 'verdict');
  return first < 0 ? null : carryOver(slots.slice(first), slots[first - 1]?.arm);
}

interface Decided {
  verdict: 'better' | 'worse' | 'equivalent';
  blocks: number;
  estimate: ArmEstimate;
}

function takeLooks(
  design: ProbeDesign,
  metric: MetricId,
  picked: readonly string[],
  blocks: readonly Block[],
): Map<string, Decided> {
  const decided = new Map<string, Decided>();
  const comparisons = Math.max(1, design.verdictArms);
  for (const { blocks: count, level } of design.looks) {
    if (count > blocks.length || level === 0) continue;
    const { arms } = analyseBlocks(blocks.slice(0, count), { level: level * comparisons, comparisons });
    for (const estimate of arms) {
      if (!picked.includes(estimate.arm) || decided.has(estimate.arm)) continue;
      const { verdict } = judgeArm(estimate, verdictOptions(design, metric));
      if (verdict !== 'inconclusive') decided.set(estimate.arm, { verdict, blocks: count, estimate });
    }
  }
  return decided;
}

function verdictOptions(design: ProbeDesign, metric: MetricId) {
  return { marginPercent: design.marginPercent, higherIsBetter: metricFacts[metric].higherIsBetter };
}

/** What slots are compared by, as the design has it. */
function contextOf(
  { digestExecutions, commonDigests }: ProbeDesign,
  { digests }: Pick<SlotContext, 'digests'>,
): SlotContext {
  return { digests, digestExecutions, commonDigests };
}

/** [] for a block that has not all of its baselines. */
function blockValues(
  { slots }: ProbeBlock,
  metric: MetricId,
  context: SlotContext,
  { pairs, clientCovariate }: ProbeDesign,
): Block[] {
  const [block] = blockOf(slots, blockSlotValues(slots, metric, context), pairs === true);
  if (block === undefined || metric !== 'cpu-per-operation' || clientCovariate !== true)
    return block === undefined ? [] : [block];
  const [covariate] = blockOf(slots, slots.map(clientCost), pairs === true);
  return [covariate === undefined ? block : { ...block, covariate }];
}

function blockOf(slots: ProbeBlock['slots'], values: readonly (number | null)[], pairs: boolean): Block[] {
  const valued = slots.map(({ arm }, index) => ({ arm, value: values[index] ?? null }));
  const [first, second] = valued.filter(({ arm }) => arm === baselineName);
  if (first === undefined || (second === undefined && !pairs)) return [];
  const arms = valued.flatMap(({ arm, value }) =>
    arm === baselineName || value === null ? [] : [[arm, value] as const],
  );
  const own = first.value ?? 0;
  return [
    {
      baselines: second === undefined ? [own] : [own, second.value ?? 0],
      arms: Object.fromEntries(arms),
    },
  ];
}

function armsOf(blocks: readonly ProbeBlock[]): Set<string> {
  return new Set(blocks.flatMap(({ slots }) => slots.map(({ arm }) => arm)));
}

function stoppedArms(blocks: readonly ProbeBlock[]): Set<string> {
  return new Set(
    blocks.flatMap(({ slots }) => slots.flatMap(({ arm, stopped }) => (stopped === true ? [arm] : []))),
  );
}

/** The arms that go on after exploration: the best by their estimate, which is used for nothing else. */
export function pickArms(input: JudgeInput): string[] {
  const { arms } = judgeProbe(input);
  const sign = metricFacts[input.metric].higherIsBetter ? 1 : -1;
  return arms
    .filter(({ verdict, estimate }) => verdict !== 'worse-stopped' && estimate !== null)
    .sort((a, b) => sign * ((b.estimate?.logRatio.estimate ?? 0) - (a.estimate?.logRatio.estimate ?? 0)))
    .slice(0, input.design.verdictArms)
    .map(({ name }) => name);
}

/** One metric of each arm against the baseline with its own 95 % interval, over all blocks; means of slots. */
export function compareMetric(
  input: JudgeInput,
): Map<string, { value: number | null; baseline: number | null; estimate: ArmEstimate | null }> {
  const { design, blocks, metric, arms, context } = input;
  const slotContext = contextOf(design, context);
  const { arms: estimates } = analyseBlocks(
    blocks.flatMap((block) => blockValues(block, metric, slotContext, design)),
    { level: 0.05 * Math.max(1, arms.length) },
  );
  const meanOf = (name: string) => {
    const values = blocks
      .flatMap(({ slots }) => slots)
      .filter(({ arm }) => arm === name)
      .flatMap((slot) => slotValue(slot, metric, slotContext) ?? []);
    return values.length === 0 ? null : mean(values);
  };
  const baseline = meanOf(baselineName);
  return new Map(
    arms.map((name) => [
      name,
      { value: meanOf(name), baseline, estimate: estimates.find(({ arm }) => arm === name) ?? null },
    ]),
  );
}

/** What each slot of the exploration says, as log; slots without a value are left out. */
export function exploredPoints({
  design,
  blocks,
  metric,
  context,
}: Omit<JudgeInput, 'arms'>): { block: number; arm: string; log: number }[] {
  return blocks.flatMap(({ stage, slots }, block) => {
    if (stage !== 'exploration') return [];
    const values = blockSlotValues(slots, metric, contextOf(design, context));
    return slots.flatMap(({ arm }, index) => {
      const value = values[index] ?? null;
      return value === null || !(value > 0) ? [] : [{ block, arm, log: Math.log(value) }];
    });
  });
}
