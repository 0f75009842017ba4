// Runs `bin/latchkey` as a person would, and watches what it takes.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { queuedMs } from '../queued.ts';

const root = join(import.meta.dirname, '../..');
const launcher = join(root, 'bin/latchkey');

/** What became of one run. */
export interface Run {
  code: number | null;
  /** Beginning of what it printed, 16 MB at most of each. */
  out: string;
  err: string;
  /** Until it ended, or was ended; without the time that it was ready to run and other processes had the processors. */
  seconds: number;
  /** From the signal until its end, reckoned in the same way; 0: none was sent. */
  secondsToStop: number;
  /** Largest resident set of the process, bytes; 0 where the system does not say. */
  peakBytes: number;
  /** It had to be ended. */
  endless: boolean;
}

export interface RunOptions {
  environment?: Record<string, string>;
  input?: string;
  /** It is ended after this time. */
  limitSeconds?: number;
  /** In a pseudo-terminal: what goes to stdout and stderr comes back as `out`. */
  terminal?: boolean;
  /** Sends the signal when the promise is there. */
  stop?: { signal: NodeJS.Signals; when: Promise<unknown> };
}

const kept = 16 * 2 ** 20;

/** Brings the build up to date. @throws Error with the output of the build where it fails */
export function buildProgram(): void {
  const { status, stderr } = spawnSync(launcher, ['--version'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the build failed: ${stderr}`);
}

/** Runs it to its end, or for `limitSeconds` (default 60). @param home everything that it writes by itself goes there */
export function runProgram(home: string, args: string[], options: RunOptions = {}): Promise<Run> {
  const { environment = {}, limitSeconds = 60, terminal = false } = options;
  const [command = '', ...rest] = terminal ? inTerminal([launcher, ...args]) : [launcher, ...args];
  const started = performance.now();
  const child = spawn(command, rest, {
    stdio: ['pipe', 'pipe', 'pipe'],
    // A process group of its own, so that what it started can be ended with it.
    detached: true,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: home,
      LATCHKEY_HOME: join(home, 'latchkey'),
      TERM: 'xterm-256color',
      NO_COLOR: '1',
      ...environment,
    },
  });
  const run: Run = {
    code: null,
    out: '',
    err: '',
    seconds: 0,
    secondsToStop: 0,
    peakBytes: 0,
    endless: false,
  };
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input ?? '');
  child.stdout.on('data', (chunk: Buffer) => {
    if (run.out.length < kept) run.out += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    if (run.err.length < kept) run.err += chunk;
  });
  const signalAll = (signal: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  };
  let queued = 0;
  let stoppedAt = 0;
  options.stop?.when.then(() => {
    queued = Math.max(queued, queuedMs(child.pid));
    stoppedAt = performance.now() - queued;
    child.kill(options.stop?.signal);
  });
  const watch = setInterval(() => {
    run.peakBytes = Math.max(run.peakBytes, peakOf(child.pid));
    queued = Math.max(queued, queuedMs(child.pid));
  }, 20);
  const limit = setTimeout(() => {
    run.endless = true;
    signalAll('SIGKILL');
  }, limitSeconds * 1000);
  return new Promise((resolve, reject) => {
    const end = () => {
      clearInterval(watch);
      clearTimeout(limit);
    };
    child.on('error', (error) => {
      end();
      reject(error);
    });
    child.on('close', (code) => {
      end();
      const now = performance.now() - queued;
      run.code = code;
      run.seconds = (now - started) / 1000;
      run.secondsToStop = stoppedAt === 0 ? 0 : (now - stoppedAt) / 1000;
      resolve(run);
    });
  });
}

/** `script` of util-linux gives a pseudo-terminal. */
function inTerminal(command: string[]): string[] {
  const quoted = command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  return ['script', '-qec', quoted, '/dev/null'];
}

/** `VmHWM` of proc(5): the high-water mark of the resident set. */
function peakOf(pid: number | undefined): number {
  try {
    const kibibytes = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kibibytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}
