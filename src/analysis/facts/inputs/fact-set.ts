import { defined } from '../../../shared/base/defined';
import type { FactDefinition } from './definition';
import { FactReader, type FactReadings } from './fact-reader';
import { type FactValue, known, MissingInput, unknown } from './fact-value';
import type { Observed } from './observed';
import { averagesFrom, noLength } from './since-start';

/** The facts of one snapshot, each computed when first asked for and then remembered. */
export class FactSet implements FactReadings {
  readonly #observed: Observed;
  readonly #definitions: ReadonlyMap<string, FactDefinition>;
  /** By the uptime that an average needs, then by id. */
  readonly #values = new Map<number, Map<string, FactValue>>();
  readonly #series = new Map<string, (number | null)[] | null>();
  readonly #underway = new Set<string>();

  constructor(observed: Observed, definitions: ReadonlyMap<string, FactDefinition>) {
    this.#observed = observed;
    this.#definitions = definitions;
  }

  /** @param enough uptime that an average since start needs, seconds; ratios need none */
  reading(id: string, enough = averagesFrom): FactValue {
    const least = Math.min(enough, ratioNeeds(this.#definitions.get(id)));
    let values = this.#values.get(least);
    if (values === undefined) {
      values = new Map();
      this.#values.set(least, values);
    }
    const remembered = values.get(id);
    if (remembered !== undefined) return remembered;
    const computed = this.#compute(id, least);
    values.set(id, computed);
    return computed;
  }

  perSecond(id: string): (number | null)[] | null {
    const remembered = this.#series.get(id);
    if (remembered !== undefined) return remembered;
    const computed = this.#computePerSecond(id);
    this.#series.set(id, computed);
    return computed;
  }

  /** What is said of a fact beforehand, in the place of its formula; null: nothing, as always for the snapshot as it is. */
  protected predicted(_definition: FactDefinition): number | boolean | null {
    return null;
  }

  #compute(id: string, enough: number): FactValue {
    const definition = this.#definitions.get(id);
    if (definition === undefined) return unknown('absent', `There is no fact ${id}.`);
    if (definition.onlyInWindow !== undefined && this.#observed.windowSeconds === null) {
      return unknown('no-window', definition.onlyInWindow, 'Take a snapshot with --for 30s.');
    }
    if (this.#underway.has(id)) throw new Error(`Fact ${id} needs itself.`);
    this.#underway.add(id);
    try {
      const predicted = this.predicted(definition);
      if (predicted !== null) return known(predicted);
      const reader = new FactReader(this.#observed, this, definition, enough);
      const value = definition.compute(reader);
      if (typeof value === 'number' && !Number.isFinite(value)) {
        return unknown('error', `Fact ${id} has no finite value here.`);
      }
      return { ...known(onOneLine(value)), ...defined({ average: reader.average }) };
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
    const predicted = this.predicted(definition);
    if (typeof predicted === 'number') return this.#observed.intervals.map(() => predicted);
    try {
      const values = definition.perSecond(new FactReader(this.#observed, this, definition));
      return values.map((value) => (value !== null && Number.isFinite(value) ? value : null));
    } catch (thrown) {
      if (thrown instanceof MissingInput || isOfOddData(thrown)) return null;
      throw thrown;
    }
  }
}

/** What others named begins no line of its own in a text that it stands in. */
function onOneLine<V>(value: V): V | string {
  return typeof value === 'string' ? value.replace(/[\n\r\v\f\u0085\u2028\u2029]+/g, ' ') : value;
}

/** Uptime that a fact needs by itself: a share or ratio of totals is one at any uptime. */
function ratioNeeds(definition: FactDefinition | undefined): number {
  if (definition?.unit !== 'ratio' && definition?.unit !== 'percent') return averagesFrom;
  return definition.perTime === true ? 0 : noLength;
}

/** What the language itself throws at values of the wrong kind, such as `BigInt('')`. */
function isOfOddData(thrown: unknown): thrown is Error {
  return thrown instanceof SyntaxError || thrown instanceof RangeError || thrown instanceof TypeError;
}
