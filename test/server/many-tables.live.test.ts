import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, serverAvailability, startServer } from '../../scripts/servers/index.ts';
import { openSession } from '../../src/server';
import { sectionRows } from '../../src/shared/snapshot';
import { type Client, connectClient, sectionStates, takeSnapshot } from './take-snapshot.ts';

const tables = 2000;

for (const id of ['mysql56', 'mariadb118'] as const) {
  const found = await serverAvailability(id);
  if (!found.available && process.env.CI) throw new Error(`${id} is not available: ${found.reason}`);
  describe.skipIf(!found.available)(`${tables} tables: ${id}`, () => {
    let server: RunningServer;
    let root: Client;
    beforeAll(async () => {
      server = await startServer(id, {
        options: {
          performance_schema: true,
          innodb_flush_log_at_trx_commit: 0,
          innodb_file_per_table: false,
        },
      });
      root = connectClient(server.socket);
      await root.query('CREATE DATABASE wide');
      for (let n = 0; n < tables; n += 1) {
        await root.query(`CREATE TABLE wide.t${n} (id INT PRIMARY KEY, k INT, KEY k (k)) ENGINE=InnoDB`);
      }
      await server.restart();
      root.end();
      root = connectClient(server.socket);
    });
    afterAll(async () => {
      root?.end();
      await server?.stop();
    });

    test('a snapshot opens none of them', async () => {
      const session = await openSession({ socket: server.socket, user: 'root' }, {});
      // Tables of the server itself that are read are opened by the first snapshot.
      await takeSnapshot(session);
      const before = await opened(session.query('SHOW GLOBAL STATUS'));
      const snapshot = await takeSnapshot(session);
      const after = await opened(session.query('SHOW GLOBAL STATUS'));
      await session.close();
      expect(after).toBe(before);
      expect(before).toBeLessThan(tables / 4);
      expect(sectionRows(snapshot, 'schema-sizes')).toHaveLength(tables);
      expect(sectionStates(snapshot)).toMatchObject({ 'redundant-indexes': 'ok', 'unused-indexes': 'ok' });
      expect(gzipSync(JSON.stringify(snapshot)).length).toBeLessThan(5e6);
    });
  });
}

async function opened(status: Promise<{ rows: unknown[][] }>): Promise<number> {
  return Number((await status).rows.find(([name]) => name === 'Opened_tables')?.[1]);
}
