import { observingSeconds, pairSeconds } from '../../../experiment/design/proof-design';
import { baselineName } from '../../../experiment/design/schedule';
import { type RandomSource, shuffled } from '../../../shared/base/random';
import type { ProofDesign, ProofPair } from '../../../shared/proof';

/** What the steps need of the protocol that they end. */
export interface StepTools {
  random: RandomSource;
  pairs: ProofPair[];
  design(): ProofDesign;
  /** Seconds since the measuring began. */
  elapsed(): number;
  /** Of these places, those that breached no guard. */
  still(places: readonly number[]): number[];
  say(step: string): void;
  /** One slot; what it breached is dropped before this returns. @returns null: it was dropped, or what was in force was; or it would not end in time */
  slot(
    on: readonly number[],
    seconds?: { settle: number; measure: number },
  ): Promise<ProofPair['slots'][number] | null>;
}

/** Blocks of four slots in random order: neither, one, the other, both of each two changes that were found. */
export async function measureTogether(tools: StepTools): Promise<void> {
  const { together, totalSeconds } = tools.design();
  if (together === undefined) return;
  const end = totalSeconds - observingSeconds(tools.design());
  const begun = tools.elapsed();
  const planned = together.blocks * together.of.length * 2 * pairSeconds(tools.design());
  for (let block = 0; block < together.blocks; block += 1) {
    for (const two of shuffled(together.of, tools.random)) {
      const until = tools.elapsed() + 2 * pairSeconds(tools.design());
      // Slots that take longer than planned leave fewer blocks, not less time for what is kept.
      if (until > end || until > begun + planned + pairSeconds(tools.design())) return;
      if (tools.still(two).length < 2) continue;
      const [one, other] = two;
      tools.say(`how changes act together, block ${block + 1} of ${together.blocks}`);
      const pair: ProofPair = { stage: 'together', slots: [] };
      tools.pairs.push(pair);
      for (const on of shuffled([[], [one], [other], [one, other]], tools.random)) {
        const slot = await tools.slot(on);
        if (slot === null) break;
        pair.slots.push(slot);
      }
    }
  }
}

/**
 * Changes that fill over minutes, one on top of the other and of what is kept: one slot before the first and one after
 * each. None is taken back before the end.
 */
export async function observe(
  tools: StepTools,
  kept: readonly number[],
  observed: readonly number[],
  nameOf: (place: number) => string,
): Promise<void> {
  const { observe: times, totalSeconds } = tools.design();
  if (times === undefined || observed.length === 0) return;
  const seconds = { settle: times.settleSeconds, measure: times.seconds };
  const fits = () => tools.elapsed() + times.settleSeconds + times.seconds <= totalSeconds;
  const pair: ProofPair = { stage: 'observed', slots: [] };
  let on: readonly number[] = kept;
  tools.say('what fills over minutes, before it is applied');
  if (!fits()) return;
  const before = await tools.slot(on, seconds);
  if (before === null) return;
  tools.pairs.push(pair);
  pair.slots.push(before);
  for (const place of observed) {
    if (!fits()) return;
    tools.say(`what fills over minutes, after ${nameOf(place)}`);
    const slot = await tools.slot([...on, place], seconds);
    // What it breached it does not breach any more once it is taken back; the next one has nothing to be compared with.
    if (slot === null) return;
    pair.slots.push(slot);
    on = [...on, place];
  }
}

/** The name under which a slot is kept. */
export function armOf(on: readonly number[], combination: string): string {
  return on.length === 0 ? baselineName : combination;
}
