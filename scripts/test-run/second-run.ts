// What failed beside the other steps is run once more, alone. On two processors a test may have waited for what others
// held; what passes alone fails no run, but is named as unstable: a defect all the same, to be fixed at its cause.
import type { Failure, Outcome } from './outcome.ts';

/** More failures than these are a change that broke something, and are not run again. */
const most = 10;

/** What to run again: test files of Vitest's projects, and places (`file:line`) of tests of the window. */
export interface SecondRun {
  unit: string[];
  live: string[];
  window: string[];
}

/** @returns nothing where there is nothing to run again, too much, or a failure that no test of its own names */
export function secondRun(failures: readonly Failure[]): SecondRun | undefined {
  if (failures.length === 0 || failures.length > most) return undefined;
  const places = failures.map(placeOf);
  if (places.some((place) => place === undefined)) return undefined;
  const named = [...new Set(places.filter((place) => place !== undefined))];
  return {
    unit: named.filter((place) => isVitest(place) && !isLive(place)),
    live: named.filter((place) => isVitest(place) && isLive(place)),
    window: named.filter((place) => !isVitest(place)),
  };
}

/** A failure passed alone where its file ran again and nothing of it failed. */
export function passedAlone(failures: readonly Failure[], again: Outcome): Failure[] {
  if (again.passed === 0) return [];
  const failing = new Set(again.failures.map(placeOf));
  // A failure that names no test may belong to any of them.
  return failing.has(undefined) ? [] : failures.filter((failure) => !failing.has(placeOf(failure)));
}

/** The outcome of a step once some of its failures passed alone. */
export function settled(outcome: Outcome, alone: readonly Failure[]): Outcome {
  const left = outcome.failures.filter((failure) => !alone.includes(failure));
  const passed = outcome.failures.length - left.length;
  if (passed === 0) return outcome;
  const failed = left.length === 0 ? 0 : Math.max(1, outcome.failed - passed);
  return { ...outcome, passed: outcome.passed + outcome.failed - failed, failed, failures: left };
}

/** `test/a.live.test.ts` or `e2e/plan.spec.ts:7`: how a failure's name begins. */
function placeOf({ name }: Failure): string | undefined {
  return /^(\S+\.test\.(?:tsx?|mjs)|e2e\/\S+\.spec\.ts:\d+)(?: > |$)/.exec(name)?.[1];
}

const isVitest = (place: string) => !place.startsWith('e2e/');
const isLive = (place: string) => place.endsWith('.live.test.ts');
