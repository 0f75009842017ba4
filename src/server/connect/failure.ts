import { isIP } from 'node:net';
import type { ConnectionTarget } from '../../shared/connection';
import { describeTarget } from '../../shared/connection';
import { type ErrorCode, LatchkeyError } from '../../shared/error';

/** What the driver (mysql2) and Node put on an error, as far as Latchkey reads it. */
export interface DriverError {
  message: string;
  /** `ER_ACCESS_DENIED_ERROR`, `ECONNREFUSED`, `HANDSHAKE_SSL_ERROR` ... */
  code?: string;
  /** Number of the server's error, e.g. 1045. */
  errno?: number;
  sqlState?: string;
  fatal?: boolean;
}

/** A refusal by the server itself, with its error number, so that a collector can tell a missing table from a missing privilege. */
export class ServerRefusal extends LatchkeyError {
  readonly errno: number;

  constructor(
    code: ErrorCode,
    message: string,
    errno: number,
    options: { hint?: string | undefined; cause?: unknown } = {},
  ) {
    super(code, message, options);
    this.name = 'ServerRefusal';
    this.errno = errno;
  }
}

/** Reads an error thrown by mysql2 or Node without trusting its shape. */
export function readDriverError(thrown: unknown): DriverError {
  if (!(thrown instanceof Error)) return { message: String(thrown) };
  const read = (name: string): unknown => Reflect.get(thrown, name);
  const code = read('code');
  const errno = read('errno');
  const sqlState = read('sqlState');
  const sqlMessage = read('sqlMessage');
  return {
    message: typeof sqlMessage === 'string' && sqlMessage !== '' ? sqlMessage : thrown.message,
    ...(typeof code === 'string' ? { code } : {}),
    // Node puts negative errno numbers on network errors; servers count from 1000.
    ...(typeof errno === 'number' && errno >= 1000 ? { errno } : {}),
    ...(typeof sqlState === 'string' ? { sqlState } : {}),
    fatal: read('fatal') === true,
  };
}

/** What was known when connecting failed. */
export interface ConnectAttempt {
  target: ConnectionTarget;
  /** Whether this attempt used TLS. */
  tls: boolean;
  /** Whether a password was sent. */
  password: boolean;
  /** Whether TCP or the socket was open already. */
  opened: boolean;
  /** First bytes that came back, when there were any. */
  greeting: Uint8Array | null;
  timeoutMs: number;
}

/** Why a connection could not be opened, in the words of someone who has to mend it. */
export function connectFailure(thrown: unknown, attempt: ConnectAttempt): LatchkeyError {
  const error = readDriverError(thrown);
  const where = describeTarget(attempt.target);
  // An error packet arrives instead of the greeting and is no foreign protocol.
  if (error.errno !== undefined) return refusedByServer(error, error.errno, attempt, where);
  const foreign = foreignGreeting(attempt.greeting);
  if (foreign !== null) {
    return new LatchkeyError(
      'unsupported-server',
      `What answers at ${where} is not a MySQL server: ${foreign}.`,
      {
        hint: 'Check host and port: a MySQL or MariaDB server listens on 3306 unless told otherwise (33060 is the X protocol, which Latchkey does not speak).',
      },
    );
  }
  return tlsFailure(error, attempt, where) ?? networkFailure(error, attempt, where);
}

function refusedByServer(
  error: DriverError,
  errno: number,
  attempt: ConnectAttempt,
  where: string,
): LatchkeyError {
  const refusal = (code: ErrorCode, message: string, hint: string) =>
    new ServerRefusal(code, message, errno, { hint, cause: causeText(error) });
  switch (errno) {
    case 1045:
    case 1044:
    case 1698:
    case 1699:
      return refusal(
        'access-denied',
        `The server refused the login: ${sentence(error.message)}`,
        deniedHint(attempt),
      );
    case 1040:
      return refusal(
        'too-many-connections',
        'The server has no connection left (max_connections is reached).',
        'The server keeps one extra connection for an account with SUPER (MySQL 8.0+: CONNECTION_ADMIN, MariaDB 10.5+: CONNECTION ADMIN); Latchkey needs only one. MariaDB and Percona Server also have extra_port. Or end idle clients, or raise max_connections.',
      );
    case 1203:
    case 1226:
      return refusal(
        'too-many-connections',
        `This account has no connection left: ${sentence(error.message)}`,
        'End other connections of the account, or raise its limit (max_user_connections; ALTER USER ... WITH MAX_USER_CONNECTIONS n).',
      );
    case 3159:
    case 4031:
      return refusal(
        'tls-required',
        'The server takes only encrypted connections (require_secure_transport is ON), and TLS is off here.',
        'Set the TLS mode to required (or verify-ca with the CA file), or connect over the Unix socket.',
      );
    case 1130:
      return refusal(
        'access-denied',
        `The server lets nobody in from this host: ${sentence(error.message)}`,
        "No account matches the host that the server sees. Create the account for it, for example CREATE USER ...@'host', or connect from an allowed host.",
      );
    case 1129:
      return refusal(
        'access-denied',
        `The server has blocked this host: ${sentence(error.message)}`,
        'Too many connections were interrupted (max_connect_errors). An administrator unblocks it with FLUSH HOSTS (MySQL 8.0.23+: TRUNCATE TABLE performance_schema.host_cache).',
      );
    case 1251:
    case 1275:
      return refusal(
        'access-denied',
        `The account uses an authentication method that this client does not support: ${sentence(error.message)}`,
        unsupportedPluginHint,
      );
    case 1862:
    case 1820:
      return refusal(
        'access-denied',
        'The password of the account has expired.',
        'Set a new one with the mysql client: ALTER USER USER() IDENTIFIED BY ...',
      );
    case 3118:
    case 4151:
      return refusal(
        'access-denied',
        'The account is locked.',
        'An administrator unlocks it: ALTER USER ... ACCOUNT UNLOCK.',
      );
    case 1053:
    case 1080:
      return refusal(
        'server-unreachable',
        `The server at ${where} is shutting down.`,
        'Try again when it is up.',
      );
    default:
      return refusal(
        'access-denied',
        `The server refused the connection: ${sentence(error.message)}`,
        `Server error ${errno}.`,
      );
  }
}

