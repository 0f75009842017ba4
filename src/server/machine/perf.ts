import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { stackTable } from '../../knowledge/stacks/stack-section';
import { StackCounter, stackReader } from '../../knowledge/stacks/stack-text';
import type { Reason } from '../../shared/reason';
import type { Table } from '../../shared/snapshot';
import type { HostAccess } from './access';
import { startProgram } from './start-program';

/** What is about to be run on the machine of the server. */
export interface ProfilePlan {
  pid: number;
  seconds: number;
  /** The command as a person would type it. */
  command: string;
}

export type ProfileOutcome = { table: Table } | { reason: Reason };

/** Not a divisor of round frequencies, so that nothing periodic is met again and again. */
const samplesPerSecond = 99;
const startMs = 10_000;
/** perf resolves names of functions of the whole server after recording; debug symbols make that long. */
const namesMs = 60_000;

/** What would be run; or why stacks of this server cannot be sampled from here. */
export function planProfile(access: HostAccess, seconds: number): ProfilePlan | { reason: Reason } {
  if (!access.readable)
    return {
      reason: { code: 'no-host', text: `Stacks are sampled on the machine of the server. ${access.text}` },
    };
  const { machine, pid } = access;
  if (machine.origin !== 'local' || machine.platform !== 'linux' || pid === null) {
    const text = 'Stacks are sampled with perf, on the machine of the server, under Linux only.';
    const remedy = 'Run latchkey there, or record with perf and open its output with latchkey import.';
    return { reason: { code: 'no-host', text, remedy } };
  }
  const command = `perf ${recordArguments(pid, seconds, 'FILE').join(' ')}`;
  return { pid, seconds, command };
}

/**
 * Samples the stacks of the server with perf for some seconds; the recording is kept in a folder of its own only until
 * it is read.
 */
export async function recordProfile(
  { pid, seconds }: ProfilePlan,
  signal: AbortSignal,
): Promise<ProfileOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-perf-'));
  try {
    const file = join(folder, 'perf.data');
    const recorded = await run(recordArguments(pid, seconds, file), seconds * 1000 + startMs, signal);
    if (!recorded.ok) return { reason: refusal(recorded) };
    const counter = new StackCounter();
    const reader = stackReader('perf-script', counter);
    const script = ['script', '-i', file, '-F', 'comm,tid,time,event,ip,sym', '--no-inline'];
    const read = await run(script, namesMs, signal, (line) => reader.push(line));
    reader.end();
    if (!read.ok) return { reason: refusal(read) };
    const stacks = counter.stacks();
    if (stacks.length > 0) return { table: stackTable(stacks, 'cpu') };
    return {
      reason: { code: 'absent', text: `The server used no processor while perf looked (${seconds} s).` },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function recordArguments(pid: number, seconds: number, file: string): string[] {
  const events = ['-F', String(samplesPerSecond), '-g', '-p', String(pid)];
  return ['record', '-q', ...events, '-o', file, '--', 'sleep', String(seconds)];
}

interface Run {
  ok: boolean;
  /** What the system says of starting it, `ENOENT`; null: it was started. */
  notStarted: string | null;
  /** Why it was ended from here. */
  stopped: 'timeout' | 'cancelled' | null;
  errors: string;
}

async function run(
  args: readonly string[],
  timeoutMs: number,
  signal: AbortSignal,
  onLine?: (line: string) => void,
): Promise<Run> {
  if (signal.aborted) return { ok: false, notStarted: null, stopped: 'cancelled', errors: '' };
  return new Promise((resolve) => {
    const child = startProgram('perf', args, {
      stdio: ['ignore', onLine === undefined ? 'ignore' : 'pipe', 'pipe'],
      more: { LC_ALL: 'C', PERF_PAGER: 'cat' },
    });
    let errors = '';
    let stopped: Run['stopped'] = null;
    const stop = (why: NonNullable<Run['stopped']>) => {
      stopped ??= why;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => stop('timeout'), timeoutMs);
    const onAbort = () => stop('cancelled');
    signal.addEventListener('abort', onAbort);
    const lines = child.stdout === null ? null : createInterface({ input: child.stdout });
    lines?.on('line', (line) => onLine?.(line));
    const read = lines === null ? Promise.resolve() : new Promise<void>((done) => lines.once('close', done));
    child.stderr?.on('data', (data: Buffer) => {
      if (errors.length < 4000) errors += data.toString('utf8');
    });
    const finish = (ok: boolean, notStarted: string | null) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      void read.then(() =>
        resolve({ ok: ok && stopped === null, notStarted, stopped, errors: errors.trim() }),
      );
    };
    child.once('error', (error) => {
      lines?.close();
      finish(false, String(Reflect.get(error, 'code') ?? error.message));
    });
    child.once('close', (code) => finish(code === 0, null));
  });
}

/** Why perf brought nothing, and what to do. */
function refusal({ notStarted, stopped, errors }: Run): Reason {
  if (stopped === 'cancelled') return { code: 'cancelled', text: 'Cancelled while stacks were sampled.' };
  if (stopped === 'timeout') return { code: 'timeout', text: 'perf did not end in time and was stopped.' };
  if (notStarted !== null) {
    return notStarted === 'ENOENT'
      ? {
          code: 'absent',
          text: 'The program perf is not installed on this machine.',
          remedy: 'Install linux-perf (Debian), linux-tools-generic (Ubuntu) or perf (Red Hat, SUSE).',
        }
      : { code: 'error', text: `perf could not be started: ${notStarted}.` };
  }
  if (/permi|paranoid|not allowed|access to performance/i.test(errors)) {
    return {
      code: 'privilege',
      text: 'perf may not look at the process of the server with this account.',
      remedy:
        'Run latchkey as root, or as the account of the server with: sysctl kernel.perf_event_paranoid=1',
    };
  }
  const first = errors.split('\n').find((line) => line.trim() !== '') ?? 'it said nothing';
  return { code: 'error', text: `perf failed: ${first.trim().slice(0, 200)}` };
}
