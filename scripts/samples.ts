// `npm run samples [-- NAME ...]`: makes the sample snapshots again, from real servers under real load.
// `npm run samples -- probes [ID ...]`: records a result of each probe again.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { counted } from '../src/shared/base/units.ts';
import { recordProbes } from './probe-samples.ts';
import { type RunningServer, type ServerId, startServer } from './servers/index.ts';
import { prepareSysbench, startSysbench, type Workload } from './servers/sysbench.ts';

interface SampleDefinition {
  name: string;
  title: string;
  /** What was planted, and what the diagnosis should see. */
  planted: string;
  server: ServerId;
  options: Record<string, string | number | boolean>;
  load: { workload: Workload; tables: number; rows: number; threads: number; args?: string[] };
  /** A second sample of the same server under the same load, restarted with these options; `plan`: with what Latchkey's plan for the first asks for. */
  later?: Pick<SampleDefinition, 'name' | 'title' | 'planted'> & {
    options: SampleDefinition['options'] | 'plan';
  };
  /** The second must have at least so many times the transactions of the first, or the samples are not kept. */
  gain?: number;
}

const definitions: SampleDefinition[] = [
  {
    name: 'mysql-5.6-benchmark-2013',
    title: 'MySQL 5.6 with the benchmark configuration of 2013',
    planted:
      'the published my.cnf of tests of 2013 with pool, redo and connections scaled to a small machine: checksums, doublewrite and XA support off, commits flushed once a second, every Performance Schema instrument and InnoDB metric on',
    server: 'mysql56',
    options: {
      max_connections: 400,
      key_buffer_size: '200M',
      low_priority_updates: 1,
      back_log: 1500,
      query_cache_type: 0,
      innodb_file_per_table: true,
      innodb_log_file_size: '128M',
      innodb_log_files_in_group: 3,
      innodb_open_files: 4000,
      table_open_cache: 8000,
      table_open_cache_instances: 16,
      innodb_buffer_pool_size: '1024M',
      innodb_buffer_pool_instances: 8,
      innodb_log_buffer_size: '64M',
      join_buffer_size: '32K',
      sort_buffer_size: '32K',
      innodb_checksums: 0,
      innodb_doublewrite: 0,
      innodb_support_xa: 0,
      innodb_thread_concurrency: 0,
      innodb_flush_log_at_trx_commit: 2,
      innodb_flush_method: 'O_DIRECT',
      innodb_max_dirty_pages_pct: 50,
      innodb_stats_persistent: 1,
      innodb_spin_wait_delay: 6,
      innodb_adaptive_flushing: 1,
      innodb_flush_neighbors: 0,
      innodb_read_io_threads: 16,
      innodb_write_io_threads: 4,
      innodb_io_capacity: 2000,
      innodb_purge_threads: 1,
      innodb_adaptive_hash_index: 1,
      innodb_monitor_enable: '%',
      performance_schema: 'ON',
      performance_schema_instrument: '%=on',
    },
    load: { workload: 'oltp_read_write', tables: 8, rows: 20_000, threads: 16 },
  },
  {
    name: 'mysql-9.7-starved-redo',
    title: 'MySQL 9.7 with a starved redo log and buffer pool',
    planted:
      'the redo log at its minimum of 8 MiB, a 24 MiB pool for about 75 MiB of data, and a flushing limit of 200 pages a second, under a write-heavy mix',
    server: 'mysql97',
    options: {
      innodb_redo_log_capacity: '8M',
      innodb_buffer_pool_size: '24M',
      innodb_io_capacity: 100,
      innodb_io_capacity_max: 200,
    },
    load: {
      workload: 'oltp_read_write',
      tables: 4,
      rows: 100_000,
      threads: 8,
      args: ['--index-updates=8', '--non-index-updates=4', '--point-selects=4', '--range-selects=off'],
    },
    later: {
      name: 'mysql-9.7-after-plan',
      title: 'MySQL 9.7, after its plan',
      planted:
        'nothing: the same server, restarted with a buffer pool of 128 MiB and a redo log of 1 GiB, somewhat more than the plan for mysql-9.7-starved-redo proposes, under the same load; to be compared with it',
      options: { innodb_redo_log_capacity: '1G', innodb_buffer_pool_size: '128M' },
    },
  },
  {
    name: 'mysql-8.0-before-plan',
    title: 'MySQL 8.0, before its plan',
    planted: 'a 16 MiB buffer pool for about 140 MiB of data, read with O_DIRECT, and a redo log of 8 MiB',
    server: 'mysql80',
    options: {
      innodb_buffer_pool_size: '16M',
      innodb_redo_log_capacity: '8M',
      innodb_flush_method: 'O_DIRECT',
      innodb_io_capacity: 200,
      innodb_buffer_pool_dump_at_shutdown: false,
      innodb_buffer_pool_load_at_startup: false,
    },
    load: {
      workload: 'oltp_read_write',
      tables: 4,
      rows: 150_000,
      threads: 8,
      args: [
        '--range-selects=off',
        '--point-selects=20',
        '--index-updates=2',
        '--non-index-updates=2',
        '--rand-type=uniform',
      ],
    },
    later: {
      name: 'mysql-8.0-after-plan',
      title: 'MySQL 8.0, after its plan',
      planted:
        'nothing: the same server under the same load, restarted with every value that the plan for mysql-8.0-before-plan proposes',
      options: 'plan',
    },
    gain: 2,
  },
  {
    name: 'mariadb-10.11-query-cache',
    title: 'MariaDB 10.11 with the query cache on and a tiny table cache',
    planted: 'a 64 MiB query cache under a write load, and 10 open tables for 24 tables in use',
    server: 'mariadb1011',
    options: {
      performance_schema: 'ON',
      query_cache_type: 1,
      query_cache_size: '64M',
      table_open_cache: 10,
      table_open_cache_instances: 1,
      innodb_buffer_pool_size: '256M',
    },
    load: { workload: 'oltp_read_write', tables: 24, rows: 5_000, threads: 8 },
  },
  {
    name: 'mariadb-11.8-healthy',
    title: 'MariaDB 11.8, healthy',
    planted: 'nothing: pool and redo log larger than the data, a modest load at a fixed rate',
    server: 'mariadb118',
    options: {
      performance_schema: 'ON',
      innodb_buffer_pool_size: '512M',
      innodb_log_file_size: '512M',
      innodb_flush_log_at_trx_commit: 1,
      slow_query_log: 1,
    },
    load: { workload: 'oltp_read_write', tables: 4, rows: 10_000, threads: 4, args: ['--rate=30'] },
  },
];

