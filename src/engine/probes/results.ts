import { type ArmChoice, armChoice, bestArm } from '../../analysis';
import { slotValue } from '../../experiment/design/slot-value';
import { type JudgedResult, recomputeArms } from '../../experiment/verdict/arm-results';
import { outcomeText } from '../../experiment/verdict/outcome-text';
import { recomputeSearch } from '../../experiment/verdict/search';
import { readProbeFile } from '../../files/probe-results';
import { renderProbe } from '../../report';
import { defined } from '../../shared/base/defined';
import { LatchkeyError } from '../../shared/base/error';
import type { ProbeResult } from '../../shared/probe';
import { texts } from './texts';

/**
 * Reads a result and recomputes its verdicts from its samples.
 * @throws LatchkeyError file-not-found, file-unreadable; also where the verdicts are not those that the samples give
 */
export async function readProbeResult(path: string): Promise<ProbeResult> {
  return checked(await readProbeFile(path), path);
}

/** A result as a document. */
export function renderResult(result: ProbeResult, format: 'html' | 'markdown' | 'json'): Promise<string> {
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
  const result = reported(recomputed(written));
  return { result, agrees: agree(written, result) };
}

function recomputed(result: ProbeResult): ProbeResult {
  return { ...result, ...recomputeArms(result), ...defined({ best: recomputeSearch(result) }) };
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
export function reported(result: ProbeResult): ProbeResult {
  const { outcome, text, arms, metric, best } = result;
  return { ...result, text: outcomeText(outcome, text, arms, metric.id, best?.variables) };
}

function checked(result: ProbeResult, name: string): ProbeResult {
  if (agree(result, recomputed(result))) return reported(result);
  throw new LatchkeyError('file-unreadable', texts.theVerdictsInAreNot(name), {
    hint: texts.latchkeyProbeRecomputeFileShows,
  });
}

/** The same measurement: the same verdicts, from the same samples. */
export function isSameResult(a: ProbeResult, b: ProbeResult): boolean {
  return agree(a, b) && alike(a.blocks, b.blocks);
}

type Judged = JudgedResult & Pick<ProbeResult, 'best'>;

/** The same verdicts and numbers; how a verdict is worded is no part of it. */
function agree(a: Judged, b: Judged): boolean {
  const judged = ({ arms, placebo, best }: Judged) => ({
    arms: arms.map(({ text, ...arm }) => arm),
    placebo,
    chosen: best?.chosen,
  });
  // An older result says nothing of it.
  const carried = a.carryOver === undefined || b.carryOver === undefined || alike(a.carryOver, b.carryOver);
  return carried && alike(judged(a), judged(b));
}

/** The same words and, but for the last digits of the arithmetic, the same numbers. */
export function alike(a: unknown, b: unknown): boolean {
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
