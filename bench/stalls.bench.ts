import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Connection, createConnection } from 'mysql2/promise';
import { z } from 'zod';
import { type RunningServer, type ServerId, serverIds, startServer } from '../scripts/servers/index.ts';
import { prepareSysbench, startSysbench } from '../scripts/servers/sysbench.ts';
import type { Stall } from '../src/evidence/series/micro-stalls.ts';
import type { Snapshot } from '../src/shared/snapshot.ts';
import { defineBench, quantile } from './bench.ts';
import { lightSnapshot, sourceEngine, sourceModule, takeSnapshot } from './source.ts';
import { limitWrites } from './stalls/slow-disk.ts';

const windowSeconds = 90;
/** Seldom enough that the stalls stay the exception of their neighbourhood, however long they last. */
const plantEveryMs = 12_000;
const intervalMs = 200;
/** The client must have been held up for so long for the detector to be held to it: two whole samples lie within. */
const feltMs = 3 * intervalMs;
const binMs = 100;
/** Held up: the client gets through less than this share of what it usually does. */
const heldUpBelow = 0.3;
const tables = { tables: 4, rows: 30_000 };

/** A range in which the client was held up. */
interface Wait {
  fromMs: number;
  toMs: number;
}

interface Result {
  felt: number;
  found: number;
  shown: number;
  /** Shown, and the client was held up for at least one sample at that time. */
  confirmed: number;
  longestMs: number;
  /** What moved with the stalls, by how often it did. */
  movers: [string, number][];
}

interface Cause {
  options: (id: ServerId) => Record<string, string | number>;
  /** Direct writes of the server are held to this rate. */
  writesPerSecond?: number;
  /** Disturbs the load once; done every few seconds. */
  plant: (client: Connection) => Promise<void>;
}

const planted: Record<string, Cause> = {
  'global read lock': {
    options: () => ({ innodb_flush_log_at_trx_commit: 2, sync_binlog: 0 }),
    plant: async (client) => {
      await client.query('FLUSH TABLES WITH READ LOCK');
      await sleep(700);
      await client.query('UNLOCK TABLES');
    },
  },
  // Rows of another table, so that only the log is shared: one statement fills it with changes of thousands of pages,
  // and everybody waits until these are flushed. Without adaptive flushing nothing is flushed before.
  'redo log too small': {
    options: (id) => ({
      ...(id === 'mysql97' ? { innodb_redo_log_capacity: '8M' } : { innodb_log_file_size: '4M' }),
      innodb_buffer_pool_size: '256M',
      innodb_io_capacity: 100,
      innodb_adaptive_flushing: 'OFF',
      innodb_max_dirty_pages_pct: 99,
      innodb_flush_log_at_trx_commit: 0,
      innodb_flush_method: 'O_DIRECT',
      sync_binlog: 0,
    }),
    // As slow as a disk drive with random writes: what a fast disk takes in a moment then takes seconds.
    writesPerSecond: 32 * 1024 ** 2,
    plant: async (client) => {
      await client.query('UPDATE beat.bulk SET text = REVERSE(text) WHERE id % 160 = 0');
    },
  },
};

/** Stalls that a client of its own felt, against those that the detector shows in the samples of the same time. */
export const stallsBench = defineBench<Result>({
  id: 'stalls',
  title: `Micro-stalls felt by a client, and found in samples of ${intervalMs} ms`,
  budget: `90 % of the stalls of ${feltMs} ms or more found`,
  items: Object.keys(planted).flatMap((cause) => serverIds.map((id) => `${cause}: ${id}`)),
  measure: async (item) => {
    const [cause, id] = item.split(': ');
    const found = planted[cause ?? ''];
    if (found === undefined) throw new Error(`no such item: ${item}`);
    const { options, plant, writesPerSecond } = found;
    const server = await startServer(id as ServerId, { options: options(id as ServerId) });
    const home = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
    const engine = await sourceEngine(home);
    let unlimit: (() => void) | null = null;
    const common = { socket: server.socket, ...tables };
    try {
      await prepareSysbench(common);
      await prepareBeat(server);
      if (writesPerSecond !== undefined) unlimit = limitWrites(server.pid, server.dir, writesPerSecond);
      const args = ['--rand-type=uniform', '--rate=400'];
      const load = startSysbench({
        ...common,
        workload: 'oltp_update_index',
        threads: 8,
        seconds: windowSeconds + 30,
        args,
      });
      await sleep(3000);
      const stop = new AbortController();
      const beats = heartbeat(server, stop.signal);
      const disturbing = disturb(server, plant, stop.signal);
      const snapshot = await takeSnapshot(engine, lightSnapshot(server.socket, windowSeconds, intervalMs));
      stop.abort();
      await disturbing;
      const waits = waitsOf(await beats);
      await load.stop();
      const stalls = await sourceModule<typeof import('../src/analysis/index.ts'), readonly Stall[]>(
        '/src/analysis/index.ts',
        ({ stallsOf }) => stallsOf(snapshot) ?? [],
      );
      return judge(snapshot, waits, stalls);
    } finally {
      await engine.close();
      await server.stop();
      unlimit?.();
      rmSync(home, { recursive: true, force: true });
    }
  },
  table: (results) => [
    [
      'cause and server',
      'felt by the client',
      'of these found',
      'shown',
      'of these felt',
      'longest',
      'moved with them',
    ],
    ...[...results].map(([name, { felt, found, shown, confirmed, longestMs, movers }]) => [
      name,
      String(felt),
      String(found),
      String(shown),
      String(confirmed),
      `${longestMs.toFixed(0)} ms`,
      movers
        .slice(0, 3)
        .map(([mover, times]) => `${mover} (${times})`)
        .join(', '),
    ]),
  ],
  verdict: (results) => {
    const total = (of: (result: Result) => number) =>
      [...results.values()].reduce((sum, result) => sum + of(result), 0);
    const [felt, found] = [total((result) => result.felt), total((result) => result.found)];
    const [shown, confirmed] = [total((result) => result.shown), total((result) => result.confirmed)];
    return {
      met: felt > 0 && found >= 0.9 * felt,
      text: `${found} of ${felt} found; of ${shown} shown, the client was held up in ${confirmed}`,
    };
  },
});

