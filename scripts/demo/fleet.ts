// `npm run demo -- --fleet`: three real servers of different versions, one badly configured, one that drifts, judged together.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { z } from 'zod';
import { goTo, launchApp, onPage } from '../../e2e/app.ts';
import { counted } from '../../src/shared/base/units.ts';
import { type RunningServer, type ServerId, serverAvailability, startServer } from '../servers/index.ts';
import { prepareSysbench, startSysbench } from '../servers/sysbench.ts';
import {
  metricsAvailability,
  type RunningProgram,
  startMetricsStore,
  startMysqldExporter,
} from '../servers/topology/metrics.ts';
import { withDisplay } from '../xvfb.ts';
import type { CommandLine } from './latchkey.ts';

/** The first poor, the second good until it drifts, the third of another family. */
const members: readonly {
  name: string;
  id: ServerId;
  role: string;
  options: Record<string, string | number>;
}[] = [
  {
    name: 'shop-1',
    id: 'mysql80',
    role: 'shop',
    options: { innodb_redo_log_capacity: '8M', innodb_buffer_pool_size: '16M', table_open_cache: 64 },
  },
  { name: 'shop-2', id: 'mysql97', role: 'shop', options: { innodb_buffer_pool_size: '256M' } },
  { name: 'cache-1', id: 'mariadb114', role: 'cache', options: { innodb_buffer_pool_size: '256M' } },
];
/** What somebody sets on the second between the rounds, and writes into no file. */
const drift = ['SET GLOBAL max_connections = 77', 'SET GLOBAL sync_binlog = 0'];
const load = { tables: 4, rows: 20_000, threads: 2, rate: 40 };
const longestSeconds = 900;

interface FleetDemo {
  out: string;
  seconds: string;
  latchkey: CommandLine;
  say(step: string): void;
}

/** @throws Error where fewer than two of the servers can be had here */
export async function fleetDemo({ out, seconds, latchkey, say }: FleetDemo): Promise<string> {
  const running: { name: string; role: string; server: RunningServer }[] = [];
  const loads: { stop(): Promise<unknown> }[] = [];
  const programs: RunningProgram[] = [];
  let page: Server | undefined;
  try {
    say('Starting servers of different versions');
    for (const { name, id, role, options } of members) {
      const found = await serverAvailability(id);
      if (!found.available) {
        console.log(`Not available here: ${found.reason}`);
        continue;
      }
      const server = await startServer(id, { options });
      running.push({ name, role, server });
      console.log(`  ${name}: ${server.version}`);
    }
    if (running.length < 2) throw new Error('A fleet needs two servers.');
    say(`Loading each with sysbench, ${load.rate} transactions a second`);
    for (const { server } of running) {
      const { socket } = server;
      await prepareSysbench({ socket, tables: load.tables, rows: load.rows });
      loads.push(startSysbench({ socket, workload: 'oltp_read_write', seconds: longestSeconds, ...load }));
    }
    const inventory = join(out, 'fleet.yaml');
    writeFileSync(inventory, inventoryOf(running));
    await rounds(running, inventory);
    await documents(inventory);
    const stored = await inPrometheus(inventory);
    say('Taking a picture of the page Fleet');
    await picture(join(out, 'snapshots'), join(out, 'fleet.png'));
    return stored;
  } finally {
    // What is stopped does not keep this process, which has to outlive it.
    const awake = setInterval(() => undefined, 1000);
    page?.close();
    await Promise.all(loads.map((one) => one.stop()));
    await Promise.all(programs.map((one) => one.stop()));
    await Promise.all(running.map(({ server }) => server.stop()));
    clearInterval(awake);
  }

  async function rounds(of: typeof running, inventory: string): Promise<void> {
    const take = ['fleet', 'snapshot', inventory, '--for', `${seconds}s`];
    say(`The first round: a snapshot of each, ${seconds} s`);
    await latchkey.run(take);
    say('Findings by server, drift, and servers that get the same plan');
    await latchkey.run(['fleet', 'analyze', inventory], [0, 1]);
    const [first, second] = of;
    say(`The plan is applied to ${first?.name}, and somebody changes ${second?.name}: ${drift.join('; ')}`);
    const newest = latestOf(join(out, 'snapshots', first?.name ?? ''));
    const socket = ['--socket', first?.server.socket ?? '', '--user', 'root'];
    await latchkey.run(['apply', newest, ...socket, '--yes']);
    const client = await mysql.createConnection({ socketPath: second?.server.socket ?? '', user: 'root' });
    for (const sql of drift) await client.query(sql);
    await client.end();
    await delay(10_000);
    say('The second round, and what changed since the first');
    await latchkey.run(take);
    await latchkey.run(['fleet', 'diff', inventory]);
  }

  async function documents(inventory: string): Promise<void> {
    say('Writing report, plans and gauges');
    await latchkey.run(['fleet', 'report', inventory, '--format', 'html', '-o', join(out, 'fleet.html')]);
    await latchkey.run(['fleet', 'export', inventory, '-o', join(out, 'latchkey.prom')]);
    // Nothing is left to change where the applied plan was all there was to do.
    await latchkey.run(['fleet', 'plan', inventory, '--format', 'ansible', '-o', join(out, 'plans')], [0, 2]);
  }

  /** @returns what Prometheus knows of the fleet, as a sentence */
  async function inPrometheus(inventory: string): Promise<string> {
    const found = metricsAvailability();
    if (!found.available) return `No Prometheus here: ${found.reason}`;
    say('A Prometheus over the servers, and over what Latchkey found');
    for (const { server } of running) programs.push(await startMysqldExporter(server));
    const text = readFileSync(join(out, 'latchkey.prom'), 'utf8');
    page = createServer((_request, answer) => answer.end(text));
    await new Promise<void>((ready) => page?.listen(0, '127.0.0.1', ready));
    const address = page.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const store = await startMetricsStore({
      kind: 'prometheus',
      scraped: [
        ...running.map(({ name }, index) => ({ instance: name, port: programs[index]?.port ?? 0 })),
        { instance: inventory, port, job: 'latchkey' },
      ],
    });
    programs.push(store);
    const servers = await untilCount(store.port, 'count(mysql_up == 1)', running.length);
    const findings = await untilCount(store.port, 'count(latchkey_finding >= 2)', 1);
    return `Prometheus scrapes ${counted(servers, 'server')}, and can alert on ${counted(findings, 'finding')} above a notice`;
  }
}

