import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import { type ProbeRequest, type ProbeResult, probeResultSchema } from '../../../src/shared/probe';
import { proofResultSchema } from '../../../src/shared/proof';
import { fromEngineSchema, type ToEngine } from '../../../src/shared/rpc/engine-messages';
import { type Outcome, startLatchkey } from '../../cli/latchkey.ts';
import { type SubjectId, subjects } from './subject.ts';

const endSchema = z.union([probeResultSchema, proofResultSchema]);

/** How a Latchkey that was hit by a fault ended. */
export interface Ended {
  /** Exit code of the command line; null: killed, or no command line. */
  code: number | null;
  /** null: it was killed, or refused to begin. */
  result: Pick<ProbeResult, 'outcome' | 'restore'> | null;
  /** What it said of a failure. */
  said: string;
}

/** A Latchkey that probes, as a command line or as the engine's process of the app. */
export interface ProbingLatchkey {
  pid: number;
  kill(signal: NodeJS.Signals): void;
  /** The person, or the window's end, cancels. */
  cancel(): void;
  /** Whoever reads what it prints goes away. */
  dropOutput(): void;
  done: Promise<Ended>;
}

const settleSeconds = 0.3;

export interface RequestedProbe {
  port: number;
  home: string;
  seed: number;
  /** Seconds without Latchkey after which the server restores itself; null: it does not. */
  deadMansSwitch: number | null;
  /** Longest time of measuring, seconds; default: the least there can be. */
  maxSeconds?: number;
  subject: SubjectId;
  /** A snapshot of the server, whose plan a proof proves. */
  snapshot: string;
  /** Variables that its plan would change beside those of the subject. */
  locked: readonly string[];
}

export function connectionArguments(port: number): string[] {
  return ['--host', '127.0.0.1', '--port', String(port), '--user', 'latchkey', '--ssl-mode', 'disabled'];
}

export function probeArguments(requested: Omit<RequestedProbe, 'home'>): string[] {
  const { port, seed, deadMansSwitch, subject, snapshot, locked } = requested;
  const { settings, best, maxSeconds: least } = subjects[subject];
  const pairs = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const what =
    subject === 'probe'
      ? ['probe', 'custom', '--arm', `other:${pairs.join(',')}`, '--settle', `${settleSeconds}s`]
      : best !== undefined
        ? ['probe', 'custom', ...best.flatMap((variable) => ['--best', variable])]
        : [
            'prove',
            snapshot,
            ...pairs.flatMap((pair) => ['--set', pair]),
            ...(locked.length === 0 ? [] : ['--lock', locked.join(',')]),
          ];
  return [
    ...[...what, '--json', '--yes', '--workload', 'live', ...connectionArguments(port)],
    ...['--max-time', `${requested.maxSeconds ?? least}s`, '--seed', String(seed)],
    ...(deadMansSwitch === null ? [] : ['--dead-mans-switch', `${deadMansSwitch}s`]),
  ];
}

/** The command line. */
export function startCommandLine(requested: RequestedProbe): ProbingLatchkey {
  const { child, done } = startLatchkey(probeArguments(requested), {
    environment: { LATCHKEY_HOME: requested.home },
  });
  return {
    pid: child.pid ?? 0,
    kill: (signal) => child.kill(signal),
    cancel: () => child.kill('SIGINT'),
    dropOutput: () => {
      child.stdout?.destroy();
      child.stderr?.destroy();
    },
    done: done.then(readOutcome),
  };
}

/** @param outcome of a command line that printed the result of a probe as JSON, or nothing */
export function readOutcome({ code, out, err }: Outcome): Ended {
  const result = out.trim() === '' ? null : endSchema.parse(JSON.parse(out));
  const last = err.trim().split('\n').at(-1) ?? '';
  return { code, result, said: last };
}

const summaryReplySchema = z.object({ id: z.string() });
const planReplySchema = z.object({ plan: z.object({ seed: z.number() }), planDigest: z.string() });

