import { type RandomSource, shuffled } from '../statistics/random';
import { type NotPlain, notPlainTexts, systemSchemas, whyNotPlain } from './plain-select';

/** What a server, or its log, has kept of the statements of one digest. */
export interface KeptDigest {
  digest: string;
  /** Default schema of its sessions; null: not known, or there was none. */
  schema: string | null;
  /** How often it was executed, as far as the source tells. */
  executions: number;
  /** Whole statements with their literals. */
  examples: readonly string[];
}

/** What is replayed, and how many digests of the source are not, by reason. */
export interface ReplayMix {
  digests: readonly KeptDigest[];
  leftOut: ReadonlyMap<NotPlain, number>;
}

/** Keeps the digests of which at least one example is a plain SELECT, with those examples. */
export function chooseReplay(kept: readonly KeptDigest[]): ReplayMix {
  const leftOut = new Map<NotPlain, number>();
  const digests = kept.flatMap((each): KeptDigest[] => {
    const why = each.examples.map((sql) => whyLeftOut(sql, each.schema));
    const examples = each.examples.filter((_, index) => why[index] === null);
    if (examples.length > 0) return [{ ...each, examples }];
    const reason = why[0] ?? 'unreadable';
    leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
    return [];
  });
  return { digests, leftOut };
}

function whyLeftOut(sql: string, schema: string | null): NotPlain | null {
  if (schema !== null && systemSchemas.includes(schema.toLowerCase())) return 'system-schema';
  return whyNotPlain(sql);
}

/** `Left out: 12 no SELECT, 3 prepared, without their values.`; empty where nothing was. */
export function leftOutText(leftOut: ReplayMix['leftOut']): string {
  const parts = [...leftOut]
    .sort(([, a], [, b]) => b - a)
    .map(([why, count]) => `${count} ${notPlainTexts[why]}`);
  return parts.length === 0 ? '' : `Left out, by digest: ${parts.join('; ')}.`;
}

/** One statement of a pass. */
export interface ReplayStep {
  /** Index of its digest. */
  digest: number;
  sql: string;
}

/** Statements of one pass through the mix; rare digests have at least one. */
const passLength = 400;

/**
 * The order in which the mix is replayed, over and over: each digest as often as its executions want, spread evenly, so
 * that every stretch of the pass holds about the same mix. Examples of a digest take turns.
 */
export function replayPass(digests: readonly KeptDigest[], random: RandomSource): ReplayStep[] {
  const all = digests.reduce((sum, { executions }) => sum + executions, 0);
  const placed = digests.flatMap(({ executions, examples }, digest) => {
    const times = Math.max(1, Math.round((passLength * executions) / Math.max(1, all)));
    const turns = shuffled(examples, random);
    const phase = random();
    return Array.from({ length: times }, (_, index) => ({
      at: (index + phase) / times,
      step: { digest, sql: turns[index % turns.length] ?? '' },
    }));
  });
  return placed.sort((a, b) => a.at - b.at).map(({ step }) => step);
}
