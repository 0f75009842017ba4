import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import { prepareSysbench, startSysbench } from '../../scripts/servers/sysbench.ts';
import {
  metricsAvailability,
  type RunningProgram,
  type StoreKind,
  startMetricsStore,
  startMysqldExporter,
  startNodeExporter,
  storeKinds,
} from '../../scripts/servers/topology/metrics.ts';
import { Observed } from '../../src/analysis/facts/inputs/observed';
import { runCommandLine } from '../../src/cli/run';
import { createEngine } from '../../src/engine';
import { readSnapshot } from '../../src/files/snapshot/snapshot-file';
import { knownDialects } from '../../src/knowledge/metrics/dialect';
import { chosenServer, knownServers, openStore, storeLoad, storeSnapshot } from '../../src/server/history';
import { analysisSchema } from '../../src/shared/analysis';
import { systemClock } from '../../src/shared/base/clock';
import { type Snapshot, sectionRows, snapshotSchema } from '../../src/shared/snapshot';
import { fakeTerminal } from '../cli/fake-terminal.ts';
import { certificateMaker } from './certificates.ts';
import { connectClient } from './take-snapshot.ts';

const root = join(import.meta.dirname, '../..');
const available = metricsAvailability();
if (!available.available && process.env.CI) throw new Error(available.reason);

/** Servers by the name that the store has for them. */
const ids = { db1: 'mysql80', db2: 'mariadb114' } as const;
type Name = keyof typeof ids;
const names = ['db1', 'db2'] as const;
const counters = ['Com_commit', 'Com_select', 'Handler_update', 'Handler_write', 'Bytes_sent'];

