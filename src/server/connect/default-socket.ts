import { access } from 'node:fs/promises';
import type { ConnectionTarget } from '../../shared/connection';

/** Where Debian, Fedora, the vendors' packages and Homebrew put the socket. */
const usualSockets = ['/run/mysqld/mysqld.sock', '/var/lib/mysql/mysql.sock', '/tmp/mysql.sock'];

/**
 * As with the mysql client, `localhost` without a port means the server's Unix socket. It is taken where it usually
 * lies; without one the target stays as it is and leads to TCP.
 */
export async function withDefaultSocket(
  target: ConnectionTarget,
  sockets: readonly string[] = usualSockets,
): Promise<ConnectionTarget> {
  const named = target.socket !== undefined || target.port !== undefined;
  if (named || (target.host ?? 'localhost') !== 'localhost') return target;
  for (const socket of sockets) {
    const exists = await access(socket).then(
      () => true,
      () => false,
    );
    if (exists) return { ...target, socket };
  }
  return target;
}
