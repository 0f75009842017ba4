import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { RequestedSetting } from '../../src/server/change';

type Message = Record<string, unknown> & { at: string };

/** A child process that makes a change and holds it (hold-change.ts). */
export class Holder {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #gone: Promise<unknown>;

  constructor(order: {
    socket: string;
    account?: { user: string; password: string };
    folder: string;
    settings: RequestedSetting[];
  }) {
    const here = import.meta.dirname;
    this.#child = spawn(
      process.execPath,
      ['--import', join(here, 'extensionless.mjs'), join(here, 'hold-change.ts'), JSON.stringify(order)],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    this.#gone = once(this.#child, 'exit');
    if (this.#child.stdout === null) throw new Error('The child has no output.');
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  get ended(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** What it says next. */
  async next(): Promise<Message> {
    const { done, value } = await this.#lines.next();
    if (done === true) throw new Error('The child ended without a word.');
    return JSON.parse(value);
  }

  /** `SIGKILL`: it can do nothing any more. `SIGTERM`: it restores everything. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    this.#child.kill(signal);
    await this.#gone;
  }
}
