import { over, selector } from './selector';
import type { StoreClient } from './store-client';
import type { KnownServer } from './store-servers';

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
    const points = found.reduce<readonly (readonly [number, string])[]>(
      (most, one) => (one.points.length > most.length ? one.points : most),
      [],
    );
    const interval = usualDistance(points.map(([at]) => at * 1000));
    if (interval !== null) return interval;
  }
  return null;
}

/** The median distance of times, to a tenth of a second from one second on. @internal exported to its test */
export function usualDistance(times: readonly number[]): number | null {
  if (times.length < 3) return null;
  const distances = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  const middle = [...distances].sort((a, b) => a - b)[Math.floor(distances.length / 2)] ?? 0;
  const rounded = middle >= 950 ? Math.round(middle / 100) * 100 : Math.round(middle);
  return rounded > 0 ? rounded : null;
}
