import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import { analyze } from '../../src/analysis';
import { factCatalog } from '../../src/analysis/facts/catalog';
import { FactSet } from '../../src/analysis/facts/inputs/fact-set';
import { Observed } from '../../src/analysis/facts/inputs/observed';
import { openSession } from '../../src/server';
import type { Snapshot } from '../../src/shared/snapshot';
import { describeCorePair } from '../server/real-server.ts';
import { type Client, connectClient, takeSnapshot } from '../server/take-snapshot.ts';
import { productRules } from './rule-files';

// Room on the disks, the range limit and joins of unlike columns, on real servers: silent while all is well.

const rules = productRules();
const late = [
  'range-limit-exceeded',
  'statistics-not-recalculated',
  'dirty-page-preflush-off',
  'redo-capacity-at-default',
  'io-rate-flat',
  'source-dependencies-by-commit-order',
  'flush-method-unsafe',
  'joins-of-unlike-columns',
  'one-table-dominates',
  'undo-tablespaces-large',
  'binary-log-retention-exceeds-disk',
];

await describeCorePair('rules that were missing', (id) => {
  let server: RunningServer;
  let client: Client;
  beforeAll(async () => {
    server = await startServer(id, id.startsWith('mariadb') ? { options: { performance_schema: true } } : {});
    client = connectClient(server.socket);
  });
  afterAll(async () => {
    client?.end();
    await server?.stop();
  });

  async function snapshotDuring(work: () => Promise<void>): Promise<Snapshot> {
    const session = await openSession({ socket: server.socket, user: 'root' }, {});
    try {
      let working = true;
      const load = (async () => {
        while (working) await work();
      })();
      const snapshot = await takeSnapshot(session, { windowSeconds: 3 });
      working = false;
      await load;
      return snapshot;
    } finally {
      await session.close();
    }
  }
  const fired = (snapshot: Snapshot) =>
    analyze(snapshot, rules, { path: null }).findings.map(({ ruleId }) => ruleId);
  const fact = (snapshot: Snapshot, name: string) => {
    const reading = new FactSet(new Observed(snapshot), factCatalog()).reading(name);
    return reading.known ? reading.value : reading.reason.text;
  };

  test('none of them fires on a server that is asked little', async () => {
    const snapshot = await snapshotDuring(async () => {
      await client.query('SELECT 1');
    });
    expect(fired(snapshot).filter((ruleId) => late.includes(ruleId))).toEqual([]);
    expect(fact(snapshot, 'space_least_bytes')).toBeGreaterThan(0);
    expect(fact(snapshot, 'space_least_share')).toBeLessThanOrEqual(1);
    expect(fact(snapshot, 'space_least_place')).toMatch(/data|redo|undo|binary|temporary/);
  });

  test.runIf(id === 'mysql80')(
    'a list that does not fit range_optimizer_max_mem_size is counted and named',
    async () => {
      await client.query('CREATE DATABASE IF NOT EXISTS shop');
      await client.query('CREATE TABLE shop.t (id INT PRIMARY KEY, v INT, KEY (v))');
      await client.query(
        `INSERT INTO shop.t VALUES ${Array.from({ length: 500 }, (_, n) => `(${n}, ${n})`).join(',')}`,
      );
      await client.query('SET SESSION range_optimizer_max_mem_size = 2000');
      const list = Array.from({ length: 200 }, (_, n) => n).join(',');
      const snapshot = await snapshotDuring(async () => {
        await client.query(`SELECT COUNT(*) FROM shop.t WHERE v IN (${list})`);
      });
      expect(fact(snapshot, 'range_limit_rate')).toBeGreaterThan(0.02);
      expect(fired(snapshot)).toContain('range-limit-exceeded');
    },
    60_000,
  );

  test('statistics that are never recalculated, joins of unlike columns and the table that takes the time are named', async () => {
    await client.query('CREATE DATABASE IF NOT EXISTS shop');
    await client.query(
      'CREATE TABLE shop.people (id INT PRIMARY KEY, code VARCHAR(40), seen INT, KEY (code))',
    );
    await client.query('CREATE TABLE shop.tickets (id INT PRIMARY KEY, owner INT)');
    const rows = (of: (n: number) => string) => Array.from({ length: 900 }, (_, n) => of(n)).join(',');
    await client.query(`INSERT INTO shop.people VALUES ${rows((n) => `(${n}, '${n}', 0)`)}`);
    await client.query(`INSERT INTO shop.tickets VALUES ${rows((n) => `(${n}, ${n})`)}`);
    await client.query('SET GLOBAL innodb_stats_auto_recalc = OFF');
    try {
      const snapshot = await snapshotDuring(async () => {
        await client.query('UPDATE shop.people SET seen = seen + 1 WHERE id < 20');
        await client.query(
          'SELECT COUNT(*) FROM shop.tickets t STRAIGHT_JOIN shop.people p ON p.code = t.owner',
        );
      });
      expect(fired(snapshot)).toEqual(
        expect.arrayContaining(['statistics-not-recalculated', 'joins-of-unlike-columns']),
      );
      expect(fact(snapshot, 'join_mismatch')).toContain('people.code');
      expect(fact(snapshot, 'hot_table')).toContain('people');
      // MySQL hashes the rows once and compares them in memory; MariaDB asks the engine for each again.
      if (id === 'mysql80' || id.startsWith('mariadb'))
        expect(fired(snapshot).includes('one-table-dominates')).toBe(id !== 'mysql80');
      // An undo tablespace of ten gibibytes is not made here: its size is read, and no alarm.
      expect(fact(snapshot, 'undo_bytes')).toBeGreaterThan(0);
      expect(fired(snapshot)).not.toContain('undo-tablespaces-large');
    } finally {
      await client.query('SET GLOBAL innodb_stats_auto_recalc = ON');
    }
  }, 60_000);
});
