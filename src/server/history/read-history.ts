import { HistoryBuilder } from '../../evidence/history/history-builder';
import { hostMetrics } from '../../knowledge/metrics/dialect';
import { type ServerNames, serverNames } from '../../knowledge/metrics/server-names';
import { printedNumber, variableValue } from '../../knowledge/metrics/server-values';
import { translate } from '../../knowledge/metrics/translate';
import { LatchkeyError, throwIfCancelled } from '../../shared/base/error';
import { hourMs, type ServerHistory } from '../../shared/history';
import type { Labels } from '../../shared/metrics-store';
import type { JobContext } from '../../shared/progress';
import type { ServerIdentity } from '../../shared/server';
import { sampledVariable } from '../sample/status-source';
import type { StoreSeries } from './answer';
import { GrowthReader } from './growth';
import { hostLabels } from './host-facts';
import { HostPoints } from './host-points';
import { timeOf } from './readings';
import { scrapeInterval } from './scrape-interval';
import { namePatterns, selector } from './selector';
import { pointsInPieces, type Span } from './span-points';
import type { StoreClient } from './store-client';
import { type KnownServer, storeName } from './store-servers';
import { texts } from './texts';

/** Points of a series in a history at most, where that leaves three of them an hour. */
const usualPoints = 2016;
const leastStepMs = 60_000;
const longestStepMs = 1_200_000;

/** The span of a history, ms since 1970, and when it is read. */
export interface HistoryRequest {
  fromMs: number;
  toMs: number;
  now: Date;
  server: Pick<ServerIdentity, 'flavour' | 'version'>;
}

/**
 * What a store holds of a server by hours: status, InnoDB's levels and the host in steps of minutes, settings and versions
 * in steps of an hour.
 * @throws LatchkeyError not-found where the store has too little of the span, and what the client throws
 */
export async function readHistory(
  client: StoreClient,
  server: KnownServer,
  request: HistoryRequest,
  job: JobContext,
): Promise<ServerHistory> {
  const { fromMs, toMs } = request;
  const scrapeMs = await scrapeInterval(client, server, fromMs, toMs);
  if (scrapeMs === null) {
    throw new LatchkeyError('not-found', texts.theStoreHasNoHistory(storeName(server.name)), {
      hint: texts.chooseALongerSpanOr,
    });
  }
  const span: Span = { fromMs, toMs, scrapeMs, stepMs: stepOf(toMs - fromMs, scrapeMs) };
  const reader = new HistoryReader(client, server, span, job);
  const ticks = await reader.uptime();
  const builder = new HistoryBuilder({
    fromMs,
    toMs,
    stepMs: span.stepMs,
    restarts: startsIn(ticks, scrapeMs),
  });
  builder.present(ticks.map(({ at }) => at));
  await reader.status(builder);
  const host = await hostLabels(client, server, fromMs, toMs);
  if (typeof host === 'string') builder.missing('host', { code: 'no-host', text: host });
  else await reader.host(builder, host);
  await reader.settings(builder, request.server);
  const growth = new GrowthReader(client, span);
  await growth.tables(server.labels, builder);
  await growth.autoIncrements(server.labels, builder);
  if (typeof host !== 'string') await growth.disks(host, builder);
  return builder.build(
    { kind: 'prometheus', url: client.where, server: storeName(server.name), dialect: server.dialect.name },
    request.now.getTime(),
  );
}

/** Step of a history: whole minutes, at least the scrape interval. @internal exported to its test */
export function stepOf(spanMs: number, scrapeMs: number): number {
  const wanted = Math.min(longestStepMs, Math.max(leastStepMs, spanMs / usualPoints));
  return Math.max(Math.ceil(wanted / 60_000) * 60_000, Math.ceil(scrapeMs / 60_000) * 60_000);
}

interface Uptime {
  at: number;
  seconds: number;
}

/**
 * Starts of the server, ms since 1970: where the moment of the start that the uptime gives moves by more than the scrapes
 * and the steps can make it. @internal exported to its test
 */
export function startsIn(ticks: readonly Uptime[], scrapeMs: number): number[] {
  const tolerance = Math.max(5_000, 2 * scrapeMs);
  const starts: number[] = [];
  let known: number | null = null;
  for (const { at, seconds } of ticks) {
    const start = at - seconds * 1000;
    if (known !== null && start > known + tolerance) starts.push(start);
    known = known === null || start > known + tolerance ? start : Math.min(known, start);
  }
  return starts;
}

