import type { Clock } from '../../../shared/base/clock';
import { defined } from '../../../shared/base/defined';
import { counted } from '../../../shared/base/units';
import type { ConnectionSecrets, ConnectionTarget } from '../../../shared/connection';
import { defaultReplayThreads, type ProbeWorkload } from '../../../shared/probe';
import type { ArmControl } from '../../change';
import { openSession, type Session } from '../../connect/session';
import { cpuSecondsOf } from '../../machine/cpu-time';
import { type Machine, thisMachine } from '../../machine/machine';
import { liveLoad } from '../../workload/live';
import type { Load } from '../../workload/load';
import { longestTrialMs, mostRows, type ReplayLoad, replayLoad } from '../../workload/replay';
import { loadSchema, sysbenchLoad } from '../../workload/sysbench';
import type { SysbenchProgram } from '../../workload/sysbench-program';
import type { GuardedRun } from './guards';
import type { PreparedProbe } from './prepare';

/** What the gate is asked for: the arms, and a schema where the load or the dead man's switch needs one. */
export function targetArms({ arms, request }: PreparedProbe, signal: AbortSignal) {
  const { deadMansSwitchSeconds } = request;
  return {
    arms,
    signal,
    ...defined({ allowDurability: request.allowDurability, deadMansSwitchSeconds }),
    ...(request.workload.kind === 'sysbench' || deadMansSwitchSeconds !== undefined
      ? { scratchSchema: loadSchema }
      : {}),
  };
}

/** What to know of the load before agreeing. */
export function loadRemarks({ request: { workload }, replay }: PreparedProbe): string[] {
  if (replay !== null) {
    return [
      `Replayed: ${replay.text}`,
      `Each is tried once first, and left out where it fails, takes longer than ${longestTrialMs / 1000} s or gives more than ${mostRows.toLocaleString('en-US')} rows. They run in read-only transactions with a limit of time, with their values as they were, and compete with live traffic; the result keeps none of their text.`,
    ];
  }
  if (workload.kind !== 'sysbench') return [];
  const { preset, threads, tables, rows } = workload;
  // A row of sysbench takes about 200 bytes, with its secondary index about 240.
  const mib = Math.ceil((tables * rows * 240) / 1024 ** 2);
  return [
    `sysbench loads the server with ${preset} in ${threads} connections, on ${counted(tables, 'table')} of its own in the schema ${loadSchema} (about ${mib} MiB), which is created before and dropped afterwards; filling it takes extra time. Other traffic on the server is slowed down during the run.`,
  ];
}

/** CPU seconds of this process. */
function ownCpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** A result may be passed on: it names no file of this machine. */
export function withoutPath(workload: ProbeWorkload): ProbeWorkload {
  if (workload.kind !== 'replay') return workload;
  const { slowLog: _, ...rest } = workload;
  return rest;
}

/** sysbench asks no DNS again, which might lead it elsewhere: it goes to the address that was judged. */
function reachedBy({ target, address }: Session): ConnectionTarget {
  return address === null ? target : { ...target, host: address };
}

export interface LoadOptions {
  program: SysbenchProgram | null;
  monitor: Session;
  control: Pick<ArmControl, 'createSchema'>;
  secrets: ConnectionSecrets;
  environment: NodeJS.ProcessEnv;
  machine?: Machine;
  clock: Clock;
  seed: number;
  /** Of measuring. */
  totalSeconds: number;
}

/** The load of a run, not yet started; `replay`: the same, where it replays statements. */
export function loadOf(
  { request, replay }: Pick<PreparedProbe, 'request' | 'replay'>,
  options: LoadOptions,
): { load: Load; replay: ReplayLoad | null } {
  const { secrets, environment, machine = thisMachine(), clock, seed, monitor, control, program } = options;
  if (replay !== null && request.workload.kind === 'replay') {
    const { threads = defaultReplayThreads, rate = null } = request.workload;
    const { target } = monitor;
    const replaying = replayLoad({
      ...{ digests: replay.digests, threads, rate, seed, clock },
      open: (signal) => openSession(target, secrets, { signal, unlogged: true, renewable: 'all' }),
      cpuSeconds: ownCpuSeconds,
    });
    return { load: replaying, replay: replaying };
  }
  if (request.workload.kind !== 'sysbench' || program === null) return { load: liveLoad(), replay: null };
  const load = sysbenchLoad({
    program,
    workload: request.workload,
    target: reachedBy(monitor),
    secrets,
    limitSeconds: 2 * options.totalSeconds + 60,
    environment,
    cpuSecondsOf: (pid) => cpuSecondsOf(pid, machine),
    createSchema: () => control.createSchema(),
  });
  return { load, replay: null };
}

export function guardedRun({ request, host }: Pick<PreparedProbe, 'request' | 'host'>): GuardedRun {
  return { live: request.workload.kind === 'live', memoryBytes: host.memoryBytes.value };
}

/** The server's machine, where it is this one; one behind SSH could not be read often enough. */
export function hostOf({
  access,
}: Pick<PreparedProbe, 'access'>): { machine: Machine; pid: number | null } | null {
  if (!access.readable || access.machine.origin !== 'local') return null;
  return { machine: access.machine, pid: access.pid };
}
