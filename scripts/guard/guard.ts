// Programs that never outlive their caller: servers, load generators, displays.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A temporary folder with one program at a time in it. A small watchdog process waits on a pipe from here: when
 * this process ends without release(), also by SIGKILL, it kills the program and removes the folder.
 */
export class Guard {
  readonly dir: string;
  readonly #watchdog: ChildProcess;

  /** @param name starts the folder's name */
  constructor(name: string) {
    // A Unix socket's path may have about 100 characters; a long TMPDIR would not leave room for one.
    const parent = tmpdir().length < 60 ? tmpdir() : '/tmp';
    this.dir = mkdtempSync(join(parent, `latchkey-${name}-`));
    this.#watchdog = spawn('/bin/sh', [script('watchdog.sh'), this.dir], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.#watchdog.stdin?.on('error', () => undefined);
    unref(this.#watchdog);
    unref(this.#watchdog.stdin);
  }

  /** Detached: Ctrl-C in a terminal reaches the caller, which then ends the program in good order. */
  spawn(command: string, args: string[], options: SpawnOptions): ChildProcess {
    return spawn('/bin/sh', [script('launch.sh'), this.dir, command, ...args], {
      ...options,
      detached: true,
    });
  }

  /** To be called when the program has ended: removes the folder and lets the watchdog go. */
  async release(): Promise<void> {
    await rm(this.dir, { recursive: true, force: true, maxRetries: 3 });
    this.#watchdog.stdin?.end('done\n');
  }
}

function script(name: string): string {
  return join(import.meta.dirname, name);
}

/** Pipes of child processes are sockets at run time, which can be left out of what keeps a process alive. */
function unref(handle: object | null): void {
  if (handle && 'unref' in handle && typeof handle.unref === 'function') handle.unref();
}
