import { collectedSections, type SectionId } from '../../evidence/sections';
import { SeriesBuilder } from '../../evidence/series/series';
import { type Dialect, hostMetrics, type MappedMetric } from '../../knowledge/metrics/dialect';
import { type ServerNames, serverNames } from '../../knowledge/metrics/server-names';
import { translate } from '../../knowledge/metrics/translate';
import type { Clock } from '../../shared/base/clock';
import { LatchkeyError, throwIfCancelled } from '../../shared/base/error';
import { formatSeconds } from '../../shared/base/units';
import type { DeclaredHost } from '../../shared/connection';
import type { Labels } from '../../shared/metrics-store';
import type { JobContext } from '../../shared/progress';
import type { Reason } from '../../shared/reason';
import type { Capture, Cell, Samples, Section, Snapshot } from '../../shared/snapshot';
import { snapshotSchemaName } from '../../shared/snapshot';
import { sampledVariable } from '../sample/status-source';
import type { StoreSeries } from './answer';
import { hostFacts, hostLabels } from './host-facts';
import { HostPoints } from './host-points';
import { printedValue, serverReadings, type Values } from './readings';
import { replicationTable } from './replication';
import { scrapeInterval } from './scrape-interval';
import { namePatterns, selector } from './selector';
import { identityOf } from './server-identity';
import { variablesOf } from './settings';
import { lastValues, pointsInPieces, type Span } from './span-points';
import type { StoreClient } from './store-client';
import { type KnownServer, storeName } from './store-servers';
import { texts } from './texts';

/** Samples that a snapshot of a store holds at most, unless fewer are asked for; of a longer span fewer points are read. */
const usualSamples = 3600;
/** Values that are scraped seldom, as variables are by PMM (60 s), are looked for so far back. */
const leastLookBackMs = 300_000;

export interface StoreSnapshotRequest {
  id: string;
  createdBy: string;
  clock: Clock;
  /** ms since 1970. */
  fromMs: number;
  toMs: number;
  declaredHost: DeclaredHost;
  /** Samples at most, where fewer than usual are enough. */
  mostSamples?: number;
  /** The interval of the scrapes, ms, where it is known already. */
  scrapeMs?: number | undefined;
}

/**
 * A snapshot of what a store holds of one server in a span: variables, status at both ends, samples at the interval of the
 * scrapes, InnoDB's counters, the host. All else is skipped, with the reason.
 * @throws LatchkeyError not-found where the store has too little of the span, and what the client throws
 */
export async function storeSnapshot(
  client: StoreClient,
  server: KnownServer,
  request: StoreSnapshotRequest,
  job: JobContext,
): Promise<Snapshot> {
  const scrapeMs = request.scrapeMs ?? (await scrapeInterval(client, server, request.fromMs, request.toMs));
  if (scrapeMs === null) throw tooLittle(server);
  const span = spanOf(request, scrapeMs);
  const reading = new Reading(client, server, span, job);
  const host = await hostLabels(client, server, span.fromMs, span.toMs);
  const samples = await reading.samples(typeof host === 'string' ? null : host);
  const { first, last } = reading.ends();
  const lookBackMs = Math.max(leastLookBackMs, 4 * scrapeMs, span.stepMs);
  const levels = await reading.levels(last.timeMs, lookBackMs);
  const identity = identityOf(server, levels, {
    where: client.where,
    uptimeSeconds: numberOf(last.values.get('Uptime')),
  });
  const variables = variablesOf(levels, server, identity, reading.names);
  const sections: Record<string, Section> = Object.fromEntries(
    collectedSections.map((id) => [id, skipped(id, span)]),
  );
  const [from, to] = [new Date(first.timeMs).toISOString(), new Date(last.timeMs).toISOString()];
  sections.variables = ok({ end: capture(to, variableColumns, variableRows(variables)) });
  sections.status = ok({
    start: capture(from, statusColumns, statusRows(first.values)),
    end: capture(to, statusColumns, statusRows(last.values)),
  });
  const metrics = reading.innodbRows(levels);
  if (metrics.length > 0) {
    const earlier = await reading.innodbLevels(first.timeMs, lookBackMs);
    sections['innodb-metrics'] = ok({
      start: capture(from, metricColumns, reading.innodbRows(earlier)),
      end: capture(to, metricColumns, metrics),
    });
  }
  const channels = replicationTable(levels, server.dialect.metrics, reading.names);
  if (channels !== null) sections.replication = ok({ end: capture(to, channels.columns, channels.rows) });
  const partial = [...client.warnings][0];
  return {
    schema: snapshotSchemaName,
    id: request.id,
    createdAt: from,
    createdBy: request.createdBy,
    origin: {
      kind: 'prometheus',
      target: `${server.name} in ${client.where}`,
      tool: server.dialect.name,
      importedAt: request.clock.now().toISOString(),
    },
    complete: partial === undefined,
    ...(partial === undefined ? {} : { incomplete: inPart(partial) }),
    literals: 'removed',
    windowSeconds: (last.timeMs - first.timeMs) / 1000,
    server: identity,
    host: await hostFacts(client, host, request.declaredHost, last.timeMs, lookBackMs),
    sections,
    samples: withHost(samples, reading.hostNames, typeof host === 'string' ? host : null),
    statements: [],
  };
}

