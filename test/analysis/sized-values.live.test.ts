import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, type ServerId, serverIds, startServer } from '../../scripts/servers/index.ts';
import { analyze } from '../../src/analysis';
import { openSession, type Session } from '../../src/server';
import type { Advice, Finding } from '../../src/shared/analysis';
import { compareVersions } from '../../src/shared/server';
import { describeEachServer, isFull } from '../server/real-server.ts';
import { type Client, connectClient, takeSnapshot } from '../server/take-snapshot.ts';
import { productRules } from './rule-files';

// A server that is far too small for its load: what Latchkey proposes is set as it is proposed, without a restart where it
// says so, and the server then holds exactly that value.

const rules = productRules();

const small = {
  performance_schema: 'ON',
  innodb_buffer_pool_size: '24M',
  table_open_cache: '20',
  max_connections: '12',
};

/** The core pair, and those whose pool cannot grow while they run; in a full run all. */
const servers: readonly ServerId[] = isFull ? serverIds : ['mysql56', 'mysql80', 'mariadb114', 'mariadb118'];

await describeEachServer(
  'values for a server that is too small',
  (id) => {
    let server: RunningServer;
    let session: Session;
    const clients: Client[] = [];
    const client = () => {
      const one = connectClient(server.socket);
      clients.push(one);
      return one;
    };

    beforeAll(async () => {
      server = await startServer(id, { options: small });
      session = await openSession({ socket: server.socket, user: 'root' }, {});
      const setup = client();
      await setup.query('CREATE DATABASE shop');
      await setup.query(
        'CREATE TABLE shop.items (id INT AUTO_INCREMENT PRIMARY KEY, pad CHAR(200) NOT NULL, more CHAR(200) NOT NULL, last CHAR(200) NOT NULL) ENGINE = InnoDB',
      );
      await setup.query("INSERT INTO shop.items (pad, more, last) VALUES ('x', 'y', 'z')");
      for (let doubling = 0; doubling < 17; doubling += 1) {
        await setup.query('INSERT INTO shop.items (pad, more, last) SELECT pad, more, last FROM shop.items');
      }
      await setup.query('ANALYZE TABLE shop.items');
      for (let at = 0; at < 40; at += 1)
        await setup.query(`CREATE TABLE shop.t${at} (a INT PRIMARY KEY) ENGINE = InnoDB`);
    });

    afterAll(async () => {
      for (const one of clients) one.end();
      await session?.close();
      await server?.stop();
    });

    test('are taken by the running server as they are proposed', async () => {
      const asked = client();
      let loading = true;
      const load = [0, 1, 2].map(async (seed) => {
        const one = client();
        for (let at = 1 + seed; loading; at = (at * 7919 + seed) % 100_000) {
          // Several pages each, so that the pool is felt too small even where the load gets little of the processors.
          await one.query(
            `SELECT SUM(LENGTH(last)) AS read_length FROM shop.items WHERE id BETWEEN ${at} AND ${at + 300}`,
          );
          await one.query(`SELECT a FROM shop.t${at % 40} WHERE a = 1`);
        }
      });
      const judged = async (windowSeconds: number) => {
        const snapshot = await takeSnapshot(session, { windowSeconds });
        const host = {
          ...snapshot.host,
          memoryBytes: { origin: 'declared' as const, value: 16 * 1024 ** 3 },
        };
        return analyze({ ...snapshot, host }, rules, { path: null }).findings;
      };
      let findings: Finding[] = [];
      try {
        // On a busy machine the load does less in a window.
        for (const windowSeconds of [6, 12, 24, 48]) {
          findings = await judged(windowSeconds);
          if (findings.some(({ ruleId }) => ruleId === 'buffer-pool-too-small')) break;
        }
      } finally {
        loading = false;
      }
      await Promise.all(load);
      const advice = new Map(findings.flatMap((finding) => finding.advice.map((one) => [one.variable, one])));

      expect(findings.map(({ ruleId }) => ruleId)).toContain('buffer-pool-too-small');
      const pool = advice.get('innodb_buffer_pool_size');
      expect(Number(pool?.proposed)).toBeGreaterThanOrEqual(96 * 1024 ** 2);
      // MySQL 5.6 sets it at start only; MariaDB 11.8 up to 11.8.6 cannot grow beyond what it reserved then.
      const reserves = id === 'mariadb118' && compareVersions(session.identity.version, [11, 8, 6]) <= 0;
      expect(pool?.restart).toBe(id === 'mysql56' || reserves);
      for (const one of advice.values()) {
        if (one.dynamic && typeof one.proposed === 'number') await setAndHold(asked, one);
      }
    });
  },
  servers,
);

async function setAndHold(client: Client, { variable, proposed }: Advice): Promise<void> {
  await client.query(`SET GLOBAL ${variable} = ${proposed}`);
  const held = async () => {
    const rows = await client.query(`SELECT @@GLOBAL.${variable} AS held`);
    const [first] = Array.isArray(rows) ? rows : [];
    return Number(Object.values(first ?? {})[0]);
  };
  // A resize of the pool goes on behind the statement.
  await expect.poll(held, { timeout: 20_000, interval: 250, message: variable }).toBe(proposed);
}
