import type { Finding } from '../../shared/analysis';
import type { Average } from '../facts/inputs/fact-value';
import { averagesFrom, averageText } from '../facts/inputs/since-start';
import type { InputSource } from './input-source';
import type { SecondsCount } from './per-second';
import type { RuleDocument } from './rule-schema';
import type { Rule } from './rule-set';

/**
 * How sure a finding is. A setting or a state that was read is certain. A measurement is as sure as the share of the seconds
 * in which it showed and the length of the window allow; an inference is never more than medium.
 */
export function confidence(
  basis: RuleDocument['basis'],
  seconds: SecondsCount | null,
  { windowSeconds, averagedSeconds = null }: Pick<InputSource, 'windowSeconds' | 'averagedSeconds'>,
): Finding['confidence'] {
  const counts = { firedSeconds: seconds?.fired ?? null, seenSeconds: seconds?.seen ?? null };
  if (basis === 'setting' || basis === 'state') {
    return { level: 'high', reason: `The ${basis} was read from the server.`, ...counts };
  }
  const what = basis === 'inferred' ? 'Inferred' : 'Measured';
  const seenAs = averagedSeconds === null ? '' : `, seen as averages over ${averagedSeconds} s`;
  if (seconds === null) {
    const length = windowSeconds === null ? 'one moment' : `${Math.round(windowSeconds)} s`;
    const level = basis === 'measured' && (windowSeconds ?? 0) >= 10 ? 'medium' : 'low';
    return { level, reason: `${what} over ${length} as a whole${seenAs}.`, ...counts };
  }
  const share = seconds.seen > 0 ? seconds.fired / seconds.seen : 0;
  const strong = share >= 0.5 && seconds.seen >= 10;
  const fair = share >= 0.2 && seconds.seen >= 5;
  const level = strong ? (basis === 'inferred' ? 'medium' : 'high') : fair ? 'medium' : 'low';
  return {
    level,
    reason: `${what}: it held in ${seconds.fired} of ${seconds.seen} seconds${seenAs}.`,
    ...counts,
  };
}

/**
 * How sure a finding of one reading is: a level less than a window would give, because an average hides when and how
 * strongly something happened.
 */
export function confidenceOfAverage(
  { basis, perSecond }: Pick<Rule, 'basis' | 'perSecond'>,
  average: Average,
): Finding['confidence'] {
  const isStrong = basis === 'setting' || basis === 'state' || (basis === 'measured' && perSecond !== null);
  const what = {
    setting: 'The setting was read; its load is',
    state: 'The state was read; its load is',
    measured: 'Measured as',
    inferred: 'Inferred from',
  };
  return {
    level: isStrong && (average.seconds ?? 0) >= averagesFrom ? 'medium' : 'low',
    reason: `${what[basis]} the ${averageText(average)}.`,
    firedSeconds: null,
    seenSeconds: null,
  };
}
