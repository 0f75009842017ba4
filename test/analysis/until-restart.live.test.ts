import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import { analyze, makePlan, renderPlan } from '../../src/analysis';
import { openSession, type Session } from '../../src/server';
import { noChoices } from '../../src/shared/plan';
import { describeEachServer } from '../server/real-server.ts';
import { connectClient, takeSnapshot } from '../server/take-snapshot.ts';
import { productRules } from './rule-files';

// Values that need a restart: what the plan sets until then is taken by the running server as it is.

const mib = 1024 ** 2;
const rules = productRules();
const asked = { innodb_buffer_pool_size: '256M', table_open_cache: '8000' };

await describeEachServer(
  'values until a restart',
  (id) => {
    let server: RunningServer;
    let session: Session;

    beforeAll(async () => {
      const reserved = id === 'mariadb118' ? { innodb_buffer_pool_size_max: '64M' } : {};
      server = await startServer(id, {
        options: {
          innodb_buffer_pool_size: '24M',
          open_files_limit: '3000',
          table_open_cache: '400',
          max_connections: '50',
          ...reserved,
        },
      });
      session = await openSession({ socket: server.socket, user: 'root' }, {});
    });

    afterAll(async () => {
      await session?.close();
      await server?.stop();
    });

    test('are what SET GLOBAL makes of them', async () => {
      const snapshot = await takeSnapshot(session, { windowSeconds: 1 });
      const analysis = analyze(snapshot, rules, { path: null });
      const plan = makePlan(snapshot, rules, analysis, { ...noChoices, accepted: [], set: asked });
      const until = new Map(
        plan.changes.flatMap(({ variable, atOnce }) =>
          atOnce === undefined ? [] : [[variable, atOnce] as const],
        ),
      );
      // MySQL has chunks of 24 MiB then, MariaDB what it reserved.
      expect(until.get('innodb_buffer_pool_size')).toBe((id === 'mariadb118' ? 64 : 240) * mib);
      const { text } = renderPlan(plan, analysis, 'set-global', null);
      const client = connectClient(server.socket);
      try {
        for (const line of text.split('\n')) if (line.startsWith('SET ')) await client.query(line);
        for (const [variable, value] of until) {
          const held = async () => {
            const rows = await client.query(`SELECT @@GLOBAL.${variable} AS held`);
            const [first] = Array.isArray(rows) ? rows : [];
            return Number(Object.values(first ?? {})[0]);
          };
          await expect.poll(held, { timeout: 20_000, interval: 250, message: variable }).toBe(value);
        }
      } finally {
        client.end();
      }
    });
  },
  ['mysql80', 'mariadb118'],
);
