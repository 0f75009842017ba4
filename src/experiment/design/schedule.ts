import { defined } from '../../shared/base/defined';
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
  /** Half of the time explores values of one variable or two, the other half confirms one of them. */
  searches?: boolean;
  /** Its settings act at once: a single one is compared in pairs of short slots. */
  immediate?: boolean;
}

/** Fewest blocks of which a verdict can come. */
export const fewestBlocks = 4;
/**
 * Readings and waits make slots longer on a loaded machine, seconds each. With more blocks one of them is left out; the
 * fewest have this room, or the probe is refused beforehand.
 */
const slackOfSlot = 0.2;
/** Shortest measuring in a slot, and shortest baseline period, seconds. */
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
/** What a switch takes where it was not measured yet, seconds. */
export const usualSwitch = { slow: 1, otherwise: 0.3 };
/** Slots of pairs, seconds: to settle and measured; the longer ones where a switch costs more. */
export const pairSlots = {
  slow: { settleSeconds: 0.5, measureSeconds: 1.5 },
  otherwise: { settleSeconds: 0.3, measureSeconds: 0.7 },
};

export interface DesignRequest {
  times: ProbeTimes;
  /** Arms beside the baseline. */
  arms: number;
  maxSeconds: number;
  marginPercent?: number | undefined;
  /** The load reconnects in each slot, or a slot holds few statements: pairs are of longer slots. */
  slow?: boolean | undefined;
  /** Setting an arm and reconnecting, seconds; absent: as it usually is. */
  switchSeconds?: number | undefined;
  /** Gone already, once the baseline period is over and the switch was timed. */
  spentSeconds?: number | undefined;
}

type Shape = Pick<DesignRequest, 'times' | 'arms' | 'slow' | 'switchSeconds'>;

/** Seconds that a probe takes by default with so many arms. */
export function defaultSeconds(times: ProbeTimes, arms: number): number {
  const explored = times.explores && arms >= exploredFrom;
  const slots = explored ? 2 * (arms + 2) + times.blocks * (pickedArms + 2) : times.blocks * (arms + 2);
  const outer = times.outer === undefined ? 0 : times.outer.settleSeconds * 2 * times.blocks;
  const slot = times.settleSeconds + times.measureSeconds + usualSwitch.otherwise;
  const timing = timingSeconds({ times, arms });
  return Math.ceil(baselineSecondsOf(times) + timing + slots * slot + outer);
}

/** Six slots tell their noise (`slotNoiseOfStretch`). */
function baselineSecondsOf({ measureSeconds }: Pick<ProbeTimes, 'measureSeconds'>): number {
  return Math.min(Math.max(10, 6 * measureSeconds), 60);
}

function switchOf({ slow, switchSeconds }: Shape): number {
  return switchSeconds ?? (slow === true ? usualSwitch.slow : usualSwitch.otherwise);
}

/** Slots of one block: each arm once, and the baseline twice; in pairs once. */
export function slotsOfBlock(arms: number, { pairs }: Pick<ProbeDesign, 'pairs'>): number {
  return arms + (pairs === true ? 1 : 2);
}

/** Seconds of one block, with its switches and with settling of the outer factor. */
export function blockSeconds(arms: number, design: ProbeDesign): number {
  const { settleSeconds, measureSeconds, switchSeconds = 0, outerVariable, outerSettleSeconds } = design;
  const toggles = outerVariable === null ? 0 : 2 * outerSettleSeconds;
  return slotsOfBlock(arms, design) * (settleSeconds + measureSeconds + switchSeconds) + toggles;
}

/**
 * Fits a probe into its time. More time than the default gives more blocks. Less gives first shorter slots, since many
 * short blocks tell more than few long ones (what disturbs a shared machine lasts for seconds, so that a longer slot has
 * hardly less noise; bench/calibration shows it), then fewer blocks, then the shortest slots there can be. Settling is
 * what keeps a variant out of the slot after its own: it never shrinks. Switching counts: what is announced is kept.
 * @returns null where even those do not fit; then `leastSeconds` says what would
 */
