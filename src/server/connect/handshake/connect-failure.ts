import { isIP } from 'node:net';
import { type ErrorCode, LatchkeyError } from '../../../shared/base/error';
import { describeTarget } from '../../../shared/connection';
import type { ConnectAttempt } from './connect-attempt';
import {
  causeText,
  type DriverError,
  expiredPassword,
  readDriverError,
  ServerRefusal,
  sentence,
} from './failure';
import { foreignGreeting } from './greeting';
import { texts } from './texts';
import { tlsFailure, unsupportedPluginHint } from './tls-failure';

/** Why a connection could not be opened, in the words of someone who has to fix it. */
export function connectFailure(thrown: unknown, attempt: ConnectAttempt): LatchkeyError {
  const error = readDriverError(thrown);
  const where = describeTarget(attempt.target);
  // An error packet arrives instead of the greeting and is no foreign protocol.
  if (error.errno !== undefined) return refusedByServer(error, error.errno, attempt, where);
  const foreign = foreignGreeting(attempt.greeting);
  if (foreign !== null) {
    return new LatchkeyError('unsupported-server', texts.whatAnswersAtIsNot(where, foreign), {
      hint: texts.checkHostAndPortA,
    });
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
        `The server accepts no connections from this host: ${sentence(error.message)}`,
        "No account matches the host that the server sees. Create the account for it, for example CREATE USER ...@'host', or connect from an allowed host.",
      );
    case 1129:
      return refusal(
        'access-denied',
        `The server has blocked this host: ${sentence(error.message)}`,
        'Too many connections were interrupted (max_connect_errors). An administrator unblocks it with TRUNCATE TABLE performance_schema.host_cache, or before MySQL 8.3 and in MariaDB with FLUSH HOSTS.',
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
      return refusal('access-denied', expiredPassword.message, expiredPassword.hint);
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
      'the account (REQUIRE SSL) or a MariaDB server (require_secure_transport) may require TLS, which this connection does not use',
    );
  }
  if (attempt.tls && attempt.target.sslCert === undefined) {
    reasons.push(
      'the account may require a client certificate (REQUIRE X509), to be given with --ssl-cert and --ssl-key',
    );
  }
  return `Usually: ${reasons.join('; or ')}.`;
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
        'Is the server running? SELECT @@socket shows its path; Debian uses /run/mysqld/mysqld.sock.',
      );
    case 'EACCES':
    case 'EPERM':
      return unreachable(
        `The socket ${target.socket ?? where} may not be opened by this user.`,
        'Run as a user with access to its folder, or connect over TCP.',
      );
    case 'ENOTSOCK':
      return unreachable(`${target.socket ?? where} is not a socket.`, 'SELECT @@socket shows the path.');
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return unreachable(
        `The host name ${target.host ?? 'localhost'} is not known.`,
        'Check the spelling and DNS.',
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
        'A firewall, proxy or load balancer may stand between, or the server is just starting or stopping. See its error log.',
      );
    case 'ERR_OUT_OF_RANGE':
    case 'ERR_BUFFER_OUT_OF_BOUNDS':
      return new LatchkeyError('unsupported-server', texts.speaksTheProtocolOfMysql(where), {
        hint: texts.aPacketEndsBeforeIts,
        cause: causeText(error),
      });
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
    return new LatchkeyError('server-unreachable', texts.tookTheConnectionButDid(where, seconds), {
      hint: texts.eitherItIsNotA,
    });
  }
  return new LatchkeyError('server-unreachable', texts.didNotAnswerWithinS(where, seconds), {
    hint:
      isIP(attempt.target.host ?? '') === 0 ? texts.aFirewallMayDropThe : texts.aFirewallMayDropThePackets,
  });
}
