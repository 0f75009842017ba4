import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ServerId } from '../../../scripts/servers/index.ts';
import { startReplication } from '../../../scripts/servers/topology/replication.ts';
import { runStatements } from '../../../scripts/servers/topology/statements.ts';
import type { Topology } from '../../../scripts/servers/topology/topology.ts';
import { describeEachServer } from '../../server/real-server.ts';
import { answerLate, Load, under } from './load.ts';
import { type Judgement, judge, snapshotOf } from './verdicts.ts';

// Semi-synchronous replication: where its plugin can be had, which is MySQL 9.7 and, built in, MariaDB from 10.3.

const among: ServerId[] = ['mysql97', 'mariadb114'];

await describeEachServer(
  'a semi-synchronous pair',
  (id) => {
    const [source, replica, isMysql] = id.startsWith('mysql')
      ? (['source', 'replica', true] as const)
      : (['master', 'slave', false] as const);
    const receiver = isMysql ? 'REPLICA IO_THREAD' : 'SLAVE IO_THREAD';
    let pair: Topology;
    let row = 0;
    const order = () => {
      row += 1;
      return `INSERT INTO shop.orders VALUES (${row}, 0)`;
    };
    beforeAll(async () => {
      pair = await startReplication(id, {
        ...(isMysql
          ? {
              args: {
                source: ['--plugin-load-add=semisync_source.so'],
                replica: ['--plugin-load-add=semisync_replica.so'],
              },
            }
          : {}),
        source: {
          [`loose_rpl_semi_sync_${source}_enabled`]: 1,
          [`loose_rpl_semi_sync_${source}_timeout`]: 500,
        },
        replica: { [`loose_rpl_semi_sync_${replica}_enabled`]: 1 },
      });
      await runStatements(pair.member(0), [
        'CREATE DATABASE shop',
        'CREATE TABLE shop.orders (id INT PRIMARY KEY, made INT) ENGINE = InnoDB',
      ]);
    });
    afterAll(() => pair?.stop());
    const onSource = async (windowSeconds = 0): Promise<Judgement> =>
      judge(await snapshotOf(pair.member(0), windowSeconds));

    test('each commit is confirmed: silent; the wait point as the server has it', async () => {
      const seen = await under(new Load().add(pair.member(0), 1, order, 50), () => onSource(2));
      expect(seen.of('semi-sync-fell-back')).toBe('silent');
      expect(seen.of('semi-sync-waits')).toBe('silent');
      expect(seen.of('semi-sync-after-commit')).toBe(isMysql ? 'silent' : 'fires');
      const set = (point: string) =>
        runStatements(pair.member(0), [`SET GLOBAL rpl_semi_sync_${source}_wait_point = '${point}'`]);
      await set(isMysql ? 'AFTER_COMMIT' : 'AFTER_SYNC');
      expect((await onSource()).of('semi-sync-after-commit')).toBe(isMysql ? 'fires' : 'silent');
      await set(isMysql ? 'AFTER_SYNC' : 'AFTER_COMMIT');
    });

    test('a replica that answers late: sessions wait for it', async () => {
      const timeout = (ms: number) =>
        runStatements(pair.member(0), [`SET GLOBAL rpl_semi_sync_${source}_timeout = ${ms}`]);
      await timeout(600_000);
      const stopLate = answerLate(pair.member(1).pid);
      try {
        const seen = await under(new Load().add(pair.member(0), 6, order), () => onSource(3));
        expect(seen.of('semi-sync-waits')).toBe('fires');
      } finally {
        await stopLate();
        await timeout(500);
      }
    });

    test('no replica answers: the source goes on without, and says so', async () => {
      await runStatements(pair.member(1), [`STOP ${receiver}`]);
      await runStatements(pair.member(0), [order()]);
      await vi.waitFor(async () => expect((await onSource()).of('semi-sync-fell-back')).toBe('fires'), {
        timeout: 60_000,
        interval: 200,
      });
    });
  },
  process.env.LATCHKEY_FULL_MATRIX === '1' ? [...among, 'mariadb1011', 'mariadb118'] : among,
);
