import type { Samples, Series } from '../../shared/snapshot';

type Values = (number | null)[];

/**
 * Every second sample, the first among them: for a window of which a snapshot cannot hold all. The differences of
 * counters stay exact; a restart stands at the first sample that is kept after it.
 */
export function everySecondSample(samples: Samples): Samples {
  const times = samples.times.filter(isKept);
  const restarts = everySecondRestart(samples.restarts, times.length);
  const series = Object.entries(samples.series).map(([name, one]): [string, Series] => [
    name,
    { ...one, values: everySecondValue(one.values, one.kind, restarts) },
  ]);
  return {
    ...samples,
    ...{ intervalMs: samples.intervalMs * 2, times, restarts },
    series: Object.fromEntries(series),
  };
}

/** Where restarts stand among every second sample. @param kept how many samples that are */
export function everySecondRestart(restarts: readonly number[], kept: number): number[] {
  return [...new Set(restarts.map((index) => Math.ceil(index / 2)))].filter((index) => index < kept);
}

/** Every second value. A counter that fell between two of them is null at the later one, as it is where it falls. */
export function everySecondValue(
  values: readonly (number | null)[],
  kind: Series['kind'],
  restarts: readonly number[],
): Values {
  const kept = values.filter(isKept);
  if (kind !== 'counter') return kept;
  const anew = new Set(restarts);
  return kept.map((value, index) => {
    const previous = anew.has(index) ? null : (kept[index - 1] ?? null);
    return value !== null && previous !== null && value < previous ? null : value;
  });
}

function isKept(_: unknown, index: number): boolean {
  return index % 2 === 0;
}
