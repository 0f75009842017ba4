import { afterAll, beforeAll, expect, test } from 'vitest';
import { agreement } from '../../bench/buffer-pool/agreement.ts';
import { startCases } from '../../bench/buffer-pool/cases.ts';
import { type RunningServer, type ServerId, startServer } from '../../scripts/servers/index.ts';
import * as arithmetic from '../../src/knowledge/buffer-pool';
import { describeEachVersion } from '../server/real-server.ts';
import { type Administrator, administer } from './administrator.ts';

/**
 * Some of the cases of bench/bufferpool: tiny and odd sizes, several instances below and above 1 GiB, a shrunken chunk,
 * a start that is refused, a reserved range; each start with eight values of SET GLOBAL.
 */
const chosen: Record<ServerId, number[]> = {
  mysql56: [2, 5, 12],
  mysql57: [1, 5, 8],
  mysql80: [1, 5, 8],
  mysql97: [1, 5, 8],
  mariadb102: [5, 6, 2, 20],
  mariadb1011: [5, 6, 2, 20],
  mariadb114: [5, 6, 2, 20],
  mariadb118: [5, 6, 7, 2],
};

await describeEachVersion('buffer pool', (id) => {
  let server: RunningServer;
  let kind: Administrator['kind'];
  beforeAll(async () => {
    server = await startServer(id);
    const administrator = await administer(server);
    kind = administrator.kind;
    await administrator.close();
  });
  afterAll(() => server?.stop());

  const cases = [...startCases(id).entries()].filter(([index]) => chosen[id].includes(index));
  test.each(cases)('start %i with its SETs goes as calculated: %o', async (index, start) => {
    const result = await agreement(arithmetic, server, () => administer(server), kind, start, index);
    expect(result.disagreements).toEqual([]);
  });
});
