// Throw-away servers for tests, samples and demonstrations: real ones, each in a folder of its own, on a free
// port of 127.0.0.1 and a socket, root without a password; always stopped, also when the caller dies.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Guard } from '../guard/guard.ts';
import { layDataFolder } from './data-folder.ts';
import { freePort } from './free-port.ts';
import { optionArguments } from './options.ts';
import { type Recipe, readRecipe, type ServerId } from './recipe.ts';

export { type ServerId, serverIds, serverTitles } from './recipe.ts';

export interface RunningServer {
  id: ServerId;
  version: string;
  pid: number;
  /** On 127.0.0.1; 0 with skipNetworking. */
  port: number;
  socket: string;
  /** Own folder: holds data/, tmp/, error.log. */
  dir: string;
  errorLog: string;
  /** Ends the server and removes its folder. SIGKILL: nobody reads what an orderly shutdown would write. */
  stop(): Promise<void>;
  /** SIGKILL; the folder stays until stop(). */
  kill(): Promise<void>;
  /** Shuts down unless dead already, starts again on the same folder, port and socket; `extra` options last. */
  restart(extra?: string[]): Promise<void>;
}

export interface StartOptions {
  /** Server options by name, with dashes or underscores; true is a bare flag, false turns the option off. */
  options?: Record<string, string | number | boolean>;
  /** Further arguments, passed as they are. */
  args?: string[];
  /** Read instead of nothing; paths, port and socket still come from the command line and win. */
  defaultsFile?: string;
  skipNetworking?: boolean;
  /** Arguments of the first start alone, not of a restart. */
  firstArgs?: string[];
  /** Added to the environment; PATH goes before the caller's. */
  env?: Record<string, string>;
  /** Until the server takes connections; default 60 s. */
  timeoutMs?: number;
}

/** Whether the server can be started here, and if not, why. */
export async function serverAvailability(
  id: ServerId,
): Promise<{ available: true; version: string } | { available: false; reason: string }> {
  const found = readRecipe(id);
  return 'recipe' in found
    ? { available: true, version: found.recipe.version }
    : { available: false, reason: found.reason };
}

/**
 * Starts a server and waits until it takes connections.
 * @throws Error with the last lines of the error log when it does not come up.
 */
export async function startServer(id: ServerId, options: StartOptions = {}): Promise<RunningServer> {
  const found = readRecipe(id);
  if ('reason' in found) throw new Error(found.reason);
  // Between finding a free port and the server's taking it, someone else may have it.
  for (let attempt = 1; ; attempt++) {
    const server = new ThrowAwayServer(found.recipe, options);
    try {
      await server.prepare();
      await server.start(options.firstArgs ?? []);
      return server;
    } catch (error) {
      const portTaken = /port[^\n]*in use|Address already in use/i.test(server.logTail(40));
      await server.stop();
      if (!portTaken || attempt === 3) throw error;
    }
  }
}

class ThrowAwayServer implements RunningServer {
  readonly id: ServerId;
  version: string;
  pid = 0;
  port = 0;
  readonly dir: string;
  readonly socket: string;
  readonly errorLog: string;
  readonly #recipe: Recipe;
  readonly #options: StartOptions;
  readonly #guard: Guard;
  #process: ChildProcess | undefined;
  #gone: Promise<unknown> = Promise.resolve();
  #stopping: Promise<void> | undefined;

  constructor(recipe: Recipe, options: StartOptions) {
    this.id = recipe.id;
    this.version = recipe.version;
    this.#recipe = recipe;
    this.#options = options;
    this.#guard = new Guard(recipe.id);
    this.dir = this.#guard.dir;
    this.socket = join(this.dir, 's.sock');
    this.errorLog = join(this.dir, 'error.log');
  }

