import { access } from 'node:fs/promises';
import type { ConnectionTarget } from '../../../shared/connection';

/** Where Debian, Fedora, the vendors' packages and Homebrew put the socket. */
const usualSockets = ['/run/mysqld/mysqld.sock', '/var/lib/mysql/mysql.sock', '/tmp/mysql.sock'];

/** The folder of the named pipes of this Windows machine. */
export const pipePrefix = '\\\\.\\pipe\\';

/**
 * Where a `socket` leads on Windows: to a named pipe (the server's `socket` variable, with named_pipe on), which the
 * mysql client names without its folder. Elsewhere, and through SSH, it is a path and stays as it is.
 */
export function withPipePath(target: ConnectionTarget, platform: string): ConnectionTarget {
  if (platform !== 'win32' || target.ssh !== undefined) return target;
  // `-h .` is how clients ask for the pipe (MySQL manual, "Connection Transport Protocols").
  const socket = target.socket ?? (target.host === '.' ? 'MySQL' : undefined);
  if (socket === undefined || socket.startsWith(pipePrefix)) return target;
  const { host: _host, ...rest } = target;
  return { ...rest, socket: pipePrefix + socket };
}

/**
 * As with the mysql client, `localhost` without a port means the server's Unix socket. It is taken where it usually
 * lies; without one the target stays as it is and leads to TCP.
 */
export async function withDefaultSocket(
  target: ConnectionTarget,
  sockets: readonly string[] = usualSockets,
): Promise<ConnectionTarget> {
  // Through SSH, localhost is the SSH host.
  const named = target.socket !== undefined || target.port !== undefined || target.ssh !== undefined;
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
