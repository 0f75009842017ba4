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

/** Both worlds of a prediction: the snapshot as it is, and the same with other settings in force. */
export interface Worlds {
  present: FactReader;
  planned: FactReader;
}

/**
 * What becomes of a fact that rests on what was measured once a setting has another value. Declared only where it can be
 * said: a fact without it stays as its formula gives it.
 */
export interface Prediction {
  /** Variables that it is about. */
  with: readonly string[];
  /** Every input that `compute` may read. */
  needs: readonly Need[];
  /** null: nothing can be said for these values. */
  compute(worlds: Worlds): number | boolean | null;
}

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
  /**
   * Why totals since start cannot give it, for facts that need a real window: said where there is none. Without it, the
   * counters that it reads are averaged since start (24 h of uptime at least; ratios and shares at any uptime).
   */
  onlyInWindow?: string;
  /** A ratio to the time, or to what one second can do: totals give it only where their length is known. */
  perTime?: true;
  /** The value over the whole window. Missing inputs leave through `FactReader` with their reason. */
  compute(read: FactReader): Value;
  /** The value in each interval of the window, where the fact has one per second; null: unknown in that interval. */
  perSecond?(read: FactReader): (number | null)[];
  /** Set by the catalog from the table of predictions. */
  planned?: Prediction;
}
