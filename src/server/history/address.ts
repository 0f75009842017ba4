import { LatchkeyError } from '../../shared/base/error';
import type { MetricsSecrets, MetricsSource } from '../../shared/metrics-store';
import { isLoopback } from '../connect/handshake/tls';
import { texts } from './texts';

const schemes: Readonly<Record<string, 'http:' | 'https:'>> = {
  'http:': 'http:',
  'https:': 'https:',
  'prometheus:': 'http:',
  'prometheus+http:': 'http:',
  'prometheus+https:': 'https:',
};

/** Where a store answers: `http://db-metrics:9090/prefix`, without user, password, query and the slash at its end. */
export interface StoreAddress {
  base: string;
  isTls: boolean;
  host: string;
  /** From the URL; the options may name another. */
  user?: string;
}

/**
 * Reads the address of a store. The text is never repeated in a message: it may hold a password.
 * @throws LatchkeyError usage
 */
export function storeAddress(text: string): StoreAddress {
  const match = /^([a-z+]+):\/\/(.*)$/is.exec(text.trim());
  const protocol = schemes[`${match?.[1]?.toLowerCase()}:`];
  if (match === null || protocol === undefined) throw notAnAddress();
  let url: URL;
  try {
    // Of schemes that it does not know the parser leaves much alone; of these it knows all.
    url = new URL(`${protocol}//${match[2]}`);
  } catch {
    throw notAnAddress();
  }
  if (url.password !== '') {
    throw new LatchkeyError('usage', texts.aPasswordInAUrl, {
      hint: texts.giveTheUserAloneIn,
    });
  }
  if (url.search !== '' || url.hash !== '') {
    throw new LatchkeyError('usage', texts.theUrlOfAMetrics, {
      hint: texts.giveTheAddressAloneSuch,
    });
  }
  // A URL of the query API itself, as it is copied from a browser.
  const path = withoutSlashes(url.pathname.replace(/\/api\/v1(?:\/.*)?$/, ''));
  return {
    base: `${protocol}//${url.host === '' ? 'localhost' : withPort(url, match[1] ?? '')}${path}`,
    isTls: protocol === 'https:',
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    ...(url.username === '' ? {} : { user: decoded(url.username) }),
  };
}

/** prometheus://host is port 9090, where Prometheus listens; http:// and https:// have their own. */
function withPort(url: URL, scheme: string): string {
  return url.port === '' && /^prometheus(?:\+http)?$/i.test(scheme) ? `${url.hostname}:9090` : url.host;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Refuses to send a token or password where everybody on the way can read it. Who writes http:// says that the network
 * is trusted.
 * @throws LatchkeyError tls-required
 */
export function requireSafeWay(source: MetricsSource, address: StoreAddress, secrets: MetricsSecrets): void {
  const isSecret = secrets.token !== undefined || secrets.password !== undefined;
  if (!isSecret || address.isTls || /^http:/i.test(source.url.trim())) return;
  if (address.host === 'localhost' || isLoopback(address.host)) return;
  throw new LatchkeyError('tls-required', texts.theTokenOrPasswordWould, {
    hint: texts.givePrometheusHttpsWhereThe,
  });
}

function notAnAddress(): LatchkeyError {
  return new LatchkeyError('usage', texts.thatIsNoAddressOf, {
    hint: texts.giveOneSuchAsPrometheus,
  });
}

/** Without the slashes at its end; an expression would take a long row of them in quadratic time. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path.charAt(end - 1) === '/') end -= 1;
  return path.slice(0, end);
}
