import type { Cell } from '../../../shared/snapshot';

/** How long a statement that was reported to stop may take to do so before the connection is given up. */
const stopLimitMs = 5_000;
/** Who cancels is not kept waiting, whatever the server does: stopping goes on without them. */
const cancelWaitMs = 400;

/**
 * Stops one statement on the server. KILL QUERY needs a connection of its own: when none can be had, or the statement
 * does not stop in time, the connection is dropped, and the server notices when it next writes to it.
 */
export class StatementStopper {
  /** Why it was reported to stop; null: it was not. */
  why: 'timeout' | 'cancelled' | null = null;
  /** Who cancelled waits no longer, and the statement has not stopped yet. */
  isLeft = false;
  /** Rejects when nobody is to wait for the statement any longer: the connection was dropped, or `isLeft`. */
  readonly givenUp: Promise<never>;
  readonly #kill: (signal: AbortSignal) => Promise<void>;
  readonly #drop: () => void;
  #giveUp: (reason: Error) => void = () => undefined;
  #killing: Promise<void> = Promise.resolve();
  readonly #killLimit = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #limit: NodeJS.Timeout | undefined;
  #wait: NodeJS.Timeout | undefined;
  #over = false;
  #tellAbandoned: () => void = () => undefined;
  readonly #abandoned = new Promise<void>((resolve) => {
    this.#tellAbandoned = resolve;
  });

  /** @param kill shows the server to stop it, over a connection of its own, which it leaves when its signal fires */
  constructor(kill: (signal: AbortSignal) => Promise<void>, drop: () => void) {
    this.#kill = kill;
    this.#drop = drop;
    this.givenUp = new Promise<never>((_, reject) => {
      this.#giveUp = reject;
    });
    // Nobody may be waiting any more when it rejects.
    this.givenUp.catch(() => undefined);
  }

  /** Shows the statement to stop, unless it ends by itself within `graceMs`. */
  stop(why: 'timeout' | 'cancelled', graceMs: number): void {
    if (this.why !== null || this.#over) return;
    this.why = why;
    this.#timer = setTimeout(() => {
      this.#limit = setTimeout(() => this.#abandon(), stopLimitMs);
      if (why === 'cancelled') this.#wait = setTimeout(() => this.#leave(), cancelWaitMs);
      this.#killing = this.#kill(this.#killLimit.signal).catch(() => {
        if (!this.#over) this.#abandon();
      });
    }, graceMs);
  }

  /** Ends when the statement has, or its connection was dropped, and no KILL is under way any more. */
  async over(statement: Promise<unknown>): Promise<void> {
    const ended = statement.then(
      () => undefined,
      () => undefined,
    );
    await Promise.race([ended, this.#abandoned]);
    await this.settle();
  }

  /**
   * The statement is over. Waits for a KILL under way, which would otherwise hit the next statement; where the server
   * never answers that either, the connection is dropped.
   */
  async settle(): Promise<void> {
    this.#over = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#wait);
    // A KILL for a connection that is gone hits nothing that follows.
    await Promise.race([this.#killing, this.#abandoned]);
    clearTimeout(this.#limit);
  }

  #leave(): void {
    this.isLeft = true;
    this.#giveUp(new Error('The statement has not stopped yet.'));
  }

  #abandon(): void {
    this.#drop();
    this.#killLimit.abort();
    this.#tellAbandoned();
    this.#giveUp(new Error('The statement did not stop.'));
  }
}

/** The statement that a connection runs, of the rows of SHOW PROCESSLIST; '' for none, null: there is no such connection. */
export function statementOf(rows: readonly (readonly Cell[])[], connectionId: number): string | null {
  const row = rows.find(([id]) => Number(id) === connectionId);
  return row === undefined ? null : String(row[7] ?? '');
}

/** Whether a list of processes, which cuts statements at 100 characters, shows this one: by what is plain ASCII of it. */
export function isShownFor(sql: string, shown: string): boolean {
  const plain = (text: string) => text.replace(/[^\x20-\x7e][\s\S]*/, '');
  const start = plain(shown.trim()).slice(0, 80);
  return shown !== '' && sql.trim().startsWith(start);
}
