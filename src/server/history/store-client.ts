import type { Clock } from '../../shared/base/clock';
import { LatchkeyError, throwIfCancelled } from '../../shared/base/error';
import type { Labels, MetricsSecrets, MetricsSource } from '../../shared/metrics-store';
import { readSmallFile } from '../connect/handshake/small-file';
import { requireSafeWay, type StoreAddress, storeAddress } from './address';
import { errorIn, labelSetsIn, type StoreAnswer, type StoreSeries, seriesIn } from './answer';
import { get, type HttpAnswer } from './http';
import { mayPass, refusalFailure, storeText } from './store-failure';
import { texts } from './texts';

/** Most bytes of one answer. */
export const mostAnswerBytes = 10_000_000;
/** Points of a series that Prometheus answers at most ("exceeded maximum resolution of 11,000 points per timeseries"). */
const mostPoints = 11_000;
const timeoutMs = 30_000;
const tries = 4;
const firstPauseMs = 500;
const longestPauseMs = 10_000;

/** A store that is asked over its query API. Times are ms since 1970. */
export interface StoreClient {
  /** The address without secrets, as messages and snapshots name it. */
  readonly where: string;
  /** Labels that every selector has to ask for. */
  readonly labels: Labels;
  /** What the store said is wrong with its answers: data may be missing. Each once, shortened. */
  readonly warnings: ReadonlySet<string>;
  /** Value of each series at a moment, or with a range selector its points as they were scraped. */
  query(promql: string, atMs: number): Promise<StoreSeries[]>;
  /** Values at every step from `fromMs` to `toMs`, in as many questions as that takes. */
  queryRange(promql: string, fromMs: number, toMs: number, stepMs: number): Promise<StoreSeries[]>;
  /** Label sets of the series that had a point in a span. */
  series(selector: string, fromMs: number, toMs: number): Promise<Labels[]>;
}

export interface StoreContext {
  clock: Pick<Clock, 'sleep'>;
  signal?: AbortSignal;
}

/**
 * Opens nothing: each question is one request. What may pass (429, 5xx) is asked for again, with longer and longer pauses.
 * @throws LatchkeyError usage, tls-required, file-not-found (the CA file)
 */
export async function openStore(
  source: MetricsSource,
  given: MetricsSecrets,
  context: StoreContext,
): Promise<StoreClient> {
  const address = storeAddress(source.url);
  const secrets = await withTokenFile(source, given);
  requireSafeWay(source, address, secrets);
  const headers = headersOf(source, address, secrets);
  const ca =
    source.caFile === undefined
      ? undefined
      : (await readSmallFile(source.caFile, 'CA file of the metrics store')).toString('utf8');
  return new HttpStore(address.base, source.labels ?? {}, headers, ca, context);
}

/** The secrets, or where there are none those that the source names. */
async function withTokenFile(source: MetricsSource, given: MetricsSecrets): Promise<MetricsSecrets> {
  const { tokenFile, tokenVariable } = source;
  if (given.token !== undefined || given.password !== undefined) return given;
  if (tokenFile !== undefined) {
    const token = (await readSmallFile(tokenFile, 'token file')).toString('utf8').trim();
    if (token !== '') return { token };
    throw new LatchkeyError('file-unreadable', texts.theTokenFileIsEmpty(tokenFile));
  }
  if (tokenVariable === undefined) return given;
  throw new LatchkeyError('usage', texts.theEnvironmentVariableIsNot(tokenVariable));
}

function headersOf(
  { user: given, tenant }: MetricsSource,
  { user = given }: StoreAddress,
  { token, password }: MetricsSecrets,
): Record<string, string> {
  const tenancy = tenant === undefined ? {} : { 'X-Scope-OrgID': tenant };
  if (token !== undefined) {
    if (!/^[\x21-\x7e]+$/.test(token)) {
      throw new LatchkeyError('usage', texts.theTokenHoldsCharactersThat, {
        hint: texts.giveTheTokenAloneWithout,
      });
    }
    return { ...tenancy, Authorization: `Bearer ${token}` };
  }
  if (password === undefined) return tenancy;
  if (user === undefined) {
    throw new LatchkeyError('usage', texts.thereIsAPasswordFor, {
      hint: texts.addStoreUserName,
    });
  }
  return {
    ...tenancy,
    Authorization: `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`,
  };
}

class HttpStore implements StoreClient {
  readonly where: string;
  readonly labels: Labels;
  readonly warnings = new Set<string>();