function inPart(warning: string): Reason {
  return {
    code: 'error',
    text: `The metrics store answered in part: ${warning}`,
    remedy: 'Read the span again when all of the store is there.',
  };
}

/** The span in steps of the scrapes, or of a multiple where it holds more of them than a snapshot. */
function spanOf(
  { fromMs, toMs, mostSamples = usualSamples }: Pick<StoreSnapshotRequest, 'fromMs' | 'toMs' | 'mostSamples'>,
  scrapeMs: number,
): Span {
  const stride = Math.max(1, Math.ceil((toMs - fromMs) / scrapeMs / mostSamples));
  return { fromMs, toMs, scrapeMs, stepMs: stride * scrapeMs };
}

function tooLittle(server: KnownServer): LatchkeyError {
  return new LatchkeyError('not-found', texts.theStoreHasFewerThan(storeName(server.name)), {
    hint: texts.chooseALongerSpanOrOne(server.dialect.server.metric),
  });
}

interface End {
  timeMs: number;
  values: Values;
}

/** Everything that is read of one server in one span. */
class Reading {
  readonly names: ServerNames = serverNames();
  readonly #client: StoreClient;
  readonly #server: KnownServer;
  readonly #span: Span;
  readonly #job: JobContext;
  readonly #host = new HostPoints();
  #first: End | null = null;
  #last: End | null = null;

  constructor(client: StoreClient, server: KnownServer, span: Span, job: JobContext) {
    this.#client = client;
    this.#server = server;
    this.#span = span;
    this.#job = job;
  }

  get hostNames(): string[] {
    return this.#host.names;
  }

