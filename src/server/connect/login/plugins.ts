import type { KeyObject } from 'node:crypto';
import { TLSSocket } from 'node:tls';
import type { AuthPlugin, authPlugins as driverPlugins } from 'mysql2';
import { LatchkeyError } from '../../../shared/base/error';
import { signEd25519 } from './ed25519';
import { parsecLogin } from './parsec';
import { texts } from './texts';

/** What decides how much of a password may travel. */
export interface LoginWay {
  password: string;
  /** TLS was chosen for this connection: nothing is answered before it stands. */
  tls: boolean;
  /** A Unix socket of this machine, or of the SSH host, which nobody on the network reads. */
  unixSocket: boolean;
  /** The server's RSA key as the user has it; then none is asked for. */
  serverPublicKey: KeyObject | null;
  /** The user takes whatever key the server sends. */
  getServerPublicKey: boolean;
  /** For messages. */
  where: string;
}

/** Packets of caching_sha2_password (sql/auth/sha2_password_common.h): the cache held; the full password, please. */
const fastAuthSuccess = 3;

/**
 * The login methods by the names under which a server asks for them, each held to what the way allows: a server chooses
 * the method, also a second one mid-login, so that none may give away more than the user agreed to. As the mysql
 * client (sql-common/client_authentication.cc), but for sha256_password too: a full password crosses plain TCP only
 * encrypted with a key that the user named or agreed to take.
 */
export function loginPlugins(way: LoginWay, driver: typeof driverPlugins): Record<string, AuthPlugin> {
  const key = way.serverPublicKey === null ? {} : { serverPublicKey: way.serverPublicKey };
  const held = (plugin: AuthPlugin): AuthPlugin => {
    return (metadata) => {
      const answer = plugin(metadata);
      return (data) => {
        if (way.tls && !isEncrypted(metadata)) throw tooEarly(way);
        return answer(data);
      };
    };
  };
  const plugins: Record<string, AuthPlugin> = {
    mysql_native_password: driver.mysql_native_password({ password: way.password }),
    caching_sha2_password: (metadata) => {
      const overrideIsSecure = way.unixSocket || isEncrypted(metadata);
      const answer = driver.caching_sha2_password({ ...key, overrideIsSecure })(metadata);
      let begun = false;
      return (data) => {
        const full = begun && data[0] !== fastAuthSuccess;
        begun = true;
        if (full && !overrideIsSecure && way.password !== '') requireKey('caching_sha2_password', way);
        return answer(data);
      };
    },
    sha256_password: (metadata) => {
      const answer = driver.sha256_password(key)(metadata);
      return (data) => {
        // No password is nothing to hide.
        if (way.password === '') return Buffer.from([0]);
        if (!way.unixSocket && !isEncrypted(metadata)) requireKey('sha256_password', way);
        return answer(data);
      };
    },
    // The password as it is, for PAM and LDAP: a server that is not who it seems would ask for just that.
    mysql_clear_password: () => () => {
      throw new Error('Server requested authentication using mysql_clear_password');
    },
    client_ed25519: () => (challenge) => signEd25519(way.password, challenge.subarray(0, 32)),
    parsec: () => parsecLogin(way.password),
  };
  return Object.fromEntries(Object.entries(plugins).map(([name, plugin]) => [name, held(plugin)]));
}

/** Whether TLS stands, and stood every check of its mode; not only whether it was asked for. */
function isEncrypted({ connection }: Parameters<AuthPlugin>[0]): boolean {
  const stream: unknown = Reflect.get(connection, 'stream');
  if (!(stream instanceof TLSSocket) || stream.getCipher() === undefined) return false;
  return Reflect.get(stream, 'secureConnecting') === false;
}

function requireKey(plugin: string, { serverPublicKey, getServerPublicKey, where }: LoginWay): void {
  if (serverPublicKey !== null || getServerPublicKey) return;
  throw new LatchkeyError('tls-required', texts.asksForTheFullPassword(where, plugin), {
    hint: texts.connectWithTlsSslMode,
  });
}

function tooEarly({ where }: LoginWay): LatchkeyError {
  return new LatchkeyError('tls-failed', texts.askedForTheLoginBefore(where), {
    hint: texts.noServerDoesThatSomething,
  });
}
