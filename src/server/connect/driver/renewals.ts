import { LatchkeyError } from '../../../shared/base/error';
import { texts } from './texts';

/** Why a connection was given up in the middle of a statement: the next one may be answered on another connection. */
export type GivenUpFor = 'too-large' | 'timeout';

const words: Readonly<Record<GivenUpFor, string>> = {
  'too-large': 'for an answer that was too large',
  timeout: 'for an answer that never came',
};

/** Five statements of 10 s and their ends: a server that does not answer for longer than it does is then given up. */
const mostLostMs = 60_000;

/** A statement of others is not sent, because the connection is no longer the first one. The code says why it is not. */
export class NotSentOnRenewed extends LatchkeyError {
  override readonly code: GivenUpFor;

  constructor(code: GivenUpFor) {
    super(
      code,
      `Statements of others are not sent over the connection that took the place of one given up ${words[code]}.`,
    );
    this.name = 'NotSentOnRenewed';
    this.code = code;
  }
}

/**
 * Decides whether a connection that was given up is rebuilt. A server that mostly answers is asked on; one that only
 * takes time is given up, unless the session carries a load (`all`), which has an end of its own.
 */
export class Renewals {
  readonly #allowed: 'own' | 'all' | null;
  /** What was lost, less what went well since; of that no more is counted than was lost. */
  #lostMs = 0;
  #atMs = 0;
  #due = false;
  #last: GivenUpFor | null = null;
  #end: LatchkeyError | null = null;

  constructor(allowed: 'own' | 'all' | null) {
    this.#allowed = allowed;
  }

  /**
   * The connection was given up.
   * @param tookMs how long its last statement took until then
   * @param nowMs by a clock that only goes forward
   * @returns whether another one takes its place
   */
  givenUp({ code }: LatchkeyError, tookMs: number, nowMs: number): boolean {
    if (this.#allowed === null || (code !== 'too-large' && code !== 'timeout')) return false;
    this.#last = code;
    const wellMs = Math.max(0, nowMs - this.#atMs - tookMs);
    this.#lostMs = Math.max(0, this.#lostMs - wellMs) + tookMs;
    this.#atMs = nowMs;
    this.#due = this.#allowed === 'all' || this.#lostMs <= mostLostMs;
    if (!this.#due) {
      const seconds = Math.round(this.#lostMs / 1000);
      this.#end = new LatchkeyError('connection-lost', texts.theServerWasGivenUp(seconds), {
        hint: texts.lookAtTheServerAnd,
      });
    }
    return this.#due;
  }

  /** A connection has to be made before the next statement. */
  due(): boolean {
    return this.#due;
  }

  made(): void {
    this.#due = false;
  }

  /** No further one is tried. @returns what to throw */
  failed(error: LatchkeyError): LatchkeyError {
    this.#due = false;
    const before = this.#last === null ? '' : ` ${words[this.#last]}`;
    this.#end =
      error.code === 'connection-lost'
        ? error
        : new LatchkeyError('connection-lost', texts.theConnectionWasGivenUp(before, error.message), {
            hint: error.hint,
            cause: error.cause,
          });
    return this.#end;
  }

  /** Why there is no connection any more; null: not for a reason known here. */
  end(): LatchkeyError | null {
    return this.#end;
  }

  /** What was checked on the first connection does not hold for another one. Null: they may be sent. */
  refusalOfForeign(): LatchkeyError | null {
    return this.#allowed === 'all' || this.#last === null ? null : this.notSent();
  }

  /** The connection that was made ready for a statement of others is gone. */
  notSent(): LatchkeyError {
    return new NotSentOnRenewed(this.#last ?? 'too-large');
  }
}
