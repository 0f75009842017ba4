import type { Value } from '../../shared/analysis';
import type { Reference } from './reference';

/** The values that an expression sees; each is asked for when the expression comes to it. */
export interface Bindings {
  /** undefined: it is not known. */
  valueOf(reference: Reference): Value | undefined;
  /** Whether nobody knows if the server has an input: `known()` of such a one is neither true nor false. */
  isDoubted?(reference: Reference): boolean;
}

/** @param values by full name */
export function bindingsOf(values: ReadonlyMap<string, Value>): Bindings {
  return { valueOf: ({ text }) => values.get(text) };
}

/** The same with other values of some inputs, by full name; undefined: that one is not known. */
export function withValues(bindings: Bindings, values: ReadonlyMap<string, Value | undefined>): Bindings {
  return {
    valueOf: (reference) =>
      values.has(reference.text) ? values.get(reference.text) : bindings.valueOf(reference),
  };
}
