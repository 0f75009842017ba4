import type { Clock } from '../../shared/base/clock';
import type { Session } from '../connect/session';
import { openHost } from './access';
import { readHost } from './facts';
import { thisMachine } from './machine';
import { type HostSampler, hostSampler } from './sample';

/**
 * Finds the server's host and samples it, as far as it can be reached.
 * @throws LatchkeyError cancelled and connection-lost
 */
export async function openHostSampler(
  session: Session,
  clock: Pick<Clock, 'monotonicMs'>,
  signal: AbortSignal,
): Promise<HostSampler> {
  const access = await openHost(session, thisMachine(), signal);
  const host = await readHost(access);
  return hostSampler({ access, host, ssh: session.ssh, monotonicMs: () => clock.monotonicMs() });
}
