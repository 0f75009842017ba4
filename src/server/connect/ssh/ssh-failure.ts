import { LatchkeyError } from '../../../shared/base/error';
import { describeSshTarget, type SshTarget } from '../../../shared/connection';
import { sentence } from '../handshake/failure';
import type { SshLogin } from './login';
import { texts } from './texts';

/** What ssh2 and Node put on an error. */
interface SshError {
  message: string;
  level: string | undefined;
  code: string | undefined;
  /** Why a channel was not opened (RFC 4254, section 5.1). */
  reason: number | undefined;
}

/** Reads an error thrown by ssh2 without trusting its shape. */
export function readSshError(thrown: unknown): SshError {
  if (!(thrown instanceof Error))
    return { message: String(thrown), level: undefined, code: undefined, reason: undefined };
  const text = (name: string) => {
    const value: unknown = Reflect.get(thrown, name);
    return typeof value === 'string' ? value : undefined;
  };
  const reason: unknown = Reflect.get(thrown, 'reason');
  return {
    message: thrown.message,
    level: text('level'),
    code: text('code'),
    reason: typeof reason === 'number' ? reason : undefined,
  };
}

/** Why no SSH connection came about. `accepted`: the methods that the host named, when it did. */
export function sshConnectFailure(
  thrown: unknown,
  ssh: SshTarget,
  login: SshLogin,
  accepted: readonly string[],
  timeoutMs: number,
): LatchkeyError {
  const error = readSshError(thrown);
  const where = `the SSH host ${describeSshTarget(ssh)}`;
  const unreachable = (message: string, hint: string) =>
    new LatchkeyError('server-unreachable', message, { hint, cause: thrown });
  if (error.level === 'client-authentication') return loginRefused(where, login, accepted, thrown);
  switch (error.code) {
    case 'ECONNREFUSED':
      return unreachable(
        `Nothing listens at ${where}, port ${ssh.port ?? 22} (connection refused).`,
        'Is sshd running there, and on this port?',
      );
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return unreachable(
        `The SSH host name ${ssh.host} is not known.`,
        'Check the spelling and DNS. Aliases of ~/.ssh/config are not read: give the real name, port and user.',
      );
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return unreachable(`There is no route to ${where}.`, 'Check the network, VPN and firewall.');
    default:
  }
  if (error.level === 'client-timeout' || error.code === 'ETIMEDOUT') {
    return unreachable(
      `${where} did not finish the SSH handshake and login within ${timeoutMs / 1000} s.`.replace(/^t/, 'T'),
      'A firewall may drop the packets, or what listens there is no SSH server.',
    );
  }
  if (/no matching/i.test(error.message)) {
    return unreachable(
      `No encryption in common with ${where}: ${sentence(error.message)}`,
      'The SSH server is too old or too restricted: let it offer current algorithms.',
    );
  }
  return unreachable(
    `No SSH connection to ${describeSshTarget(ssh)}: ${sentence(error.message)}`,
    'Check host and port; does ssh itself get through?',
  );
}

function loginRefused(
  where: string,
  login: SshLogin,
  accepted: readonly string[],
  cause: unknown,
): LatchkeyError {
  const tried = login.tried.length === 0 ? 'nothing to log in with was found' : login.tried.join(', ');
  const takes = accepted.length === 0 ? '' : ` It takes: ${accepted.join(', ')}.`;
  const message =
    login.tried.length === 0
      ? `No login at ${where}: there is no SSH agent, no usable key in ~/.ssh and no password.${takes}`
      : `Login refused by ${where}; tried: ${tried}.${takes}`;
  return new LatchkeyError('access-denied', message, {
    hint: texts.giveAKeyWithSsh,
    cause,
  });
}

/** Why the SSH host did not open the way on to the MySQL server. `place`: its address as seen from there. */
export function forwardFailure(thrown: unknown, ssh: SshTarget, place: string): LatchkeyError {
  const error = readSshError(thrown);
  const host = describeSshTarget(ssh);
  // RFC 4254, section 5.1: 1 is "administratively prohibited", 2 "connect failed", 3 "unknown channel type".
  if (error.reason === 1 || error.reason === 3) {
    return new LatchkeyError('server-unreachable', texts.theSshHostDoesNot(host, place), {
      hint: texts.itsSshdConfigMustAllow,
      cause: thrown,
    });
  }
  return new LatchkeyError(
    'server-unreachable',
    texts.theSshHostGetsNo(
      host,
      place,
      sentence(error.message.replace(/^\(SSH\) Channel open failure: /, '')),
    ),
    {
      hint: texts.hostPortAndSocketAre,
      cause: thrown,
    },
  );
}
