import { describe, expect, test } from 'vitest';
import { LatchkeyError } from '../../../shared/base/error';
import { queryFailure } from '../driver/query-failure';
import type { ConnectAttempt } from './connect-attempt';
import { connectFailure } from './connect-failure';
import { foreignGreeting } from './greeting';

const attempt: ConnectAttempt = {
  target: { host: 'db1', port: 3307, user: 'app' },
  tls: false,
  password: true,
  opened: true,
  greeting: null,
  timeoutMs: 10_000,
};
const overSocket = { ...attempt, target: { socket: '/run/mysqld/mysqld.sock', user: 'app' } };

/** An error as mysql2 throws it. */
function driverError(code: string, errno?: number, message = 'text of the server'): Error {
  return Object.assign(new Error(message), {
    code,
    ...(errno === undefined ? {} : { errno, sqlMessage: message }),
  });
}

describe('why a connection could not be opened', () => {
  test.each([
    ['ER_ACCESS_DENIED_ERROR', 1045, 'access-denied', /password or the user name is wrong/],
    ['ER_ACCESS_DENIED_NO_PASSWORD_ERROR', 1698, 'access-denied', /password/],
    ['ER_CON_COUNT_ERROR', 1040, 'too-many-connections', /one extra connection/],
    ['ER_TOO_MANY_USER_CONNECTIONS', 1203, 'too-many-connections', /MAX_USER_CONNECTIONS/],
    ['ER_USER_LIMIT_REACHED', 1226, 'too-many-connections', /limit/],
    ['ER_SECURE_TRANSPORT_REQUIRED', 3159, 'tls-required', /TLS mode/],
    ['ER_HOST_NOT_PRIVILEGED', 1130, 'access-denied', /No account matches the host/],
    ['ER_HOST_IS_BLOCKED', 1129, 'access-denied', /max_connect_errors/],
    ['ER_NOT_SUPPORTED_AUTH_MODE', 1251, 'access-denied', /caching_sha2_password/],
    ['ER_MUST_CHANGE_PASSWORD_LOGIN', 1862, 'access-denied', /ALTER USER/],
    ['ER_ACCOUNT_HAS_BEEN_LOCKED', 3118, 'access-denied', /UNLOCK/],
    ['ER_SERVER_SHUTDOWN', 1053, 'server-unreachable', /Try again/],
  ])('%s (%i) is %s', (code, errno, expected, hint) => {
    const error = connectFailure(driverError(code, errno), attempt);
    expect(error.code).toBe(expected);
    expect(error.hint).toMatch(hint);
    expect(error.toDocument().cause).toContain(String(errno));
  });

  test.each([
    ['ECONNREFUSED', 'server-unreachable', /Nothing listens at app@db1:3307/],
    ['ENOTFOUND', 'server-unreachable', /db1 is not known/],
    ['EHOSTUNREACH', 'server-unreachable', /no route/],
    ['ECONNRESET', 'server-unreachable', /closed it before the login/],
    ['PROTOCOL_CONNECTION_LOST', 'server-unreachable', /closed it before the login/],
    ['HANDSHAKE_NO_SSL_SUPPORT', 'tls-failed', /does not offer TLS/],
    ['HANDSHAKE_SSL_ERROR', 'tls-failed', /TLS with app@db1:3307 failed/],
  ])('%s is %s', (code, expected, message) => {
    const error = connectFailure(driverError(code), attempt);
    expect(error.code).toBe(expected);
    expect(error.message).toMatch(message);
  });

  test.each([
    ['ENOENT', /There is no socket \/run\/mysqld\/mysqld.sock/],
    ['EACCES', /may not be opened by this user/],
    ['ECONNREFUSED', /No server listens on the socket/],
  ])('a socket: %s', (code, message) => {
    const error = connectFailure(driverError(code), overSocket);
    expect(error.code).toBe('server-unreachable');
    expect(error.message).toMatch(message);
  });

  test('a time-out shows an open port from a silent network', () => {
    const late = driverError('ETIMEDOUT');
    expect(connectFailure(late, attempt).message).toMatch(/did not greet within 10 s/);
    expect(connectFailure(late, { ...attempt, opened: false }).message).toMatch(/did not answer within 10 s/);
  });

  test('an authentication plugin that the driver lacks is named', () => {
    const error = connectFailure(
      driverError(
        'AUTH_SWITCH_PLUGIN_ERROR',
        undefined,
        'Server requests authentication using unknown plugin client_ed25519. See TODO',
      ),
      attempt,
    );
    expect(error).toMatchObject({
      code: 'access-denied',
      message: expect.stringContaining('client_ed25519'),
    });
  });

  test('TLS hints follow the failure', () => {
    const hint = (message: string, target = {}) =>
      connectFailure(driverError('HANDSHAKE_SSL_ERROR', undefined, message), {
        ...attempt,
        target: { ...attempt.target, ...target },
      }).hint;
    expect(hint("Hostname/IP does not match certificate's altnames: Host: db1")).toMatch(/another name/);
    expect(hint('self-signed certificate in certificate chain')).toMatch(/Give the CA file/);
    expect(hint('unable to verify the first certificate', { sslCa: 'ca.pem' })).toMatch(
      /not signed by the CA file/,
    );
    const advised = connectFailure(
      driverError(
        'HANDSHAKE_SSL_ERROR',
        undefined,
        'self-signed certificate in certificate chain; if the root CA is installed locally, try running Node.js with --use-system-ca',
      ),
      attempt,
    );
    expect(advised.message).toMatch(/self-signed certificate in certificate chain\.$/);
    expect(advised.hint).toMatch(/--ssl-ca/);
    expect(hint('certificate has expired')).toMatch(/dates/);
    expect(hint('ssl routines:unsupported protocol')).toMatch(/TLS 1.0/);
  });
});

test('a foreign protocol is distinguished from a MySQL greeting by its first bytes', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  expect(foreignGreeting(bytes('SSH-2.0-OpenSSH_9.2\r\n'))).toBe('it says "SSH-2.0-OpenSSH_9.2"');
  expect(foreignGreeting(new Uint8Array([5, 0, 0, 0, 11, 8, 5, 26, 0]))).toMatch(/another protocol/);
  expect(foreignGreeting(new Uint8Array([74, 0, 0, 0, 10, 56, 46, 48]))).toBeNull();
  expect(foreignGreeting(new Uint8Array([23, 0, 0, 0, 0xff, 16, 4]))).toBeNull();
  expect(foreignGreeting(null)).toBeNull();
});

describe('why a statement failed', () => {
  test.each([
    [1142, 'privilege-missing'],
    [1227, 'privilege-missing'],
    [3024, 'timeout'],
    [1969, 'timeout'],
    [1317, 'timeout'],
    [1146, 'query-failed'],
    [1053, 'connection-lost'],
  ])('server error %i is %s', (errno, code) => {
    expect(queryFailure(driverError('ER_X', errno), 'SELECT 1').code).toBe(code);
  });

  test('an error of the network is a lost connection, and typed errors pass through', () => {
    expect(queryFailure(driverError('ECONNRESET'), 'SELECT 1').code).toBe('connection-lost');
    const typed = new LatchkeyError('cancelled', 'Cancelled.');
    expect(queryFailure(typed, 'SELECT 1')).toBe(typed);
  });
});
