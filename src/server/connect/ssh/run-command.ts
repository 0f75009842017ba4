import type { ClientChannel } from 'ssh2';
import { LatchkeyError } from '../../../shared/base/error';
import { texts } from './texts';

export interface RunOptions {
  /** Milliseconds; default 10,000. */
  timeoutMs?: number;
  /** Of standard output; what goes beyond is dropped and `truncated` says so. Default 4 MiB. */
  maxBytes?: number;
  signal?: AbortSignal;
}

export interface CommandOutput {
  stdout: string;
  /** At most the first 64 KiB. */
  stderr: string;
  /** Null: ended by a signal. */
  exitCode: number | null;
  truncated: boolean;
}

export const defaultCommandTimeoutMs = 10_000;
const defaultMaxBytes = 4 * 1024 ** 2;
const maxErrorBytes = 64 * 1024;
const sigKill = 'KILL';

/**
 * Gathers the output of a command under way, with nothing on its standard input. `lost`: why its SSH connection broke.
 * @throws LatchkeyError timeout, cancelled or connection-lost; the command is then asked to end.
 */
export function runCommand(
  channel: ClientChannel,
  lost: () => LatchkeyError | null,
  options: RunOptions,
): Promise<CommandOutput> {
  const timeoutMs = options.timeoutMs ?? defaultCommandTimeoutMs;
  const stdout = new Gathered(options.maxBytes ?? defaultMaxBytes);
  const stderr = new Gathered(maxErrorBytes);
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', onAbort);
      settle();
    };
    const stop = (error: LatchkeyError) =>
      finish(() => {
        // sshd delivers the signal where it can (OpenSSH 7.9 and up); closing ends what writes.
        channel.signal(sigKill);
        channel.close();
        reject(error);
      });
    const timer = setTimeout(
      () => stop(new LatchkeyError('timeout', texts.theCommandWasStoppedAfter(timeoutMs / 1000))),
      timeoutMs,
    );
    const onAbort = () => stop(new LatchkeyError('cancelled', 'Cancelled.'));
    options.signal?.addEventListener('abort', onAbort);
    channel.on('data', (data: Buffer) => stdout.add(data));
    channel.stderr.on('data', (data: Buffer) => stderr.add(data));
    channel.on('error', () => undefined);
    // 'exit' may have come with the answer to the request, before anyone could listen; 'close' repeats what it said.
    channel.on('close', (code?: number | null) =>
      finish(() => {
        const broken = lost();
        if (broken !== null) reject(broken);
        else
          resolve({
            stdout: stdout.text(),
            stderr: stderr.text(),
            exitCode: code ?? null,
            truncated: stdout.truncated,
          });
      }),
    );
    channel.end();
    if (options.signal?.aborted === true) onAbort();
  });
}

/** Bytes up to a limit. */
class Gathered {
  truncated = false;
  readonly #limit: number;
  readonly #chunks: Buffer[] = [];
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(data: Buffer): void {
    const room = this.#limit - this.#size;
    if (data.length > room) this.truncated = true;
    if (room <= 0) return;
    const kept = data.subarray(0, room);
    this.#chunks.push(kept);
    this.#size += kept.length;
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString('utf8');
  }
}