class HistoryReader {
  readonly #names: ServerNames = serverNames();
  readonly #client: StoreClient;
  readonly #server: KnownServer;
  readonly #span: Span;
  readonly #job: JobContext;

  constructor(client: StoreClient, server: KnownServer, span: Span, job: JobContext) {
    this.#client = client;
    this.#server = server;
    this.#span = span;
    this.#job = job;
  }

  async uptime(): Promise<Uptime[]> {
    const { dialect } = this.#server;
    const ticks = new Map<number, number>();
    for await (const series of this.#pieces(this.#selector([dialect.server.metric]), this.#span))
      for (const { points } of series)
        for (const [at, text] of points) ticks.set(Math.round(at * 1000), Number(text));
    return [...ticks]
      .map(([at, seconds]) => ({ at, seconds }))
      .filter(({ seconds }) => Number.isFinite(seconds))
      .sort((a, b) => a.at - b.at);
  }

  async status(builder: HistoryBuilder): Promise<void> {
    const { dialect } = this.#server;
    const wanted = dialect.metrics.filter(({ to }) => to === 'status' || to === 'innodb-metric');
    const what = this.#selector(namePatterns(wanted.map(({ metric }) => metric)));
    for await (const series of this.#pieces(what, this.#span)) {
      for (const { labels, points } of series) {
        const found = translate(labels, dialect.metrics, this.#names);
        const name = found?.to === 'status' ? found.name : `innodb_metrics.${found?.name ?? ''}`;
        const variable = found === null ? undefined : sampledVariable(name);
        // Texts and switches have no mean.
        if (variable === undefined || variable.unit === 'none') continue;
        builder.series(variable.name, variable, points.map(timeOf), points.map(numberOf));
      }
    }
  }

  /** @param labels of node_exporter there */
  async host(builder: HistoryBuilder, labels: Labels): Promise<void> {
    const metrics = hostMetrics();
    const names = namePatterns(metrics.map(({ metric }) => metric));
    const what = selector({ ...this.#client.labels, ...labels, __name__: { anyOf: names } });
    for await (const series of this.#pieces(what, this.#span)) {
      const points = new HostPoints();
      points.add(series, metrics, this.#names);
      for (const [name, { times, values }] of points.entries()) {
        const variable = sampledVariable(name);
        if (variable !== undefined) builder.series(name, variable, times, values);
      }
    }
  }

  async settings(builder: HistoryBuilder, server: HistoryRequest['server']): Promise<void> {
    const { dialect } = this.#server;
    const { fromMs, toMs, scrapeMs } = this.#span;
    const wanted = dialect.metrics.filter(({ to }) => to === 'variable').map(({ metric }) => metric);
    const what = this.#selector([...namePatterns(wanted), dialect.version.metric]);
    const hourly = { fromMs, toMs, scrapeMs, stepMs: Math.max(hourMs, scrapeMs * 2) };
    for await (const series of this.#pieces(what, hourly)) {
      for (const { labels, points } of series) {
        if (labels.__name__ === dialect.version.metric) {
          const version = labels[dialect.version.version];
          if (version !== undefined)
            builder.versions(points.map((point) => ({ at: timeOf(point), value: version.slice(0, 100) })));
          continue;
        }
        const found = translate(labels, dialect.metrics, this.#names);
        if (found?.to !== 'variable') continue;
        const values = points.flatMap((point) => {
          const number = printedNumber(point[1]);
          return number === null
            ? []
            : [{ at: timeOf(point), value: variableValue(found.name, number, server) ?? number }];
        });
        builder.setting(found.name, values);
      }
    }
  }

  async *#pieces(what: string, span: Span): AsyncGenerator<StoreSeries[]> {
    for await (const series of pointsInPieces(this.#client, what, span)) {
      throwIfCancelled(this.#job.signal);
      this.#job.report({ done: 0, total: null, phase: 'history', note: this.#server.name });
      yield series;
    }
  }

  #selector(metrics: readonly string[]): string {
    return selector({ ...this.#client.labels, ...this.#server.labels, __name__: { anyOf: metrics } });
  }
}

function numberOf([, text]: readonly [number, string]): number | null {
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}
