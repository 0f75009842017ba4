import { defined } from '../../shared/base/defined';
import { type RandomSource, shuffled } from '../../shared/base/random';
import type { ProofDesign } from '../../shared/proof';
import { foldover, hadamardRows } from './hadamard';
import { minimumDetectablePercent } from './power';
import { pairSlots, usualSwitch } from './schedule';
import { planLooks } from './sequential-looks';

export interface ProofTimes {
  maxSeconds: number;
  /** Changes that are switched in slots of seconds. */
  changes: number;
  /** Changes that act over tens of seconds, which stay as they are for whole plots. */
  held?: number;
  /** Changes that fill over minutes, which are applied last and only observed. */
  observed?: number;
  /** The load reconnects in each slot, so that session variables reach it. */
  reconnects: boolean;
  /** Setting a variant and reconnecting, seconds; absent: as it usually is. */
  switchSeconds?: number | undefined;
  /** Gone already, where the A/A period and the dry run are over. */
  spentSeconds?: number;
  marginPercent?: number;
}

/** Shares of the time after A/A period and dry run: whole plan, which changes, kept plan. */
const shares = { whole: 0.35, which: 0.4, kept: 0.25 };
/** Fewest pairs that a verdict is made of. */
const fewest = { whole: 8, kept: 6, beyondChanges: 4 };
const familyLevel = 0.05;
/** Whole plots: time to settle, and the least and the most that counts, seconds. */
const plotTimes = { settleSeconds: 15, least: 45, most: 90 };
/** Pairs of whole plots: eight plots at least, and some beyond the changes, which make the noise known. */
const fewestPlotPairs = { least: 4, beyondChanges: 3 };
/** Share of the time that whole plots may take beside changes that are switched in seconds. */
const mostForPlots = 0.6;
/** Changes that are only observed: share of the time, and the least and most seconds that each settles and that count. */
const observing = { share: 0.2, least: 15, most: 60 };
/** Of the time that is left for what is kept, what interactions may take; blocks of four slots that one of them needs. */
const forTogether = { share: 0.3, fewestBlocks: 6, mostBlocks: 60, most: 3 };
/** Beyond this measuring is not made longer for a slow switch, seconds. */
const longestMeasure = 3;

export const defaultProofSeconds = 25 * 60;

/**
 * Fits a proof into its time: random AB pairs, a Hadamard design with foldover pairs, looks at 50, 75 and 100 %. Short
 * slots tell more than long ones (docs/probes.md); measuring never takes less than half of what a switch costs.
 * @returns null where the time is too short
 */
export function planProof(times: ProofTimes): ProofDesign | null {
  const fitted = designWithin(times);
  return fitted === null ? null : { ...fitted, ...looksFor(fitted.whole, fitted.kept) };
}

/** The shortest time that gives verdicts at all, seconds. */
export function leastProofSeconds(times: Omit<ProofTimes, 'maxSeconds'>): number {
  for (let seconds = 20; seconds < 86_400; seconds += 10) {
    if (designWithin({ ...times, maxSeconds: seconds }) !== null) return seconds;
  }
  return 86_400;
}

/** The same design for the time that is left once the whole plan was compared: an early look leaves more of it. */
export function refit(design: ProofDesign, secondsLeft: number): ProofDesign {
  const { which, kept, plots } = design;
  if (plots !== undefined) {
    const after = Math.max(0, secondsLeft - plots.count * secondsOfPlot(design));
    return { ...design, kept: { ...kept, pairs: Math.floor(after / pairSeconds(design)) } };
  }
  const left = Math.max(0, secondsLeft) / pairSeconds(design);
  const share = which.rows === 0 ? 0 : shares.which / (shares.which + shares.kept);
  const pairs = Math.max(wholeRuns(Math.floor(share * left), Math.max(1, which.rows)), 0);
  return { ...design, which: { ...which, pairs }, kept: { ...kept, pairs: Math.floor(left - pairs) } };
}

/** The kept plan in the time that is left: its looks are planned when it is known how long that is. */
export function refitKept(design: ProofDesign, secondsLeft: number): ProofDesign {
  const pairs = Math.floor(Math.max(0, secondsLeft) / pairSeconds(design));
  return {
    ...design,
    kept: { pairs, looks: pairs < fewest.kept ? [] : planLooks(looksOf(pairs), familyLevel) },
  };
}

/**
 * Interactions of changes that were found: each two of them, those of the largest effects first, in the time that is left.
 * @param found places, the largest effect first
 * @param keptFollows what is kept is yet to be measured, and has most of the time
 * @returns the design with its blocks; without them where there are no two, or too little time
 */
