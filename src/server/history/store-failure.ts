import { LatchkeyError } from '../../shared/base/error';
import { shortText } from '../../shared/base/short-text';
import { formatBytes } from '../../shared/base/units';
import { visible } from '../../shared/writers/visible';
import { texts } from './texts';

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
    return new LatchkeyError('access-denied', texts.theMetricsStoreAtHttp(where, what, status, said), {
      hint: accessHint,
    });
  }
  if (status === 404 || status === 405 || status === 410) {
    return new LatchkeyError('unsupported-server', noPrometheus(where, texts.http(status)), {
      hint: pathHint,
    });
  }
  if (status === 429) {
    return new LatchkeyError('busy', texts.theMetricsStoreAtLets(where, tries, said), {
      hint: texts.tryAgainLaterOrRead,
    });
  }
  if (status >= 500) {
    return new LatchkeyError('query-failed', texts.theMetricsStoreAtFailed(where, status, tries, said), {
      hint: texts.lookIntoTheLogOf,
    });
  }
  return new LatchkeyError('query-failed', texts.theMetricsStoreAtRefuses(where, status, said), {
    hint: texts.checkTheLabelsAskedFor,
  });
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
  return new LatchkeyError('server-unreachable', texts.theMetricsStoreAtSends(where, storeText(to)), {
    hint: texts.ifThatIsTheStore,
  });
}

export function tooLargeFailure(where: string, most: number): LatchkeyError {
  return new LatchkeyError('too-large', texts.anAnswerOfTheMetrics(where, formatBytes(most)), {
    hint: texts.readAShorterSpanOr,
  });
}

export function timeoutFailure(where: string, ms: number): LatchkeyError {
  return new LatchkeyError('timeout', texts.theMetricsStoreAtDid(where, ms / 1000), {
    hint: texts.tryAgainOrReadA,
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
    return new LatchkeyError('tls-failed', texts.tlsWithTheMetricsStore(where, cause), {
      hint: tlsHint(code, hasCa),
      cause: error,
    });
  }
  const why = unreachable[code] ?? cause;
  return new LatchkeyError('server-unreachable', texts.noMetricsStoreAnswersAt(where, why), {
    hint: texts.checkHostAndPortPrometheus,
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
