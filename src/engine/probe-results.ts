import { join } from 'node:path';
import { type ArmChoice, armChoice, bestArm } from '../analysis';
import { slotValue } from '../experiment/design/slot-value';
import { recomputeArms } from '../experiment/verdict/arm-results';
import { outcomeText } from '../experiment/verdict/outcome-text';
import { writeTextFile } from '../files/options/option-files';
import { readProbeFile, readProbeSamples } from '../files/probe-results';
import { renderProbe } from '../report';
import { LatchkeyError, toLatchkeyError } from '../shared/base/error';
import { type ProbeResult, summariseProbe } from '../shared/probe';
import type { CallHandlers } from './call-handlers';
import type { ReportFormat } from './engine';
import type { History } from './history';
import { probeSteps } from './probe-steps';

type ResultCall =
  | 'probe.results'
  | 'probe.result'
  | 'probe.steps'
  | 'probe.openResult'
  | 'probe.useArm'
  | 'probe.saveResult'
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
    recorded ??= readProbeSamples(join(samples, 'probes')).then((results) => results.map(told));
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
      'probe.steps': async ({ target, from, to }) => {
        const { probes } = await history.store();
        const [start, end] = [Date.parse(from), Date.parse(to)];
        return probes
          .list()
          .filter((one) => one.target === target)
          .filter(({ startedAt, endedAt }) => Date.parse(endedAt) > start && Date.parse(startedAt) < end)
          .flatMap(({ id }) => {
            const result = probes.get(id);
            return result === undefined ? [] : probeSteps(result);
          })
          .sort((a, b) => Date.parse(a.from) - Date.parse(b.from));
      },
      'probe.useArm': async ({ id, arm }) => armChoice(await find(id), arm),
      'probe.openResult': async ({ path }) => {
        const opened = await readProbeResult(path);
        const kept = (await history.store()).probes.get(opened.id);
        if (kept === undefined) return keep(opened);
        if (agree(kept, opened) && alike(kept.blocks, opened.blocks)) return kept;
        throw new LatchkeyError(
          'usage',
          `${path} has the id of a result in the history, and was not measured with it.`,
          { hint: 'Delete the result in the history first, if this one is to take its place.' },
        );
      },
      'probe.saveResult': async ({ id, format, path }) => {
        await writeTextFile(path, await renderResult(await find(id), format));
        return { path };
      },
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

/** A result as a document. */
export function renderResult(result: ProbeResult, format: ReportFormat): Promise<string> {
  const context = { digests: result.digests?.reference, digestExecutions: result.design.digestExecutions };
  const slots = result.blocks.flatMap((block, index) =>
    block.slots.map((slot) => ({
      block: index,
      stage: block.stage,
      arm: slot.arm,
      value: slotValue(slot, result.metric.id, context),
    })),
  );
  return renderProbe(result, slots, format);
}

/** A result as it is written, and what its samples give, which is not compared with it. */
export async function recomputeProbe(path: string): Promise<{ result: ProbeResult; agrees: boolean }> {
  const written = await readProbeFile(path);
  const result = told({ ...written, ...recomputeArms(written) });
  return { result, agrees: agree(written, result) };
}

/** The values of an arm of a result for a plan. @param arm null: the best of those that are better */
export async function probeArmForPlan(path: string, arm: string | null): Promise<ArmChoice> {
  const result = await readProbeResult(path);
  const name = arm ?? bestArm(result);
  return name === null
    ? { refusal: `No setting of "${result.title}" was found better than those that were in force.` }
    : armChoice(result, name);
}

/** A result with the sentence as this version of Latchkey writes it. */
function told(result: ProbeResult): ProbeResult {
  const { outcome, text, arms, metric } = result;
  return { ...result, text: outcomeText(outcome, text, arms, metric.id) };
}

function checked(result: ProbeResult, name: string): ProbeResult {
  if (agree(result, recomputeArms(result))) return told(result);
  throw new LatchkeyError(
    'file-unreadable',
    `The verdicts in ${name} are not those that its samples give: it was changed, or made by another version.`,
    { hint: 'latchkey probe recompute FILE shows those that the samples give.' },
  );
}

type Judged = Pick<ProbeResult, 'arms' | 'placebo'>;

/** The same verdicts and numbers; how a verdict is worded is no part of it. */
function agree(a: Judged, b: Judged): boolean {
  const judged = ({ arms, placebo }: Judged) => ({ arms: arms.map(({ text, ...arm }) => arm), placebo });
  return alike(judged(a), judged(b));
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
