import { LatchkeyError } from '../../../shared/base/error';
import type { ConnectAttempt } from './connect-attempt';
import { causeText, type DriverError, sentence } from './failure';
import { tooMuch } from './greeting';
import { texts } from './texts';

export const unsupportedPluginHint =
  'Latchkey logs in with mysql_native_password, caching_sha2_password, sha256_password, auth_socket and unix_socket, ed25519 and parsec. Create an account for it with one of these.';

/** Passwords of before MySQL 4.1 are no secret to who listens; no current client sends them. */
const oldPasswordHint =
  "Give the account a password of today's form: SET SESSION old_passwords = 0; SET PASSWORD FOR name@host = PASSWORD('...'); where the account names the plugin, first UPDATE mysql.user SET plugin = 'mysql_native_password' for it and FLUSH PRIVILEGES.";

/** A failure of TLS or of the login exchange; null: of something else. */
export function tlsFailure(error: DriverError, attempt: ConnectAttempt, where: string): LatchkeyError | null {
  if (error.code === 'HANDSHAKE_NO_SSL_SUPPORT') {
    return new LatchkeyError('tls-failed', texts.theServerAtDoesNot(where), {
      hint: noTlsHint(attempt),
    });
  }
  if (error.code === tooMuch) {
    return new LatchkeyError('tls-failed', texts.sentMoreThanAGreeting(where), {
      hint: texts.noServerDoesThatSomething,
    });
  }
  if (
    error.code === 'AUTH_SWITCH_PLUGIN_ERROR' ||
    /authentication using|mysql_clear_password/.test(error.message)
  ) {
    return pluginFailure(error, attempt);
  }
  if (error.code !== 'HANDSHAKE_SSL_ERROR' && !/^ERR_(SSL|TLS)_/.test(error.code ?? '')) return null;
  return new LatchkeyError(
    'tls-failed',
    texts.tlsWithFailed(where, sentence(withoutNodeAdvice(error.message))),
    {
      hint: tlsHint(error.message, attempt),
      cause: causeText(error),
    },
  );
}

function noTlsHint({ target: { sslMode, ssh } }: ConnectAttempt): string {
  const byDefault =
    sslMode === undefined ? 'A TCP connection to another host requires TLS unless a mode is stated. ' : '';
  const other = ssh === undefined ? ', or connect over the Unix socket or through SSH' : '';
  return `${byDefault}Set up TLS on the server (ssl_ca, ssl_cert, ssl_key)${other}. Where the server has TLS, something between takes the offer away. If the network is trusted, --ssl-mode=preferred (in the window: TLS, Mode) does without.`;
}

/** Node 24 adds how to start Node itself with other certificates, which nobody can do to this program. */
function withoutNodeAdvice(message: string): string {
  return message.replace(/[;,.]? ?if the root CA is installed locally, try running Node\.js with .*/is, '');
}

function tlsHint(message: string, attempt: ConnectAttempt): string {
  if (/altnames|Host(name)?.*does not match/i.test(message)) {
    return 'The certificate was made for another name. Connect by the name in the certificate, or use verify-ca, which does not compare names.';
  }
  if (/self.signed|unable to (verify|get)/i.test(message)) {
    return attempt.target.sslCa === undefined
      ? "Give the CA file that signed the server's certificate with --ssl-ca (for MySQL's own, ca.pem in its data directory), or use the mode required, which does not verify."
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
  const asked = /unknown plugin (\w*)/.exec(error.message)?.[1];
  // Servers before 5.5 ask for the old password by a packet without a name.
  const plugin =
    asked === ''
      ? 'mysql_old_password'
      : (asked ?? (/mysql_clear_password/.test(error.message) ? 'mysql_clear_password' : null));
  if (plugin !== null) {
    return new LatchkeyError('access-denied', texts.theAccountLogsInThrough(plugin), {
      hint: plugin === 'mysql_old_password' ? oldPasswordHint : unsupportedPluginHint,
    });
  }
  return new LatchkeyError('access-denied', texts.theLoginExchangeFailed(sentence(error.message)), {
    hint: attempt.tls ? unsupportedPluginHint : texts.withoutTlsAFullPassword(unsupportedPluginHint),
    cause: causeText(error),
  });
}
