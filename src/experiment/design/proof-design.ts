import { type RandomSource, shuffled } from '../../shared/base/random';
import type { ProofDesign } from '../../shared/proof';
import { foldover, hadamardRows } from './hadamard';
import { minimumDetectablePercent } from './power';
import { pairSlots, usualSwitch } from './schedule';
import { planLooks } from './sequential-looks';

export interface ProofTimes {
  maxSeconds: number;
  /** Changes that are tried. */
  changes: number;
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
  const { which, kept } = design;
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

function designWithin(times: ProofTimes): ProofDesign | null {
  const { maxSeconds, changes, reconnects, marginPercent = 3 } = times;
  const switchSeconds = times.switchSeconds ?? (reconnects ? usualSwitch.slow : usualSwitch.otherwise);
  const { settleSeconds, measureSeconds: base } = reconnects ? pairSlots.slow : pairSlots.otherwise;
  const measureSeconds = Math.max(base, Math.min(longestMeasure, switchSeconds / 2));
  const baselineSeconds = clamped(maxSeconds * 0.08, 8, 60);
  const dryRunSeconds = clamped(maxSeconds * 0.02, 2, 5);
  const perPair = 2 * (switchSeconds + settleSeconds + measureSeconds);
  // The dry run ends with a slot of the present settings and one of the whole plan, which time the switch.
  const dryRun = changes * (dryRunSeconds + settleSeconds + switchSeconds) + perPair;
  const left = maxSeconds - (times.spentSeconds ?? baselineSeconds + dryRun);
  const pairs = (share: number) => Math.floor((share * left) / perPair);
  const single = changes === 1;
  const rows = single ? 0 : hadamardRows(changes).length;
  const whole = pairs(single ? shares.whole + shares.which : shares.whole);
  const which = single ? 0 : wholeRuns(pairs(shares.which), rows);
  const kept = pairs(shares.kept);
  const enough =
    whole >= fewest.whole &&
    kept >= fewest.kept &&
    (single || which >= Math.max(rows, changes + fewest.beyondChanges));
  if (!enough) return null;
  return {
    settleSeconds,
    measureSeconds: rounded(measureSeconds),
    sampleSeconds: rounded(Math.min(1, measureSeconds, baselineSeconds / 8)),
    switchSeconds: rounded(switchSeconds),
    baselineSeconds: rounded(baselineSeconds),
    dryRunSeconds: rounded(dryRunSeconds),
    whole: { pairs: whole, extended: whole + kept, looks: [] },
    which: { rows, pairs: which },
    kept: { pairs: kept, looks: [] },
    marginPercent,
    level: familyLevel,
    digestExecutions: 5,
    commonDigests: true,
    totalSeconds: maxSeconds,
  };
}

function looksFor(
  whole: ProofDesign['whole'],
  kept: ProofDesign['kept'],
): Pick<ProofDesign, 'whole' | 'kept'> {
  return {
    whole: { ...whole, looks: planLooks([...looksOf(whole.pairs), whole.extended], familyLevel) },
    kept: { ...kept, looks: planLooks(looksOf(kept.pairs), familyLevel) },
  };
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

/** Changes in percent that would be found 4 times of 5, at the noise of one slot: the whole plan, and one of its changes. */
export function detectableByProof(
  { whole, which, level }: Pick<ProofDesign, 'whole' | 'which' | 'level'>,
  slotNoise: number,
  changes: number,
): { whole: number; change: number } {
  const found = (blocks: number, at: number) =>
    minimumDetectablePercent({ slotNoise, blocks, level: at, baselines: 1 });
  const all = found(whole.extended, level);
  return { whole: all, change: changes === 1 ? all : found(which.pairs, level / changes) };
}

function changesOn(row: readonly (1 | -1)[]): number[] {
  return row.flatMap((sign, index) => (sign === 1 ? [index] : []));
}

/** Whole runs of the design where there are several: its columns are orthogonal then. */
function wholeRuns(pairs: number, rows: number): number {
  return pairs < 2 * rows ? pairs : pairs - (pairs % rows);
}

function looksOf(pairs: number): number[] {
  return [...new Set([0.5, 0.75, 1].map((share) => Math.max(4, Math.round(share * pairs))))];
}

function clamped(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
