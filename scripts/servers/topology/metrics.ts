// Stores of metrics over throw-away servers: mysqld_exporter and node_exporter, scraped once a second by Prometheus or
// VictoriaMetrics; all on loopback, all gone with their caller.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Guard } from '../../guard/guard.ts';
import { inCache, readJson } from '../../setup/cache.mjs';
import { freePort } from '../free-port.ts';
import type { RunningServer } from '../index.ts';

export type StoreKind = 'prometheus' | 'victoria-metrics';
export const storeKinds: readonly StoreKind[] = ['prometheus', 'victoria-metrics'];

/** A program that answers HTTP on 127.0.0.1. */
export interface RunningProgram {
  port: number;
  pid: number;
  dir: string;
  log(): string;
  /** SIGKILL; removes its folder. */
  stop(): Promise<void>;
}

export interface Scraped {
  /** Its label `instance`. */
  instance: string;
  port: number;
  /** Default `mysql`. */
  job?: string;
  labels?: Record<string, string>;
}

export interface StoreOptions {
  kind: StoreKind;
  scraped: readonly Scraped[];
  /** Seconds between two scrapes; default 1. */
  everySeconds?: number;
  /** Further arguments. */
  args?: string[];
  /** Text of the web configuration (TLS, accounts) of Prometheus; paths in it are absolute. */
  webConfig?: string;
}

/** Whether stores can be started here, and if not, why. */
export function metricsAvailability(): { available: true } | { available: false; reason: string } {
  return isManifest(readJson(inCache('metrics-stores', 'metrics-stores.json')))
    ? { available: true }
    : { available: false, reason: 'the metrics stores have not been set up: npm run setup -- test' };
}

/**
 * mysqld_exporter over a server's socket, with its counters of InnoDB.
 * @param growth sizes of tables and auto-increment columns too
 */
export function startMysqldExporter(
  { socket }: Pick<RunningServer, 'socket'>,
  { growth = false } = {},
): Promise<RunningProgram> {
  return startProgram('prometheus-mysqld-exporter', {
    args: ({ port }) => [
      `--web.listen-address=127.0.0.1:${port}`,
      '--collect.info_schema.innodb_metrics',
      ...(growth ? ['--collect.info_schema.tables', '--collect.auto_increment.columns'] : []),
      '--config.my-cnf=/nonexistent/my.cnf',
    ],
    env: { DATA_SOURCE_NAME: `root@unix(${socket})/` },
    ready: '/metrics',
  });
}

/** node_exporter of this machine. */
export function startNodeExporter(): Promise<RunningProgram> {
  return startProgram('prometheus-node-exporter', {
    args: ({ port }) => [`--web.listen-address=127.0.0.1:${port}`],
    ready: '/metrics',
  });
}

/** Starts a store and waits until it answers; what it has scraped by then is not waited for. */
export function startMetricsStore(options: StoreOptions): Promise<RunningProgram> {
  const { kind, args = [], webConfig } = options;
  return startProgram(kind, {
    args: ({ dir, port }) => {
      const config = join(dir, 'scrape.yml');
      writeFileSync(config, scrapeConfig(options));
      if (webConfig !== undefined) writeFileSync(join(dir, 'web.yml'), webConfig);
      return kind === 'prometheus'
        ? [
            `--config.file=${config}`,
            `--storage.tsdb.path=${join(dir, 'data')}`,
            `--web.listen-address=127.0.0.1:${port}`,
            ...(webConfig === undefined ? [] : [`--web.config.file=${join(dir, 'web.yml')}`]),
            ...args,
          ]
        : [
            `-promscrape.config=${config}`,
            `-storageDataPath=${join(dir, 'data')}`,
            `-httpListenAddr=127.0.0.1:${port}`,
            // It hides the last 30 s otherwise.
            '-search.latencyOffset=1s',
            ...args,
          ];
    },
    // With accounts or TLS of its own it answers without: that it does is enough.
    ready:
      webConfig === undefined && args.length === 0 ? (kind === 'prometheus' ? '/-/ready' : '/health') : null,
  });
}

function scrapeConfig({ scraped, everySeconds = 1 }: StoreOptions): string {
  const jobs = [...new Set(scraped.map(({ job = 'mysql' }) => job))];
  // JSON is YAML.
  return JSON.stringify({
    global: { scrape_interval: `${everySeconds}s`, scrape_timeout: `${everySeconds}s` },
    scrape_configs: jobs.map((job) => ({
      job_name: job,
      static_configs: scraped
        .filter((one) => (one.job ?? 'mysql') === job)
        .map(({ instance, port, labels }) => ({
          targets: [`127.0.0.1:${port}`],
          labels: { ...labels, instance },
        })),
    })),
  });
}

interface Launch {
  args(place: { dir: string; port: number }): string[];
  env?: Record<string, string>;
  /** Path that answers 200 once it is ready; null: the port is enough. */
  ready: string | null;
}

async function startProgram(name: string, launch: Launch): Promise<RunningProgram> {
  const [command = '', ...first] = commandOf(name);
  const guard = new Guard(name);
  const { dir } = guard;
  const port = await freePort();
  const file = join(dir, 'output.log');
  const output = openSync(file, 'a');
  const child = guard.spawn(command, [...first, ...launch.args({ dir, port })], {
    cwd: dir,
    env: { ...process.env, ...launch.env },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  child.unref();
  const log = () => readFileSync(file, 'utf8');
  const stop = async () => {
    await end(child);
    await guard.release();
  };
  try {
    await untilReady(child, port, launch.ready);
  } catch (cause) {
    const text = log();
    await stop();
    throw new Error(`${name} did not start:\n${text.split('\n').slice(-12).join('\n')}`, { cause });
  }
  return { port, pid: child.pid ?? 0, dir, log, stop };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  // It was let go when it started: a caller with nothing else to do would end before it has.
  child.ref();
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

async function untilReady(child: ChildProcess, port: number, path: string | null): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('it ended');
    try {
      const answer = await fetch(`http://127.0.0.1:${port}${path ?? '/'}`, {
        signal: AbortSignal.timeout(5_000),
      });
      await answer.arrayBuffer();
      if (path === null || answer.status === 200) return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    if (Date.now() > deadline) throw new Error('it was not ready in time');
    await delay(50);
  }
}

/** Program and first arguments. @param name of a file in /usr/bin of the packages, such as `promtool` */
export function commandOf(name: string): string[] {
  const manifest = readJson(inCache('metrics-stores', 'metrics-stores.json'));
  const command = isManifest(manifest) ? manifest.commands[name] : undefined;
  if (command === undefined) throw new Error(`${name} has not been set up: npm run setup -- test`);
  return command.map((part) => part.replaceAll('{root}', inCache('metrics-stores', 'root')));
}

function isManifest(value: unknown): value is { commands: Record<string, string[]> } {
  return typeof value === 'object' && value !== null && 'commands' in value;
}
