import type { StoreLoad } from '../../shared/metrics-store';
import { over, selector } from './selector';
import type { StoreClient } from './store-client';
import type { KnownServer } from './store-servers';

const mostSteps = 600;
const leastStepMs = 5_000;

/** Statements per second of a server over a span (ms since 1970), for a chart. */
export async function storeLoad(
  client: StoreClient,
  { labels, dialect }: KnownServer,
  fromMs: number,
  toMs: number,
): Promise<StoreLoad> {
  const stepMs = Math.max(leastStepMs, Math.ceil((toMs - fromMs) / mostSteps / 1000) * 1000);
  const metric = dialect.server.metric.replace(/uptime$/, 'questions');
  const what = selector({ ...client.labels, ...labels, __name__: metric });
  // A rate needs two points in each step, whatever the interval of the scrapes.
  const query = `sum(rate(${over(what, Math.max(stepMs, 120_000))}))`;
  // Ends of steps, whole multiples: VictoriaMetrics moves others to them, and the last readings would be cut off.
  const [first, last] = [Math.floor(fromMs / stepMs + 1) * stepMs, Math.ceil(toMs / stepMs) * stepMs];
  const [found] = await client.queryRange(query, first, last, stepMs);
  const byTime = new Map(found?.points.map(([at, text]) => [Math.round((at * 1000) / stepMs), Number(text)]));
  const statements: (number | null)[] = [];
  for (let at = first; at <= last; at += stepMs) {
    const value = byTime.get(Math.round(at / stepMs)) ?? Number.NaN;
    statements.push(Number.isFinite(value) ? value : null);
  }
  const [from, to] = [new Date(first - stepMs).toISOString(), new Date(last).toISOString()];
  return { from, to, stepMs, statements };
}
