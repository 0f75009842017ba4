import type { Unit, Value } from '../../../shared/analysis';
import type { FactReader } from './fact-reader';
import type { Need } from './need';

/** How a fact is shown to people: what it is, how it is computed, where the formula comes from. */
export interface FactDocument {
  what: string;
  formula: string;
  source: string;
}

/** Which CEL type a fact has in expressions. */
export type FactType = 'number' | 'boolean' | 'string';

/**
 * A value derived from a snapshot. `needs` names every input that `compute` may read; the reader holds nothing else, and
 * reading what is not named is an error.
 */
export interface FactDefinition {
  id: string;
  unit: Unit;
  type: FactType;
  needs: readonly Need[];
  doc: FactDocument;
  /** The value over the whole window. Missing inputs leave through `FactReader` with their reason. */
  compute(read: FactReader): Value;
  /** The value in each interval of the window, where the fact has one per second; null: unknown in that interval. */
  perSecond?(read: FactReader): (number | null)[];
}
