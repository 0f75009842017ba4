import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, type ServerId, startServer } from '../../scripts/servers/index.ts';
import { openSession, type Session } from '../../src/server';
import { openJournal, planChange, runChange } from '../../src/server/change';
import { describeEachServer, resizable } from '../server/real-server.ts';

const variable = 'innodb_buffer_pool_size';
const MIB = 1024 ** 2;
/** Servers whose pool consists of instances and chunks. */
const chunked: readonly ServerId[] = ['mysql57', 'mysql80', 'mysql97', 'mariadb102'];

await describeEachServer(
  'the size of the buffer pool',
  (id) => {
    let server: RunningServer;
    let session: Session;
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'latchkey-pool-'));
      server = await startServer(id, {
        options: chunked.includes(id) ? { innodb_buffer_pool_chunk_size: 16 * MIB } : {},
      });
      session = await connect();
    });
    afterAll(async () => {
      await session?.close();
      await server?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    const connect = () => openSession({ socket: server.socket, user: 'root' }, {});
    const size = async () => Number((await session.query(`SELECT @@GLOBAL.${variable}`)).rows[0]?.[0]);
    const pages = async () =>
      Number((await session.query("SHOW GLOBAL STATUS LIKE 'Innodb_buffer_pool_pages_total'")).rows[0]?.[1]);
    const plan = (value: number) => planChange(session, 'apply', [{ variable, value }]);

    test('plans change nothing that would stand in the way of the change', async () => {
      await plan(64 * MIB);
      expect((await plan(64 * MIB)).changes).toMatchObject([{ variable, current: `${128 * MIB}` }]);
      const journal = openJournal(folder, { pid: process.pid, bootId: 'test', now: () => new Date() });
      const run = await runChange(
        session,
        journal,
        {
          purpose: 'probe',
          settings: [{ variable, value: 64 * MIB }],
          signal: new AbortController().signal,
        },
        async () => true,
        size,
      );
      expect(run, run.status === 'failed' ? run.error.message : '').toMatchObject({
        status: 'completed',
        value: 64 * MIB,
        restore: { remaining: [] },
      });
      await expect.poll(size, { timeout: 20_000 }).toBe(128 * MIB);
    });

    describe.runIf(chunked.includes(id))('in chunks that a resize miscounts', () => {
      test('too small ones: no change is planned, with the reason and the way round', async () => {
        await session.close();
        await server.restart([
          `--innodb-buffer-pool-size=${256 * MIB}`,
          `--innodb-buffer-pool-chunk-size=${MIB}`,
        ]);
        session = await connect();
        await expect(plan(7 * MIB)).rejects.toMatchObject({
          code: 'change-refused',
          message: expect.stringMatching(/256 chunks of 1 MiB .* larger innodb_buffer_pool_chunk_size/),
          hint: expect.stringContaining(`${variable} = ${7 * MIB}`),
        });
      });

      test.runIf(id === 'mysql57' || id === 'mariadb102')(
        'ones that are no multiple of a page: refused too, and rightly: a growth adds nothing of the kind',
        async () => {
          await session.close();
          await server.restart([
            '--innodb-buffer-pool-size=1200M',
            '--innodb-buffer-pool-instances=7',
            '--innodb-buffer-pool-chunk-size=512M',
          ]);
          session = await connect();
          const before = await size();
          await expect(plan(2 * before)).rejects.toMatchObject({
            code: 'change-refused',
            message: expect.stringMatching(/not a multiple of the page size/),
          });
          const pagesBefore = await pages();
          await session.query(`SET GLOBAL ${variable} = ${2 * before}`);
          await expect
            .poll(
              async () =>
                (await session.query("SHOW GLOBAL STATUS LIKE 'Innodb_buffer_pool_resize_status'"))
                  .rows[0]?.[1],
              { timeout: 20_000 },
            )
            .toMatch(/^Completed|failed/);
          expect(await pages()).toBeLessThan(1.9 * pagesBefore);
        },
      );
    });
  },
  resizable,
);
