import { type RandomSource, shuffled } from '../../shared/base/random';
import { type NotPlain, notPlainTexts } from './refusal';

/** What a server, or its log, has kept of the statements of one digest. */
export interface KeptDigest<Example = string> {
  digest: string;
  /** Default schema of its sessions; null: not known, or there was none. */
  schema: string | null;
  /** How often it was executed, as far as the source shows. */
  executions: number;
  /** Whole statements with their literals; or what the gate made of them. */
  examples: readonly Example[];
}

/** What is replayed, and how many digests of the source are not, by reason. */
export interface ReplayMix<Example> {
  digests: readonly KeptDigest<Example>[];
  leftOut: ReadonlyMap<NotPlain, number>;
}

/**
 * Keeps the digests of which at least one example passed the gate, with those examples.
 * @param gated for each example of each digest, in their order, what passed or why it did not
 */
export function chooseReplay<Example extends object>(
  kept: readonly KeptDigest[],
  gated: readonly (Example | NotPlain)[],
): ReplayMix<Example> {
  const leftOut = new Map<NotPlain, number>();
  let at = 0;
  const digests = kept.flatMap((each): KeptDigest<Example>[] => {
    const own = gated.slice(at, at + each.examples.length);
    at += each.examples.length;
    const examples = own.filter((one): one is Example => typeof one !== 'string');
    if (examples.length > 0) return [{ ...each, examples }];
    const reason = own.find((one) => typeof one === 'string') ?? 'unreadable';
    leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
    return [];
  });
  return { digests, leftOut };
}

/** `Left out: 12 no SELECT, 3 prepared, without their values.`; empty where nothing was. */
export function leftOutText(leftOut: ReadonlyMap<NotPlain, number>): string {
  const parts = [...leftOut]
    .sort(([, a], [, b]) => b - a)
    .map(([why, count]) => `${count} ${notPlainTexts[why]}`);
  return parts.length === 0 ? '' : `Left out, by digest: ${parts.join('; ')}.`;
}

/** One statement of a pass. */
export interface ReplayStep<Example> {
  /** Index of its digest. */
  digest: number;
  statement: Example;
}

/** Statements of one pass through the mix; rare digests have at least one. */
const passLength = 400;

/**
 * The order in which the mix is replayed, over and over: each digest as often as its executions want, spread evenly, so
 * that every range of the pass holds about the same mix. Examples of a digest take turns.
 */
export function replayPass<Example>(
  digests: readonly KeptDigest<Example>[],
  random: RandomSource,
): ReplayStep<Example>[] {
  const all = digests.reduce((sum, { executions }) => sum + executions, 0);
  const placed = digests.flatMap(({ executions, examples }, digest) => {
    const times = Math.max(1, Math.round((passLength * executions) / Math.max(1, all)));
    const turns = shuffled(examples, random);
    const phase = random();
    return Array.from({ length: times }, (_, index) => ({ at: (index + phase) / times, index })).flatMap(
      ({ at, index }) => {
        const statement = turns[index % turns.length];
        return statement === undefined ? [] : [{ at, step: { digest, statement } }];
      },
    );
  });
  return placed.sort((a, b) => a.at - b.at).map(({ step }) => step);
}
