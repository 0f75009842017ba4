import { readFileSync, statSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { RunningServer } from '../../scripts/servers/index.ts';
import type { BufferPool, BufferPoolOptions } from '../../src/knowledge/buffer-pool/index.ts';
import type { ChunksMessage } from '../../src/shared/chunks.ts';
import { requestedValues, type StartCase } from './cases.ts';

export type Arithmetic = Pick<
  typeof import('../../src/knowledge/buffer-pool/index.ts'),
  'startBufferPool' | 'bufferPoolAfterSet' | 'leastShownAfterResize' | 'resizeHazard'
>;

/** What is needed of a connection: rows as the server prints them, and errors with `errno` and `message`. */
export interface Client {
  rows(sql: string): Promise<(string | null)[][]>;
  close(): Promise<void>;
}

export interface Agreement {
  starts: number;
  sets: number;
  /** Resizes after which the server counted pages and said less than the size it had resized to (small chunks). */
  counted: number;
  /** SETs that `resizeHazard` warns of, and what came of them: the server miscounts the chunks of such pools. */
  hazards: { crashed: number; endless: number; otherwise: number; asCalculated: number };
  /** One sentence for each thing that the server did otherwise. */
  disagreements: string[];
}

/**
 * Starts a server with the case's options, compares pool and error log with the arithmetic, then tries eight values
 * with SET GLOBAL and compares the errors, the warnings and the value when the resize is done.
 */
export async function agreement(
  arithmetic: Arithmetic,
  server: RunningServer,
  connect: () => Promise<Client>,
  kind: Pick<BufferPoolOptions, 'flavour' | 'version'>,
  start: StartCase,
  seed: number,
): Promise<Agreement> {
  const options: BufferPoolOptions = {
    ...kind,
    ...start,
    cpus: availableParallelism(),
    memoryBytes: totalmem(),
  };
  const result: Agreement = {
    starts: 1,
    sets: 0,
    counted: 0,
    hazards: { crashed: 0, endless: 0, otherwise: 0, asCalculated: 0 },
    disagreements: [],
  };
  const label = JSON.stringify(start);
  const compare = (what: string, seen: unknown, said: unknown) => {
    if (JSON.stringify(seen) === JSON.stringify(said)) return;
    result.disagreements.push(
      `${label} ${what}: server ${JSON.stringify(seen)}, arithmetic ${JSON.stringify(said)}`,
    );
  };
  const predicted = arithmetic.startBufferPool(options);
  const logStart = statSync(server.errorLog).size;
  const failure = await server.restart(startArguments(kind, start)).then(
    () => null,
    (error: unknown) => error,
  );
  compare('starts', failure === null, predicted.pool !== null);
  const log = readFileSync(server.errorLog).subarray(logStart).toString('utf8');
  // A crash is reported by nothing that could be compared.
  const reported = predicted.messages.filter(({ text }) => !text.includes('crash'));
  compare('error log', bufferPoolLines(log), sorted(reported));
  if (failure !== null || predicted.pool === null) return result;

  const client = await connect();
  try {
    const { pool, autoMinBytes } = await runningPool(client, predicted.pool);
    compare('pool', pool, predicted.pool);
    compare('auto_min', autoMinBytes, predicted.autoMinBytes);
    const running = { ...predicted.pool };
    for (const requested of requestedValues(running, seed)) {
      const said = arithmetic.bufferPoolAfterSet(options, running, requested);
      const what = `SET ${requested} at ${running.sizeBytes}`;
      const hazard =
        said.outcome === 'resized' ? arithmetic.resizeHazard(options, running, said.sizeBytes) : null;
      const seen = await resized(client, requested, said.sizeBytes);
      result.sets += 1;
      if ('messages' in seen) compare(`${what}, messages`, seen.messages, said.messages);
      if (hazard !== null) {
        const came = seen.end === 'done' && seen.size !== said.sizeBytes ? 'otherwise' : seen.end;
        result.hazards[came === 'done' ? 'asCalculated' : came] += 1;
        // Its chunks are no longer what it says.
        if (came !== 'done') return result;
      } else if (seen.end !== 'done') {
        result.disagreements.push(`${label} ${what}: ${seen.end}`);
        return result;
      }
      if (seen.end !== 'done') return result;
      const { size } = seen;
      const least = arithmetic.leastShownAfterResize(running, said.sizeBytes);
      const counted = said.outcome === 'resized' && size >= least && size < said.sizeBytes;
      if (counted) result.counted += 1;
      else compare(`${what}, size`, size, said.sizeBytes);
      running.sizeBytes = said.sizeBytes;
    }
  } finally {
    await client.close().catch(() => undefined);
  }
  return result;
}

type Resized =
  | { end: 'done'; messages: ChunksMessage[]; size: number }
  | { end: 'endless'; messages: ChunksMessage[] }
  | { end: 'crashed' };

/** Crashed: the server did not survive it. Endless: it withdraws pages again and again. */
async function resized(client: Client, requested: number, expected: number): Promise<Resized> {
  try {
    const messages = await set(client, requested);
    const size = await settledSize(client, expected);
    return size === null ? { end: 'endless', messages } : { end: 'done', messages, size };
  } catch (error) {
    if (error instanceof Error && 'fatal' in error && error.fatal === true) return { end: 'crashed' };
    throw error;
  }
}

function startArguments(
  { flavour, version }: Pick<BufferPoolOptions, 'flavour' | 'version'>,
  start: StartCase,
) {
  const given: [string, number | string | undefined][] = [
    ['buffer-pool-size', start.sizeBytes],
    ['buffer-pool-instances', start.instances],
    ['buffer-pool-chunk-size', start.chunkBytes],
    ['buffer-pool-size-max', start.sizeMaxBytes],
    ['buffer-pool-size-auto-min', start.autoMinBytes],
    ['dedicated-server', start.dedicated ? 'ON' : undefined],
  ];
  return [
    // Notes of the error log; MySQL 8.0 and later keep them back by default.
    ...(flavour !== 'mariadb' && version[0] >= 8 ? ['--log-error-verbosity=3'] : []),
    ...given.flatMap(([name, value]) => (value === undefined ? [] : [`--innodb-${name}=${value}`])),
  ];
}

const reportedOf =
  /(?:option 'innodb-(?:buffer-pool|dedicated)|Adjusting innodb_buffer_pool_instances|Option innodb_dedicated_server is ignored|InnoDB: innodb_page_size=\d+ requires|unknown variable '|'innodb-buffer-pool-instances' was removed).*$/;

/** The lines of an error log that tell of the buffer pool's options, as messages. */
function bufferPoolLines(log: string): ChunksMessage[] {
  const found = log.split('\n').flatMap((line): ChunksMessage[] => {
    const text = reportedOf.exec(line)?.[0];
    const level = /\[(ERROR|Warning|Note)\]/.exec(line)?.[1]?.toLowerCase();
    if (text === undefined || (level !== 'error' && level !== 'warning' && level !== 'note')) return [];
    return [{ level, code: /\[(MY-\d+)\]/.exec(line)?.[1] ?? null, text }];
  });
  return sorted(found);
}

function sorted(messages: ChunksMessage[]): ChunksMessage[] {
  return [...messages].sort((a, b) => (a.text < b.text ? -1 : 1));
}

async function runningPool(
  client: Client,
  like: BufferPool,
): Promise<{ pool: BufferPool; autoMinBytes: number | null }> {
  const found = new Map(await pairs(client, "SHOW GLOBAL VARIABLES LIKE 'innodb_buffer_pool%'"));
  const number = (name: string) => Number(found.get(`innodb_buffer_pool_${name}`));
  // Where a generation has no chunks, the variable may still be there and show what was given; MySQL 5.6 shows 8
  // instances where a pool below 1 GiB has one.
  const pools = await client.rows('SELECT COUNT(*) FROM information_schema.INNODB_BUFFER_POOL_STATS');
  const ifThere = (name: string) => (found.has(`innodb_buffer_pool_${name}`) ? number(name) : null);
  return {
    pool: {
      sizeBytes: number('size'),
      chunkBytes: like.chunkBytes === null ? null : number('chunk_size'),
      instances: like.instances === null ? null : Number(pools[0]?.[0]),
      sizeMaxBytes: ifThere('size_max'),
    },
    autoMinBytes: ifThere('size_auto_min'),
  };
}

/** SHOW WARNINGS lists the error of a statement too. */
async function set(client: Client, value: number): Promise<ChunksMessage[]> {
  await client.rows(`SET GLOBAL innodb_buffer_pool_size = ${value}`).catch(() => {});
  const found = await client.rows('SHOW WARNINGS');
  return found.map(([level, code, text]) => ({
    level: level === 'Error' ? 'error' : level === 'Warning' ? 'warning' : 'note',
    code: Number(code),
    text: text ?? '',
  }));
}

/**
 * innodb_buffer_pool_size once no resize is under way: status code 0 (done) or 7 (failed); before MySQL 8.0.31 and in
 * MariaDB the text says so, from the SET on. MariaDB with extents waits by itself. null: the server waits ten seconds to
 * withdraw pages again, though nobody holds any.
 */
async function settledSize(client: Client, expected: number): Promise<number | null> {
  const size = async () => Number((await client.rows('SELECT @@GLOBAL.innodb_buffer_pool_size'))[0]?.[0]);
  // MariaDB may still say of the last resize that it is completed.
  for (let look = 0, withdrawing = 0; look < 100; ) {
    const status = new Map(
      await pairs(client, "SHOW GLOBAL STATUS LIKE 'Innodb_buffer_pool_resize_status%'"),
    );
    const code = status.get('innodb_buffer_pool_resize_status_code');
    const text = status.get('innodb_buffer_pool_resize_status') ?? '';
    const isDone = /^(|not started|Size did not change.*|Completed.*|.*\b(fail|abort).*)$/i.test(text);
    if (code === undefined ? isDone : code === '0' || code === '7') {
      if (code !== undefined || (await size()) === expected) break;
      look += 1;
    }
    withdrawing = /withdraw/.test(text) ? withdrawing + 1 : 0;
    if (withdrawing > 400) return null;
    await delay(20);
  }
  return size();
}

async function pairs(client: Client, sql: string): Promise<[string, string][]> {
  return (await client.rows(sql)).map(([name, value]) => [String(name).toLowerCase(), value ?? '']);
}
