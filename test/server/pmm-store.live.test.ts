// Series with the labels, jobs and intervals that the source of PMM gives them (percona/pmm, managed/services/victoriametrics,
// scrape_configs.go: hr, mr and lr of 5, 10 and 60 s), in a real VictoriaMetrics, which is the store of PMM. No PMM ran for it.
import { expect, test } from 'vitest';
import { metricsAvailability, startMetricsStore } from '../../scripts/servers/topology/metrics.ts';
import { Observed } from '../../src/analysis/facts/inputs/observed';
import { knownDialects } from '../../src/knowledge/metrics/dialect';
import { chosenServer, knownServers, openStore, readHistory, storeSnapshot } from '../../src/server/history';
import { systemClock } from '../../src/shared/base/clock';
import { sectionRows } from '../../src/shared/snapshot';

const available = metricsAvailability();
if (!available.available && process.env.CI) throw new Error(available.reason);

const everySeconds = { hr: 5, mr: 10, lr: 60 } as const;
type Resolution = keyof typeof everySeconds;
const minutes = 30;

function pmmSeries(toMs: number): string {
  const lines: string[] = [];
  const node = { node_id: '/node_id/cc66', node_name: 'db-host-1', node_type: 'generic' };
  const service = { service_id: '/service_id/0146', service_name: 'shop-mysql', service_type: 'mysql' };
  const add = (
    agent: 'mysqld_exporter' | 'node_exporter',
    resolution: Resolution,
    name: string,
    value: (second: number) => number,
    more: Record<string, string> = {},
  ) => {
    const step = everySeconds[resolution];
    const count = (minutes * 60) / step;
    const id = agent === 'mysqld_exporter' ? '/agent_id/75bb' : '/agent_id/7116';
    const timestamps = Array.from({ length: count }, (_, index) => toMs - (count - 1 - index) * step * 1000);
    const metric = {
      ...{ __name__: name, ...node, ...(agent === 'mysqld_exporter' ? service : {}), ...more },
      ...{ agent_id: id, agent_type: agent, instance: id },
      job: `${agent}${id.replaceAll('/', '_')}_${resolution}`,
    };
    const values = timestamps.map((at) => value((at - toMs) / 1000 + minutes * 60));
    lines.push(JSON.stringify({ metric, values, timestamps }));
  };
  for (const resolution of ['hr', 'mr', 'lr'] as const)
    add('mysqld_exporter', resolution, 'mysql_up', () => 1);
  add('mysqld_exporter', 'hr', 'mysql_global_status_uptime', (second) => 1_000_000 + second);
  add('mysqld_exporter', 'hr', 'mysql_global_status_questions', (second) => 100 * second);
  add('mysqld_exporter', 'hr', 'mysql_global_status_commands_total', (second) => 40 * second, {
    command: 'select',
  });
  add('mysqld_exporter', 'hr', 'mysql_info_schema_innodb_metrics_transaction_trx_rseg_history_len', () => 12);
  add('mysqld_exporter', 'mr', 'mysql_slave_status_seconds_behind_master', () => 7, {
    ...{ master_host: 'db-0', master_uuid: 'u', channel_name: '', connection_name: '' },
  });
  add('mysqld_exporter', 'lr', 'mysql_global_variables_max_connections', () => 300);
  add('mysqld_exporter', 'lr', 'mysql_version_info', () => 1, {
    ...{
      version: '8.0.36-28',
      version_comment: 'Percona Server (GPL), Release 28',
      innodb_version: '8.0.36-28',
    },
  });
  add('mysqld_exporter', 'lr', 'mysql_info_schema_auto_increment_column', (second) => 1000 + second, {
    ...{ schema: 'shop', table: 'orders', column: 'id' },
  });
  add('mysqld_exporter', 'lr', 'mysql_info_schema_auto_increment_column_max', () => 2_147_483_647, {
    ...{ schema: 'shop', table: 'orders', column: 'id' },
  });
  for (const mode of ['user', 'idle'])
    add('node_exporter', 'hr', 'node_cpu_seconds_total', (second) => second / 2, { cpu: '0', mode });
  add('node_exporter', 'hr', 'node_memory_MemTotal_bytes', () => 16e9);
  const disk = { device: '/dev/sda1', fstype: 'ext4', mountpoint: '/' };
  add('node_exporter', 'hr', 'node_filesystem_size_bytes', () => 100e9, disk);
  add('node_exporter', 'hr', 'node_filesystem_avail_bytes', () => 40e9, disk);
  add('node_exporter', 'lr', 'node_uname_info', () => 1, { release: '5.14.0' });
  return lines.join('\n');
}

test.skipIf(!available.available)('series as PMM labels them are one server with its host', async () => {
  const toMs = Math.floor(Date.now() / 60_000) * 60_000;
  const fromMs = toMs - (minutes - 1) * 60_000;
  const store = await startMetricsStore({ kind: 'victoria-metrics', scraped: [] });
  try {
    const url = `http://127.0.0.1:${store.port}`;
    const taken = await fetch(`${url}/api/v1/import`, { method: 'POST', body: pmmSeries(toMs) });
    expect(taken.status).toBe(204);
    await fetch(`${url}/internal/force_flush`);
    const client = await openStore({ url }, {}, { clock: systemClock });
    const known = await knownServers(client, knownDialects(), fromMs, toMs);
    expect(known.map(({ name, dialect, versions }) => [name, dialect.name, versions])).toEqual([
      ['shop-mysql', 'pmm', ['8.0.36-28']],
    ]);
    const server = chosenServer(known, 'service_id=/service_id/0146', 'then');
    const request = { id: 'x', createdBy: 'test', clock: systemClock, fromMs, toMs, declaredHost: {} };
    const job = { signal: new AbortController().signal, report: () => undefined };
    const snapshot = await storeSnapshot(client, server, request, job);
    expect(snapshot.server).toMatchObject({ flavour: 'percona', version: [8, 0, 36] });
    expect(snapshot.samples?.intervalMs).toBe(5000);
    const observed = new Observed(snapshot);
    expect(observed.variable('max_connections')).toEqual({ known: true, value: 300 });
    expect(observed.rate('Com_select')).toMatchObject({ known: true, value: expect.closeTo(40, 0) });
    expect(snapshot.samples?.series['innodb_metrics.trx_rseg_history_len']).toBeDefined();
    expect(snapshot.samples?.series['host.cpu.busy']).toBeDefined();
    expect(snapshot.host.memoryBytes.value).toBe(16e9);
    expect(snapshot.host.kernel?.value).toBe('5.14.0');
    expect(sectionRows(snapshot, 'replication')).toMatchObject([{ seconds_behind_master: '7' }]);
    const history = await readHistory(
      client,
      server,
      { fromMs, toMs, now: new Date(toMs), server: snapshot.server },
      job,
    );
    expect(history.source).toMatchObject({ server: 'shop-mysql', dialect: 'pmm' });
    expect(history.growth.map(({ of, limit }) => [of, limit])).toEqual([
      ['auto-increment', 2_147_483_647],
      ['disk', 100e9],
    ]);
  } finally {
    await store.stop();
  }
});
