import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { LatchkeyError, throwIfCancelled } from '../../shared/base/error';
import { counted } from '../../shared/base/units';
import type { ConnectionSecrets, ConnectionTarget } from '../../shared/connection';
import type { ProbeWorkload } from '../../shared/probe';
import type { Session } from '../connect/session';
import { type StartedProgram, startProgram } from '../machine/start-program';
import type { Load } from './load';
import { presetArguments } from './presets';
import type { SysbenchProgram } from './sysbench-program';
import { texts } from './texts';

/** The schema of sysbench's tables, made and dropped by the change gate. */
export const loadSchema = 'latchkey_probe';

export interface SysbenchOptions {
  program: SysbenchProgram;
  workload: Extract<ProbeWorkload, { kind: 'sysbench' }>;
  target: ConnectionTarget;
  secrets: ConnectionSecrets;
  /** It ends by itself after so long, should nobody end it. */
  limitSeconds: number;
  environment: NodeJS.ProcessEnv;
  /** CPU seconds of a process; null: unknown. */
  cpuSecondsOf(pid: number): Promise<number | null>;
  /** Makes the schema, through the gate. */
  createSchema(): Promise<void>;
}

/** A deadlock, a duplicate key, a lock wait or a killed statement is part of a load, not the end of it. */
const ignoredErrors = '1213,1020,1205,1062,1180,1317';
/** How long sysbench may take to end before it is killed. */
const graceMs = 1500;
const prepareLimitMs = 30 * 60_000;
const connectLimitMs = 10_000;

/**
 * Says why sysbench must not connect as Latchkey does; null: it may. sysbench 1.0 cannot be held to TLS (its
 * `--mysql-ssl` takes three files of fixed names in the working folder and goes on without where the server offers none), and its client
 * library gives the password to any RSA key that is sent, with `--mysql-ssl=on` in clear (tried with 1.0.20 on
 * MariaDB Connector/C 3): only a way that nobody on the network reads is safe.
 */
export function sysbenchRefusal({ target, statedSslMode, loopback }: SysbenchWay): string | null {
  if (target.ssh !== undefined) {
    return 'sysbench cannot go through an SSH connection of Latchkey. Run Latchkey on a machine that reaches the server itself.';
  }
  if (statedSslMode !== undefined && !['disabled', 'preferred'].includes(statedSslMode)) {
    return 'sysbench 1.0 cannot be held to TLS, which this connection demands.';
  }
  const agreed = statedSslMode === 'disabled' && target.getServerPublicKey === true;
  if (target.socket === undefined && !loopback && !agreed) {
    return "sysbench 1.0 cannot be held to TLS, and gives the password to whoever answers in the server's place: it connects over a Unix socket or to this machine itself only. Run Latchkey on the server's machine, or state --ssl-mode=disabled with --get-server-public-key where the network is trusted.";
  }
  return null;
}

type SysbenchWay = Pick<Session, 'target' | 'statedSslMode' | 'loopback'>;

/** sysbench with its own tables in its own schema. */
export function sysbenchLoad(options: SysbenchOptions): Load {
  return new SysbenchLoad(options);
}

class SysbenchLoad implements Load {
  readonly program: string;
  readonly processors = null;
  readonly #options: SysbenchOptions;
  #folder: string | null = null;
  #child: RunningChild | null = null;
  /** CPU time of clients that have ended. */
  #spentSeconds = 0;
  #errors = 0;
  #stopped = false;

  constructor(options: SysbenchOptions) {
    this.#options = options;
    this.program = options.program.version;
  }

  async start(signal: AbortSignal, report: Parameters<Load['start']>[1]): Promise<void> {
    const { workload, createSchema } = this.#options;
    await createSchema();
    throwIfCancelled(signal);
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-load-'));
    this.#folder = folder;
    const rows = workload.tables * workload.rows;
    report({
      done: 0,
      total: null,
      phase: 'probe',
      note: `filling ${counted(workload.tables, 'table')} with ${counted(rows, 'row')}`,
    });
    const filling = await this.#launch([`--threads=${Math.min(4, workload.tables)}`], 'prepare');
    await ended(filling, prepareLimitMs, signal);
    await filling.forgotten;
    throwIfCancelled(signal);
    report({ done: 0, total: null, phase: 'probe', note: 'starting the load' });
    await this.#run(signal);
  }

  async reconnect(signal: AbortSignal): Promise<void> {
    await this.#end();
    throwIfCancelled(signal);
    await this.#run(signal);
  }

