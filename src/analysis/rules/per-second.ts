import type { Value } from '../../shared/analysis';
import { type Bindings, bindingsOf } from './bindings';
import type { Expression } from './expression';
import type { InputSource } from './input-source';
import type { Reference } from './reference';

/** In how many of the seconds that could be judged the condition held. */
export interface SecondsCount {
  fired: number;
  seen: number;
}

/** `seconds.fired` or `seconds.seen`; undefined: it is neither, or nothing could be counted. */
export function secondsOf({ namespace, name }: Reference, count: SecondsCount | null): number | undefined {
  if (namespace !== 'seconds' || count === null) return undefined;
  return name === 'fired' ? count.fired : name === 'seen' ? count.seen : undefined;
}

/** The same with the count of seconds, which is taken when an expression asks for it. */
export function withSeconds(bindings: Bindings, count: () => SecondsCount | null): Bindings {
  return {
    valueOf: (reference) => {
      const counted = reference.namespace === 'seconds' ? secondsOf(reference, count()) : undefined;
      return counted ?? bindings.valueOf(reference);
    },
  };
}

/**
 * Evaluates a condition in each interval of the window. An interval in which an input is unknown (gap, restart,
 * reset) is not seen. null: the condition cannot be followed per second here.
 */
export function countSeconds(condition: Expression, source: InputSource): SecondsCount | null {
  if (source.intervals.length === 0) return null;
  const bound = new Map<string, Value>();
  const moving: { values: (number | null)[]; bind(value: number): void }[] = [];
  for (const reference of condition.references) {
    const values = source.inIntervals(reference);
    if (values === null) {
      const reading = source.read(reference);
      if (!reading.known || reference.namespace === 'rate') return null;
      bound.set(reference.text, reading.value);
    } else {
      moving.push({
        values,
        bind: (value) => {
          bound.set(reference.text, value);
        },
      });
    }
  }
  if (moving.length === 0) return null;
  return count(condition, bindingsOf(bound), moving, source);
}

function count(
  condition: Expression,
  bindings: Bindings,
  moving: { values: (number | null)[]; bind(value: number): void }[],
  source: InputSource,
): SecondsCount {
  let fired = 0;
  let seen = 0;
  source.intervals.forEach(({ seconds }, position) => {
    for (const { values, bind } of moving) {
      const value = values[position];
      if (value == null) return;
      bind(value);
    }
    seen += seconds;
    if (condition.evaluate(bindings) === true) fired += seconds;
  });
  return { fired: Math.round(fired), seen: Math.round(seen) };
}
