import { type Bindings, emptyBindings } from './environment';
import type { Expression } from './expression';
import type { InputSource } from './input-source';

/** In how many of the seconds that could be judged the condition held. */
export interface SecondsCount {
  fired: number;
  seen: number;
}

/**
 * Evaluates a condition in each interval of the window. An interval in which an input is unknown (gap, restart,
 * reset) is not seen. null: the condition cannot be followed per second here.
 */
export function countSeconds(condition: Expression, source: InputSource): SecondsCount | null {
  if (source.intervals.length === 0) return null;
  const bindings = emptyBindings();
  const moving: { values: (number | null)[]; bind(value: number): void }[] = [];
  for (const reference of condition.references) {
    const values = source.inIntervals(reference);
    if (values === null) {
      const reading = source.read(reference);
      if (!reading.known || reference.namespace === 'rate') return null;
      bindings[reference.namespace][reference.name] = reading.value;
    } else {
      moving.push({
        values,
        bind: (value) => {
          bindings[reference.namespace][reference.name] = value;
        },
      });
    }
  }
  if (moving.length === 0) return null;
  return count(condition, bindings, moving, source);
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