  async clientCpuSeconds(): Promise<number | null> {
    const pid = this.#child?.process.pid;
    if (pid === undefined) return this.#spentSeconds;
    const now = await this.#options.cpuSecondsOf(pid);
    if (now !== null && this.#child !== null) this.#child.cpuSeconds = now;
    return now === null ? null : this.#spentSeconds + now;
  }

  /** It prints percentiles of its own events; those of statements come from the server. */
  ownDigests(): null {
    return null;
  }

  ownHistogram(): null {
    return null;
  }

  errors(): number {
    return this.#errors;
  }

  failure(): string | null {
    const child = this.#child;
    return child === null || child.over === null || this.#stopped ? null : child.over;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#end();
    const folder = this.#folder;
    this.#folder = null;
    if (folder !== null) await rm(folder, { recursive: true, force: true });
  }

  /** Starts the load and waits until its connections are made and it reports for the first time. */
  async #run(signal: AbortSignal): Promise<void> {
    const { workload, limitSeconds } = this.#options;
    const { options } = presetArguments[workload.preset];
    const args = [
      `--threads=${workload.threads}`,
      `--time=${Math.ceil(limitSeconds)}`,
      '--events=0',
      '--report-interval=1',
      `--mysql-ignore-errors=${ignoredErrors}`,
      ...options,
    ];
    const child = await this.#launch(args, 'run');
    this.#child = child;
    child.onErrors = (count) => {
      this.#errors += count;
    };
    const waiting = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
      setTimeout(resolve, connectLimitMs).unref();
    });
    await Promise.race([child.forgotten, waiting]);
    throwIfCancelled(signal);
    if (child.over !== null)
      throw new LatchkeyError('query-failed', texts.sysbenchCouldNotLoadThe(child.over));
  }

  async #end(): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    await this.clientCpuSeconds();
    this.#child = null;
    this.#spentSeconds += child.cpuSeconds;
    if (child.closed) return;
    child.process.kill('SIGTERM');
    const limit = setTimeout(() => child.process.kill('SIGKILL'), graceMs);
    await new Promise<void>((resolve) => {
      if (child.closed) resolve();
      else child.process.once('close', () => resolve());
    });
    clearTimeout(limit);
    await child.forgotten;
  }

  /** The file with the password is gone as soon as it was read, so that a kill of Latchkey leaves none behind. */
  async #launch(args: readonly string[], command: 'prepare' | 'run'): Promise<RunningChild> {
    const { program, workload, environment } = this.#options;
    const { script } = presetArguments[workload.preset];
    const config = join(this.#folder ?? '', 'sysbench.cnf');
    await writeFile(config, this.#config(), { mode: 0o600 });
    const all = [
      `--config-file=${config}`,
      '--db-driver=mysql',
      ...args,
      `--tables=${workload.tables}`,
      `--table-size=${workload.rows}`,
      script,
      command,
    ];
    const endWithUs = startWatcher();
    const child = new RunningChild(
      startProgram(program.path, all, { environment, stdio: ['ignore', 'pipe', 'pipe'] }),
    );
    endWithUs(child.process);
    // Where it cannot be removed yet, it goes with its folder.
    child.forgotten = child.begun.then(() => rm(config, { force: true })).catch(() => undefined);
    return child;
  }

  /** Account and password go by a file that only this account may read: arguments are shown to everybody. */
  #config(): string {
    const { target, secrets } = this.#options;
    const lines = {
      ...(target.socket === undefined
        ? { 'mysql-host': addressOf(target), 'mysql-port': String(target.port ?? 3306) }
        : { 'mysql-socket': target.socket }),
      // As Latchkey's own connections.
      'mysql-user': target.user ?? userInfo().username,
      ...(secrets.password === undefined || secrets.password === ''
        ? {}
        : { 'mysql-password': secrets.password }),
      'mysql-db': loadSchema,
    };
    for (const [name, value] of Object.entries(lines)) {
      if (/[\n\r\0]/.test(value)) throw new LatchkeyError('usage', texts.holdsALineEndWhich(name));
    }
    return Object.entries(lines)
      .map(([name, value]) => `${name}=${quoted(name, value)}\n`)
      .join('');
  }
}

/** To the client library `localhost` is its own Unix socket, whatever the port: perhaps that of another server. */
function addressOf({ host = 'localhost' }: ConnectionTarget): string {
  return host.toLowerCase() === 'localhost' ? '127.0.0.1' : host;
}