const unsupportedPluginHint =
  'Latchkey logs in with mysql_native_password, caching_sha2_password and sha256_password. Create an account for it with one of these.';

function deniedHint(attempt: ConnectAttempt): string {
  const reasons = [
    attempt.password
      ? 'the password or the user name is wrong'
      : 'no password was given ("using password: NO")',
    'the account does not exist for the host that the server sees (the part after @)',
  ];
  if (!attempt.tls && attempt.target.socket === undefined) {
    // MariaDB 10.11 answers 1045 also when require_secure_transport is what stands in the way.
    reasons.push(
      'the account (REQUIRE SSL) or a MariaDB server (require_secure_transport) may demand TLS, which this connection does not use',
    );
  }
  return `Usually: ${reasons.join('; or ')}.`;
}

function tlsFailure(error: DriverError, attempt: ConnectAttempt, where: string): LatchkeyError | null {
  if (error.code === 'HANDSHAKE_NO_SSL_SUPPORT') {
    return new LatchkeyError(
      'tls-failed',
      `The server at ${where} does not offer TLS, and this connection asks for it.`,
      {
        hint: 'Set up TLS on the server (ssl_ca, ssl_cert, ssl_key), or choose the TLS mode preferred or disabled if the network is trusted.',
      },
    );
  }
  if (
    error.code === 'AUTH_SWITCH_PLUGIN_ERROR' ||
    /authentication using|mysql_clear_password/.test(error.message)
  ) {
    return pluginFailure(error, attempt);
  }
  if (error.code !== 'HANDSHAKE_SSL_ERROR' && !/^ERR_(SSL|TLS)_/.test(error.code ?? '')) return null;
  return new LatchkeyError('tls-failed', `TLS with ${where} failed: ${sentence(error.message)}`, {
    hint: tlsHint(error.message, attempt),
    cause: causeText(error),
  });
}

function tlsHint(message: string, attempt: ConnectAttempt): string {
  if (/altnames|Host(name)?.*does not match/i.test(message)) {
    return 'The certificate was made for another name. Connect by the name in the certificate, or use verify-ca, which does not compare names.';
  }
  if (/self.signed|unable to (verify|get)/i.test(message)) {
    return attempt.target.sslCa === undefined
      ? "Give the CA file that signed the server's certificate (for MySQL's own, ca.pem in its data directory), or use the mode required, which does not verify."
      : "The server's certificate is not signed by the CA file given. For MySQL's own certificates it is ca.pem in the data directory.";
  }
  if (/expired|not yet valid/i.test(message))
    return "The certificate's dates do not cover today: renew it, or check the clocks.";
  if (
    /unsupported protocol|version|dh key too small|no (protocols|shared cipher)|legacy|handshake failure/i.test(
      message,
    )
  ) {
    return 'The server offers only TLS versions or ciphers that are no longer safe (MySQL 5.6 and early 5.7: TLS 1.0 or 1.1). Connect over the Unix socket or an SSH tunnel, with the mode disabled.';
  }
  return 'Check the CA, certificate and key files and the TLS mode.';
}

function pluginFailure(error: DriverError, attempt: ConnectAttempt): LatchkeyError {
  const plugin =
    /unknown plugin (\w+)/.exec(error.message)?.[1] ??
    (/mysql_clear_password/.test(error.message) ? 'mysql_clear_password' : null);
  if (plugin !== null) {
    return new LatchkeyError(
      'access-denied',
      `The account logs in through ${plugin}, which Latchkey does not support.`,
      {
        hint: unsupportedPluginHint,
      },
    );
  }
  return new LatchkeyError('access-denied', `The login exchange failed: ${sentence(error.message)}`, {
    hint: attempt.tls
      ? unsupportedPluginHint
      : 'Without TLS, caching_sha2_password needs the RSA key of the server. Use the TLS mode required, or the Unix socket.',
    cause: causeText(error),
  });
}

