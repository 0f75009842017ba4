import type { FactDefinition } from './definition';
import { FactReader, type FactReadings } from './fact-reader';
import { type FactValue, known, MissingInput, unknown } from './fact-value';
import type { Observed } from './observed';

/** The facts of one snapshot, each computed when first asked for and then remembered. */
export class FactSet implements FactReadings {
  readonly #observed: Observed;
  readonly #definitions: ReadonlyMap<string, FactDefinition>;
  readonly #values = new Map<string, FactValue>();
  readonly #series = new Map<string, (number | null)[] | null>();
  readonly #underway = new Set<string>();

  constructor(observed: Observed, definitions: ReadonlyMap<string, FactDefinition>) {
    this.#observed = observed;
    this.#definitions = definitions;
  }

  reading(id: string): FactValue {
    const remembered = this.#values.get(id);
    if (remembered !== undefined) return remembered;
    const computed = this.#compute(id);
    this.#values.set(id, computed);
    return computed;
  }

  perSecond(id: string): (number | null)[] | null {
    const remembered = this.#series.get(id);
    if (remembered !== undefined) return remembered;
    const computed = this.#computePerSecond(id);
    this.#series.set(id, computed);
    return computed;
  }

  #compute(id: string): FactValue {
    const definition = this.#definitions.get(id);
    if (definition === undefined) return unknown('absent', `There is no fact ${id}.`);
    if (this.#underway.has(id)) throw new Error(`Fact ${id} needs itself.`);
    this.#underway.add(id);
    try {
      const value = definition.compute(new FactReader(this.#observed, this, definition));
      if (typeof value === 'number' && !Number.isFinite(value)) {
        return unknown('error', `Fact ${id} has no finite value here.`);
      }
      return known(value);
    } catch (thrown) {
      if (thrown instanceof MissingInput) return { known: false, reason: thrown.reason };
      if (isOfOddData(thrown)) {
        return unknown('error', `Fact ${id} could not be computed: ${thrown.message}.`);
      }
      throw thrown;
    } finally {
      this.#underway.delete(id);
    }
  }

  #computePerSecond(id: string): (number | null)[] | null {
    const definition = this.#definitions.get(id);
    if (definition?.perSecond === undefined || this.#observed.intervals.length === 0) return null;
    try {
      const values = definition.perSecond(new FactReader(this.#observed, this, definition));
      return values.map((value) => (value !== null && Number.isFinite(value) ? value : null));
    } catch (thrown) {
      if (thrown instanceof MissingInput || isOfOddData(thrown)) return null;
      throw thrown;
    }
  }
}

/** What the language itself throws at values of the wrong kind, such as `BigInt('')`. */
function isOfOddData(thrown: unknown): thrown is Error {
  return thrown instanceof SyntaxError || thrown instanceof RangeError || thrown instanceof TypeError;
}
