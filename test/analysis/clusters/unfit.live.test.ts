import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ServerId, serverIds } from '../../../scripts/servers/index.ts';
import { startReplication } from '../../../scripts/servers/topology/replication.ts';
import { runStatements } from '../../../scripts/servers/topology/statements.ts';
import type { Topology } from '../../../scripts/servers/topology/topology.ts';
import { describeEachServer } from '../../server/real-server.ts';
import { connectClient } from '../../server/take-snapshot.ts';
import { Load, under } from './load.ts';
import { judge, snapshotOf } from './verdicts.ts';

// A pair by file and position whose replica has every setting that a rule is about as it should not be.

const among: ServerId[] = ['mysql57', 'mysql80', 'mariadb114'];
/** MySQL 9.7 has no other type than LOGICAL_CLOCK, and 5.6 neither the type nor the order. */
const capable = serverIds.filter((id) => id !== 'mysql56' && id !== 'mysql97');

await describeEachServer(
  'an unfit replica',
  (id) => {
    const isMariadb = id.startsWith('mariadb');
    let pair: Topology;
    beforeAll(async () => {
      pair = await startReplication(id, {
        byPosition: true,
        replica: {
          replicate_ignore_db: 'scratch',
          slave_skip_errors: 1062,
          relay_log_space_limit: 100_000,
          ...(isMariadb
            ? { slave_parallel_threads: 4, slave_parallel_mode: 'minimal' }
            : {
                slave_parallel_workers: 4,
                slave_parallel_type: 'DATABASE',
                slave_preserve_commit_order: 'OFF',
                log_slave_updates: 'OFF',
              }),
        },
      });
      await runStatements(pair.member(0), [
        'CREATE DATABASE shop',
        'CREATE TABLE shop.orders (id INT PRIMARY KEY, note TEXT) ENGINE = InnoDB',
        "INSERT INTO shop.orders VALUES (1, '')",
      ]);
    });
    afterAll(() => pair?.stop());

    test('every one of them is reported, while it lags and its relay log is full', async () => {
      const replica = pair.member(1);
      await vi.waitFor(
        async () => expect(await runStatements(replica, ['SELECT id FROM shop.orders'])).toHaveLength(1),
        { timeout: 60_000, interval: 50 },
      );
      const holder = connectClient(replica.socket);
      await holder.query('BEGIN');
      await holder.query('SELECT * FROM shop.orders FOR UPDATE');
      await runStatements(pair.member(0), [
        'SET timestamp = UNIX_TIMESTAMP() - 3600',
        "UPDATE shop.orders SET note = 'x' WHERE id = 1",
        ...Array.from(
          { length: 20 },
          (_, row) => `INSERT INTO shop.orders VALUES (${row + 10}, REPEAT('x', 20000))`,
        ),
      ]);
      const seen = await vi.waitFor(
        async () => {
          const late = judge(await snapshotOf(replica));
          expect(late.of('relay-log-bounded')).toBe('fires');
          // Of several applier threads MariaDB reports how long ago the last commit was.
          expect(late.of('replica-parallel-mode-limits')).toBe('fires');
          return late;
        },
        { timeout: 60_000, interval: 200 },
      );
      holder.end();
      const firing = [
        ...['replica-filtered', 'replica-skips-errors', 'gtid-not-used', 'relay-log-not-recovered'],
        'replica-does-not-log',
      ];
      for (const rule of firing) expect([rule, seen.of(rule)]).toEqual([rule, 'fires']);
      expect(seen.of('replica-one-worker')).toBe('silent');
      expect(seen.of('replica-commit-order-open')).toBe(isMariadb ? 'not-applicable' : 'fires');
      // A file is the default of 5.7, a table that of 8.0.
      const byVersion = id === 'mysql57' ? 'fires' : 'silent';
      expect(seen.of('replica-position-in-file')).toBe(isMariadb ? 'not-applicable' : byVersion);
    });

    test.skipIf(isMariadb)(
      'a source without an identifier, and GTIDs that statements may break',
      async () => {
        const source = pair.member(0);
        expect(judge(await snapshotOf(source)).of('server-id-not-usable')).toBe('silent');
        await runStatements(source, [
          'SET GLOBAL server_id = 0',
          'SET GLOBAL enforce_gtid_consistency = WARN',
          'SET GLOBAL gtid_mode = OFF_PERMISSIVE',
          'SET GLOBAL gtid_mode = ON_PERMISSIVE',
        ]);
        const seen = judge(await snapshotOf(source));
        expect(seen.of('server-id-not-usable')).toBe('fires');
        expect(seen.of('gtid-consistency-loose')).toBe('fires');
        await runStatements(source, ['SET GLOBAL enforce_gtid_consistency = ON']);
        expect(judge(await snapshotOf(source)).of('gtid-consistency-loose')).toBe('silent');
      },
    );

    test.skipIf(!isMariadb)('commits that wait for others that do not come', async () => {
      const source = pair.member(0);
      let row = 1000;
      const order = () => {
        row += 1;
        return `INSERT INTO shop.orders VALUES (${row}, '')`;
      };
      await runStatements(source, [
        'SET GLOBAL binlog_commit_wait_usec = 20000',
        'SET GLOBAL binlog_commit_wait_count = 10',
      ]);
      const load = () => new Load().add(source, 1, order);
      expect(judge(await under(load(), () => snapshotOf(source, 2))).of('commit-wait-set')).toBe('fires');
      await runStatements(source, ['SET GLOBAL binlog_commit_wait_count = 0']);
      expect(judge(await under(load(), () => snapshotOf(source, 2))).of('commit-wait-set')).toBe('silent');
    });
  },
  process.env.LATCHKEY_FULL_MATRIX === '1' ? capable : among,
);
