import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createConnection } from 'mysql2/promise';
import { type ServerId, serverIds, startServer } from '../scripts/servers/index.ts';
import type { Snapshot } from '../src/shared/snapshot.ts';
import { defineBench } from './bench.ts';
import { lightSnapshot, sourceEngine, takeSnapshot } from './source.ts';

const tables = 20_000;

interface Result {
  milliseconds: number;
  bytes: number;
  /** By how much Opened_tables grew: the tables of the server itself that Latchkey reads. */
  opened: number;
}

/** A snapshot of one moment of a server that was started again, so that none of its tables is open. */
export const manyTablesBench = defineBench<Result>({
  id: 'many-tables',
  title: `Snapshot of a server with ${tables} tables, none of them open`,
  budget: 'less than 2 s of server time and 5 MB, and no table of a user opened',
  items: [...serverIds],
  measure: async (id) => {
    const server = await startServer(id as ServerId, {
      options: { performance_schema: true, innodb_file_per_table: false, innodb_flush_log_at_trx_commit: 0 },
    });
    const home = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
    const engine = await sourceEngine(home);
    try {
      const root = await createConnection({ socketPath: server.socket, user: 'root' });
      await root.query('CREATE DATABASE wide');
      for (let n = 0; n < tables; n += 1)
        await root.query(`CREATE TABLE wide.t${n} (id INT PRIMARY KEY, k INT, KEY k (k)) ENGINE=InnoDB`);
      await root.end();
      await server.restart();
      const snapshot = await takeSnapshot(engine, lightSnapshot(server.socket, 0));
      const after = await createConnection({ socketPath: server.socket, user: 'root', rowsAsArray: true });
      const [rows] = await after.query("SHOW GLOBAL STATUS LIKE 'Opened_tables'");
      await after.end();
      return {
        milliseconds: serverTime(snapshot),
        bytes: gzipSync(JSON.stringify(snapshot)).length,
        opened: Number(Array.isArray(rows) && Array.isArray(rows[0]) ? rows[0][1] : Number.NaN),
      };
    } finally {
      await engine.close();
      await server.stop();
      rmSync(home, { recursive: true, force: true });
    }
  },
  table: (results) => [
    ['server', 'server time', 'size of the file', 'tables opened since the start, the server’s own included'],
    ...[...results].map(([name, { milliseconds, bytes, opened }]) => [
      name,
      `${(milliseconds / 1000).toFixed(2)} s`,
      `${(bytes / 1e6).toFixed(2)} MB`,
      String(opened),
    ]),
  ],
  verdict: (results) => {
    const all = [...results.values()];
    const slowest = Math.max(...all.map(({ milliseconds }) => milliseconds));
    const largest = Math.max(...all.map(({ bytes }) => bytes));
    const opened = Math.max(...all.map((one) => one.opened));
    return {
      met: slowest < 2000 && largest < 5e6 && opened < 500,
      text: `at most ${(slowest / 1000).toFixed(2)} s, ${(largest / 1e6).toFixed(2)} MB, ${opened} tables opened since the start`,
    };
  },
});

/** Sum over all statements, as seen by the client on the socket, ms. */
function serverTime({ statements }: Snapshot): number {
  return statements.reduce((sum, { tookMs }) => sum + tookMs, 0);
}