const windowSeconds = 60;
const root = join(import.meta.dirname, '..');
const folder = join(root, 'samples');

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
if (process.argv.includes('--help')) {
  console.log(
    `npm run samples [-- NAME ... | -- probes [PROBE ...]]\n${definitions.map(({ name }) => `  ${name}`).join('\n')}`,
  );
  process.exit(0);
}
if (wanted[0] === 'probes') {
  await recordProbes(wanted.slice(1));
  process.exit(0);
}
for (const definition of definitions) {
  if (wanted.length === 0 || wanted.includes(definition.name)) await make(definition);
}

async function make({
  server: id,
  options,
  load,
  later,
  gain = 0,
  ...sample
}: SampleDefinition): Promise<void> {
  console.log(`${sample.name}: starting ${id}`);
  const server = await startServer(id, { options });
  try {
    await prepareSysbench({ socket: server.socket, tables: load.tables, rows: load.rows });
    const before = await measure(server, load, sample);
    if (later === undefined) return;
    const changed =
      later.options === 'plan' ? await plannedOptions(join(folder, `${sample.name}.lks`)) : later.options;
    await server.restart(Object.entries(changed).map(([name, value]) => `--${name}=${value}`));
    const after = await measure(server, load, later);
    console.log(
      `${later.name}: ${after} transactions/s after ${before}: ${(after / before).toFixed(2)} times`,
    );
    if (!(after >= gain * before))
      throw new Error(`${later.name}: less than ${gain} times the transactions.`);
  } finally {
    await server.stop();
  }
}

