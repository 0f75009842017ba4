import { type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { createGunzip } from 'node:zlib';
import { LatchkeyError } from '../../shared/base/error';
import { isLoopback } from '../connect/handshake/tls';
import { connectionFailure, redirectFailure, timeoutFailure, tooLargeFailure } from './store-failure';

/** One question over HTTP. */
export interface HttpRequest {
  url: URL;
  headers: Readonly<Record<string, string>>;
  /** PEM text. */
  ca?: string;
  timeoutMs: number;
  /** Most bytes of an answer, unpacked. */
  mostBytes: number;
  signal?: AbortSignal;
  /** The address as messages name it. */
  where: string;
}

export interface HttpAnswer {
  status: number;
  body: string;
  /** Seconds that the store asks to wait; null: it says nothing. */
  retryAfter: number | null;
}

const mostRedirects = 3;

/**
 * Asks, and follows redirects on the same scheme, host and port only: headers hold the token.
 * @throws LatchkeyError server-unreachable, tls-failed, timeout, too-large, cancelled
 */
export async function get(request: HttpRequest): Promise<HttpAnswer> {
  let { url } = request;
  for (let hops = 0; ; hops += 1) {
    const { answer, location } = await exchange({ ...request, url });
    if (location === null) return answer;
    const next = targetOf(location, url);
    if (next === null || next.origin !== url.origin || hops === mostRedirects) {
      throw redirectFailure(request.where, next === null ? location : `${next.origin}${next.pathname}`);
    }
    url = next;
  }
}

function targetOf(location: string, from: URL): URL | null {
  try {
    return new URL(location, from);
  } catch {
    return null;
  }
}

function exchange(request: HttpRequest): Promise<{ answer: HttpAnswer; location: string | null }> {
  const { url, headers, ca, timeoutMs, signal, where } = request;
  return new Promise((resolve, reject) => {
    // To pack for the way within one machine takes longer than the way.
    const encoding = isLoopback(url.hostname.replace(/^\[(.*)\]$/, '$1')) ? 'identity' : 'gzip';
    const send = url.protocol === 'https:' ? overHttps : overHttp;
    const sent = send(url, {
      method: 'GET',
      headers: { Accept: 'application/json', 'Accept-Encoding': encoding, ...headers },
      ...(ca === undefined ? {} : { ca }),
    });
    const limit = setTimeout(() => end(timeoutFailure(where, timeoutMs)), timeoutMs);
    const cancel = () => end(new LatchkeyError('cancelled', 'Cancelled.'));
    function finish(): void {
      clearTimeout(limit);
      signal?.removeEventListener('abort', cancel);
    }
    function end(error: LatchkeyError): void {
      finish();
      sent.destroy();
      reject(error);
    }
    if (signal?.aborted === true) return cancel();
    signal?.addEventListener('abort', cancel);
    const fail = (error: NodeJS.ErrnoException) => end(connectionFailure(where, error, ca !== undefined));
    sent.on('error', fail);
    sent.on('response', (response) => {
      const status = response.statusCode ?? 0;
      const location = status >= 300 && status < 400 ? (response.headers.location ?? null) : null;
      collect(response, request, fail, end, (body) => {
        finish();
        resolve({ answer: { status, body, retryAfter: retryAfterOf(response) }, location });
      });
    });
    sent.end();
  });
}

/** Reads an answer up to its limit, packed and unpacked. */
function collect(
  response: IncomingMessage,
  { mostBytes, where }: HttpRequest,
  fail: (error: Error) => void,
  end: (error: LatchkeyError) => void,
  done: (body: string) => void,
): void {
  const isPacked = /\bgzip\b/i.test(response.headers['content-encoding'] ?? '');
  const plain = isPacked ? response.pipe(createGunzip()) : response;
  const chunks: Buffer[] = [];
  let bytes = 0;
  plain.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > mostBytes) {
      chunks.length = 0;
      end(tooLargeFailure(where, mostBytes));
    } else chunks.push(chunk);
  });
  response.on('error', fail);
  response.on('aborted', () => fail(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })));
  if (plain !== response) plain.on('error', fail);
  plain.on('end', () => done(Buffer.concat(chunks).toString('utf8')));
}

function retryAfterOf({ headers }: IncomingMessage): number | null {
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}
