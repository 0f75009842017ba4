import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import {
  type BufferPool,
  type BufferPoolOptions,
  bufferPoolAfterSet,
  bufferPoolAtStart,
  startsWithBufferPool,
} from '../../src/knowledge/buffer-pool';
import { describeEachServer } from '../server/real-server.ts';
import { type Administrator, administer } from './administrator.ts';

const M = 1024 ** 2;
const G = 1024 ** 3;

type Asked = Pick<BufferPoolOptions, 'sizeBytes' | 'instances' | 'chunkBytes' | 'sizeMaxBytes'>;

/** Odd sizes, sizes below the minimum, below and above 1 GiB, with and without instances, chunks and a reserved range. */
const starts: readonly Asked[] = [
  {},
  { sizeBytes: 5 * M },
  { sizeBytes: 7 * M + 123 },
  { sizeBytes: 100 * M, instances: 8, chunkBytes: 256 * M },
  { sizeBytes: 200 * M },
  { sizeBytes: 201 * M, sizeMaxBytes: 100 * M },
  { sizeBytes: 200 * M + 1, instances: 4 },
  { sizeBytes: G - 1 },
  { sizeBytes: G },
  { sizeBytes: G + 1, chunkBytes: 300 * M },
  { sizeBytes: 1100 * M, instances: 3 },
  { sizeBytes: 1536 * M, instances: 8, chunkBytes: 256 * M },
  { sizeBytes: 2100 * M },
];
/** Tried in turn on the pool of `startOfSets`. */
const sets = [300 * M, 210_763_777, 1, 6 * M + 5, 100 * M, 400 * M, 2 * G];
const startOfSets: Asked = { sizeBytes: 256 * M, sizeMaxBytes: 512 * M };

await describeEachServer('buffer pool', (id) => {
  let server: RunningServer;
  let names: Set<string>;
  let kind: Administrator['kind'];
  beforeAll(async () => {
    server = await startServer(id);
    const administrator = await administer(server);
    kind = administrator.kind;
    names = new Set((await administrator.pairs("SHOW GLOBAL VARIABLES LIKE 'innodb_buffer_pool%'")).keys());
    await administrator.close();
  });
  afterAll(() => server?.stop());

  /** What this server knows of the wish: an unknown option would stop its start. */
  const known = (asked: Asked): Asked => ({
    ...(asked.sizeBytes === undefined ? {} : { sizeBytes: asked.sizeBytes }),
    ...(names.has('innodb_buffer_pool_instances') ? { instances: asked.instances } : {}),
    ...(names.has('innodb_buffer_pool_chunk_size') ? { chunkBytes: asked.chunkBytes } : {}),
    ...(names.has('innodb_buffer_pool_size_max') ? { sizeMaxBytes: asked.sizeMaxBytes } : {}),
  });
  const options = (asked: Asked): BufferPoolOptions => ({
    ...kind,
    ...known(asked),
    cpus: availableParallelism(),
  });
  const start = async (asked: Asked): Promise<Administrator> => {
    const given = Object.entries({
      size: known(asked).sizeBytes,
      instances: known(asked).instances,
      chunk_size: known(asked).chunkBytes,
      size_max: known(asked).sizeMaxBytes,
    });
    await server.restart(
      given.flatMap(([name, value]) =>
        value === undefined ? [] : [`--innodb-buffer-pool-${name}=${value}`],
      ),
    );
    return administer(server);
  };
  const poolCount = async (administrator: Administrator) =>
    (await administrator.rows('SELECT COUNT(*) FROM information_schema.INNODB_BUFFER_POOL_STATS'))[0]?.[0];
  const seen = async (administrator: Administrator): Promise<BufferPool> => {
    const found = await administrator.pairs("SHOW GLOBAL VARIABLES LIKE 'innodb_buffer_pool%'");
    const number = (name: string) => (found.has(name) ? Number(found.get(name)) : null);
    // Without effect in MariaDB from 10.11.12: it shows what was given.
    const hasChunks = kind.flavour === 'mysql';
    return {
      sizeBytes: Number(found.get('innodb_buffer_pool_size')),
      chunkBytes: hasChunks ? number('innodb_buffer_pool_chunk_size') : null,
      // MySQL 5.6 goes on showing 8 where a pool below 1 GiB has one instance.
      instances: hasChunks ? Number(await poolCount(administrator)) : null,
      sizeMaxBytes: number('innodb_buffer_pool_size_max'),
    };
  };

  test('at start the pool is what the arithmetic says', { timeout: 300_000 }, async () => {
    for (const asked of starts) {
      const label = JSON.stringify(known(asked));
      if (!startsWithBufferPool(options(asked))) {
        await expect(start(asked), label).rejects.toThrow();
        continue;
      }
      const administrator = await start(asked);
      expect({ asked: label, pool: await seen(administrator) }).toEqual({
        asked: label,
        pool: bufferPoolAtStart(options(asked)),
      });
      await administrator.close();
    }
  });

  test('after SET the pool is what the arithmetic says', async () => {
    const administrator = await start(startOfSets);
    for (const wished of sets) {
      const before = await seen(administrator);
      const predicted = bufferPoolAfterSet(options(startOfSets), before, wished);
      const setting = administrator.rows(`SET GLOBAL innodb_buffer_pool_size = ${wished}`);
      if (predicted.outcome === 'refused') {
        await expect(setting).rejects.toMatchObject({ errno: 1238 });
        continue;
      }
      await setting;
      // MySQL resizes in the background and shows the wish before it is done.
      await expect
        .poll(async () => (await seen(administrator)).sizeBytes, {
          timeout: 30_000,
          message: `SET to ${wished} from ${before.sizeBytes}`,
        })
        .toBe(predicted.sizeBytes);
      if (kind.flavour === 'mysql') {
        const status = "SHOW GLOBAL STATUS LIKE 'Innodb_buffer_pool_resize_status_code'";
        await expect
          .poll(async () => (await administrator.pairs(status)).get('innodb_buffer_pool_resize_status_code'))
          .toMatch(/^[07]$/);
        expect((await seen(administrator)).sizeBytes).toBe(predicted.sizeBytes);
      }
    }
    await administrator.close();
  });
});
