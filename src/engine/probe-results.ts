import { join } from 'node:path';
import { type ArmChoice, armChoice, bestArm } from '../analysis';
import { readProbeFile, readProbeSamples } from '../files/probe-results';
import { recomputeArms } from '../knowledge/probe/arm-results';
import { LatchkeyError, toLatchkeyError } from '../shared/error';
import { type ProbeResult, summariseProbe } from '../shared/probe';
import type { CallHandlers } from './call-handlers';
import type { History } from './history';

type ResultCall =
  | 'probe.results'
  | 'probe.result'
  | 'probe.openResult'
  | 'probe.useArm'
  | 'probe.deleteResult';

export interface ProbeResults {
  handlers: Pick<CallHandlers, ResultCall>;
  /** Keeps a result in the history. @returns the result; where that failed, with a remark that says so */
  keep(result: ProbeResult): Promise<ProbeResult>;
}

/** Results that were measured here, and those that come with Latchkey. @param samples folder of the samples */
export function createProbeResults({
  history,
  samples,
}: {
  history: History;
  samples: string;
}): ProbeResults {
  let recorded: Promise<ProbeResult[]> | undefined;
  const fromSamples = () => {
    recorded ??= readProbeSamples(join(samples, 'probes'));
    return recorded;
  };
  const keep = async (result: ProbeResult) => {
    try {
      (await history.store()).probes.add(result);
      return result;
    } catch (error) {
      // What was measured is not lost over it: the result goes to whoever asked for it.
      const remark = `It could not be kept in the history: ${toLatchkeyError(error).message}`;
      return { ...result, remarks: [...result.remarks, remark] };
    }
  };
  const find = async (id: string) => {
    const kept = (await history.store()).probes.get(id);
    const found = kept ?? (await fromSamples()).find((result) => result.id === id);
    if (found === undefined) throw new LatchkeyError('not-found', `There is no result of a probe "${id}".`);
    // Verified when it was opened or made: what another version of Latchkey judged stays readable.
    return found;
  };
  return {
    keep,
    handlers: {
      'probe.results': async () => {
        const kept = (await history.store()).probes.list();
        const known = new Set(kept.map(({ id }) => id));
        const others = (await fromSamples()).filter(({ id }) => !known.has(id));
        return [...kept, ...others.map((result) => summariseProbe(result, 'sample'))];
      },
      'probe.result': ({ id }) => find(id),
      'probe.useArm': async ({ id, arm }) => armChoice(await find(id), arm),
      'probe.openResult': async ({ path }) => keep(await readProbeResult(path)),
      'probe.deleteResult': async ({ id }) => ({ deleted: (await history.store()).probes.delete(id) }),
    },
  };
}

/**
 * Reads a result and works its verdicts out anew from its samples.
 * @throws LatchkeyError file-not-found, file-unreadable; also where the verdicts are not those that the samples give
 */
export async function readProbeResult(path: string): Promise<ProbeResult> {
  return checked(await readProbeFile(path), path);
}

/** The values of an arm of a result for a plan. @param arm null: the best of those that are better */
export async function probeArmForPlan(path: string, arm: string | null): Promise<ArmChoice> {
  const result = await readProbeResult(path);
  const name = arm ?? bestArm(result);
  return name === null
    ? { refusal: `No setting of "${result.title}" was found better than those that were in force.` }
    : armChoice(result, name);
}

function checked(result: ProbeResult, name: string): ProbeResult {
  const { arms, placebo } = recomputeArms(result);
  // How a verdict is worded is no part of it.
  const judged = (each: Pick<ProbeResult, 'arms' | 'placebo'>) => ({
    arms: each.arms.map(({ text, ...arm }) => arm),
    placebo: each.placebo,
  });
  if (alike(judged({ arms, placebo }), judged(result))) return result;
  throw new LatchkeyError(
    'file-unreadable',
    `The verdicts in ${name} are not those that its samples give: it was changed, or made by another version.`,
    { hint: 'latchkey probe recompute FILE shows those that the samples give.' },
  );
}

/** The same words and, but for the last digits of the arithmetic, the same numbers. */
function alike(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number') {
    return a === b || Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const [left, right] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  return (
    Array.isArray(a) === Array.isArray(b) &&
    left.size === right.size &&
    [...left].every(([key, value]) => right.has(key) && alike(value, right.get(key)))
  );
}
