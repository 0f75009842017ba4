import { growth, least, timed } from './growth';
import { mutated, seeded } from './mutate';
import type { FuzzedParser } from './parsers';

/** A millisecond count for 100 KB; shorter inputs may take as long, as they cost what a run costs. */
const mostMs = 50;
const per = 100_000;
const repeats = 5;

export interface FuzzOutcome {
  inputs: number;
  bytes: number;
  /** Errors that no reader may throw, each with the input that brought it, cut. */
  thrown: string[];
  /** Inputs that took longer than allowed at the best of several runs. */
  slow: string[];
  /** Of those, the ones whose time grows faster than their length. */
  growing: string[];
  /** Of the slowest input, best of several runs, ms for 100 KB (for a shorter one: in all). */
  slowestMs: number;
}

/** Feeds a reader with so many inputs, the same ones for the same seed. */
export async function fuzz(parser: FuzzedParser, inputs: number, seed: number): Promise<FuzzOutcome> {
  const random = seeded(seed);
  const outcome: FuzzOutcome = { inputs, bytes: 0, thrown: [], slow: [], growing: [], slowestMs: 0 };
  const per100KB = (ms: number, text: string) => ms / Math.max(1, text.length / per);
  // The first runs compile.
  for (const text of parser.seeds) await timed(parser, text).catch(() => 0);
  for (let number = 0; number < inputs; number += 1) {
    const text = mutated(parser.seeds, random);
    outcome.bytes += text.length;
    try {
      let best = per100KB(await timed(parser, text), text);
      // A busy machine, or the collector of garbage, is no fault of the reader: only what is slow each time counts.
      if (best > Math.min(mostMs, outcome.slowestMs))
        best = Math.min(best, per100KB(await least(parser, text, repeats), text));
      outcome.slowestMs = Math.max(outcome.slowestMs, best);
      if (best > mostMs) {
        outcome.slow.push(`${best.toFixed(0)} ms: ${shown(text)}`);
        const found = await growth(parser, text.slice(0, text.length / 4), text, repeats);
        if (found !== null) outcome.growing.push(`${found}: ${shown(text)}`);
      }
    } catch (error) {
      outcome.thrown.push(
        `${error instanceof Error ? error.stack?.slice(0, 400) : String(error)}: ${shown(text)}`,
      );
    }
    if (outcome.thrown.length + outcome.slow.length > 20) break;
  }
  return outcome;
}

function shown(text: string): string {
  return `${text.length} characters, ${JSON.stringify(text.slice(0, 160))} ... ${JSON.stringify(text.slice(-60))}`;
}
