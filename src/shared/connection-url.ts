import { LatchkeyError } from './base/error';
import { type ConnectionTarget, sslModes } from './connection';
import { texts } from './texts';

/** Parameters of a URL and what they fill; named as in MySQL's own URI-like strings. */
const textParameters = {
  'ssl-ca': 'sslCa',
  'ssl-cert': 'sslCert',
  'ssl-key': 'sslKey',
  'server-public-key-path': 'serverPublicKeyPath',
  socket: 'socket',
} as const;

/** Longer than any that names files; the parser of the language takes the square of the length for some. */
const longestUrl = 8 * 1024;

/**
 * `mysql://user@host:port/?ssl-mode=verify-ca&ssl-ca=ca.pem&socket=PATH`; a schema name after the host is ignored.
 * The text is never repeated in a message: it may hold a password. Throws `usage`.
 * @param passwordInside the refusal of a password in it
 */
export function parseConnectionUrl(text: string, passwordInside: () => LatchkeyError): ConnectionTarget {
  if (text.length > longestUrl) throw notAUrl();
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw notAUrl();
  }
  if (url.protocol !== 'mysql:' && url.protocol !== 'mariadb:') throw notAUrl();
  if (url.password !== '') throw passwordInside();
  try {
    return {
      ...(url.hostname === '' ? {} : { host: decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, '$1') }),
      ...(url.port === '' ? {} : { port: Number(url.port) }),
      ...(url.username === '' ? {} : { user: decodeURIComponent(url.username) }),
      ...parameters(url.searchParams, passwordInside),
    };
  } catch (error) {
    if (error instanceof LatchkeyError) throw error;
    throw new LatchkeyError('usage', texts.theUrlOfTheServer, { cause: error });
  }
}

function parameters(given: URLSearchParams, passwordInside: () => LatchkeyError): ConnectionTarget {
  const target: ConnectionTarget = {};
  for (const [written, value] of given) {
    const name = written.toLowerCase().replaceAll('_', '-');
    if (/^(?:password|pwd|passwd)$/.test(name)) throw passwordInside();
    if (name === 'ssl-mode') {
      const mode = sslModes.find((one) => one === value.toLowerCase().replaceAll('_', '-'));
      if (mode === undefined) {
        throw new LatchkeyError('usage', texts.sslModeInTheUrl(sslModes.join(', ')));
      }
      target.sslMode = mode;
      continue;
    }
    if (name === 'get-server-public-key') {
      const on = ['1', 'true', 'on', 'yes'].includes(value.toLowerCase());
      if (!on && !['0', 'false', 'off', 'no'].includes(value.toLowerCase())) {
        throw new LatchkeyError('usage', texts.getServerPublicKeyIn);
      }
      target.getServerPublicKey = on;
      continue;
    }
    const [, field] = Object.entries(textParameters).find(([known]) => known === name) ?? [];
    if (field === undefined) {
      throw new LatchkeyError('usage', texts.theUrlHasAParameter, {
        hint: texts.knownAreSslModeGet(Object.keys(textParameters).join(', ')),
      });
    }
    target[field] = value;
  }
  return target;
}

function notAUrl(): LatchkeyError {
  return new LatchkeyError('usage', texts.theServerIsGivenBy, {
    hint: texts.anArgumentThatIsNo,
  });
}
