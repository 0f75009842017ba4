import { setTimeout as delay } from 'node:timers/promises';
import { startServer } from '../../scripts/servers/index.ts';
import { prepareSysbench, startSysbench } from '../../scripts/servers/sysbench.ts';
import { startMysqldExporter, startNodeExporter } from '../../scripts/servers/topology/metrics.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** What the generated store holds. */
export const storeShape = {
  servers: 300,
  days: 90,
  text: 'the last day every 15 min, the weeks before once a week, settings every hour at most; of the server that is opened the last 14 days every minute',
} as const;

/** One series as a real exporter has it: what it was, and how fast it grew under load. */
interface TemplateSeries {
  name: string;
  labels: Record<string, string>;
  value: number;
  /** Per second; 0: it did not grow. */
  rate: number;
  source: 'server' | 'host';
}

const hostMetrics =
  /^node_(cpu_seconds_total|memory_(MemTotal|MemAvailable|SwapTotal|SwapFree)_bytes|procs_(running|blocked)|context_switches_total|vmstat_(pswpin|pswpout|pgmajfault)|uname_info|pressure_.*|disk_(reads_completed|writes_completed|read_bytes|written_bytes|read_time_seconds|write_time_seconds|io_time_seconds|io_time_weighted_seconds)(_total)?)$/;

/** Every series of mysqld_exporter and what is read of node_exporter, over MySQL 8.0 under sysbench, from two scrapes. */
export async function templateSeries(): Promise<TemplateSeries[]> {
  const running: { stop(): Promise<void> }[] = [];
  const keep = <T extends { stop(): Promise<void> }>(one: T): T => {
    running.push(one);
    return one;
  };
  try {
    const server = keep(await startServer('mysql80'));
    const load = { socket: server.socket, tables: 1, rows: 1000 };
    await prepareSysbench(load);
    keep(startSysbench({ ...load, workload: 'oltp_read_write', threads: 2, seconds: 120 }));
    const exporters = [
      { source: 'server' as const, ...keep(await startMysqldExporter(server)) },
      { source: 'host' as const, ...keep(await startNodeExporter()) },
    ];
    const scrape = async () => {
      const at = Date.now();
      const found = new Map<string, Omit<TemplateSeries, 'rate'>>();
      for (const { port, source } of exporters) {
        const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
        for (const one of seriesIn(text)) {
          const isWanted = source === 'server' ? one.name.startsWith('mysql_') : hostMetrics.test(one.name);
          const isOther = one.labels.device !== undefined && one.labels.device !== firstDevice(found);
          if (isWanted && !isOther) found.set(JSON.stringify(one.labels) + one.name, { ...one, source });
        }
      }
      return { at, found };
    };
    const before = await scrape();
    await delay(15_000);
    const after = await scrape();
    const seconds = (after.at - before.at) / 1000;
    return [...after.found].map(([key, one]) => {
      const grown = one.value - (before.found.get(key)?.value ?? one.value);
      return { ...one, rate: grown > 0 ? grown / seconds : 0 };
    });
  } finally {
    for (const one of running.reverse()) await one.stop();
  }
}

function firstDevice(found: ReadonlyMap<string, { labels: Record<string, string> }>): string | undefined {
  for (const { labels } of found.values()) if (labels.device !== undefined) return labels.device;
  return undefined;
}

function seriesIn(text: string): Pick<TemplateSeries, 'name' | 'labels' | 'value'>[] {
  return text.split('\n').flatMap((line) => {
    const match = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line);
    if (match?.[1] === undefined || !Number.isFinite(Number(match[3]))) return [];
    const labels = Object.fromEntries(
      [...(match[2] ?? '').matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name, value]) => [name, value]),
    );
    return [{ name: match[1], labels, value: Number(match[3]) }];
  });
}

/** Fills the store with the fleet up to a moment. @returns how much there is in it */
export async function fillStore(
  url: string,
  template: readonly TemplateSeries[],
  toMs: number,
): Promise<{ points: number; series: number }> {
  const starts = {
    weeks: grid(toMs - storeShape.days * dayMs, toMs - dayMs - 1, 7 * dayMs),
    day: grid(toMs - dayMs, toMs, 15 * minuteMs),
    settings: grid(toMs - dayMs, toMs, hourMs),
    opened: grid(toMs - 14 * dayMs, toMs, minuteMs),
  };
  let points = 0;
  for (let number = 1; number <= storeShape.servers; number += 1) {
    const isOpened = number === 1;
    let lines: string[] = [];
    let held = 0;
    for (const one of template) {
      const isSetting = one.name.startsWith('mysql_global_variables_');
      const recent = isSetting ? starts.settings : isOpened ? starts.opened : starts.day;
      const earlier = starts.weeks.filter((at) => at < (recent[0] ?? toMs));
      const times = [...earlier, ...recent];
      lines.push(line(one, number, times, toMs));
      points += times.length;
      held += times.length;
      if (held < 500_000) continue;
      await post(url, lines);
      [lines, held] = [[], 0];
    }
    await post(url, lines);
  }
  await fetch(`${url}/internal/force_flush`);
  return { points, series: template.length * storeShape.servers };
}

function line(one: TemplateSeries, number: number, times: readonly number[], toMs: number): string {
  const server = `db${String(number).padStart(3, '0')}`;
  const instance = `${server}:${one.source === 'server' ? 9104 : 9100}`;
  const job = one.source === 'server' ? 'mysql' : 'node';
  // Some have a smaller pool than the others, and not all are as busy.
  const isSmall = number % 10 === 0 && one.name === 'mysql_global_variables_innodb_buffer_pool_size';
  const busy = one.name.endsWith('_uptime') ? 1 : 0.2 + ((number * 37) % 100) / 80;
  const start = toMs - storeShape.days * dayMs;
  const values = times.map((at) => {
    if (one.rate === 0) return isSmall ? one.value / 2 : one.value;
    const seconds = (at - start) / 1000;
    const wave =
      busy === 1 ? 0 : (0.5 * 86_400 * (1 - Math.cos((2 * Math.PI * seconds) / 86_400))) / (2 * Math.PI);
    return Math.round(one.value + one.rate * busy * (seconds + wave));
  });
  const metric = JSON.stringify({ __name__: one.name, ...one.labels, instance, job });
  return `{"metric":${metric},"values":[${values.join(',')}],"timestamps":[${times.join(',')}]}`;
}

function grid(fromMs: number, toMs: number, stepMs: number): number[] {
  const times: number[] = [];
  // Counted back, so that the last one lies at the end.
  for (let at = toMs; at >= fromMs; at -= stepMs) times.push(at);
  return times.reverse();
}

async function post(url: string, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return;
  const taken = await fetch(`${url}/api/v1/import`, { method: 'POST', body: lines.join('\n') });
  if (taken.status !== 204) throw new Error(`the store refused the import: HTTP ${taken.status}`);
}
