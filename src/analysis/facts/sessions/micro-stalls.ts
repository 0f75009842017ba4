import type { Stall } from '../../../evidence/series/micro-stalls';
import type { Unit } from '../../../shared/analysis';
import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';
import { isOfSessions, stallNeeds, stallsIn } from './stalls';

const source = 'median and MAD of the neighbouring samples (Hampel 1974; Davies and Gather 1993)';

/** In longer samples a stall of a second does not show. */
const longestSampleMs = 1000;

const seconds = 'Micro-stalls show in sampled seconds only.';

/** Facts on moments at which throughput stopped and that averages over 10 s and 60 s hide. */
export const microStallFacts: FactDefinition[] = [
  fact('micro_stall_count', 'count', {
    what: 'Micro-stalls in the window: throughput fell below half of what it was around, and out of its noise, while averages over 10 s and 60 s look normal. Shorter than half a sample they cannot be seen.',
    formula:
      'periods in which statements, commits or changed rows per second lie below median - 5 x 1.4826 x MAD of the samples around (30, or 10 s on each side) and below half of the median, with the load back afterwards',
    compute: (stalls) => stalls.length,
  }),
  fact('micro_stall_longest', 'seconds', {
    what: 'Length of the longest micro-stall; 0 when there was none.',
    formula: 'largest length of the micro-stalls, in whole samples',
    compute: (stalls) => Math.max(0, ...stalls.map(({ lengthMs }) => lengthMs / 1000)),
  }),
  fact('micro_stall_depth', 'ratio', {
    what: 'How far throughput fell at the deepest micro-stall: 1 is a full stop, 0 when there was none.',
    formula: 'largest of 1 - rate within the stall / median rate around it',
    compute: (stalls) => Math.max(0, ...stalls.map(({ depth }) => depth)),
  }),
  fact('micro_stall_share', 'ratio', {
    what: 'Share of the window spent in micro-stalls.',
    formula: 'sum of their lengths / window_seconds',
    compute: (stalls, read) =>
      stalls.reduce((total, { lengthMs }) => total + lengthMs / 1000, 0) / read.windowSeconds(),
  }),
  {
    id: 'micro_stall_with',
    unit: 'none',
    type: 'string',
    needs: stallNeeds,
    onlyInWindow: seconds,
    doc: {
      what: 'What else was out of the ordinary at micro-stalls, most often first.',
      formula:
        'levels and rates at least 4 robust standard deviations from their median around, at the stall or just before it',
      source,
    },
    compute: (read) => {
      const counts = new Map<string, number>();
      for (const { coMovers } of microStalls(read)) {
        for (const { name } of coMovers) counts.set(name, (counts.get(name) ?? 0) + 1);
      }
      if (counts.size === 0) return read.missing('absent', 'Nothing else moved at a micro-stall.');
      return [...counts]
        .sort(([, a], [, b]) => b - a)
        .slice(0, 4)
        .map(([name]) => name)
        .join(', ');
    },
  },
];

function fact(
  id: string,
  unit: Unit,
  {
    what,
    formula,
    compute,
  }: {
    what: string;
    formula: string;
    compute: (stalls: Stall[], read: FactReader) => number;
  },
): FactDefinition {
  return {
    id,
    unit,
    type: 'number',
    needs: stallNeeds,
    onlyInWindow: seconds,
    doc: { what, formula, source },
    compute: (read) => compute(microStalls(read), read),
  };
}

function microStalls(read: FactReader): Stall[] {
  const { intervalMs = 0 } = read.sampledTimes ?? {};
  if (intervalMs > longestSampleMs) {
    return read.missing(
      'no-window',
      `Samples are averages over ${intervalMs / 1000} s: no micro-stalls can be seen.`,
      'Take a snapshot of the server itself with --for 30s.',
    );
  }
  const stalls = read.stallsOnce(() =>
    stallsIn({
      sampledTimes: read.sampledTimes,
      ownStatementsPerSecond: read.ownStatementsPerSecond,
      series: (name) => (isOfSessions(name) ? read.sampledSessions(name) : read.series(name)),
    }),
  );
  if (stalls === null)
    return read.missing('no-window', 'Throughput was not sampled.', 'Take a snapshot with --for 30s.');
  return stalls.filter(({ micro }) => micro);
}