export function planTogether(
  design: ProofDesign,
  found: readonly number[],
  { secondsLeft, keptFollows }: { secondsLeft: number; keptFollows: boolean },
): ProofDesign {
  const block = 2 * pairSeconds(design);
  const available = Math.max(0, secondsLeft) * (keptFollows ? forTogether.share : 1);
  const most = Math.min(forTogether.most, Math.floor(available / block / forTogether.fewestBlocks));
  const of = found
    .flatMap((one, index) => found.slice(index + 1).map((other): [number, number] => [one, other]))
    .sort((a, b) => rankOf(a) - rankOf(b))
    .slice(0, most)
    .map(([one, other]): [number, number] => [Math.min(one, other), Math.max(one, other)]);
  if (of.length === 0) return design;
  const blocks = Math.min(forTogether.mostBlocks, Math.floor(available / block / of.length));
  return { ...design, together: { of, blocks } };

  function rankOf([one, other]: [number, number]): number {
    return found.indexOf(one) + found.indexOf(other);
  }
}

/** Seconds that are kept for changes that are only observed, at the end. */
export function observingSeconds({ observe }: Pick<ProofDesign, 'observe'>): number {
  return observe === undefined ? 0 : (observe.changes + 1) * (observe.settleSeconds + observe.seconds);
}

function observeWithin(changes: number, maxSeconds: number, alone: boolean): ProofDesign['observe'] | null {
  const each = ((alone ? 0.8 : observing.share) * maxSeconds) / (changes + 1) / 2;
  if (each < observing.least) return null;
  const seconds = Math.floor(Math.min(each, observing.most));
  return { changes, settleSeconds: seconds, seconds };
}

function designWithin(times: ProofTimes): ProofDesign | null {
  const { maxSeconds, changes, held = 0, observed = 0, reconnects, marginPercent = 3 } = times;
  const switchSeconds = times.switchSeconds ?? (reconnects ? usualSwitch.slow : usualSwitch.otherwise);
  const { settleSeconds, measureSeconds: base } = reconnects ? pairSlots.slow : pairSlots.otherwise;
  const measureSeconds = Math.max(base, Math.min(longestMeasure, switchSeconds / 2));
  const baselineSeconds = clamped(maxSeconds * 0.08, 8, 60);
  const dryRunSeconds = clamped(maxSeconds * 0.02, 2, 5);
  const perPair = 2 * (switchSeconds + settleSeconds + measureSeconds);
  // The dry run ends with a slot of the present settings and one of the whole plan, which time the switch.
  const dryRun = (changes + held) * (dryRunSeconds + settleSeconds + switchSeconds) + perPair;
  const observe = observed === 0 ? undefined : observeWithin(observed, maxSeconds, changes + held === 0);
  if (observe === null) return null;
  const left =
    maxSeconds - (times.spentSeconds ?? baselineSeconds + dryRun) - observingSeconds(defined({ observe }));
  const plots = held === 0 ? undefined : plotsWithin({ changes, held, left, switchSeconds, perPair });
  if (plots === null) return null;
  const steps =
    changes + held === 0 && observed > 0 && left >= 0 ? noSteps : stepsWithin(changes, left, perPair, plots);
  if (steps === null) return null;
  return {
    settleSeconds,
    measureSeconds: rounded(measureSeconds),
    sampleSeconds: rounded(Math.min(1, measureSeconds, baselineSeconds / 8)),
    switchSeconds: rounded(switchSeconds),
    baselineSeconds: rounded(baselineSeconds),
    dryRunSeconds: rounded(dryRunSeconds),
    ...steps,
    ...defined({ plots, observe }),
    marginPercent,
    level: familyLevel,
    digestExecutions: 5,
    commonDigests: true,
    tails: true,
    clientCovariate: true,
    totalSeconds: maxSeconds,
  };
}

const noPairs = { pairs: 0, looks: [] };
const noSteps = { whole: { ...noPairs, extended: 0 }, which: { rows: 0, pairs: 0 }, kept: noPairs };

/** Pairs of the three steps; null: too few for a verdict. */
function stepsWithin(
  changes: number,
  left: number,
  perPair: number,
  plots: ProofDesign['plots'],
): Pick<ProofDesign, 'whole' | 'which' | 'kept'> | null {
  const single = changes === 1;
  if (changes === 0) return plots === undefined ? null : noSteps;
  const rest = plots === undefined ? left : left - plots.count * plotSeconds(plots, perPair);
  // Whole plots take the place of the step that finds which changes do it.
  const scale = plots === undefined ? 1 : 1 / (shares.whole + shares.kept);
  const pairs = (share: number) => Math.floor((share * scale * rest) / perPair);
  const rows = single ? 0 : hadamardRows(changes).length;
  const whole = pairs(single && plots === undefined ? shares.whole + shares.which : shares.whole);
  const alone = single ? 0 : wholeRuns(pairs(shares.which), rows);
  const which = plots === undefined ? alone : plots.count * plots.pairs;
  const kept = pairs(shares.kept);
  const enough =
    whole >= fewest.whole &&
    kept >= fewest.kept &&
    (single || which >= Math.max(rows, changes + fewest.beyondChanges));
  if (!enough) return null;
  return {
    whole: { pairs: whole, extended: whole + kept, looks: [] },
    which: { rows, pairs: which },
    kept: { pairs: kept, looks: [] },
  };
}

