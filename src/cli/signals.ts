import { exitCodes, LatchkeyError } from '../shared/base/error';
import { texts } from './texts';

/** How long a command may take to leave a server that keeps it waiting, ms. */
const longestLeave = 850;

/** SIGHUP: the terminal, or the SSH login in which this runs, was closed. */
const obeyed = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * What the process does when the person or the system asks it to end. By default the system ends it at once, whatever
 * it computes: a command that only reads and writes files is left at that. From the first connection to a server on
 * (`catchFromNow`) a signal cancels: the command keeps what it has and restores what it changed. A second one ends it
 * at once, and so does a server that keeps the command from obeying; but while a change of a server is in hand, only a third does, or SIGQUIT: the journal then holds the originals.
 */
export class Signals {
  readonly #cancel: AbortController;
  readonly #changing: () => boolean;
  readonly #say: (remark: string) => void;
  readonly #fail: (error: LatchkeyError) => void;
  #caught: NodeJS.Signals | null = null;
  #count = 0;
  #catching = false;
  #sessions = 0;

  /** @param changing whether a change of a server is in hand @param tell how the person is informed */
  constructor(
    cancel: AbortController,
    changing: () => boolean,
    tell: { say: (remark: string) => void; fail: (error: LatchkeyError) => void },
  ) {
    this.#cancel = cancel;
    this.#changing = changing;
    this.#say = tell.say;
    this.#fail = tell.fail;
  }

  /** Call it before each session with a server. @returns call it when the session is over */
  catchFromNow(): () => void {
    this.#sessions += 1;
    if (!this.#catching) {
      this.#catching = true;
      for (const signal of obeyed) process.on(signal, this.#obey);
    }
    return () => {
      this.#sessions -= 1;
    };
  }

  /**
   * The command is over. From now on a signal ends the process at once, whatever keeps it; after a cancel it ends now,
   * with all written out. A name that is being looked up cannot be given up, and an
   * ordinary exit would wait for it: the signal itself then ends the process, which shells report as 130 or 143.
   */
  endNow(code: number): void {
    for (const signal of obeyed) process.removeListener(signal, this.#obey);
    if (this.#caught === null) return;
    if (process.getActiveResourcesInfo().some((name) => name.startsWith('GetAddrInfo'))) {
      process.removeAllListeners(this.#caught);
      process.kill(process.pid, this.#caught);
      return;
    }
    process.exit(code);
  }

  readonly #obey = (signal: NodeJS.Signals): void => {
    this.#caught ??= signal;
    if (signal !== 'SIGHUP' || this.#count === 0) this.#count += 1;
    if (this.#changing()) {
      this.#say(this.#count === 1 ? texts.restoringWhatWasChangedOn : texts.stillRestoringWhatWasChanged);
      if (this.#count > 2) process.exit(exitCodes.cancelled);
    } else if (this.#count > 1) process.exit(exitCodes.cancelled);
    if (!this.#cancel.signal.aborted) this.#leaveInTime();
    this.#cancel.abort();
  };

  /** What is written once the session is over takes the time that it needs. */
  #leaveInTime(): void {
    let since = performance.now();
    const look = () => {
      if (this.#changing() || this.#sessions === 0) since = performance.now();
      else if (performance.now() - since >= longestLeave) {
        this.#fail(new LatchkeyError('cancelled', texts.cancelledTheServerDidNot));
        this.endNow(exitCodes.cancelled);
      }
    };
    setInterval(look, 50).unref();
  }
}
