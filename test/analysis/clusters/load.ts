import { setTimeout as delay } from 'node:timers/promises';
import { type Client, connectClient } from '../../server/take-snapshot.ts';

/** Sessions that send one statement after the other until stopped; errors (conflicts, refusals) are part of it. */
export class Load {
  readonly #clients: Client[] = [];
  readonly #loops: Promise<void>[] = [];
  #on = true;

  /** @param everyMs pause after each statement; 0: none */
  add(server: { socket: string }, sessions: number, statement: () => string, everyMs = 0): this {
    for (let session = 0; session < sessions; session += 1) {
      const client = connectClient(server.socket);
      this.#clients.push(client);
      this.#loops.push(this.#repeat(client, statement, everyMs));
    }
    return this;
  }

  async stop(): Promise<void> {
    this.#on = false;
    await Promise.all(this.#loops);
    for (const client of this.#clients) client.end();
  }

  async #repeat(client: Client, statement: () => string, everyMs: number): Promise<void> {
    while (this.#on) {
      await client.query(statement()).catch(() => undefined);
      if (everyMs > 0) await delay(everyMs);
    }
  }
}

/** Judges what is seen while the load runs; the load is stopped whatever comes. */
export async function under<T>(load: Load, look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } finally {
    await load.stop();
  }
}

/** Lets a process run for a few of every 300 ms. @returns ends that */
export function answerLate(pid: number): () => Promise<void> {
  let isLate = true;
  const late = (async () => {
    while (isLate) {
      process.kill(pid, 'SIGSTOP');
      await delay(300);
      process.kill(pid, 'SIGCONT');
      await delay(5);
    }
  })();
  return async () => {
    isLate = false;
    await late;
  };
}
