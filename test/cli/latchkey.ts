import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type Progress, progressSchema } from '../../src/shared/progress';

const root = join(import.meta.dirname, '../..');
/** The launcher makes the build where it is stale. */
export const launcher = join(root, 'bin/latchkey');
const program = join(root, 'out/main/cli.cjs');

/** What Node has compiled once it takes from there: a quarter of the processor time of a short command. */
const compiled = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') };

/** What `bin/latchkey` gives Node. */
const asLaunched = ['--min-semi-space-size=16'];

export interface Outcome {
  code: number | null;
  out: string;
  err: string;
}

export interface RunOptions {
  input?: string;
  environment?: Record<string, string>;
  /** Arguments of Node itself. */
  node?: string[];
}

/** Brings the build up to date; tests then run it directly. */
export function buildLatchkey(): void {
  const { status, stderr } = spawnSync(launcher, ['--version'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the build failed: ${stderr}`);
}

/** Runs the built command line to its end. */
export function latchkey(args: string[], options: RunOptions = {}): Promise<Outcome> {
  return startLatchkey(args, options).done;
}

/** Starts the built command line with `--json`-like stderr to watch. */
export function startLatchkey(
  args: string[],
  options: RunOptions = {},
): {
  child: ChildProcess;
  done: Promise<Outcome>;
  progress(test: (one: Progress) => boolean): Promise<void>;
} {
  const child = spawn(process.execPath, [...asLaunched, ...(options.node ?? []), program, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH ?? '',
      HOME: '/nonexistent',
      LATCHKEY_HOME: '/nonexistent',
      ...compiled,
      ...options.environment,
    },
  });
  let out = '';
  let err = '';
  child.stdin.end(options.input ?? '');
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const done = new Promise<Outcome>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
  });
  const seen = () =>
    err
      .split('\n')
      .slice(0, -1)
      .flatMap((line) => progressSchema.safeParse(JSON.parse(line)).data ?? []);
  return {
    child,
    done,
    progress: (test) =>
      new Promise((resolve, reject) => {
        child.stderr.on('data', () => {
          if (seen().some(test)) resolve();
        });
        child.on('close', () => reject(new Error(`it ended before its time: ${err}`)));
      }),
  };
}

/** The last line of stderr with --json: the error document. */
export function errorDocument({ err }: Outcome): unknown {
  return JSON.parse(err.trim().split('\n').at(-1) ?? '');
}
