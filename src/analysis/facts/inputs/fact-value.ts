import type { Value } from '../../../shared/analysis';
import type { Reason, ReasonCode } from '../../../shared/reason';

/** What a total was averaged over, where a snapshot holds one reading only. */
export interface Average {
  /** null: the uptime is not known, which a ratio of totals can do without. */
  seconds: number | null;
  since: 'start' | 'FLUSH STATUS';
}

/** A value that was read, or the reason why there is none. Missing is a value: never a silent zero. */
export type FactValue<T extends Value = Value> =
  | {
      known: true;
      value: T;
      /** Set where it rests on totals of one reading, divided by the time since they were zero. */
      average?: Average;
    }
  | { known: false; reason: Reason };

export function known<T extends Value>(value: T): FactValue<T> {
  return { known: true, value };
}

export function unknown(code: ReasonCode, text: string, remedy?: string): { known: false; reason: Reason } {
  return { known: false, reason: remedy === undefined ? { code, text } : { code, text, remedy } };
}

/**
 * Carries the reason of a missing input out of a fact's computation. It is thrown by `FactReader` and caught in
 * `computeFact`, nowhere else: with it a formula reads as a formula instead of as a ladder of checks.
 */
export class MissingInput extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason.text);
    this.name = 'MissingInput';
    this.reason = reason;
  }
}
