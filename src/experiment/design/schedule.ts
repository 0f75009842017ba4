import { type RandomSource, shuffled } from '../../shared/base/random';
import type { ProbeDesign } from '../../shared/probe';
import { planLooks } from './sequential-looks';

/** The name of the slots without any change; no arm may have it. */
export const baselineName = 'baseline';

/** What a definition says of its time. */
export interface ProbeTimes {
  settleSeconds: number;
  measureSeconds: number;
  /** Blocks of the verdict, at most. */
  blocks: number;
  /** Whether a sweep picks its two best arms first. */
  explores: boolean;
  /** Shorter slots than this say nothing of the question, seconds; default: 1.5, with the fewest blocks 0.5. */
  leastMeasureSeconds?: number;
  /** A factor that is costly to switch: its positions stand together within a block. */
  outer?: { variable: string; settleSeconds: number };
}

/** Fewest blocks of which a verdict can come; shortest measuring in a slot, and shortest baseline period, seconds. */
const fewestBlocks = 4;
const shortestMeasure = 0.5;
const shortestBaseline = 4;
/** Guards judge the first arm by the baseline period before it, of which they need five samples; a busy machine takes fewer than planned. */
const baselineSamples = 8;
/** Seconds of measuring down to which slots are made shorter before blocks are left out, and blocks that are kept then. */
const leastMeasure = 1.5;
const wellFounded = 8;
/** From this many arms on exploring is worth its time. */
const exploredFrom = 3;
const pickedArms = 2;

export interface DesignRequest {
  times: ProbeTimes;
  /** Arms beside the baseline. */
  arms: number;
  maxSeconds: number;
  marginPercent?: number | undefined;
}

/** Seconds that a probe takes by default with so many arms. */
export function defaultSeconds(times: ProbeTimes, arms: number): number {
  const explored = times.explores && arms >= exploredFrom;
  const slots = explored ? 2 * (arms + 2) + times.blocks * (pickedArms + 2) : times.blocks * (arms + 2);
  const outer = times.outer === undefined ? 0 : times.outer.settleSeconds * 2 * times.blocks;
  const slot = times.settleSeconds + times.measureSeconds;
  return Math.ceil(baselineSecondsOf(times) + slots * slot + outer);
}

/** Six slots tell their noise (`slotNoiseOfStretch`). */
function baselineSecondsOf({ measureSeconds }: Pick<ProbeTimes, 'measureSeconds'>): number {
  return Math.min(Math.max(10, 6 * measureSeconds), 60);
}

/**
 * Fits a probe into its time. More time than the default gives more blocks. Less gives first shorter slots, since many
 * short blocks tell more than few long ones (what disturbs a shared machine lasts for seconds, so that a longer slot has
 * hardly less noise; bench/calibration shows it), then fewer blocks, then the shortest slots there can be. Settling is
 * what keeps a variant out of the slot after its own: it never shrinks.
 * @returns null where even those do not fit; then `leastSeconds` says what would
 */
