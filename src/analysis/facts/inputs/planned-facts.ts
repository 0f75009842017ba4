import type { FactDefinition } from './definition';
import { FactReader } from './fact-reader';
import { FactSet } from './fact-set';
import { type FactValue, known, MissingInput } from './fact-value';
import type { Observed } from './observed';

/** Which variables a fact rests on, by whatever other facts. */
export type DependsOn = (factId: string) => ReadonlySet<string>;

/** Facts by id whose value a plan decides. */
export type DecidedFacts = ReadonlyMap<string, number>;

/** What each fact rests on, worked out when it is first asked for. */
export function factDependence(definitions: ReadonlyMap<string, FactDefinition>): DependsOn {
  const found = new Map<string, ReadonlySet<string>>();
  const dependsOn = (factId: string): ReadonlySet<string> => {
    const remembered = found.get(factId);
    if (remembered !== undefined) return remembered;
    // Facts never need themselves; the catalog's own test says so.
    const definition = definitions.get(factId);
    const variables = new Set<string>(definition?.planned?.with ?? []);
    for (const need of definition?.needs ?? []) {
      if (need.startsWith('variable.')) variables.add(need.slice('variable.'.length));
      if (need.startsWith('fact.')) {
        for (const name of dependsOn(need.slice('fact.'.length))) variables.add(name);
      }
    }
    found.set(factId, variables);
    return variables;
  };
  return dependsOn;
}

/**
 * The facts of a snapshot as they would be with other settings in force. A fact whose formula reads variables sees the
 * planned ones; one that rests on what was measured under the present settings declares what becomes of it (`planned`), and
 * where nothing can be said it stays as it was measured.
 */
export class PlannedFacts extends FactSet {
  readonly #present: FactSet;
  readonly #presentObserved: Observed;
  readonly #observed: Observed;
  readonly #dependsOn: DependsOn;
  readonly #touched = new Map<string, boolean>();
  readonly #changed: ReadonlySet<string>;
  readonly #decided: DecidedFacts;

  /** @param decided facts whose value is known otherwise than by their formula */
  constructor(
    present: { facts: FactSet; observed: Observed },
    observed: Observed,
    definitions: ReadonlyMap<string, FactDefinition>,
    changed: ReadonlySet<string>,
    dependsOn: DependsOn,
    decided: DecidedFacts = new Map(),
  ) {
    super(observed, definitions);
    this.#present = present.facts;
    this.#presentObserved = present.observed;
    this.#observed = observed;
    this.#changed = changed;
    this.#decided = decided;
    this.#dependsOn = dependsOn;
  }

  override reading(id: string, enough?: number): FactValue {
    const value = this.#decided.get(id);
    if (value !== undefined) return known(value);
    return this.#isTouched(id) ? super.reading(id, enough) : this.#present.reading(id, enough);
  }

  override perSecond(id: string): (number | null)[] | null {
    return this.#isTouched(id) ? super.perSecond(id) : this.#present.perSecond(id);
  }

  #isTouched(factId: string): boolean {
    const known = this.#touched.get(factId);
    if (known !== undefined) return known;
    const touched = intersects(this.#dependsOn(factId), this.#changed);
    this.#touched.set(factId, touched);
    return touched;
  }

  protected override predicted(definition: FactDefinition): number | boolean | null {
    const { planned } = definition;
    if (planned === undefined || !planned.with.some((name) => this.#changed.has(name))) return null;
    const reader = (observed: Observed, facts: FactSet) =>
      new FactReader(observed, facts, { id: definition.id, needs: planned.needs });
    try {
      return planned.compute({
        present: reader(this.#presentObserved, this.#present),
        planned: reader(this.#observed, this),
      });
    } catch (thrown) {
      // Without an input of the prediction the fact stays what its own formula gives.
      if (thrown instanceof MissingInput) return null;
      throw thrown;
    }
  }
}

/** Whether two sets have a member in common. */
export function intersects(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const one of others) if (some.has(one)) return true;
  return false;
}