  /** The samples, in order of time; moments at which the store has nothing are samples without values. */
  async samples(host: Labels | null): Promise<Samples> {
    const { fromMs, toMs, stepMs } = this.#span;
    const { dialect } = this.#server;
    const what = this.#selector(namePatterns(metricsFor(dialect, ['status', 'innodb-metric'])));
    let builder: SeriesBuilder | null = null;
    for await (const series of pointsInPieces(this.#client, what, this.#span)) {
      throwIfCancelled(this.#job.signal);
      const readings = serverReadings(series, dialect.metrics, this.names, dialect.server.metric, stepMs);
      const [start, end] = [readings[0]?.[0], readings.at(-1)?.[0]];
      if (start === undefined || end === undefined) continue;
      if (host !== null) await this.#addHost(host, start, end);
      for (const [timeMs, values] of readings) {
        // Prometheus before 3 counts the end of one piece to the beginning of the next as well.
        if (timeMs <= (this.#last?.timeMs ?? Number.NEGATIVE_INFINITY)) continue;
        this.#first ??= { timeMs, values };
        builder ??= new SeriesBuilder(new Date(timeMs).toISOString(), stepMs, sampledVariable);
        this.#addGap(builder, timeMs);
        // Names of the host have a dot, which those of the status have not.
        for (const [name, value] of this.#host.at(timeMs, 3 * stepMs)) values.set(name, value);
        builder.add(timeMs - this.#first.timeMs, values);
        this.#last = { timeMs, values };
      }
      this.#host.forget(end);
      const [done, total] = [(end - fromMs) / 1000, (toMs - fromMs) / 1000];
      this.#job.report({ done: Math.max(0, done), total, phase: 'samples', note: this.#server.name });
    }
    if (builder === null || builder.length < 2) throw tooLittle(this.#server);
    return builder.build();
  }

  /** The first and the last reading. */
  ends(): { first: End; last: End } {
    if (this.#first === null || this.#last === null) throw tooLittle(this.#server);
    return { first: this.#first, last: this.#last };
  }

  /** The last values of all that is no series: variables, InnoDB's counters, the version. */
  levels(atMs: number, lookBackMs: number): Promise<StoreSeries[]> {
    const { dialect } = this.#server;
    const metrics = metricsFor(dialect, ['variable', 'variable-text', 'innodb-metric', 'replication']);
    const what = this.#selector(namePatterns([...metrics, dialect.version.metric]));
    return lastValues(this.#client, what, atMs, lookBackMs);
  }

  /** Of these, InnoDB's counters alone. */
  innodbLevels(atMs: number, lookBackMs: number): Promise<StoreSeries[]> {
    const metrics = metricsFor(this.#server.dialect, ['innodb-metric']);
    return lastValues(this.#client, this.#selector(namePatterns(metrics)), atMs, lookBackMs);
  }

  innodbRows(found: readonly StoreSeries[]): Cell[][] {
    return found.flatMap(({ labels, points }) => {
      const translated = translate(labels, this.#server.dialect.metrics, this.names);
      if (translated?.to !== 'innodb-metric') return [];
      const value = printedValue(translated, points.at(-1)?.[1] ?? '');
      return value === null ? [] : [[translated.name, value, 'enabled']];
    });
  }

  #selector(metrics: readonly string[]): string {
    return selector({ ...this.#client.labels, ...this.#server.labels, __name__: { anyOf: metrics } });
  }

  async #addHost(labels: Labels, start: number, end: number): Promise<void> {
    const { stepMs, scrapeMs } = this.#span;
    const metrics = hostMetrics();
    const what = selector({
      ...this.#client.labels,
      ...labels,
      __name__: { anyOf: namePatterns(metrics.map(({ metric }) => metric)) },
    });
    const span = { fromMs: start - 2 * stepMs, toMs: end + 2 * stepMs, scrapeMs, stepMs };
    for await (const series of pointsInPieces(this.#client, what, span)) {
      this.#host.add(series, metrics, this.names);
    }
  }

  /** Missed readings are samples without values, as those are that a live sampler misses. */
  #addGap(builder: SeriesBuilder, timeMs: number): void {
    const { stepMs } = this.#span;
    if (this.#last === null || this.#first === null) return;
    const start = this.#last.timeMs;
    const missed = Math.round((timeMs - start) / stepMs) - 1;
    for (let index = 1; index <= missed; index += 1) {
      builder.add(Math.round(start + index * stepMs - this.#first.timeMs), null);
    }
  }
}

function metricsFor({ metrics }: Dialect, kinds: readonly MappedMetric['to'][]): string[] {
  return metrics.filter(({ to }) => kinds.includes(to)).map(({ metric }) => metric);
}

function withHost(samples: Samples, names: string[], why: string | null): Samples {
  if (why === null && names.length > 0) return { ...samples, host: { origin: 'prometheus', names } };
  return {
    ...samples,
    host: {
      origin: 'unknown',
      reason: { code: 'no-host', text: why ?? 'node_exporter has nothing there.' },
      names: [],
    },
  };
}

const variableColumns = ['name', 'value', 'source', 'path', 'min', 'max'];
const statusColumns = ['name', 'value'];
const metricColumns = ['NAME', 'COUNT', 'STATUS'];

function variableRows(variables: ReadonlyMap<string, string>): Cell[][] {
  return [...variables]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => [name, value, null, null, null, null]);
}

function statusRows(values: Values): Cell[][] {
  return [...values].filter(([name]) => !name.includes('.'));
}

function capture(at: string, columns: string[], rows: Cell[][]): Capture {
  return { at, tookMs: 0, table: { columns, rows } };
}

function ok(data: { start?: Capture; end: Capture }): Section {
  return { status: 'ok', tookMs: 0, rows: data.end.table?.rows.length ?? 0, data };
}

/** Why a store may lack what it could hold. */
const whyNot: Readonly<Partial<Record<SectionId, string>>> = {
  'innodb-metrics': 'mysqld_exporter reads it with its collector info_schema.innodb_metrics only.',
  replication:
    'The store has no mysql_slave_status_*: the server is no replica, or the collector slave_status is off.',
};

function skipped(id: SectionId, { scrapeMs }: Span): Section {
  const what = whyNot[id] ?? '';
  const text = `A metrics store does not hold it: it has numbers, one every ${formatSeconds(scrapeMs / 1000)}.`;
  return {
    status: 'skipped',
    tookMs: 0,
    reason: {
      code: 'not-read',
      text: what === '' ? text : what,
      remedy: 'Take a snapshot of the server itself.',
    },
  };
}

function numberOf(text: string | undefined): number | null {
  const value = Number(text ?? Number.NaN);
  return Number.isFinite(value) && value >= 0 ? value : null;
}