function inventoryOf(servers: readonly { name: string; role: string; server: RunningServer }[]): string {
  const lines = servers.map(
    ({ name, role, server }) =>
      `  - {name: ${name}, labels: {role: ${role}}, connection: {socket: ${server.socket}, user: root}}\n`,
  );
  return `folder: snapshots\nservers:\n${lines.join('')}`;
}

function latestOf(folder: string): string {
  const rounds = z
    .object({
      rounds: z.array(
        z.object({ servers: z.array(z.object({ name: z.string(), file: z.string().optional() })) }),
      ),
    })
    .parse(JSON.parse(readFileSync(join(folder, '..', 'latchkey-fleet.json'), 'utf8')));
  const name = folder.slice(folder.lastIndexOf('/') + 1);
  const file = rounds.rounds.at(-1)?.servers.find((server) => server.name === name)?.file;
  if (file === undefined) throw new Error(`There is no snapshot of ${name}.`);
  return join(folder, '..', file);
}

const answerSchema = z.object({
  data: z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }),
});

/** Asks until the number is reached, for a minute at most. @returns the last number */
async function untilCount(port: number, query: string, least: number): Promise<number> {
  let count = 0;
  for (let asked = 0; asked < 60 && count < least; asked += 1) {
    await delay(1000);
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(query)}`);
    count = Number(answerSchema.parse(await answer.json()).data.result[0]?.value[1] ?? 0);
  }
  return count;
}

async function picture(folder: string, path: string): Promise<void> {
  mkdirSync(join(path, '..'), { recursive: true });
  await withDisplay(async (display) => {
    const app = await launchApp(display);
    try {
      const { page, openDialogGives } = app;
      await goTo(page, 'Fleet');
      await onPage(page, 'fleet');
      await openDialogGives(folder);
      await page.getByRole('button', { name: 'Open folder' }).click();
      await page.getByRole('table', { name: 'Findings by server' }).waitFor({ timeout: 120_000 });
      await page.screenshot({ path });
    } finally {
      await app.close();
    }
  });
}
