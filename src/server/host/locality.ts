import type { ConnectionTarget } from '../../shared/connection';
import { isLocal } from '../connect/hosting';
import type { Machine } from './machine';

/** What the server says of itself, from its variables. */
export interface ServerPlace {
  hostname: string;
  pidFile: string;
  datadir: string;
}

/** Whether the server runs on this machine; `pid`: its process, when it could be found. */
export type Locality = { local: true; pid: number | null } | { local: false; text: string };

/**
 * Decides whether the server's host is this machine. A loopback port may be a tunnel and a socket may lead into a
 * container, so the server's own host name must be ours, and where /proc exists a server process must run here.
 */
export async function locate(
  target: ConnectionTarget,
  place: ServerPlace,
  machine: Machine,
): Promise<Locality> {
  const ownAddress =
    target.ssh === undefined && target.host !== undefined && machine.addresses.includes(target.host);
  if (!isLocal(target) && !ownAddress) {
    return {
      local: false,
      text: 'The server runs on another machine, whose files cannot be read from here.',
    };
  }
  if (place.hostname.toLowerCase() !== machine.hostname.toLowerCase()) {
    return {
      local: false,
      text: `The server calls its machine ${place.hostname || '(nothing)'}, this one is ${machine.hostname}: it may be behind a tunnel or in a container.`,
    };
  }
  if (machine.platform !== 'linux') return { local: true, pid: null };
  const pid = await serverProcess(place, machine);
  if (pid !== null) return { local: true, pid };
  return {
    local: false,
    text: 'No server process was found on this machine: the port or socket may lead elsewhere.',
  };
}

/** The process named in the pid file, if it is a server; else the only server process of the machine. */
async function serverProcess(place: ServerPlace, machine: Machine): Promise<number | null> {
  const written = Number((await machine.readText(place.pidFile))?.trim());
  if (Number.isInteger(written) && written > 0 && (await isServer(written, machine))) return written;
  const found: number[] = [];
  for (const name of await machine.list('/proc')) {
    if (/^\d+$/.test(name) && (await isServer(Number(name), machine))) found.push(Number(name));
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