/** Whole plots in the time there is; null: they would take too much of it. */
function plotsWithin(times: {
  changes: number;
  held: number;
  left: number;
  switchSeconds: number;
  perPair: number;
}): NonNullable<ProofDesign['plots']> | null {
  const { changes, held, left, switchSeconds, perPair } = times;
  const count = 2 * Math.max(fewestPlotPairs.least, held + fewestPlotPairs.beyondChanges);
  const { settleSeconds, least, most } = plotTimes;
  const available = (changes === 0 ? 1 : mostForPlots) * left;
  const longest = available / count - settleSeconds - switchSeconds;
  if (longest < least) return null;
  const wanted = (shares.which * left) / count - settleSeconds - switchSeconds;
  const seconds = changes === 0 ? Math.min(longest, most) : clamped(wanted, least, Math.min(longest, most));
  return {
    count,
    settleSeconds,
    seconds: Math.floor(seconds),
    pairs: changes > 1 ? Math.floor(seconds / perPair) : 0,
  };
}

/** Seconds of one whole plot, with its switch. */
function plotSeconds(
  { settleSeconds, seconds, pairs }: NonNullable<ProofDesign['plots']>,
  perPair: number,
): number {
  return settleSeconds + (pairs > 0 ? pairs * perPair : seconds) + (pairs > 0 ? 0 : perPair / 2);
}

/** The same of a design; 0: it has none. */
export function secondsOfPlot(design: ProofDesign): number {
  return design.plots === undefined ? 0 : plotSeconds(design.plots, pairSeconds(design));
}

function looksFor(
  whole: ProofDesign['whole'],
  kept: ProofDesign['kept'],
): Pick<ProofDesign, 'whole' | 'kept'> {
  return {
    whole: { ...whole, looks: looksAt([...looksOf(whole.pairs), whole.extended]) },
    kept: { ...kept, looks: looksAt(looksOf(kept.pairs)) },
  };
}

function looksAt(pairs: readonly number[]): ProofDesign['kept']['looks'] {
  return pairs.some((count) => count === 0) ? [] : planLooks(pairs, familyLevel);
}

/** Seconds of one pair. */
export function pairSeconds({ switchSeconds, settleSeconds, measureSeconds }: ProofDesign): number {
  return 2 * (switchSeconds + settleSeconds + measureSeconds);
}

/** Changes in force in the two slots of each pair, rows and order within a pair at random, as often as asked for. */
export function screeningPairs(
  changes: number,
  pairs: number,
  random: RandomSource,
): (readonly [number[], number[]])[] {
  const rows = hadamardRows(changes);
  const runs = Math.ceil(pairs / rows.length);
  const all = Array.from({ length: runs }, () => shuffled(rows, random)).flat();
  return all.slice(0, pairs).map((row) => {
    const [first = [], second = []] = shuffled([row, foldover(row)], random);
    return [changesOn(first), changesOn(second)] as const;
  });
}

/** Changes that stay as they are in each whole plot, rows beside their foldovers. */
export function plotPairs(
  held: number,
  plots: number,
  random: RandomSource,
): (readonly [number[], number[]])[] {
  return screeningPairs(held, Math.floor(plots / 2), random);
}

/** Changes in percent that would be found 4 times of 5, at the noise of one slot: the whole plan, and one of its changes. */
export function detectableByProof(
  { whole, which, level }: Pick<ProofDesign, 'whole' | 'which' | 'level'>,
  slotNoise: number,
  changes: number,
): { whole: number; change: number } {
  const found = (blocks: number, at: number) =>
    minimumDetectablePercent({ slotNoise, blocks, level: at, baselines: 1 });
  const all = found(whole.extended, level);
  return { whole: all, change: which.rows === 0 ? all : found(which.pairs, level / Math.max(1, changes)) };
}

function changesOn(row: readonly (1 | -1)[]): number[] {
  return row.flatMap((sign, index) => (sign === 1 ? [index] : []));
}

/** Whole runs of the design where there are several: its columns are orthogonal then. */
function wholeRuns(pairs: number, rows: number): number {
  return pairs < 2 * rows ? pairs : pairs - (pairs % rows);
}

function looksOf(pairs: number): number[] {
  if (pairs === 0) return [0];
  return [...new Set([0.5, 0.75, 1].map((share) => Math.max(4, Math.round(share * pairs))))];
}

function clamped(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
