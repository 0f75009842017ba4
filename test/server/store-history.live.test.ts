import { expect, test } from 'vitest';
import { metricsAvailability, startMetricsStore } from '../../scripts/servers/topology/metrics.ts';
import { knownDialects } from '../../src/knowledge/metrics/dialect';
import { chosenServer, knownServers, openStore, readHistory } from '../../src/server/history';
import { systemClock } from '../../src/shared/base/clock';
import { historySchema, hourMs } from '../../src/shared/history';

const available = metricsAvailability();
if (!available.available && process.env.CI) throw new Error(available.reason);

const scrapeMs = 60_000;

/**
 * Lines of two days, one a minute: 100 statements a second, 400 in the hour after noon of each day; a restart after
 * 10 hours, nothing scraped in the 20th hour, max_connections changed after 30 hours.
 */
function lines(fromMs: number, hours: number): string {
  const text: string[] = [];
  let questions = 5000;
  let startMs = fromMs - 3_600_000;
  for (let at = fromMs; at < fromMs + hours * hourMs; at += scrapeMs) {
    const hour = Math.floor((at - fromMs) / hourMs);
    if (at === fromMs + 10 * hourMs) {
      questions = 0;
      startMs = at - 5_000;
    }
    questions += (hour % 24 === 12 ? 400 : 100) * (scrapeMs / 1000);
    if (hour === 20) continue;
    const add = (name: string, value: number, more = '') =>
      text.push(`${name}{instance="db1",job="mysql"${more}} ${value} ${at}`);
    add('mysql_global_status_uptime', Math.floor((at - startMs) / 1000));
    add('mysql_global_status_questions', questions);
    add('mysql_global_status_threads_running', hour % 24 === 12 ? 9 : 2);
    add('mysql_global_variables_max_connections', hour < 30 ? 151 : 500);
    add('mysql_version_info', 1, ',version="8.0.36",version_comment="x"');
  }
  return text.join('\n');
}

test.skipIf(!available.available)('the hours of two days come back from a real VictoriaMetrics', async () => {
  const hours = 48;
  const toMs = Math.floor(Date.now() / hourMs) * hourMs - hourMs;
  const fromMs = toMs - hours * hourMs;
  const store = await startMetricsStore({
    kind: 'victoria-metrics',
    scraped: [],
    args: ['-retentionPeriod=1y'],
  });
  try {
    const url = `http://127.0.0.1:${store.port}`;
    const body = lines(fromMs, hours);
    const taken = await fetch(`${url}/api/v1/import/prometheus`, { method: 'POST', body });
    expect(taken.status).toBe(204);
    await fetch(`${url}/internal/force_flush`);
    const client = await openStore({ url }, {}, { clock: systemClock });
    const server = chosenServer(await knownServers(client, knownDialects(), fromMs, toMs), 'db1', 'then');
    const request = { fromMs, toMs, now: new Date(toMs) };
    const job = { signal: new AbortController().signal, report: () => undefined };
    const history = historySchema.parse(
      await readHistory(
        client,
        server,
        { ...request, server: { flavour: 'mysql', version: [8, 0, 36] } },
        job,
      ),
    );
    expect(history.series.Questions?.mean[3]).toBeCloseTo(100, 0);
    expect(history.series.Questions?.max[12]).toBeCloseTo(400, 0);
    expect(history.series.Threads_running?.mean[36]).toBeGreaterThan(8);
    expect(history.series.Questions?.mean[20]).toBeNull();
    expect(history.gaps).toHaveLength(1);
    expect(history.restarts.map((at) => Math.round((Date.parse(at) - fromMs) / hourMs))).toEqual([10]);
    expect(history.settings).toMatchObject([{ variable: 'max_connections', from: '151', to: '500' }]);
    expect(Math.abs(Date.parse(history.settings[0]?.at ?? '') - (fromMs + 30 * hourMs))).toBeLessThanOrEqual(
      hourMs,
    );
    expect(history.source).toMatchObject({ kind: 'prometheus', server: 'db1', dialect: 'mysqld_exporter' });
    expect(history.missing.host).toBeDefined();
  } finally {
    await store.stop();
  }
});
