// `npm run samples -- probes [ID ...]`: records a result of each probe, from real servers under the load of sysbench.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerId, startServer } from './servers/index.ts';
import { sysbenchOnPath } from './servers/sysbench.ts';

interface Recorded {
  probe: string;
  server: ServerId;
  options: Record<string, string | number | boolean>;
  args: string[];
}

const pool = { innodb_buffer_pool_size: '256M' };
const sysbench = (preset: string, threads: number, tables: number, rows: number): string[] => [
  ...['--workload', `sysbench:${preset}`, '--threads', String(threads)],
  ...['--tables', String(tables), '--rows', String(rows)],
];

const recordings: Recorded[] = [
  {
    probe: 'spin-wait-delay',
    server: 'mysql97',
    options: { ...pool, innodb_flush_log_at_trx_commit: 2, 'skip-log-bin': true },
    args: [...sysbench('update-index', 16, 2, 10_000), '--max-time', '3m'],
  },
  {
    probe: 'adaptive-hash-index',
    server: 'mariadb118',
    options: pool,
    args: [...sysbench('point-select', 8, 2, 20_000), '--max-time', '2m'],
  },
  {
    probe: 'ahi-spin-grid',
    server: 'mysql56',
    options: { ...pool, innodb_flush_log_at_trx_commit: 2 },
    args: [...sysbench('update-index', 16, 2, 10_000), '--max-time', '3m'],
  },
  {
    probe: 'sort-buffer',
    server: 'mariadb1011',
    options: pool,
    args: [...sysbench('order-range', 4, 1, 50_000), '--max-time', '3m'],
  },
  {
    probe: 'pfs-overhead',
    server: 'mysql97',
    options: { ...pool, performance_schema: 'ON' },
    args: [...sysbench('point-select', 8, 2, 20_000), '--max-time', '3m'],
  },
  { probe: 'buffer-pool-resize', server: 'mysql97', options: pool, args: [] },
  {
    probe: 'thread-concurrency',
    server: 'mysql97',
    options: { ...pool, innodb_flush_log_at_trx_commit: 2, 'skip-log-bin': true },
    args: [...sysbench('update-index', 16, 2, 10_000), '--max-time', '3m'],
  },
  {
    probe: 'io-capacity',
    server: 'mysql97',
    options: {
      innodb_buffer_pool_size: '64M',
      innodb_redo_log_capacity: '16M',
      innodb_flush_log_at_trx_commit: 2,
      'skip-log-bin': true,
    },
    args: [...sysbench('update-index', 8, 4, 50_000), '--max-time', '15m'],
  },
  {
    probe: 'commit-durability',
    server: 'mariadb118',
    options: { ...pool, 'log-bin': 'binlog', sync_binlog: 1 },
    args: [...sysbench('update-index', 8, 2, 10_000), '--max-time', '3m', '--allow-durability'],
  },
  {
    probe: 'custom',
    server: 'mariadb1011',
    options: { ...pool, table_open_cache: 10, table_open_cache_instances: 1 },
    args: [
      ...['--arm', 'room for all:table_open_cache=400'],
      ...sysbench('read-write', 8, 24, 1_000),
      ...['--metric', 'cpu-per-operation', '--max-time', '2m'],
    ],
  },
];

const root = join(import.meta.dirname, '..');
const folder = join(root, 'samples', 'probes');

/** @param wanted probes; [] stands for all */
export async function recordProbes(wanted: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const path = mkdtempSync(join(tmpdir(), 'latchkey-path-'));
  try {
    sysbenchOnPath(path);
    for (const recorded of recordings) {
      if (wanted.length === 0 || wanted.includes(recorded.probe)) await record(recorded, path);
    }
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
}

async function record({ probe, server: id, options, args }: Recorded, path: string): Promise<void> {
  console.log(`${probe}: starting ${id}`);
  const server = await startServer(id, { options });
  try {
    // Over TCP: a path of this machine has no place in a sample.
    const connection = ['--host', '127.0.0.1', '--port', String(server.port), '--user', 'root'];
    const file = join(folder, `${probe}.json`);
    await latchkey(['probe', probe, ...connection, ...args, '--seed', '7', '--yes', '-o', file], path);
  } finally {
    await server.stop();
  }
}

function latchkey(args: string[], path: string): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'latchkey-home-'));
  const env = { ...process.env, LATCHKEY_HOME: home, PATH: `${path}:${process.env.PATH ?? ''}` };
  return new Promise<void>((resolve, reject) => {
    const child = spawn(join(root, 'bin', 'latchkey'), args, { stdio: 'inherit', env });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`the probe ended with ${code}`))));
  }).finally(() => rmSync(home, { recursive: true, force: true }));
}
