import type { ConnectionTarget } from '../../shared/connection';
import { onOwnHost } from '../connect/account/hosting';
import { statFields, ticksPerSecond } from './cpu-time';
import type { Machine } from './machine';

/** What the server says of itself, from its variables. */
export interface ServerPlace {
  hostname: string;
  pidFile: string;
  datadir: string;
  /** Null: where the data directory is. */
  redoDir: string | null;
  /** Null: binary logging is off, or the server does not say. */
  binlogDir: string | null;
  undoDir: string | null;
  /** The first of them, where there are several. */
  tmpDir: string | null;
  /** Seconds since the server started; null: not reported. */
  uptimeSeconds: number | null;
}

/** Whether the server runs on this machine; `pid`: its process, when it could be found. */
export type Locality = { local: true; pid: number | null } | { local: false; text: string };

/**
 * Decides whether the server's host is this machine: the one Latchkey runs on, or with SSH the SSH host. A loopback port
 * may be a tunnel and a socket may lead into a container, so the server's own host name must be the machine's, and
 * where /proc exists a server process must run there that started when the server says it did.
 */
export async function locate(
  target: ConnectionTarget,
  place: ServerPlace,
  machine: Machine,
): Promise<Locality> {
  const throughSsh = target.ssh !== undefined;
  const there = throughSsh ? 'the SSH host' : 'this machine';
  const ownAddress = target.host !== undefined && machine.addresses.includes(target.host);
  if (throughSsh !== (machine.origin === 'ssh') || (!onOwnHost(target) && !ownAddress)) {
    return {
      local: false,
      text: throughSsh
        ? 'The server runs on another machine than the SSH host, whose files cannot be read.'
        : 'The server runs on another machine, whose files cannot be read from here.',
    };
  }
  if (place.hostname.toLowerCase() !== machine.hostname.toLowerCase()) {
    return {
      local: false,
      text: `The server calls its machine ${place.hostname || '(nothing)'}, ${there} is ${machine.hostname}: it may be behind a tunnel or in a container.`,
    };
  }
  if (machine.platform !== 'linux') return { local: true, pid: null };
  const pid = await serverProcess(place, machine);
  if (pid !== null) return { local: true, pid };
  return {
    local: false,
    text: `No process on ${there} could be determined to be this server: the port or socket may lead elsewhere.`,
  };
}

/** The process named in the pid file, if it is this server; else the only one of the machine that may be it. */
async function serverProcess(place: ServerPlace, machine: Machine): Promise<number | null> {
  const mayBe = async (pid: number) => (await isServer(pid, machine)) && (await hasAge(pid, place, machine));
  const written = Number((await machine.readText(place.pidFile))?.trim());
  if (Number.isInteger(written) && written > 0 && (await mayBe(written))) return written;
  const found: number[] = [];
  for (const name of await machine.list('/proc')) {
    if (/^\d+$/.test(name) && (await mayBe(Number(name)))) found.push(Number(name));
  }
  return found.length === 1 ? (found[0] ?? null) : null;
}

async function isServer(pid: number, machine: Machine): Promise<boolean> {
  const commandLine = (await machine.readText(`/proc/${pid}/cmdline`)) ?? '';
  // The server may be run through its loader or a wrapper that replaced itself; never through mysqld_safe.
  return commandLine
    .split('\0')
    .slice(0, 4)
    .some((argument) => /(^|\/)(mysqld|mariadbd)(-debug)?$/.test(argument));
}

/** The server notes its start by the wall clock, which a machine may set right after booting. */
const ageToleranceSeconds = 60;

/**
 * Whether a process is as old as the server says it is: where two servers share a host name (containers that keep their
 * host's), one's pid file or process may be taken for the other's. What cannot be read does not speak against it.
 */
async function hasAge(pid: number, place: ServerPlace, machine: Machine): Promise<boolean> {
  const age = await ageOf(pid, machine);
  return (
    age === null || place.uptimeSeconds === null || Math.abs(age - place.uptimeSeconds) <= ageToleranceSeconds
  );
}

/** Seconds since a process started: field 22 of its stat, in ticks after the boot, against /proc/uptime. */
async function ageOf(pid: number, machine: Machine): Promise<number | null> {
  const started = statFields((await machine.readText(`/proc/${pid}/stat`)) ?? '')[22 - 3];
  const up = Number((await machine.readText('/proc/uptime'))?.split(' ')[0] || Number.NaN);
  const age = up - Number(started) / ticksPerSecond;
  return Number.isFinite(age) ? age : null;
}
