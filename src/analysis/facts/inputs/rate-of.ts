import type { FactDefinition } from './definition';

/** The growth of one counter per second: over the window, and in each interval of it. */
export function rateOf(
  counter: string,
): Pick<FactDefinition, 'unit' | 'type' | 'needs' | 'compute' | 'perSecond'> {
  return {
    unit: 'count/s',
    type: 'number',
    needs: [`status.${counter}`],
    compute: (read) => read.rate(counter),
    perSecond: (read) => read.rateInIntervals(counter),
  };
}
