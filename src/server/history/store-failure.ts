import { LatchkeyError } from '../../shared/base/error';
import { shortText } from '../../shared/base/short-text';
import { formatBytes } from '../../shared/base/units';
import { visible } from '../../shared/writers/visible';

/** The answer of a store that is no answer to a query. */
export interface Refusal {
  status: number;
  /** The store's own words; empty: none. */
  text: string;
}

/** Statuses after which the same question may be answered. */
export function mayPass(status: number): boolean {
  return status === 429 || (status >= 500 && status !== 501 && status !== 505);
}

/** A text of the store on one line, short, with nothing unseen in it. */
export function storeText(text: string): string {
  return visible(shortText(text.replaceAll(/\s+/g, ' ').trim(), 300));
}

const accessHint =
  'Give a token in LATCHKEY_METRICS_TOKEN or --token-file, or a user with --store-user and its password in LATCHKEY_METRICS_PASSWORD; reading is all that it must be allowed.';

/** @param where the store's address, without secrets; `tries`: how often it was asked */
export function refusalFailure(
  where: string,
  { status, text }: Refusal,
  tries: number,
  sentSecret: boolean,
): LatchkeyError {
  const said = text === '' ? '' : ` It says: ${storeText(text)}`;
  if (status === 401 || status === 403) {
    const what = sentSecret ? 'refuses the token or password' : 'wants a token or password';
    return new LatchkeyError(
      'access-denied',
      `The metrics store at ${where} ${what} (HTTP ${status}).${said}`,
      { hint: accessHint },
    );
  }
  if (status === 404 || status === 405 || status === 410) {
    return new LatchkeyError('unsupported-server', noPrometheus(where, `HTTP ${status}`), {
      hint: pathHint,
    });
  }
  if (status === 429) {
    return new LatchkeyError(
      'busy',
      `The metrics store at ${where} lets no more queries through (HTTP 429, asked ${tries} times).${said}`,
      { hint: 'Try again later, or read a shorter span.' },
    );
  }
  if (status >= 500) {
    return new LatchkeyError(
      'query-failed',
      `The metrics store at ${where} failed (HTTP ${status}, asked ${tries} times).${said}`,
      { hint: 'Look into the log of the store; a shorter span needs less of it.' },
    );
  }
  return new LatchkeyError(
    'query-failed',
    `The metrics store at ${where} refuses the query (HTTP ${status}).${said}`,
    { hint: 'Check the labels asked for: a store that cannot read a selector says so.' },
  );
}

const pathHint =
  'Give the address of its query API: Prometheus has it at the root, VictoriaMetrics clusters at /select/0/prometheus, Mimir at /prometheus, PMM at /prometheus.';

function noPrometheus(where: string, why: string): string {
  return `What answers at ${where} has no query API of Prometheus (${why}).`;
}

/** @param why what stood there instead */
export function notPrometheus(where: string, why: string): LatchkeyError {
  return new LatchkeyError('unsupported-server', noPrometheus(where, why), { hint: pathHint });
}

export function redirectFailure(where: string, to: string): LatchkeyError {
  return new LatchkeyError(
    'server-unreachable',
    `The metrics store at ${where} sends on to ${storeText(to)}, which is another host. It was not followed.`,
    { hint: 'If that is the store, give its address: a token is sent to the address given and to no other.' },
  );
}

export function tooLargeFailure(where: string, most: number): LatchkeyError {
  return new LatchkeyError(
    'too-large',
    `An answer of the metrics store at ${where} has more than ${formatBytes(most)}.`,
    { hint: 'Read a shorter span, or narrow what is asked by labels.' },
  );
}

export function timeoutFailure(where: string, ms: number): LatchkeyError {
  return new LatchkeyError('timeout', `The metrics store at ${where} did not answer within ${ms / 1000} s.`, {
    hint: 'Try again, or read a shorter span.',
  });
}

interface SystemError {
  code?: string | undefined;
  message: string;
}

const unreachable: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the name is not known',
  EAI_AGAIN: 'the name cannot be looked up now',
  ETIMEDOUT: 'nothing answers',
  EHOSTUNREACH: 'no way leads there',
  ENETUNREACH: 'no way leads there',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
};

/** Of a connection that failed, or was cut. */
export function connectionFailure(where: string, error: SystemError, hasCa: boolean): LatchkeyError {
  const { code = '', message } = error;
  const cause = storeText(message);
  if (/^(?:ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)) {
    return new LatchkeyError('tls-failed', `TLS with the metrics store at ${where} failed: ${cause}.`, {
      hint: tlsHint(code, hasCa),
      cause: error,
    });
  }
  const why = unreachable[code] ?? cause;
  return new LatchkeyError('server-unreachable', `No metrics store answers at ${where}: ${why}.`, {
    hint: 'Check host and port; Prometheus listens on 9090, VictoriaMetrics on 8428, PMM on 443.',
    cause: error,
  });
}

function tlsHint(code: string, hasCa: boolean): string {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'The certificate was made for another name: give the store by the name in it.';
  if (/EXPIRED|NOT_YET_VALID/.test(code))
    return "The certificate's dates do not cover today: renew it, or check the clocks.";
  if (code === 'EPROTO' || code.startsWith('ERR_SSL'))
    return 'The store may have no TLS on this port: then give http:// or prometheus://.';
  return hasCa
    ? "The store's certificate is not signed by the CA file given."
    : "Give the CA file that signed the store's certificate with --store-ca.";
}
