import { counted } from '../../shared/base/units';
import type { ProbeBlock, ProbeSample } from '../../shared/probe';
import { baselineName } from '../design/schedule';
import { mean, standardDeviation } from '../statistics/descriptive';
import { twoSidedP } from '../statistics/distributions';

type Level = 'dirtyPages' | 'checkpointAge';

/** Below these nothing is put off that matters: pages, and bytes of redo log. */
const least: Readonly<Record<Level, number>> = { dirtyPages: 100, checkpointAge: 1024 ** 2 };
const words: Readonly<Record<Level, string>> = { dirtyPages: 'dirty pages', checkpointAge: 'checkpoint age' };
/** A difference is said where chance explains it in fewer than 1 of 100 runs, and it is at least a tenth. */
const errorLevel = 0.01;
const leastRatio = 1.1;

/**
 * What a variant leaves to be written at the ends of its slots, against the present settings: one that flushes less does
 * more statements as long as others pay for it. Log ratios within blocks, t test.
 * @returns a sentence for each level that differs; none where the levels were not recorded or are alike
 */
export function unequalEnds(blocks: readonly ProbeBlock[], arm: string): string[] {
  return (['dirtyPages', 'checkpointAge'] as const).flatMap((level) => {
    const found = endsOf(blocks, arm, level);
    const ratio = Math.exp(mean(found.ratios));
    const count = found.ratios.length;
    if (count < 3 || found.highest < least[level]) return [];
    if (ratio < leastRatio && ratio > 1 / leastRatio) return [];
    const t = mean(found.ratios) / (standardDeviation(found.ratios) / Math.sqrt(count));
    if (twoSidedP(t, count - 1) > errorLevel) return [];
    const percent = Math.round(100 * (ratio > 1 ? ratio - 1 : 1 - ratio));
    const more = ratio > 1;
    const what = more
      ? 'part of its writes is put off, and its figure is better than it would stay'
      : 'it writes what the present settings put off, and its figure is worse than it would stay';
    return [
      `Its slots end with ${percent} % ${more ? 'more' : 'less'} ${words[level]} than those of the present settings (${counted(count, 'block')}): ${what}.`,
    ];
  });
}

function endsOf(
  blocks: readonly ProbeBlock[],
  arm: string,
  level: Level,
): { ratios: number[]; highest: number } {
  let highest = 0;
  const ratios = blocks.flatMap(({ slots }) => {
    const ends = (name: string) =>
      slots.filter((slot) => slot.arm === name).map(({ samples }) => endOf(samples, level));
    const [own] = ends(arm);
    const others = ends(baselineName);
    if (own == null || others.length === 0) return [];
    const levels = others.map((each) => each ?? 0);
    if (others.includes(null)) return [];
    highest = Math.max(highest, own, ...levels);
    // One more on both sides: none at all has no logarithm.
    return [Math.log(own + 1) - mean(levels.map((each) => Math.log(each + 1)))];
  });
  return { ratios, highest };
}

function endOf(samples: readonly ProbeSample[], level: Level): number | null {
  return samples.at(-1)?.[level] ?? null;
}