/** The engine's process as main runs it: the built host, with the messages that main and window send. */
export async function startEngineProcess(requested: RequestedProbe): Promise<ProbingLatchkey> {
  const { port, home, seed, deadMansSwitch, subject } = requested;
  const root = join(import.meta.dirname, '../../..');
  const child = fork(
    join(root, 'out/main/engine-process.cjs'),
    [`--app-root=${root}`, '--app-version=test'],
    {
      execArgv: ['--require', join(import.meta.dirname, 'parent-port.cjs')],
      env: { PATH: process.env.PATH ?? '', HOME: '/nonexistent', LATCHKEY_HOME: home },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    },
  );
  const calls = new Calls(child);
  const { settings, best, maxSeconds: least } = subjects[subject];
  const common = {
    workload: { kind: 'live' as const },
    maxSeconds: requested.maxSeconds ?? least,
    seed,
    ...(deadMansSwitch === null ? {} : { deadMansSwitchSeconds: deadMansSwitch }),
  };
  const arm = Object.entries(settings).map(([variable, value]) => ({ variable, value }));
  const request: ProbeRequest = {
    ...{ probe: 'custom', ...common },
    ...(best === undefined
      ? { arms: [{ name: 'other', settings: arm }], settleSeconds }
      : { best: [...best] }),
  };
  const isProbe = subject === 'probe' || subject === 'search';
  const target = { host: '127.0.0.1', port, user: 'latchkey', sslMode: 'disabled' as const };
  const connect = { target, secrets: {} };
  const inputOf = async () => {
    if (isProbe) return { ...connect, request };
    const opened = await calls.ask('open', 'snapshot.open', { path: requested.snapshot });
    const { id } = summaryReplySchema.parse(opened.code === null ? opened.value : {});
    const choices = { accepted: [], locked: [...requested.locked], set: settings };
    return { ...connect, id, choices, force: null, request: common };
  };
  const kind = isProbe ? 'probe' : 'proof';
  const run = async (): Promise<Ended> => {
    const input = await inputOf();
    const planned = await calls.ask('plan', `${kind}.plan`, input);
    if (planned.code !== null) return { code: null, result: null, said: planned.code };
    const { planDigest } = planReplySchema.parse(planned.value);
    const ended = await calls.ask('run', `${kind}.run`, { ...input, agreed: planDigest });
    return ended.code === null
      ? { code: null, result: endSchema.parse(ended.value), said: '' }
      : { code: null, result: null, said: ended.code };
  };
  const ran = run();
  return {
    pid: child.pid ?? 0,
    kill: (signal) => child.kill(signal),
    cancel: () => {
      calls.send({ kind: 'cancel', requestId: 'plan' });
      calls.send({ kind: 'cancel', requestId: 'run' });
    },
    dropOutput: () => child.disconnect(),
    done: ran.then(async (ended) => {
      // As main ends it.
      calls.send({ kind: 'close' });
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      return ended;
    }),
  };
}

type CallName = 'snapshot.open' | `${'probe' | 'proof'}.${'plan' | 'run'}`;
type Answer = { code: null; value: unknown } | { code: string };

class Calls {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<string, (answer: Answer) => void>();

  constructor(child: ChildProcess) {
    this.#child = child;
    child.on('message', (message) => {
      const parsed = fromEngineSchema.safeParse(message);
      if (!parsed.success || parsed.data.kind !== 'reply') return;
      const { requestId, reply } = parsed.data;
      const answer: Answer = reply.ok ? { code: null, value: reply.value } : { code: reply.error.code };
      this.#waiting.get(requestId)?.(answer);
    });
    child.on('exit', () => {
      for (const answer of this.#waiting.values()) answer({ code: 'the process ended' });
    });
  }

  ask(requestId: string, name: CallName, input: unknown): Promise<Answer> {
    return new Promise((resolve) => {
      this.#waiting.set(requestId, resolve);
      this.send({ kind: 'request', requestId, name, input });
    });
  }

  send(message: ToEngine): void {
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }
}
