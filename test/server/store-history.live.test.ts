import { expect, test } from 'vitest';
import { metricsAvailability, startMetricsStore } from '../../scripts/servers/topology/metrics.ts';
import { factCatalog } from '../../src/analysis/facts/catalog';
import { FactSet } from '../../src/analysis/facts/inputs/fact-set';
import { Observed } from '../../src/analysis/facts/inputs/observed';
import { dayText } from '../../src/analysis/history/calendar';
import { growthTrends } from '../../src/analysis/history/growth-trends';
import { knownDialects } from '../../src/knowledge/metrics/dialect';
import { chosenServer, knownServers, openStore, readHistory, storeSnapshot } from '../../src/server/history';
import { systemClock } from '../../src/shared/base/clock';
import { historySchema, hourMs } from '../../src/shared/history';
import { sectionRows } from '../../src/shared/snapshot';

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

const day = 24 * hourMs;

/** Ten days of what fills up, once an hour: a disk and a table by 1 GB a day, an INT by 100 M a day; and a replica now. */
function growing(toMs: number): string {
  const text: string[] = [];
  for (let hour = 240; hour >= 0; hour -= 1) {
    const at = toMs - hour * hourMs;
    const days = (at - toMs) / day;
    const add = (name: string, labels: string, value: number) =>
      text.push(`${name}{${labels}} ${Math.round(value)} ${at}`);
    const table = 'instance="db1",job="mysql",schema="shop",table="orders"';
    add('mysql_info_schema_table_size', `${table},component="data_length"`, 40e9 + days * 0.7e9);
    add('mysql_info_schema_table_size', `${table},component="index_length"`, 20e9 + days * 0.3e9);
    add('mysql_info_schema_table_size', `${table},component="data_free"`, 5e9);
    add('mysql_info_schema_auto_increment_column', `${table},column="id"`, 1.5e9 + days * 1e8);
    add('mysql_info_schema_auto_increment_column_max', `${table},column="id"`, 2_147_483_647);
    const disk = 'instance="db1:9100",job="node",device="/dev/sdb",fstype="xfs",mountpoint="/data"';
    add('node_filesystem_size_bytes', disk, 100e9);
    add('node_filesystem_avail_bytes', disk, 30.52e9 - days * 1e9);
    add('node_filesystem_size_bytes', disk.replace('xfs', 'tmpfs').replace('/data', '/run'), 1e9);
    add('node_filesystem_avail_bytes', disk.replace('xfs', 'tmpfs').replace('/data', '/run'), 0.5e9);
    add('node_memory_MemTotal_bytes', 'instance="db1:9100",job="node"', 8e9);
  }
  const channel =
    'instance="db1",job="mysql",master_host="db0",master_uuid="u-0",channel_name="",connection_name=""';
  const status = { seconds_behind_master: 95, slave_io_running: 1, slave_sql_running: 0, auto_position: 1 };
  for (const [name, value] of Object.entries(status))
    text.push(`mysql_slave_status_${name}{${channel}} ${value} ${toMs}`);
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
    for (const body of [lines(fromMs, hours), growing(toMs - scrapeMs)]) {
      const taken = await fetch(`${url}/api/v1/import/prometheus`, { method: 'POST', body });
      expect(taken.status).toBe(204);
    }
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
    expect(history.settings.length).toBe(1);

    // What fills up needs a week at least.
    const weeks = historySchema.parse(
      await readHistory(
        client,
        server,
        { ...request, fromMs: toMs - 10 * day, server: { flavour: 'mysql', version: [8, 0, 36] } },
        job,
      ),
    );
    const trends = growthTrends(weeks, { dataFolder: '/data/mysql', maxConnections: null });
    // Midnight may lie between the day by the line that was drawn and that by its hours.
    const daysOf = (days: number) => [-0.1, 0, 0.1].map((more) => dayText(toMs + (days + more) * day));
    expect(trends.map(({ label }) => label)).toEqual([
      'Disk of the data (/data)',
      'shop.orders.id',
      'Table shop.orders',
    ]);
    const [disk, column, table] = trends.map(({ fullOn }) => fullOn);
    expect(daysOf(30.52)).toContain(disk);
    expect(daysOf(6.47483647)).toContain(column);
    expect(table).toBeNull();
    expect(trends.map(({ perDay }) => Math.round((perDay ?? 0) / 1e8))).toEqual([10, 1, 10]);

    const snapshot = await storeSnapshot(
      client,
      server,
      {
        ...{ id: 'x', createdBy: 'test', clock: systemClock, declaredHost: {} },
        ...{ fromMs: toMs - hourMs, toMs },
      },
      job,
    );
    expect(sectionRows(snapshot, 'replication')).toMatchObject([
      { master_host: 'db0', seconds_behind_master: '95', slave_io_running: 'Yes', slave_sql_running: 'No' },
    ]);
    const facts = new FactSet(new Observed(snapshot), factCatalog());
    expect(facts.reading('replica_lag')).toMatchObject({ known: true, value: 95 });
    expect(facts.reading('replica_by_gtid')).toMatchObject({ known: true, value: true });
    expect(facts.reading('replica_filtered')).toMatchObject({ known: false, reason: { code: 'not-read' } });
  } finally {
    await store.stop();
  }
});
