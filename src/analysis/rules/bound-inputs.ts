import { onceFor } from '../../shared/base/once-for';
import type { FactValue } from '../facts/inputs/fact-value';
import { type Bindings, emptyBindings } from './environment';
import type { InputSource } from './input-source';
import { type Reference, referenceText } from './reference';

/** What was read of a source so far: each input once, for all rules that name it. */
export interface BoundInputs {
  /** By full name. */
  readings: ReadonlyMap<string, FactValue>;
  /** The values of those that are known; an expression sees what it names and nothing else of them. */
  bindings: Bindings;
  read(inputs: readonly Reference[]): void;
}

export const boundInputs: (source: InputSource) => BoundInputs = onceFor((source: InputSource) => {
  const readings = new Map<string, FactValue>();
  const bindings = emptyBindings();
  return {
    readings,
    bindings,
    read: (inputs) => {
      for (const reference of inputs) {
        const text = referenceText(reference);
        if (readings.has(text)) continue;
        const reading = source.read(reference);
        readings.set(text, reading);
        if (reading.known) bindings[reference.namespace][reference.name] = reading.value;
      }
    },
  };
});