  readonly #headers: Readonly<Record<string, string>>;
  readonly #ca: string | undefined;
  readonly #context: StoreContext;

  constructor(
    where: string,
    labels: Labels,
    headers: Readonly<Record<string, string>>,
    ca: string | undefined,
    context: StoreContext,
  ) {
    this.where = where;
    this.labels = labels;
    this.#headers = headers;
    this.#ca = ca;
    this.#context = context;
  }

  async query(promql: string, atMs: number): Promise<StoreSeries[]> {
    const body = await this.#ask('query', [
      ['query', promql],
      ['time', seconds(atMs)],
    ]);
    return this.#noted(seriesIn(body, this.where));
  }

  async queryRange(promql: string, fromMs: number, toMs: number, stepMs: number): Promise<StoreSeries[]> {
    const joined = new Map<string, StoreSeries>();
    for (const [from, to] of rangesOf(fromMs, toMs, stepMs)) {
      const body = await this.#ask('query_range', [
        ['query', promql],
        ['start', seconds(from)],
        ['end', seconds(to)],
        ['step', seconds(stepMs)],
      ]);
      for (const one of this.#noted(seriesIn(body, this.where))) {
        const key = JSON.stringify(Object.entries(one.labels).sort());
        const known = joined.get(key);
        if (known === undefined) joined.set(key, one);
        else for (const point of one.points) known.points.push(point);
      }
    }
    return [...joined.values()];
  }

  async series(selector: string, fromMs: number, toMs: number): Promise<Labels[]> {
    const body = await this.#ask('series', [
      ['match[]', selector],
      ['start', seconds(fromMs)],
      ['end', seconds(toMs)],
    ]);
    return this.#noted(labelSetsIn(body, this.where));
  }

  #noted<T>({ data, warnings }: StoreAnswer<T>): T {
    for (const warning of warnings) if (this.warnings.size < 20) this.warnings.add(storeText(warning));
    return data;
  }

  async #ask(path: string, parameters: [string, string][]): Promise<string> {
    const url = new URL(`${this.where}/api/v1/${path}`);
    for (const [name, value] of parameters) url.searchParams.append(name, value);
    const { clock, signal } = this.#context;
    for (let asked = 1; ; asked += 1) {
      throwIfCancelled(signal);
      const answer = await this.#once(url);
      if (answer !== null && answer.status >= 200 && answer.status < 300) return answer.body;
      const last = asked === tries;
      if (answer !== null && (last || !mayPass(answer.status))) throw this.#refusal(answer, asked);
      // The connection was cut: once more, so that its failure is thrown if it stays so.
      if (answer === null && last) return (await this.#once(url, true))?.body ?? '';
      await clock.sleep(pauseMs(asked, answer), signal);
    }
  }

  /** null: the connection was cut, as a store does that is restarted. */
  async #once(url: URL, mayFail = false): Promise<HttpAnswer | null> {
    const { signal } = this.#context;
    try {
      return await get({
        ...{ url, headers: this.#headers, timeoutMs, mostBytes: mostAnswerBytes, where: this.where },
        ...(this.#ca === undefined ? {} : { ca: this.#ca }),
        ...(signal === undefined ? {} : { signal }),
      });
    } catch (error) {
      if (!mayFail && isCut(error)) return null;
      throw error;
    }
  }

  #refusal({ status, body }: HttpAnswer, asked: number): LatchkeyError {
    const text = errorIn(body) ?? (/^\s*</.test(body) ? '' : body);
    return refusalFailure(this.where, { status, text }, asked, this.#headers.Authorization !== undefined);
  }
}

function isCut(error: unknown): boolean {
  const cause: unknown = error instanceof LatchkeyError ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && (cause.code === 'ECONNRESET' || cause.code === 'EPIPE');
}

function pauseMs(asked: number, answer: HttpAnswer | null): number {
  const own = firstPauseMs * 2 ** (asked - 1);
  return Math.min(longestPauseMs, Math.max(own, (answer?.retryAfter ?? 0) * 1000));
}

/** Spans of at most as many steps as a store answers at once; they share no step. */
export function rangesOf(fromMs: number, toMs: number, stepMs: number): [from: number, to: number][] {
  const ranges: [number, number][] = [];
  const length = (mostPoints - 1) * stepMs;
  for (let from = fromMs; from <= toMs; from += length + stepMs) {
    ranges.push([from, Math.min(toMs, from + length)]);
  }
  return ranges;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}
