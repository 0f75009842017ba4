// Load on a throw-away server: sysbench, always bounded in time and stopped with its caller.
import type { ChildProcess } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Guard } from '../guard/guard.ts';
import { inCache, readJson } from '../setup/cache.mjs';

export type Workload = 'oltp_read_write' | 'oltp_read_only' | 'oltp_point_select' | 'oltp_update_index';

interface Tables {
  socket: string;
  tables: number;
  /** Rows of each table. */
  rows: number;
  /** Made if absent; default `sbtest`. */
  database?: string;
}

/** Makes and fills the tables sbtest1..N, in as many connections as there are tables, at most 4. */
export async function prepareSysbench(wanted: Tables): Promise<void> {
  const database = wanted.database ?? 'sbtest';
  await createDatabase(wanted.socket, database);
  const threads = Math.min(wanted.tables, 4);
  const args = [...connection(wanted), `--threads=${threads}`, 'oltp_read_write', 'prepare'];
  const { ended } = launch(args, 600);
  await ended;
}

interface Run extends Tables {
  workload: Workload;
  threads: number;
  seconds: number;
  /** Transactions a second; default: as many as there can be. */
  rate?: number;
  args?: string[];
}

/**
 * Starts a load that ends by itself after `seconds`. Throughput is known when `done` resolves.
 * A test that only needs a busy server names a rate, so that the others have the processors; one that can be kept on a
 * machine ten times slower, for sysbench ends when 100,000 transactions are waiting.
 */
export function startSysbench(wanted: Run): {
  pid: number | undefined;
  done: Promise<{ transactionsPerSecond: number }>;
  stop(): Promise<void>;
} {
  const { child, ended } = launch(
    [
      ...connection(wanted),
      `--threads=${wanted.threads}`,
      `--time=${wanted.seconds}`,
      '--events=0',
      ...(wanted.rate === undefined ? [] : [`--rate=${wanted.rate}`]),
      // A deadlock, a full redo log or a killed connection is part of the load, not the end of it.
      '--mysql-ignore-errors=1213,1020,1205,1180,1317',
      ...(wanted.args ?? []),
      wanted.workload,
      'run',
    ],
    wanted.seconds + 30,
  );
  const done = ended.then((output) => {
    const rate = /transactions:\s+\d+\s+\(([\d.]+) per sec/.exec(output)?.[1];
    if (rate === undefined) throw new Error(`sysbench printed no throughput:\n${tail(output)}`);
    return { transactionsPerSecond: Number(rate) };
  });
  // A caller that only stops the load does not have to look at the result.
  done.catch(() => undefined);
  return {
    pid: child.pid,
    done,
    stop: async () => {
      child.kill('SIGTERM');
      await ended.catch(() => undefined);
    },
  };
}

function connection({ socket, tables, rows, database }: Tables): string[] {
  return [
    `--mysql-socket=${socket}`,
    '--mysql-user=root',
    `--mysql-db=${database ?? 'sbtest'}`,
    `--tables=${tables}`,
    `--table-size=${rows}`,
    '--db-driver=mysql',
  ];
}

/** @param limitSeconds sysbench is killed after this; it ends earlier by itself unless the server hangs */
function launch(args: string[], limitSeconds: number): { child: ChildProcess; ended: Promise<string> } {
  const {
    command: [program = '', ...first],
    env,
  } = installed();
  const guard = new Guard('sysbench');
  const child = guard.spawn(program, [...first, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (chunk: Buffer): void => {
    output += chunk.toString('utf8');
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  const limit = setTimeout(() => child.kill('SIGKILL'), limitSeconds * 1000);
  const ended = new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve(output);
      else reject(new Error(`sysbench ended with ${code ?? signal}:\n${tail(output)}`));
    });
  }).finally(async () => {
    clearTimeout(limit);
    await guard.release();
  });
  return { child, ended };
}

/** sysbench needs the database to exist and cannot make it; a script of its own language can. */
async function createDatabase(socket: string, database: string): Promise<void> {
  if (!/^\w+$/.test(database)) throw new Error(`not a plain database name: ${database}`);
  const lua = join(import.meta.dirname, 'create-database.lua');
  const args = [`--mysql-socket=${socket}`, '--mysql-user=root', '--mysql-db=mysql', '--db-driver=mysql'];
  const { ended } = launch([...args, `--database=${database}`, lua, 'prepare'], 60);
  await ended;
}

/** Puts a program `sysbench` into a folder, for what looks for one on PATH. It replaces itself by sysbench. */
export function sysbenchOnPath(folder: string): void {
  const { command, env } = installed();
  const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const exports = Object.entries(env).map(([name, value]) => `export ${name}=${quote(value)}\n`);
  const script = `#!/bin/sh\n${exports.join('')}exec ${command.map(quote).join(' ')} "$@"\n`;
  writeFileSync(join(folder, 'sysbench'), script, { mode: 0o755 });
}

function installed(): { command: string[]; env: Record<string, string> } {
  const folder = inCache('sysbench');
  const manifest = readJson(join(folder, 'sysbench.json'));
  if (!isManifest(manifest) || !existsSync(join(folder, 'root')))
    throw new Error('sysbench has not been set up. To bring it: npm run setup -- test');
  const fill = (text: string): string => text.replaceAll('{root}', join(folder, 'root'));
  return {
    command: manifest.command.map(fill),
    env: Object.fromEntries(Object.entries(manifest.env).map(([name, value]) => [name, fill(value)])),
  };
}

function isManifest(value: unknown): value is { command: string[]; env: Record<string, string> } {
  return typeof value === 'object' && value !== null && 'command' in value && 'env' in value;
}

function tail(output: string): string {
  return output.trimEnd().split('\n').slice(-12).join('\n');
}