describe.skipIf(!available.available)('snapshots from metrics stores', () => {
  const running: { stop(): Promise<void> }[] = [];
  const servers = new Map<Name, RunningServer>();
  const stores = new Map<StoreKind, RunningProgram>();
  /** What each server said of its counters before and after the span. */
  const before = new Map<Name, Map<string, number>>();
  const after = new Map<Name, Map<string, number>>();
  let exporter: RunningProgram;
  let folder: string;
  let span: { fromMs: number; toMs: number };

  const keep = <T extends { stop(): Promise<void> }>(one: T): T => {
    running.push(one);
    return one;
  };
  const url = (kind: StoreKind) => `prometheus://127.0.0.1:${stores.get(kind)?.port ?? 0}`;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-history-'));
    for (const name of names) servers.set(name, keep(await startServer(ids[name])));
    const scraped = [];
    for (const [name, server] of servers) {
      exporter = keep(await startMysqldExporter(server, { growth: name === 'db1' }));
      scraped.push({ instance: name, port: exporter.port });
      await prepareSysbench({ socket: server.socket, tables: 1, rows: 300 });
    }
    const host = keep(await startNodeExporter());
    scraped.push({ instance: 'db1', port: host.port, job: 'node' });
    for (const kind of storeKinds) stores.set(kind, keep(await startMetricsStore({ kind, scraped })));
    for (const [, { socket }] of servers) {
      keep(
        startSysbench({
          ...{
            socket,
            tables: 1,
            rows: 300,
            workload: 'oltp_read_write',
            threads: 2,
            seconds: 600,
            rate: 20,
          },
        }),
      );
    }
    await untilScraped(Date.now(), 2);
    for (const name of names) before.set(name, await ownCounters(name));
    const fromMs = Date.now();
    await untilScraped(fromMs, 20);
    span = { fromMs, toMs: Date.now() };
    for (const name of names) after.set(name, await ownCounters(name));
  });
  afterAll(async () => {
    for (const one of running.reverse()) await one.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function ownCounters(name: Name): Promise<Map<string, number>> {
    const client = connectClient(servers.get(name)?.socket ?? '');
    const rows = (await client.query('SHOW GLOBAL STATUS')) as { Variable_name: string; Value: string }[];
    client.end();
    return new Map(rows.map(({ Variable_name: variable, Value: value }) => [variable, Number(value)]));
  }

  /** Waits until every store has so many readings of every server since a moment. */
  async function untilScraped(sinceMs: number, count: number, of: readonly Name[] = names): Promise<void> {
    const deadline = Date.now() + 200_000;
    for (const kind of storeKinds) {
      const client = await openStore({ url: url(kind) }, {}, { clock: systemClock });
      for (const name of of) {
        for (;;) {
          const now = Date.now();
          const metric = `mysql_global_status_uptime{instance="${name}"}[${Math.max(1, now - sinceMs)}ms]`;
          const [found] = await client.query(metric, now);
          if ((found?.points.length ?? 0) >= count) break;
          if (now > deadline) throw new Error(`${kind} has too few readings of ${name}`);
          await delay(200);
        }
      }
    }
  }

  async function take(kind: StoreKind, name: Name, { fromMs, toMs } = span): Promise<Snapshot> {
    const client = await openStore({ url: url(kind) }, {}, { clock: systemClock });
    const known = await knownServers(client, knownDialects(), fromMs, toMs);
    const request = {
      id: randomUUID(),
      createdBy: 'test',
      clock: systemClock,
      fromMs,
      toMs,
      declaredHost: {},
    };
    const job = { signal: new AbortController().signal, report: () => undefined };
    return snapshotSchema.parse(await storeSnapshot(client, chosenServer(known, name, 'then'), request, job));
  }

  const rows = (snapshot: Snapshot, end: 'start' | 'end') =>
    new Map(sectionRows(snapshot, 'status', end).map((row) => [String(row.name), Number(row.value)]));

  test.for(storeKinds.flatMap((kind) => names.map((name) => [kind, name] as const)))(
    '%s has the counters of %s as the server itself',
    async ([kind, name]) => {
      const snapshot = await take(kind, name);
      expect(snapshot.samples?.intervalMs).toBe(1000);
      expect(snapshot.server.versionText).toContain(name === 'db1' ? '8.0.31' : '11.4.5');
      const [start, end] = [rows(snapshot, 'start'), rows(snapshot, 'end')];
      const observed = new Observed(snapshot);
      for (const counter of counters) {
        const [low, high] = [before.get(name)?.get(counter) ?? 0, after.get(name)?.get(counter) ?? 0];
        const [first, last] = [start.get(counter) ?? Number.NaN, end.get(counter) ?? Number.NaN];
        expect(first, counter).toBeGreaterThanOrEqual(low);
        expect(last, counter).toBeLessThanOrEqual(high);
        expect(last, counter).toBeGreaterThan(first);
        // The rate that rules see is that of the server's own counters.
        const rate = observed.rate(counter);
        expect(rate.known && rate.value, counter).toBeCloseTo(
          (last - first) / (snapshot.windowSeconds ?? 0),
          3,
        );
      }
      expect(snapshot.samples?.restarts).toEqual([]);
    },
  );

  test('settings, InnoDB and the host come with their own names', async () => {
    const snapshot = await take('prometheus', 'db1');
    const observed = new Observed(snapshot);
    expect(observed.variable('innodb_buffer_pool_size')).toEqual({ known: true, value: 134_217_728 });
    expect(observed.variable('innodb_adaptive_hash_index')).toEqual({ known: true, value: true });
    expect(observed.variable('transaction_isolation')).toEqual({ known: true, value: 'REPEATABLE-READ' });
    expect(observed.variable('datadir')).toMatchObject({ known: false, reason: { code: 'not-read' } });
    expect(observed.status('Innodb_buffer_pool_pages_total')).toEqual({ known: true, value: 8192 });
    expect(snapshot.samples?.series['innodb_metrics.trx_rseg_history_len']).toBeDefined();
    expect(sectionRows(snapshot, 'innodb-metrics').length).toBeGreaterThan(50);
    expect(snapshot.host.memoryBytes.value).toBeGreaterThan(2 ** 28);
    expect(
      snapshot.samples?.series['host.cpu.busy']?.values.filter((value) => value !== null).length,
    ).toBeGreaterThan(5);
    expect(snapshot.sections.processlist).toMatchObject({ status: 'skipped', reason: { code: 'not-read' } });
    // The store has no node_exporter of the other machine, and takes this one for no other.
    expect((await take('prometheus', 'db2')).host.memoryBytes.value).toBeUndefined();
  });

  test('the load of a span is drawn from the store', async () => {
    const client = await openStore({ url: url('prometheus') }, {}, { clock: systemClock });
    const { fromMs, toMs } = span;
    const [server] = await knownServers(client, knownDialects(), fromMs, toMs);
    if (server === undefined) throw new Error('the store knows no server');
    const { statements } = await storeLoad(client, server, fromMs, toMs);
    expect(Math.max(...statements.map((value) => value ?? 0))).toBeGreaterThan(1);
  });

  async function run(...args: string[]) {
    const { terminal, out, err } = fakeTerminal();
    const engine = createEngine({
      paths: {
        ...{ data: folder, config: folder, journal: join(folder, 'journal'), reportClient: '' },
        ...{ rules: join(root, 'rules'), samples: join(root, 'samples') },
      },
      version: '0.0.0',
      clock: systemClock,
      process: { pid: process.pid, bootId: 'test' },
    });
    try {
      const signal = new AbortController().signal;
      const code = await runCommandLine(args, '0.0.0', {
        terminal,
        clock: systemClock,
        signal,
        engine: async () => engine,
      });
      return { code, out: out(), err: err() };
    } finally {
      await engine.close();
    }
  }

  test('the command line lists servers, writes a file, and everything works on it', async () => {
    const listed = await run('history', 'servers', '--from', url('victoria-metrics'), '--json');
    expect(listed.code, listed.err).toBe(0);
    const found = listed.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(found.map(({ name }) => name)).toEqual(['db1', 'db2']);
    expect(found[0]).toMatchObject({ dialect: 'mysqld_exporter', versions: ['8.0.31'] });

    const file = join(folder, 'db1.lks');
    const between = [new Date(span.fromMs).toISOString(), new Date(span.toMs).toISOString()];
    const taken = await run(
      'snapshot',
      '--from',
      url('prometheus'),
      '--server',
      'db1',
      '--between',
      ...between,
      '-o',
      file,
    );
    expect(taken.code, taken.err).toBe(0);
    expect((await readSnapshot(file)).origin).toMatchObject({ kind: 'prometheus', tool: 'mysqld_exporter' });
    const judged = await run('analyze', file, '--json');
    const analysis = analysisSchema.parse(JSON.parse(judged.out));
    expect(analysis.passed.length).toBeGreaterThan(50);
    expect(analysis.snapshot.averagedSeconds).toBeUndefined();
    expect((await run('plan', file)).code).toBe(0);
    expect((await run('report', file, '--format', 'markdown')).out).toContain('Metrics store');
    const exported = join(folder, 'given.lks');
    expect((await run('export', file, '--redact', 'hosts', '-o', exported)).code).toBe(0);
    expect(JSON.stringify(await readSnapshot(exported))).not.toContain('127.0.0.1');
    const carrying = join(folder, 'live.lks');
    const live = ['snapshot', '--socket', servers.get('db1')?.socket ?? '', '--user', 'root', '--for', '2s'];
    const store = ['--from', url('prometheus'), '--server', 'db1', '--history', '1d'];
    const carried = await run(...live, ...store, '-o', carrying);
    expect(carried.code, carried.err).toBe(0);
    const { origin, history } = await readSnapshot(carrying);
    expect(origin.kind).toBe('live');
    expect(history?.source).toMatchObject({ server: 'db1', dialect: 'mysqld_exporter' });
    expect(Object.keys(history?.series ?? {})).toEqual(
      expect.arrayContaining(['Questions', 'host.cpu.busy']),
    );
    // The names are those of the real exporters.
    const kinds = new Set(history?.growth.map(({ of }) => of));
    expect([...kinds].sort()).toEqual(['auto-increment', 'disk', 'table']);
    expect(JSON.stringify(history?.growth)).toContain('"table":"sbtest1"');
    const missing = await run(
      'snapshot',
      '--from',
      url('prometheus'),
      '--server',
      'db7',
      '--between',
      ...between,
    );
    expect(missing).toMatchObject({ code: 2 });
    expect(missing.err).toContain('It knows 2 servers there: db1, db2');
  });

  test('averages over longer steps hide what happened in a second, and say so', async () => {
    const sparse = keep(
      await startMetricsStore({
        kind: 'prometheus',
        scraped: [{ instance: 'db2', port: exporter.port }],
        everySeconds: 3,
      }),
    );
    stores.set('prometheus', sparse);
    const fromMs = Date.now();
    const client = await openStore({ url: url('prometheus') }, {}, { clock: systemClock });
    await expect
      .poll(
        async () => {
          const now = Date.now();
          const [found] = await client.query(`mysql_global_status_uptime[${now - fromMs + 1}ms]`, now);
          return found?.points.length ?? 0;
        },
        { timeout: 120_000 },
      )
      .toBeGreaterThan(4);
    const snapshot = await take('prometheus', 'db2', { fromMs, toMs: Date.now() });
    expect(snapshot.samples?.intervalMs).toBe(3000);
    const file = join(folder, 'sparse.lks');
    const between = [new Date(fromMs).toISOString(), new Date().toISOString()];
    const taken = await run(
      'snapshot',
      '--from',
      url('prometheus'),
      '--server',
      'db2',
      '--between',
      ...between,
      '-o',
      file,
    );
    expect(taken.out, taken.err).toContain('in 3 s averages: no micro-stalls can be seen');
    const analysis = analysisSchema.parse(JSON.parse((await run('analyze', file, '--json')).out));
    expect(analysis.snapshot.averagedSeconds).toBe(3);
    const stalls = analysis.notChecked.find(({ ruleId }) => ruleId === 'micro-stalls');
    expect(JSON.stringify(stalls)).toContain('averages over 3 s');
  });

  test('a restart within the span is seen, and so is the time in which nothing was scraped', async () => {
    const fromMs = Date.now();
    await untilScrapedBy('victoria-metrics', 'db1', fromMs, 4);
    await servers.get('db1')?.restart();
    const up = Date.now();
    await untilScrapedBy('victoria-metrics', 'db1', up, 6);
    const snapshot = await take('victoria-metrics', 'db1', { fromMs, toMs: Date.now() });
    expect(snapshot.samples?.restarts).toHaveLength(1);
    const queries = snapshot.samples?.series.Queries?.values ?? [];
    expect(queries).toContain(null);
    const observed = new Observed(snapshot);
    const rate = observed.rate('Queries');
    expect(rate.known && rate.value).toBeGreaterThan(0);
  });

  async function untilScrapedBy(kind: StoreKind, name: Name, sinceMs: number, count: number): Promise<void> {
    const client = await openStore({ url: url(kind) }, {}, { clock: systemClock });
    await expect
      .poll(
        async () => {
          const now = Date.now();
          const metric = `mysql_global_status_uptime{instance="${name}"}[${Math.max(1, now - sinceMs)}ms]`;
          return (await client.query(metric, now))[0]?.points.length ?? 0;
        },
        { timeout: 120_000 },
      )
      .toBeGreaterThanOrEqual(count);
  }

  test('a real Prometheus with TLS is read with the CA that signed for it, and with no other', async () => {
    const maker = certificateMaker(folder);
    maker.authority('ca');
    maker.authority('other-ca');
    maker.signed('store', { subject: '/CN=127.0.0.1', extension: 'subjectAltName=IP:127.0.0.1' });
    const store = keep(
      await startMetricsStore({
        kind: 'prometheus',
        scraped: [],
        webConfig: JSON.stringify({
          tls_server_config: {
            cert_file: join(folder, 'store.pem'),
            key_file: join(folder, 'store-key.pem'),
          },
        }),
      }),
    );
    const source = { url: `prometheus+https://127.0.0.1:${store.port}` };
    const ask = async (more: object) =>
      (await openStore({ ...source, ...more }, {}, { clock: systemClock })).query('vector(1)', Date.now());
    expect(await ask({ caFile: join(folder, 'ca.pem') })).toHaveLength(1);
    await expect(ask({})).rejects.toMatchObject({ code: 'tls-failed' });
    await expect(ask({ caFile: join(folder, 'other-ca.pem') })).rejects.toMatchObject({ code: 'tls-failed' });
  });

  test('a real VictoriaMetrics with an account is read with the password, and refuses others', async () => {
    const store = keep(
      await startMetricsStore({
        kind: 'victoria-metrics',
        scraped: [],
        args: ['-httpAuth.username=reader', '-httpAuth.password=Right-pass-word'],
      }),
    );
    const source = { url: `prometheus://reader@127.0.0.1:${store.port}` };
    const ask = async (password?: string) => {
      const secrets = password === undefined ? {} : { password };
      return (await openStore(source, secrets, { clock: systemClock })).query('vector(1)', Date.now());
    };
    expect(await ask('Right-pass-word')).toHaveLength(1);
    for (const password of [undefined, 'Wrong-pass-word'])
      await expect(ask(password)).rejects.toMatchObject({ code: 'access-denied' });
  });
});