export function designProbe(requested: DesignRequest): ProbeDesign | null {
  const { times, arms, maxSeconds } = requested;
  const explores = times.explores && arms >= exploredFrom;
  const verdictArms = explores ? pickedArms : arms;
  for (const explorationBlocks of explores ? [2, 1] : [0]) {
    const exploring = explorationBlocks * (arms + 2);
    const perBlock = verdictArms + 2;
    const baselinePeriod = Math.max(shortestBaseline, Math.min(baselineSecondsOf(times), maxSeconds * 0.12));
    const toggles = times.outer === undefined ? 0 : 2;
    const outerSettle = times.outer?.settleSeconds ?? 0;
    const leastLong = times.leastMeasureSeconds ?? leastMeasure;
    const settling = (blocks: number) =>
      (exploring + blocks * perBlock) * times.settleSeconds + blocks * toggles * outerSettle;
    // More time than it takes by default is for more blocks.
    const perWhole = perBlock * (times.settleSeconds + times.measureSeconds) + toggles * outerSettle;
    const exploration = exploring * (times.settleSeconds + times.measureSeconds);
    const most = Math.max(
      times.blocks,
      Math.floor((maxSeconds - baselineSecondsOf(times) - exploration) / perWhole),
    );
    /** Measuring in each slot that so many blocks leave room for. */
    const measureIn = (blocks: number) =>
      Math.min(
        times.measureSeconds,
        (maxSeconds - baselinePeriod - settling(blocks)) / (exploring + blocks * perBlock),
      );
    const fitted = { explorationBlocks, verdictArms, baselinePeriod };
    const longEnough = Math.min(leastLong, times.measureSeconds);
    for (let blocks = most; blocks >= Math.min(times.blocks, wellFounded); blocks -= 1) {
      const measure = measureIn(blocks);
      if (measure >= longEnough) return design(requested, { ...fitted, blocks, measure });
    }
    const measure = measureIn(fewestBlocks);
    if (measure >= (times.leastMeasureSeconds ?? shortestMeasure))
      return design(requested, { ...fitted, blocks: fewestBlocks, measure });
  }
  return null;
}

/** The shortest time that gives a verdict at all, seconds. */
export function leastSeconds({ times, arms }: Pick<DesignRequest, 'times' | 'arms'>): number {
  for (let seconds = 5; seconds < 86_400; seconds += 5) {
    if (designProbe({ times, arms, maxSeconds: seconds }) !== null) return seconds;
  }
  return 86_400;
}

function design(
  { times, arms, marginPercent = 3 }: DesignRequest,
  fitted: {
    explorationBlocks: number;
    verdictArms: number;
    baselinePeriod: number;
    measure: number;
    blocks: number;
  },
): ProbeDesign {
  const { explorationBlocks, verdictArms, baselinePeriod, blocks } = fitted;
  const settleSeconds = rounded(times.settleSeconds);
  const measureSeconds = rounded(fitted.measure);
  const outerSettleSeconds = rounded(times.outer?.settleSeconds ?? 0);
  const familyLevel = 0.05;
  const toggles = times.outer === undefined ? 0 : 2 * outerSettleSeconds;
  const slots = explorationBlocks * (arms + 2) + blocks * (verdictArms + 2);
  return {
    settleSeconds,
    outerSettleSeconds,
    outerVariable: times.outer?.variable ?? null,
    measureSeconds,
    sampleSeconds: rounded(Math.min(1, measureSeconds, baselinePeriod / baselineSamples)),
    stretchSeconds: rounded(baselinePeriod),
    explorationBlocks,
    verdictBlocks: blocks,
    verdictArms,
    looks: planLooks(lookBlocks(blocks), familyLevel / Math.max(1, verdictArms)),
    marginPercent,
    familyLevel,
    digestExecutions: 5,
    totalSeconds: rounded(
      baselinePeriod + slots * (settleSeconds + measureSeconds) + (blocks + explorationBlocks) * toggles,
    ),
  };
}

/** Looks after a half, three quarters and all of the blocks, none before the fourth. */
function lookBlocks(blocks: number): number[] {
  const counts = [0.5, 0.75, 1].map((share) => Math.max(fewestBlocks, Math.round(share * blocks)));
  return [...new Set(counts.filter((count) => count <= blocks).concat(blocks))];
}

function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/**
 * The order of the slots of one block: each arm once, the baseline twice, at random. With an outer factor the arms that
 * share its position stand together, groups and slots within them at random.
 * @param outer position of the outer factor of each name
 */
export function blockOrder(
  arms: readonly string[],
  random: RandomSource,
  outer: (name: string) => string = () => '',
): string[] {
  const names = [...arms, baselineName, baselineName];
  const groups = [...new Set(names.map(outer))];
  return shuffled(groups, random).flatMap((group) =>
    shuffled(
      names.filter((name) => outer(name) === group),
      random,
    ),
  );
}