export function designProbe(requested: DesignRequest): ProbeDesign | null {
  if (requested.times.searches === true) return designSearch(requested);
  if (requested.times.immediate === true && requested.arms === 1) return designPairs(requested);
  const { times, arms, maxSeconds, spentSeconds } = requested;
  const switching = switchOf(requested);
  const explores = times.explores && arms >= exploredFrom;
  const verdictArms = explores ? pickedArms : arms;
  for (const explorationBlocks of explores ? [2, 1] : [0]) {
    const exploring = explorationBlocks * (arms + 2);
    const perBlock = verdictArms + 2;
    const baselinePeriod =
      spentSeconds ?? Math.max(shortestBaseline, Math.min(baselineSecondsOf(times), maxSeconds * 0.12));
    const timing = spentSeconds === undefined ? timingSeconds(requested) : 0;
    const toggles = times.outer === undefined ? 0 : 2;
    const outerSettle = times.outer?.settleSeconds ?? 0;
    const leastLong = times.leastMeasureSeconds ?? leastMeasure;
    const slot = times.settleSeconds + switching;
    const settling = (blocks: number) =>
      (exploring + blocks * perBlock) * slot + (explorationBlocks + blocks) * toggles * outerSettle;
    // More time than it takes by default is for more blocks.
    const perWhole = perBlock * (slot + times.measureSeconds) + toggles * outerSettle;
    const exploration = exploring * (slot + times.measureSeconds);
    const most = Math.max(
      times.blocks,
      Math.floor((maxSeconds - (spentSeconds ?? baselineSecondsOf(times)) - exploration) / perWhole),
    );
    /** Measuring in each slot that so many blocks leave room for. */
    const measureIn = (blocks: number) => {
      const slots = exploring + blocks * perBlock;
      const slack = blocks === fewestBlocks ? slots * slackOfSlot : 0;
      const left = maxSeconds - baselinePeriod - timing - settling(blocks) - slack;
      return Math.min(times.measureSeconds, left / slots);
    };
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

/** Random AB pairs of short slots: one setting that acts at once. */
function designPairs(requested: DesignRequest): ProbeDesign | null {
  const { maxSeconds, spentSeconds, slow } = requested;
  const slots = slow === true ? pairSlots.slow : pairSlots.otherwise;
  const baselinePeriod = spentSeconds ?? Math.max(shortestBaseline, Math.min(60, maxSeconds * 0.12));
  const timing = spentSeconds === undefined ? timingSeconds(requested) : 0;
  const perPair = 2 * (slots.settleSeconds + slots.measureSeconds + switchOf(requested));
  const left = maxSeconds - baselinePeriod - timing;
  const blocks = Math.floor(left / perPair);
  if (blocks < fewestBlocks || left < fewestBlocks * (perPair + 2 * slackOfSlot)) return null;
  const fitted = { explorationBlocks: 0, verdictArms: 1, baselinePeriod, blocks };
  const times = { ...requested.times, ...slots };
  return design({ ...requested, times }, { ...fitted, measure: slots.measureSeconds, pairs: true });
}

/** Blocks of all values in half of the time, and of the one that was chosen in the other half. */
function designSearch(requested: DesignRequest): ProbeDesign | null {
  const { arms, maxSeconds, spentSeconds, slow } = requested;
  const slots = slow === true ? pairSlots.slow : pairSlots.otherwise;
  const baselinePeriod = spentSeconds ?? Math.max(shortestBaseline, Math.min(60, maxSeconds * 0.12));
  const timing = spentSeconds === undefined ? timingSeconds(requested) : 0;
  const slot = slots.settleSeconds + slots.measureSeconds + switchOf(requested);
  const longer = (arms + 2) * (outwardSeconds(slots.measureSeconds, baselinePeriod) - slots.measureSeconds);
  const perBlock = (arms + 2) * slot;
  // Once the switch was timed, the first block is over.
  const half =
    (maxSeconds - baselinePeriod - timing + (spentSeconds === undefined ? 0 : perBlock + longer)) / 2;
  const explorationBlocks = Math.floor((half - longer) / perBlock);
  const blocks = Math.floor(half / (3 * slot));
  if (explorationBlocks < fewestBlocks || blocks < wellFounded) return null;
  const times = { ...requested.times, ...slots };
  const measured = { measure: slots.measureSeconds, longer };
  const fitted = { explorationBlocks, verdictArms: 1, baselinePeriod, blocks, ...measured };
  return design({ ...requested, times }, fitted);
}

/** Samples in a row that are outside for a guard to be sure. */
export const samplesOfBreach = 3;

/** Measured in a slot of the first block of a search, which goes outwards: as long as a guard takes to be sure. */
function outwardSeconds(measureSeconds: number, baselinePeriod: number): number {
  return samplesOfBreach * sampleSecondsOf(measureSeconds, baselinePeriod);
}

function sampleSecondsOf(measureSeconds: number, baselinePeriod: number): number {
  return rounded(Math.min(1, measureSeconds, baselinePeriod / baselineSamples));
}

/** Measured after each of the two switches that are timed before the first block, seconds. */
export const timedSeconds = 0.5;

/** One switch to the first arm and one back. */
function timingSeconds(requested: Shape): number {
  return 2 * (switchOf(requested) + timedSeconds);
}

/** The shortest time that gives a verdict at all, seconds. */
export function leastSeconds(shape: Shape): number {
  for (let seconds = 5; seconds < 86_400; seconds += 5) {
    if (designProbe({ ...shape, maxSeconds: seconds }) !== null) return seconds;
  }
  return 86_400;
}

function design(
  requested: DesignRequest,
  fitted: {
    explorationBlocks: number;
    verdictArms: number;
    baselinePeriod: number;
    measure: number;
    blocks: number;
    pairs?: true;
    /** Seconds by which the first block is longer than the others. */
    longer?: number;
  },
): ProbeDesign {
  const { times, arms, marginPercent = 3, spentSeconds } = requested;
  const { explorationBlocks, verdictArms, baselinePeriod, blocks, pairs, longer = 0 } = fitted;
  const measureSeconds = Math.floor(fitted.measure * 1000) / 1000;
  const familyLevel = 0.05;
  const fixed: ProbeDesign = {
    settleSeconds: rounded(times.settleSeconds),
    outerSettleSeconds: rounded(times.outer?.settleSeconds ?? 0),
    outerVariable: times.outer?.variable ?? null,
    measureSeconds,
    sampleSeconds: sampleSecondsOf(measureSeconds, baselinePeriod),
    switchSeconds: rounded(switchOf(requested)),
    stretchSeconds: rounded(baselinePeriod),
    ...defined({ pairs }),
    explorationBlocks,
    verdictBlocks: blocks,
    verdictArms,
    looks: planLooks(lookBlocks(blocks), familyLevel / Math.max(1, verdictArms)),
    marginPercent,
    familyLevel,
    digestExecutions: 5,
    commonDigests: true,
    endsCompared: true,
    clientCovariate: true,
    totalSeconds: 0,
  };
  const timing = spentSeconds === undefined ? timingSeconds(requested) : 0;
  const measuring = explorationBlocks * blockSeconds(arms, fixed) + blocks * blockSeconds(verdictArms, fixed);
  const slots = explorationBlocks * slotsOfBlock(arms, fixed) + blocks * slotsOfBlock(verdictArms, fixed);
  const slack = blocks === fewestBlocks ? slots * slackOfSlot : 0;
  return { ...fixed, totalSeconds: rounded(baselinePeriod + timing + measuring + longer + slack) };
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
 * The order of the slots of one block: each arm once, the baseline twice, at random; in pairs the baseline once. With an
 * outer factor the arms that share its position stand together, groups and slots within them at random; the group of the
 * baseline is split around the others, so that one baseline comes before the outer factor was switched and one after.
 * @param outer position of the outer factor of each name
 */
export function blockOrder(
  arms: readonly string[],
  random: RandomSource,
  { outer = () => '', pairs = false }: { outer?: (name: string) => string; pairs?: boolean | undefined } = {},
): string[] {
  if (pairs) return shuffled([...arms, baselineName], random);
  const own = outer(baselineName);
  const beside = shuffled(
    arms.filter((name) => outer(name) === own),
    random,
  );
  const others = [...new Set(arms.map(outer))].filter((position) => position !== own);
  if (others.length === 0) return shuffled([...beside, baselineName, baselineName], random);
  const first = Math.floor(random() * (beside.length + 1));
  return [
    ...shuffled([baselineName, ...beside.slice(0, first)], random),
    ...shuffled(others, random).flatMap((group) =>
      shuffled(
        arms.filter((name) => outer(name) === group),
        random,
      ),
    ),
    ...shuffled([baselineName, ...beside.slice(first)], random),
  ];
}
