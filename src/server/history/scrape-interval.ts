import type { Dialect } from '../../knowledge/metrics/dialect';
import { LatchkeyError } from '../../shared/base/error';
import type { StoreSeries } from './answer';
import { over, selector } from './selector';
import type { StoreClient } from './store-client';
import { type KnownServer, serverKey, withoutLabels } from './store-servers';

/** What is looked at first: enough of any usual interval, and few points of a short one. */
const lookMs = 600_000;

/**
 * The interval at which the store scrapes the server, ms: the median distance of the points at the end of a span. null:
 * fewer than three points lie in it.
 */
export async function scrapeInterval(
  client: StoreClient,
  { labels, dialect }: KnownServer,
  fromMs: number,
  toMs: number,
): Promise<number | null> {
  const what = selector({ ...client.labels, ...labels, __name__: dialect.server.metric });
  for (const span of [Math.min(lookMs, toMs - fromMs), toMs - fromMs]) {
    const found = await client.query(over(what, span), toMs);
    // Of a dialect whose jobs differ, the one that comes most often counts.
    const points = found.reduce<StoreSeries['points']>(
      (most, one) => (one.points.length > most.length ? one.points : most),
      [],
    );
    const interval = usualDistance(points.map(timeOf));
    if (interval !== null) return interval;
  }
  return null;
}

/**
 * The same of many servers, in one question for those of a dialect. Servers of which it cannot be said so are left out: one
 * answer may not hold them all.
 */
export async function scrapeIntervals(
  client: StoreClient,
  servers: readonly KnownServer[],
  fromMs: number,
  toMs: number,
): Promise<Map<KnownServer, number>> {
  const intervals = new Map<KnownServer, number>();
  for (const span of [Math.min(lookMs, toMs - fromMs), toMs - fromMs]) {
    for (const dialect of new Set(servers.map((server) => server.dialect))) {
      const asked = servers.filter((server) => server.dialect === dialect && !intervals.has(server));
      if (asked.length === 0) continue;
      const what = selector({ ...client.labels, __name__: dialect.server.metric });
      const found = await client.query(over(what, span), toMs).catch(noneIfTooLarge);
      const points = mostPointsByServer(found, dialect);
      for (const server of asked) {
        const interval = usualDistance((points.get(serverKey(server.labels)) ?? []).map(timeOf));
        if (interval !== null) intervals.set(server, interval);
      }
    }
  }
  return intervals;
}

function noneIfTooLarge(error: unknown): StoreSeries[] {
  if (error instanceof LatchkeyError && error.code === 'too-large') return [];
  throw error;
}

/** Of several series of a server, as jobs of different intervals make them, the one with the most points. */
function mostPointsByServer(found: readonly StoreSeries[], { server }: Dialect) {
  const most = new Map<string, StoreSeries['points']>();
  for (const { labels, points } of found) {
    const { __name__: _, ...own } = labels;
    const key = serverKey(withoutLabels(own, server.ownLabels));
    if (points.length > (most.get(key)?.length ?? 0)) most.set(key, points);
  }
  return most;
}

/** The median distance of times, to a tenth of a second from one second on. @internal exported to its test */
export function usualDistance(times: readonly number[]): number | null {
  if (times.length < 3) return null;
  const distances = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  const middle = [...distances].sort((a, b) => a - b)[Math.floor(distances.length / 2)] ?? 0;
  const rounded = middle >= 950 ? Math.round(middle / 100) * 100 : Math.round(middle);
  return rounded > 0 ? rounded : null;
}

function timeOf([seconds]: readonly [number, string]): number {
  return seconds * 1000;
}