  async prepare(): Promise<void> {
    this.port = this.#options.skipNetworking ? 0 : await freePort();
    await layDataFolder(this.#recipe, this.#options, this.dir);
  }

  async start(extra: string[]): Promise<void> {
    const [command = '', ...first] = this.#recipe.command;
    const { defaultsFile, skipNetworking } = this.#options;
    const args = [
      ...first,
      defaultsFile === undefined ? '--no-defaults' : `--defaults-file=${defaultsFile}`,
      ...this.#recipe.options,
      ...(process.getuid?.() === 0 ? ['--user=root'] : []),
      ...optionArguments(this.#options.options ?? {}),
      ...(this.#options.args ?? []),
      ...extra,
      `--datadir=${join(this.dir, 'data')}`,
      `--tmpdir=${join(this.dir, 'tmp')}`,
      `--pid-file=${join(this.dir, 'data', 'mysqld.pid')}`,
      `--socket=${this.socket}`,
      `--log-error=${this.errorLog}`,
      ...(skipNetworking ? ['--skip-networking'] : ['--bind-address=127.0.0.1', `--port=${this.port}`]),
    ];
    const log = openSync(this.errorLog, 'a');
    const logStart = statSync(this.errorLog).size;
    const child = this.#guard.spawn(command, args, {
      cwd: this.dir,
      env: environmentOf(this.#recipe, this.#options),
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    child.unref();
    this.#process = child;
    this.pid = child.pid ?? 0;
    this.#gone = once(child, 'exit');
    await this.#untilReady(child, logStart);
    this.#describe();
  }

  async kill(): Promise<void> {
    this.#process?.kill('SIGKILL');
    await this.#untilGone(10_000);
  }

  async restart(extra: string[] = []): Promise<void> {
    await this.#shutDown();
    await this.start(extra);
  }

  stop(): Promise<void> {
    this.#stopping ??= this.kill().then(() => this.#guard.release());
    return this.#stopping;
  }

  logTail(lines: number): string {
    if (!existsSync(this.errorLog)) return '';
    return readFileSync(this.errorLog, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
  }

  async #shutDown(): Promise<void> {
    this.#process?.kill('SIGTERM');
    if (await this.#untilGone(20_000)) return;
    await this.kill();
  }

  /** @returns whether the process has ended within the time */
  async #untilGone(limitMs: number): Promise<boolean> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null || child.pid === undefined)
      return true;
    const limit = new AbortController();
    const ended = await Promise.race([
      this.#gone.then(() => true),
      delay(limitMs, false, { signal: limit.signal }).catch(() => false),
    ]);
    limit.abort();
    return ended;
  }

  /** The error log shows; connecting would show in the server's own counters, which tests look at. */
  async #untilReady(child: ChildProcess, logStart: number): Promise<void> {
    const deadline = Date.now() + (this.#options.timeoutMs ?? 60_000);
    for (;;) {
      const log = readFileSync(this.errorLog).subarray(logStart).toString('utf8');
      // "Version: ..." follows on the same or the next line, once the sockets are open.
      const version = /ready for connections\.[\s\S]*?Version: '(\d+\.\d+\.\d+)/.exec(log)?.[1];
      if (version) {
        this.version = version;
        return;
      }
      const ended = child.exitCode !== null || child.signalCode !== null;
      if (ended || Date.now() > deadline) {
        const what = ended ? `ended with ${child.exitCode ?? child.signalCode}` : 'was not ready in time';
        await this.kill();
        throw new Error(`${this.id} ${what}. From its log:\n${tellingLines(log)}`);
      }
      await delay(20);
    }
  }

  /** For `npm run servers -- list`. */
  #describe(): void {
    const { id, version, pid, port, socket } = this;
    const text = JSON.stringify({ id, version, pid, port, socket, caller: process.pid });
    writeFileSync(join(this.dir, 'server.json'), text);
  }
}

function environmentOf(recipe: Recipe, { env = {} }: StartOptions): NodeJS.ProcessEnv {
  const path = env.PATH === undefined ? {} : { PATH: `${env.PATH}${delimiter}${process.env.PATH ?? ''}` };
  return { ...process.env, ...recipe.env, ...env, ...path };
}

/** The errors of a log, or else its end: after an error a server still shows at length how it shuts down. */
function tellingLines(log: string): string {
  const lines = log.trimEnd().split('\n');
  const errors = lines.filter((line) => line.includes('[ERROR]'));
  return (errors.length > 0 ? errors : lines).slice(-12).join('\n');
}