function networkFailure(error: DriverError, attempt: ConnectAttempt, where: string): LatchkeyError {
  const { target } = attempt;
  const unreachable = (message: string, hint: string) =>
    new LatchkeyError('server-unreachable', message, { hint, cause: causeText(error) });
  switch (error.code) {
    case 'ECONNREFUSED':
      return target.socket === undefined
        ? unreachable(
            `Nothing listens at ${where} (connection refused).`,
            'Is the server running, on this port, with networking on (skip_networking, bind_address)?',
          )
        : unreachable(
            `No server listens on the socket ${target.socket} (connection refused).`,
            'The socket file is left from a server that no longer runs. Start the server, or give its current socket.',
          );
    case 'ENOENT':
      return unreachable(
        `There is no socket ${target.socket ?? ''}.`,
        'Is the server running? SELECT @@socket tells its path; Debian uses /run/mysqld/mysqld.sock.',
      );
    case 'EACCES':
    case 'EPERM':
      return unreachable(
        `The socket ${target.socket ?? where} may not be opened by this user.`,
        'Run as a user with access to its folder, or connect over TCP.',
      );
    case 'ENOTSOCK':
      return unreachable(`${target.socket ?? where} is not a socket.`, 'SELECT @@socket tells the path.');
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return unreachable(
        `The host name ${target.host ?? 'localhost'} is not known.`,
        'Check the spelling and the name service.',
      );
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return unreachable(`There is no route to ${where}.`, 'Check the network, VPN and firewall.');
    case 'ETIMEDOUT':
      return timedOut(attempt, where);
    case 'ECONNRESET':
    case 'EPIPE':
    case 'PROTOCOL_CONNECTION_LOST':
      return unreachable(
        `${where} took the connection and closed it before the login.`,
        'A firewall, proxy or load balancer may stand between, or the server is just starting or stopping. Its error log tells.',
      );
    default:
      return unreachable(
        `No connection to ${where}: ${sentence(error.message)}`,
        'Check host, port and network.',
      );
  }
}

function timedOut(attempt: ConnectAttempt, where: string): LatchkeyError {
  const seconds = Math.round(attempt.timeoutMs / 100) / 10;
  if (attempt.opened && attempt.greeting === null) {
    return new LatchkeyError(
      'server-unreachable',
      `${where} took the connection but did not greet within ${seconds} s.`,
      {
        hint: 'Either it is not a MySQL server, or a server that hangs: look at its error log and load.',
      },
    );
  }
  return new LatchkeyError('server-unreachable', `${where} did not answer within ${seconds} s.`, {
    hint:
      isIP(attempt.target.host ?? '') === 0
        ? 'A firewall may drop the packets, or the name leads to a wrong address.'
        : 'A firewall may drop the packets, or the address is wrong.',
  });
}

/**
 * What speaks at the other end when it is no MySQL server; null when the greeting is one, or too short to tell.
 * A greeting is a packet header (3 bytes length, sequence 0), then protocol version 10 or an error (0xff).
 */
export function foreignGreeting(greeting: Uint8Array | null): string | null {
  if (greeting === null || greeting.length < 5) return null;
  const [, , , sequence, first] = greeting;
  if (sequence === 0 && (first === 10 || first === 0xff)) return null;
  const line =
    Buffer.from(greeting)
      .toString('latin1')
      .split(/[\r\n]/)[0] ?? '';
  const printable = line.replace(/[^\x20-\x7e]/g, '').slice(0, 60);
  return printable.length >= 3 ? `it says "${printable}"` : 'its greeting is of another protocol';
}

/** Server errors that mean "this account may not". */
const privilegeErrors = [1044, 1045, 1095, 1142, 1143, 1227, 1345, 1370, 1419, 4061, 4062];
/** Statement stopped by a time limit or KILL QUERY: MySQL 3024, MariaDB 1969, both 1317. */
export const interruptedErrors: readonly number[] = [1317, 1969, 3024];

/** An error of a statement on an open connection. `sql` goes into the message in short form. */
export function queryFailure(thrown: unknown, sql: string): LatchkeyError {
  if (thrown instanceof LatchkeyError) return thrown;
  const error = readDriverError(thrown);
  const short = sql.length > 120 ? `${sql.slice(0, 117)}...` : sql;
  if (error.errno === undefined || error.errno === 1053) {
    return new LatchkeyError('connection-lost', 'The connection to the server was lost.', {
      hint: 'The server stopped, was killed, or the network broke. Its error log tells.',
      cause: causeText(error),
    });
  }
  const code: ErrorCode = privilegeErrors.includes(error.errno)
    ? 'privilege-missing'
    : interruptedErrors.includes(error.errno)
      ? 'timeout'
      : 'query-failed';
  return new ServerRefusal(code, `${sentence(error.message)} (server error ${error.errno})`, error.errno, {
    cause: `in: ${short}`,
  });
}

function causeText(error: DriverError): string {
  const parts = [error.errno, error.code].filter((part) => part !== undefined);
  return parts.length === 0 ? error.message : `${error.message} (${parts.join(', ')})`;
}

function sentence(message: string): string {
  const text = message.trim();
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
