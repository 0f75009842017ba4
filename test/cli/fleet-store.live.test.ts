import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  metricsAvailability,
  type RunningProgram,
  startMetricsStore,
} from '../../scripts/servers/topology/metrics.ts';
import { runCommandLine } from '../../src/cli/run';
import { readInventoryFile } from '../../src/files/fleet/inventory';
import { readSnapshot } from '../../src/files/snapshot/snapshot-file';
import { systemClock } from '../../src/shared/base/clock';
import { fleetSchema } from '../../src/shared/fleet';
import { fleetRoundDocumentSchema } from '../../src/shared/fleet-rounds';
import { testEngine } from '../engine/test-engine.ts';
import { fakeTerminal } from './fake-terminal.ts';

const available = metricsAvailability();
if (!available.available && process.env.CI) throw new Error(available.reason);

const servers = ['db1:9104', 'db2:9104', '../../e\u202evil"}:9104'] as const;
const minuteMs = 60_000;
const secret = { LATCHKEY_METRICS_PASSWORD: 'sesame' };

/** Three hours of three servers, as the import of VictoriaMetrics takes them; one differs in a setting. */
function series(nowMs: number): string {
  const lines: string[] = [];
  const timestamps = Array.from({ length: 180 }, (_, index) => nowMs - (180 - index) * minuteMs);
  for (const [index, instance] of servers.entries()) {
    const add = (name: string, value: (minute: number) => number, more: Record<string, string> = {}) =>
      lines.push(
        JSON.stringify({
          metric: { __name__: name, instance, job: 'mysql', cluster: 'eu', ...more },
          values: timestamps.map((_, minute) => value(minute)),
          timestamps,
        }),
      );
    add('mysql_up', () => 1);
    add('mysql_global_status_uptime', (minute) => 1_000_000 + minute * 60);
    add('mysql_global_status_questions', (minute) => 5_000_000 + minute * 60_000);
    add('mysql_global_status_innodb_buffer_pool_reads', (minute) => 1_000_000 + minute * 30_000);
    add('mysql_global_status_threads_running', () => 4);
    add('mysql_global_variables_innodb_buffer_pool_size', () => (index === 1 ? 2 ** 30 : 2 ** 31));
    add('mysql_global_variables_max_connections', () => 500);
    add('mysql_version_info', () => 1, { version: '8.0.36', version_comment: 'MySQL Community Server' });
  }
  return lines.join('\n');
}

describe.skipIf(!available.available)('a fleet that a metrics store holds', () => {
  let folder: string;
  let inventory: string;
  let store: RunningProgram;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-fleet-store-'));
    inventory = join(folder, 'fleet.yaml');
    const account = ['-httpAuth.username=reader', '-httpAuth.password=sesame'];
    store = await startMetricsStore({ kind: 'victoria-metrics', scraped: [], args: account });
    const headers = { Authorization: `Basic ${Buffer.from('reader:sesame').toString('base64')}` };
    const at = (path: string) => `http://127.0.0.1:${store.port}${path}`;
    const taken = await fetch(at('/api/v1/import'), { method: 'POST', headers, body: series(Date.now()) });
    expect(taken.status).toBe(204);
    await fetch(at('/internal/force_flush'), { headers });
  });
  afterAll(async () => {
    await store?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function run(args: string[], environment: Record<string, string> = secret) {
    const { terminal, out, err } = fakeTerminal({ environment });
    const engine = testEngine(join(folder, 'data'));
    const code = await runCommandLine(['fleet', ...args], '0.0.0', {
      terminal,
      clock: systemClock,
      signal: new AbortController().signal,
      engine: async () => engine,
    });
    await engine.close();
    return { code, out: out(), err: err() };
  }

  test('is imported as an inventory, read in a round, and judged with its drift', async () => {
    const url = `prometheus://127.0.0.1:${store.port}`;
    const from = ['--from', url, '--store-user', 'reader', '--label', 'cluster=eu'];
    const imported = await run(['import', ...from, '-o', inventory]);
    expect(imported.code, imported.err).toBe(0);
    const text = await readFile(inventory, 'utf8');
    expect(text).not.toContain('sesame');
    const read = await readInventoryFile(inventory);
    expect(read.defaults?.history).toEqual({
      ...{ url, user: 'reader', labels: { cluster: 'eu' } },
      password: { env: 'LATCHKEY_METRICS_PASSWORD' },
    });
    expect(read.servers.map(({ history }) => history?.server).sort()).toEqual([...servers].sort());
    expect(read.servers.map(({ labels }) => labels?.cluster)).toEqual(['eu', 'eu', 'eu']);

    const round = await run(['snapshot', '--last', '2h', '--json', inventory]);
    expect(round.code, round.err).toBe(0);
    const { servers: taken } = fleetRoundDocumentSchema.parse(JSON.parse(round.out));
    expect(taken.map(({ outcome }) => outcome)).toEqual(['taken', 'taken', 'taken']);
    const db1 = taken.find(({ name }) => name === 'db1');
    const snapshot = await readSnapshot(join(folder, 'snapshots', db1?.file ?? ''));
    expect(snapshot.origin.kind).toBe('prometheus');
    expect(snapshot.windowSeconds).toBeGreaterThan(6600);
    expect(snapshot.samples?.intervalMs).toBe(2 * minuteMs);

    const judged = await run(['analyze', inventory, '--json']);
    const fleet = fleetSchema.parse(JSON.parse(judged.out));
    expect(fleet.servers).toHaveLength(3);
    expect(JSON.stringify(fleet.drift)).toContain('innodb_buffer_pool_size');
    expect(JSON.stringify(fleet.drift)).not.toContain('max_connections');
  });

  test('a secret that is not there, a server that the store lacks, and a store that is down are reasons of their servers', async () => {
    const unset = await run(['snapshot', '--json', inventory], {});
    expect(unset.code).toBe(3);
    expect(unset.out).toContain('LATCHKEY_METRICS_PASSWORD is not set');
    const other = join(folder, 'other.yaml');
    const login = 'user: reader, password: {env: LATCHKEY_METRICS_PASSWORD}';
    await writeFile(
      other,
      `folder: others
servers:
  - name: renamed
    history: {url: "http://127.0.0.1:${store.port}", ${login}}
  - name: db1
    history: {url: "http://127.0.0.1:1", server: db1, ${login}}
  - name: db2
    history: {url: "http://127.0.0.1:${store.port}", server: db2, carry: 2h, ${login}}
`,
    );
    const round = await run(['snapshot', '--json', other]);
    expect(round.code).toBe(3);
    const { servers: taken } = fleetRoundDocumentSchema.parse(JSON.parse(round.out));
    const outcome = (name: string) => taken.find((one) => one.name === name);
    expect(outcome('renamed')?.error?.hint).toContain('A server that was renamed');
    expect(outcome('db1')?.error?.message).toContain('No metrics store answers');
    expect(outcome('db2')?.outcome).toBe('taken');
    const file = join(folder, 'others', outcome('db2')?.file ?? '');
    expect((await readSnapshot(file)).history?.source.server).toBe('db2:9104');
  });
});
