import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startServer } from '../../scripts/servers/index.ts';
import {
  metricsAvailability,
  startMetricsStore,
  startMysqldExporter,
  startNodeExporter,
  storeKinds,
} from '../../scripts/servers/topology/metrics.ts';

const found = metricsAvailability();
if (!found.available && process.env.CI) throw new Error(found.reason);

describe.skipIf(!found.available)('stores of metrics', () => {
  test('each of them scrapes mysqld_exporter on a server, and node_exporter', async () => {
    const server = await startServer('mysql80');
    const exporter = await startMysqldExporter(server);
    const host = await startNodeExporter();
    const scraped = [
      { instance: 'db1', port: exporter.port },
      { instance: 'db1', port: host.port, job: 'node' },
    ];
    const stores = await Promise.all(storeKinds.map((kind) => startMetricsStore({ kind, scraped })));
    try {
      for (const { port } of stores) {
        await untilHolds(port, 'mysql_global_status_uptime', 'db1');
        await untilHolds(port, 'node_memory_MemTotal_bytes', 'db1');
      }
    } finally {
      await Promise.all([...stores, exporter, host, server].map((one) => one.stop()));
    }
    expect(stores).toHaveLength(2);
  });
});

async function untilHolds(port: number, metric: string, label: string): Promise<void> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/query?query=${metric}`);
    if ((await answer.text()).includes(label)) return;
    if (Date.now() > deadline) throw new Error(`${metric} did not come`);
    await delay(200);
  }
}
