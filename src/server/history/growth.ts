import type { HistoryBuilder } from '../../evidence/history/history-builder';
import { type Growth, growthMetrics } from '../../knowledge/metrics/growth';
import { hourMs } from '../../shared/history';
import type { Labels } from '../../shared/metrics-store';
import type { StoreSeries } from './answer';
import { timeOf } from './readings';
import { selector } from './selector';
import { pointsInPieces, type Span } from './span-points';
import type { StoreClient } from './store-client';

/** Tables and columns that are read at most: the largest, and those nearest to the end of their type. */
const most = 100;
/** Identifiers of MySQL have at most 64 characters; paths have more. */
const longestName = 64;
const longestPath = 512;

const reasons = {
  disk: 'node_exporter has no file systems of this machine.',
  table: 'mysqld_exporter reads sizes of tables with its collector info_schema.tables only.',
  'auto-increment':
    'mysqld_exporter reads auto-increment columns with its collector auto_increment.columns only.',
} as const;

/** What fills up, in steps of an hour: tables, auto-increment columns, file systems of the host. */
export class GrowthReader {
  readonly #client: StoreClient;
  readonly #span: Span;
  readonly #metrics: Growth = growthMetrics();

  constructor(client: StoreClient, span: Span) {
    this.#client = client;
    this.#span = { ...span, stepMs: Math.max(hourMs, span.scrapeMs * 2) };
  }

  /** The largest tables, data and indexes together. @param server its labels */
  async tables(server: Labels, builder: HistoryBuilder): Promise<void> {
    const { size, part, parts } = this.#metrics.table;
    const what = selector({
      ...this.#client.labels,
      ...server,
      __name__: size,
      [part]: { anyOf: [...parts] },
    });
    // Two exporters of one server are no table of twice the size.
    const each = `max by (schema, table, ${part}) (${what})`;
    const found = await this.#range(`topk(${most}, sum by (schema, table) (${each}))`);
    let isAny = false;
    for (const { labels, points } of found) {
      const [schema, table] = [nameOf(labels.schema), nameOf(labels.table)];
      if (schema === null || table === null) continue;
      builder.growth({ of: 'table', schema, table, limit: null }, points.map(timeOf), points.map(numberOf));
      isAny = true;
    }
    if (!isAny) builder.missing('growth.table', { code: 'not-read', text: reasons.table });
  }

  /** The columns nearest to the end of their type: next value and limit. @param server its labels */
  async autoIncrements(server: Labels, builder: HistoryBuilder): Promise<void> {
    const { value, limit } = this.#metrics.autoIncrement;
    const by = (name: string) => {
      const what = selector({ ...this.#client.labels, ...server, __name__: name });
      return `max by (schema, table, column) (${what})`;
    };
    const nearest = `topk(${most}, ${by(value)} / ${by(limit)})`;
    const limits = new Map<string, number>();
    for (const { labels, points } of await this.#range(`${by(limit)} and ${nearest}`)) {
      const last = points.map(numberOf).findLast((one) => one !== null);
      if (last !== undefined && last !== null) limits.set(columnKey(labels), last);
    }
    let isAny = false;
    for (const { labels, points } of await this.#range(`${by(value)} and ${nearest}`)) {
      const [schema, table, column] = [nameOf(labels.schema), nameOf(labels.table), nameOf(labels.column)];
      if (schema === null || table === null || column === null) continue;
      const of = { of: 'auto-increment', schema, table, column } as const;
      const end = limits.get(columnKey(labels)) ?? null;
      builder.growth({ ...of, limit: end }, points.map(timeOf), points.map(numberOf));
      isAny = true;
    }
    if (!isAny)
      builder.missing('growth.auto-increment', { code: 'not-read', text: reasons['auto-increment'] });
  }

  /** File systems: bytes that are not free for the server, of all bytes. @param host labels of node_exporter there */
  async disks(host: Labels, builder: HistoryBuilder): Promise<void> {
    const { size, free, path, kind, notKinds } = this.#metrics.disk;
    const what = selector({ ...this.#client.labels, ...host, __name__: { anyOf: [size, free] } });
    let isAny = false;
    for await (const series of pointsInPieces(this.#client, what, this.#span)) {
      const sizes = new Map(
        series.filter(({ labels }) => labels.__name__ === size).map((one) => [one.labels[path] ?? '', one]),
      );
      for (const one of series.filter(({ labels }) => labels.__name__ === free)) {
        const at = one.labels[path] ?? '';
        const whole = sizes.get(at);
        const isReal = !notKinds.includes(one.labels[kind] ?? '');
        if (whole === undefined || !isReal || at === '' || at.length > longestPath) continue;
        if (addDisk(builder, at, whole, one)) isAny = true;
      }
    }
    if (!isAny) builder.missing('growth.disk', { code: 'not-read', text: reasons.disk });
  }

  #range(promql: string): Promise<StoreSeries[]> {
    const { fromMs, toMs, stepMs } = this.#span;
    return this.#client.queryRange(promql, fromMs, toMs, stepMs);
  }
}

function addDisk(builder: HistoryBuilder, path: string, whole: StoreSeries, free: StoreSeries): boolean {
  const sizes = new Map(whole.points.map((point) => [timeOf(point), numberOf(point)]));
  const limit = [...sizes.values()].findLast((one) => one !== null) ?? null;
  if (limit === null || limit <= 0) return false;
  const used = free.points.map((point) => {
    const [size, left] = [sizes.get(timeOf(point)) ?? null, numberOf(point)];
    return size === null || left === null ? null : Math.max(0, size - left);
  });
  builder.growth({ of: 'disk', path, limit }, free.points.map(timeOf), used);
  return true;
}

function columnKey({ schema, table, column }: Labels): string {
  return JSON.stringify([schema, table, column]);
}

/** null: no identifier of a server is so long. */
function nameOf(text: string | undefined): string | null {
  return text === undefined || text === '' || text.length > longestName ? null : text;
}

function numberOf([, text]: readonly [number, string]): number | null {
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}