/**
 * A value of an option file: bare, sysbench 1.0.20 ends it at a blank or comma and takes quotation marks and a `#` at its
 * beginning for its own (tried); within either kind of quotation marks it reads all but that kind.
 */
function quoted(name: string, value: string): string {
  if (/^[\w.:/@+-]*$/.test(value)) return value;
  const mark = ["'", '"'].find((each) => !value.includes(each));
  if (mark !== undefined) return `${mark}${value}${mark}`;
  throw new LatchkeyError('usage', texts.holdsBothKindsOfQuotation(name));
}

/**
 * Ends the program when this process is killed. It would go on: while it fills a table it prints nothing, so that the
 * broken pipe does not end it (3,000,000 rows were filled for minutes). A shell is given the id of the program and then
 * waits for a line that comes when that is over; the end of its input is the end of this process. In a session of its own,
 * which no terminal ends. Started before the program: on a busy machine a kill came between the two.
 */
function startWatcher(): (program: StartedProgram) => void {
  if (process.platform === 'win32') return () => undefined;
  const script = 'read -r program && { read -r _ || kill -KILL "$program"; }';
  const watcher = startProgram('/bin/sh', ['-c', script, 'latchkey-watch'], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  // Without it a load still ends at its limit of time.
  watcher.once('error', () => undefined);
  watcher.stdin?.on('error', () => undefined);
  watcher.unref();
  return (program) => {
    if (program.pid === undefined) watcher.stdin?.end();
    else watcher.stdin?.write(`${program.pid}\n`);
    program.once('close', () => watcher.stdin?.end('over\n'));
  };
}

/** sysbench at work: what it prints, and how it ended. */
class RunningChild {
  readonly process: StartedProgram;
  /** It has connected, or is over. */
  readonly begun: Promise<void>;
  /** Its option file was removed. */
  forgotten: Promise<void> = Promise.resolve();
  onErrors: (count: number) => void = () => undefined;
  cpuSeconds = 0;
  closed = false;
  /** Why it is over; null: it runs. */
  over: string | null = null;
  #line = '';
  #tail: string[] = [];
  #noteBegun: () => void = () => undefined;

  constructor(process: StartedProgram) {
    this.process = process;
    this.begun = new Promise((resolve) => {
      this.#noteBegun = resolve;
      process.once('close', () => resolve());
    });
    const read = (chunk: Buffer) => this.#read(chunk.toString('utf8'));
    process.stdout?.on('data', read);
    process.stderr?.on('data', read);
    process.once('error', (error) => {
      this.over = error.message;
    });
    process.once('close', (code, killedBy) => {
      this.closed = true;
      this.over ??= code === 0 ? 'its time was over' : this.#why(code ?? killedBy ?? 'unknown');
    });
  }

  get failed(): boolean {
    return this.over !== null && this.process.exitCode !== 0;
  }

  #read(text: string): void {
    const lines = (this.#line + text).split('\n');
    this.#line = lines.pop() ?? '';
    for (const line of lines) {
      // `[ 1s ] thds: 4 tps: 812.03 qps: 812.03 (r/w/o: ...) lat (ms,95%): 9.73 err/s: 0.00 reconn/s: 0.00`
      const report = /^\[ *\d+s *\] thds:.*err\/s: *([\d.]+)/.exec(line);
      if (report === null) {
        if (line.trim() !== '') this.#tail = [...this.#tail, line.trim()].slice(-6);
        if (/^(Threads started!|Creating table)/.test(line)) this.#noteBegun();
      } else {
        this.onErrors(Number(report[1]));
      }
    }
  }

  #why(code: number | string): string {
    const fatal = this.#tail.filter((line) => /FATAL|error/i.test(line)).slice(0, 2);
    return (fatal.length > 0 ? fatal : this.#tail.slice(-2)).join(' ') || `exit ${code}`;
  }
}

/** Waits until the program has done its work. @throws LatchkeyError when it fails, takes too long, or is cancelled */
async function ended(child: RunningChild, limitMs: number, signal: AbortSignal): Promise<void> {
  const kill = () => child.process.kill('SIGKILL');
  const limit = setTimeout(kill, limitMs);
  signal.addEventListener('abort', kill, { once: true });
  await new Promise<void>((resolve) => {
    child.process.once('close', () => resolve());
    child.process.once('error', () => resolve());
    if (signal.aborted) kill();
  });
  clearTimeout(limit);
  signal.removeEventListener('abort', kill);
  throwIfCancelled(signal);
  if (child.failed)
    throw new LatchkeyError('query-failed', texts.sysbenchCouldNotMakeIts(String(child.over)));
}