async function prepareBeat(server: RunningServer): Promise<void> {
  const client = await createConnection({ socketPath: server.socket, user: 'root' });
  try {
    await client.query('CREATE DATABASE beat');
    await client.query('CREATE TABLE beat.beat (n INT) ENGINE = InnoDB');
    await client.query('INSERT INTO beat.beat VALUES (0)');
    await client.query(
      'CREATE TABLE beat.bulk (id INT AUTO_INCREMENT PRIMARY KEY, text VARCHAR(400)) ENGINE = InnoDB',
    );
    await client.query("INSERT INTO beat.bulk (text) VALUES (CONCAT('a', REPEAT('b', 350)))");
    // 2^18 rows of 350 bytes, some 40 a page: an update of every 160th adds to the log with changes of nearly every page.
    for (let doubling = 0; doubling < 18; doubling += 1) {
      await client.query('INSERT INTO beat.bulk (text) SELECT text FROM beat.bulk');
    }
  } finally {
    await client.end();
  }
}

/** A client that updates a row of its own all the time; when it was answered. */
async function heartbeat(server: RunningServer, signal: AbortSignal): Promise<number[]> {
  const program = join(import.meta.dirname, 'stalls', 'heartbeat.ts');
  const child = spawn(process.execPath, [program, server.socket], { stdio: ['pipe', 'pipe', 'inherit'] });
  signal.addEventListener('abort', () => child.stdin.end(), { once: true });
  return z.array(z.number()).parse(JSON.parse(await text(child.stdout)));
}

/** Where the client got through less than usual for at least one sample. */
function waitsOf(answered: readonly number[]): Wait[] {
  const first = answered[0] ?? 0;
  const counts: number[] = Array.from(
    { length: Math.ceil(((answered.at(-1) ?? 0) - first) / binMs) },
    () => 0,
  );
  for (const at of answered) {
    const bin = Math.floor((at - first) / binMs);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const usual = quantile(counts, 0.5);
  const waits: Wait[] = [];
  let from = 0;
  counts.forEach((count, bin) => {
    if (count < heldUpBelow * usual) return;
    if ((bin - from) * binMs >= intervalMs)
      waits.push({ fromMs: first + from * binMs, toMs: first + bin * binMs });
    from = bin + 1;
  });
  return waits;
}

async function disturb(
  server: RunningServer,
  plant: (client: Connection) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const client = await createConnection({ socketPath: server.socket, user: 'root' });
  try {
    for (;;) {
      await sleep(plantEveryMs);
      if (signal.aborted) return;
      await plant(client);
    }
  } finally {
    await client.end();
  }
}

function judge(snapshot: Snapshot, all: readonly Wait[], stalls: readonly Stall[]): Result {
  const startedMs = Date.parse(snapshot.samples?.startedAt ?? '');
  const lastMs = startedMs + (snapshot.samples?.times.at(-1) ?? 0);
  // What begins before the first samples or ends after the last has no neighbourhood.
  const waits = all.filter(({ fromMs, toMs }) => fromMs > startedMs + 2000 && toMs < lastMs - 2000);
  const felt = waits.filter(({ fromMs, toMs }) => toMs - fromMs >= feltMs);
  const meets = (wait: Wait, { startMs, lengthMs }: Stall) =>
    wait.fromMs < startedMs + startMs + lengthMs && wait.toMs > startedMs + startMs;
  const movers = new Map<string, number>();
  for (const { name } of stalls.flatMap(({ coMovers }) => coMovers))
    movers.set(name, (movers.get(name) ?? 0) + 1);
  return {
    felt: felt.length,
    found: felt.filter((wait) => stalls.some((stall) => meets(wait, stall))).length,
    shown: stalls.length,
    confirmed: stalls.filter((stall) => all.some((wait) => meets(wait, stall))).length,
    longestMs: Math.max(0, ...all.map(({ fromMs, toMs }) => toMs - fromMs)),
    movers: [...movers].sort(([, a], [, b]) => b - a).slice(0, 6),
  };
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
