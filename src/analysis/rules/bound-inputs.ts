import type { Value } from '../../shared/analysis';
import { onceFor } from '../../shared/base/once-for';
import type { FactValue } from '../facts/inputs/fact-value';
import type { Bindings } from './bindings';
import type { InputSource } from './input-source';
import type { Reference } from './reference';

/**
 * The inputs of a source, each read once for all rules that name it, and only where a rule comes to it: what stands behind a
 * condition that does not hold is never worked out.
 */
export class BoundInputs implements Bindings {
  readonly #source: InputSource;
  /** By full name. */
  readonly #readings = new Map<string, FactValue>();

  constructor(source: InputSource) {
    this.#source = source;
  }

  reading(reference: Reference): FactValue {
    const remembered = this.#readings.get(reference.text);
    if (remembered !== undefined) return remembered;
    const reading = this.#source.read(reference);
    this.#readings.set(reference.text, reading);
    return reading;
  }

  valueOf(reference: Reference): Value | undefined {
    const reading = this.reading(reference);
    return reading.known ? reading.value : undefined;
  }
}

export const boundInputs: (source: InputSource) => BoundInputs = onceFor(
  (source: InputSource) => new BoundInputs(source),
);