async function measure(
  server: RunningServer,
  load: SampleDefinition['load'],
  { name, title, planted }: Pick<SampleDefinition, 'name' | 'title' | 'planted'>,
): Promise<number> {
  const path = join(folder, `${name}.lks`);
  const sysbench = startSysbench({ socket: server.socket, ...load, seconds: windowSeconds + 120 });
  await warmUp(10);
  await snapshot(server.socket, path);
  await sysbench.stop();
  nameUsualFolders(path, server);
  const description = `${server.version}, ${load.workload} with ${load.threads} threads on ${load.tables} tables of ${counted(load.rows, 'row')} for ${windowSeconds} s. ${faultsText(planted)}.`;
  writeIndex(name, { title, description });
  return transactionsPerSecond(path);
}

/** A text that begins with `nothing: ` says why there are none. */
function faultsText(planted: string): string {
  return planted.startsWith('nothing: ')
    ? `No deliberate faults: ${planted.slice('nothing: '.length)}`
    : `Deliberate faults: ${planted}`;
}

/** Transactions of the window by the server's own counter: what sysbench reports holds the warm-up too. */
function transactionsPerSecond(path: string): number {
  const { times, series } = JSON.parse(gunzipSync(readFileSync(path)).toString('utf8')).samples;
  const committed: number[] = series.Com_commit.values;
  const milliseconds = times.at(-1) - times[0];
  return ((committed.at(-1) ?? 0) - (committed[0] ?? 0)) / (milliseconds / 1000);
}

/** Every value that the plan for a snapshot proposes, by variable. */
async function plannedOptions(path: string): Promise<SampleDefinition['options']> {
  const { changes } = JSON.parse(await latchkey(['plan', path, '--json']));
  const values = changes.map(({ variable, to }: { variable: string; to: string | number }) => [variable, to]);
  return Object.fromEntries(values);
}

function warmUp(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

function snapshot(socket: string, path: string): Promise<string> {
  const args = [
    'snapshot',
    '--socket',
    socket,
    '--user',
    'root',
    '--for',
    `${windowSeconds}s`,
    '-o',
    path,
    '--force',
  ];
  return latchkey(args);
}

/** Runs the command line. @returns what it printed to standard output */
function latchkey(args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(root, 'bin', 'latchkey'), args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve(printed) : reject(new Error(`latchkey ${args[0]} ended with ${code}`)),
    );
  });
}

/** A throw-away server lives in folders of the tests: in their place stand those of a usual server. */
function nameUsualFolders(path: string, { id, dir, socket }: RunningServer): void {
  // MySQL 5.6 is unpacked from an archive, the others from packages.
  const programs = new RegExp(String.raw`(?:/[\w.-]+)+/servers/${id}/root(?=[/"])`, 'g');
  const text = gunzipSync(readFileSync(path))
    .toString('utf8')
    .replaceAll(socket, '/run/mysqld/mysqld.sock')
    .replaceAll(`${dir}/data`, '/var/lib/mysql')
    .replaceAll(`${dir}/tmp`, '/tmp')
    .replaceAll(`${dir}/`, '/var/log/mysql/')
    .replaceAll(programs, id === 'mysql56' ? '/usr/local/mysql' : '');
  writeFileSync(path, gzipSync(text, { level: 9 }));
}

/** `index.json` is what the app lists; README.md is the same for people. */
function writeIndex(name: string, entry: { title: string; description: string }): void {
  const path = join(folder, 'index.json');
  const index: Record<string, typeof entry> = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  index[name] = entry;
  const entries = Object.entries(index).sort(([a], [b]) => a.localeCompare(b));
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
  const lines = entries.map(
    ([file, { title, description }]) => `- **${file}.lks**: ${title}. ${description}`,
  );
  writeFileSync(
    join(folder, 'README.md'),
    `# Samples\n\nSnapshots of real servers under real load, made by \`npm run samples\`. Query literals are removed, and\nthe throw-away server's folder stands as those of a usual server.\nThe golden analyses beside them (\`*.analysis.json\`) are the first test that runs.\n\n${lines.join('\n')}\n`,
  );
}
