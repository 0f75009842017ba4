import { type LatchkeyError, toLatchkeyError } from '../../shared/base/error';
import type { Session } from '../connect/session';
import { locate, type ServerPlace } from './locality';
import type { Machine } from './machine';
import { readRemoteMachine } from './remote-machine';
import { readServerPlace } from './server-place';

/** The server's host, as far as it can be reached. */
export type HostAccess =
  | { readable: true; machine: Machine; place: ServerPlace; pid: number | null }
  | { readable: false; text: string };

/**
 * Finds the server's host: this machine, or over the SSH connection of the session the one it leads to.
 * @throws LatchkeyError cancelled and connection-lost; whatever else fails makes the host unreadable, with the reason
 */
export async function openHost(session: Session, machine: Machine, signal: AbortSignal): Promise<HostAccess> {
  try {
    const place = await readServerPlace(session, signal);
    const at = session.ssh === null ? machine : await readRemoteMachine(session.ssh, place, signal);
    const found = await locate(session.target, place, at);
    return found.local
      ? { readable: true, machine: at, place, pid: found.pid }
      : { readable: false, text: found.text };
  } catch (thrown) {
    const error: LatchkeyError = toLatchkeyError(thrown);
    if (error.code === 'cancelled' || error.code === 'connection-lost') throw error;
    return { readable: false, text: error.message };
  }
}
