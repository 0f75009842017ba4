// The server of the demo: deliberately poor, under load, diagnosed, changed and measured again.
import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type RunningServer, type ServerId, serverAvailability, startServer } from '../servers/index.ts';
import { prepareSysbench, startSysbench } from '../servers/sysbench.ts';
import { faults } from './faults.ts';

/** MySQL 8.0 is what people run; both have every variable of the faults. */
const candidates: readonly ServerId[] = ['mysql80', 'mysql97'];
const load = {
  workload: 'oltp_read_write',
  tables: 16,
  rows: 30_000,
  threads: 8,
  // Text statements, so that the server has a digest of each.
  args: [
    '--index-updates=8',
    '--non-index-updates=4',
    '--point-selects=4',
    '--range-selects=off',
    '--db-ps-mode=disable',
  ],
} as const;
/** Caches fill, and the load becomes level, before anything is measured. */
const settleSeconds = 10;
/** The load ends by itself, should the demo be killed. */
const longestSeconds = 900;

/** The first server that can be had here, with a word on each that cannot. */
export async function chooseServer(): Promise<{
  chosen: { id: ServerId; version: string } | null;
  reasons: string[];
}> {
  const reasons: string[] = [];
  for (const id of candidates) {
    const found = await serverAvailability(id);
    if (found.available) return { chosen: { id, version: found.version }, reasons };
    reasons.push(found.reason);
  }
  return { chosen: null, reasons };
}

/**
 * Writes the option file with the faults. O_DIRECT: a read that misses the pool is a read of the device. With the
 * consumer, the server says what its sessions wait for.
 */
export function writeOptionFile(path: string): void {
  const planted = faults.flatMap(({ what, options }) => [
    `# ${what}`,
    ...Object.entries(options).map(([name, value]) => `${name} = ${value}`),
  ]);
  const usual = [
    'innodb_flush_method = O_DIRECT',
    'skip_log_bin',
    'performance_schema_consumer_events_waits_current = ON',
  ];
  writeFileSync(path, `# Deliberate faults, for the demo\n[mysqld]\n${[...planted, ...usual].join('\n')}\n`);
}

/** Starts the server with its faults, loads it, and stops both afterwards. */
export async function withLoadedServer<T>(
  id: ServerId,
  optionFile: string,
  say: (step: string) => void,
  use: (server: RunningServer) => Promise<T>,
): Promise<T> {
  say('Starting the server with its deliberate faults');
  const server = await startServer(id, { defaultsFile: optionFile });
  try {
    say(`Filling ${load.tables} tables of ${load.rows} rows`);
    await prepareSysbench({ socket: server.socket, tables: load.tables, rows: load.rows });
    say(`Loading it with sysbench (${load.workload}, ${load.threads} threads)`);
    const { args, ...rest } = load;
    const sysbench = startSysbench({
      socket: server.socket,
      seconds: longestSeconds,
      ...rest,
      args: [...args],
    });
    try {
      await settle();
      return await use(server);
    } finally {
      await sysbench.stop();
    }
  } finally {
    await server.stop();
  }
}

export async function settle(): Promise<void> {
  await delay(settleSeconds * 1000);
}
