import { type Connection, createConnection } from 'mysql2/promise';
import type { RunningServer } from '../../scripts/servers/index.ts';
import { startSysbench } from '../../scripts/servers/sysbench.ts';
import type { Load, Scenario } from './scenario.ts';

/** Starts the whole load of a scenario. @returns a function that ends it */
export async function startLoad(server: RunningServer, scenario: Scenario): Promise<() => Promise<void>> {
  const ends: (() => Promise<void>)[] = [];
  for (const load of scenario.load) ends.push(...(await started(server, scenario, load)));
  return async () => {
    await Promise.all(ends.map((end) => end()));
  };
}

async function started(
  { socket }: RunningServer,
  { data }: Scenario,
  load: Load,
): Promise<(() => Promise<void>)[]> {
  if ('sysbench' in load) {
    const { tables, rows } = data ?? { tables: 0, rows: 0 };
    const { sysbench: workload, threads, args = [] } = load;
    return [startSysbench({ socket, tables, rows, workload, threads, args, seconds: 600 }).stop];
  }
  const numbers = Array.from({ length: load.sessions }, (_, index) => index + 1);
  if ('repeat' in load) return numbers.map((session) => repeating(socket, load, session));
  return Promise.all(numbers.map((session) => once(socket, load.once, session)));
}

function repeating(
  socket: string,
  { repeat, pauseMs = 0, reconnect = false }: Extract<Load, { repeat: string[] }>,
  session: number,
): () => Promise<void> {
  let running = true;
  const run = async () => {
    let connection: Connection | undefined;
    while (running) {
      try {
        connection ??= await connectTo(socket);
        for (const sql of repeat) await connection.query(filled(sql, session));
        if (reconnect) {
          await connection.end();
          connection = undefined;
        }
      } catch (thrown) {
        // A refused connection, a deadlock or a timed out lock belongs to the load; some errors end the connection.
        if (endsConnection(thrown)) connection = undefined;
        await sleep(20);
      }
      if (pauseMs > 0) await sleep(pauseMs);
    }
    connection?.destroy();
  };
  const done = run();
  return async () => {
    running = false;
    await Promise.race([done, sleep(3000)]);
  };
}

/** Whether mysql2 cannot use the connection any more: it was lost, or the server closed it behind the error. */
function endsConnection(thrown: unknown): boolean {
  const { code, fatal } = thrown as { code?: unknown; fatal?: unknown };
  return fatal === true || code === 'ER_NET_PACKET_TOO_LARGE' || String(thrown).includes('closed state');
}

async function once(socket: string, statements: string[], session: number): Promise<() => Promise<void>> {
  const connection = await connectTo(socket);
  const run = async () => {
    for (const sql of statements) await connection.query(filled(sql, session));
  };
  // Time for the first statements, so that what comes later in the list meets what they hold.
  await Promise.race([run().catch(() => undefined), sleep(500)]);
  return async () => connection.destroy();
}

export function connectTo(socket: string, database: string | undefined = 'sbtest'): Promise<Connection> {
  return createConnection({ socketPath: socket, user: 'root', database, rowsAsArray: true });
}

function filled(sql: string, session: number): string {
  return sql
    .replaceAll('{n}', () => String(1 + Math.floor(Math.random() * 10_000)))
    .replaceAll('{session}', String(session));
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
