import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ServerId, serverIds } from '../../../scripts/servers/index.ts';
import { startReplication } from '../../../scripts/servers/topology/replication.ts';
import { runStatements } from '../../../scripts/servers/topology/statements.ts';
import type { Topology } from '../../../scripts/servers/topology/topology.ts';
import { describeEachServer } from '../../server/real-server.ts';
import { type Client, connectClient } from '../../server/take-snapshot.ts';
import { Load, under } from './load.ts';
import { type Judgement, judge, snapshotOf } from './verdicts.ts';

// The rules on replication, firing and silent on a source and its replica that follow each other by GTID. What only a
// pair by position shows is in test/analysis/replication.live.test.ts; semi-synchronous pairs have a file of their own.

const among: ServerId[] = ['mysql57', 'mysql80', 'mysql97', 'mariadb114'];

await describeEachServer(
  'a source and its replica',
  (id) => {
    const isMariadb = id.startsWith('mariadb');
    const replicaWord = isMariadb || id === 'mysql56' || id === 'mysql57' ? 'SLAVE' : 'REPLICA';
    const workers = isMariadb ? 'slave_parallel_threads' : `${replicaWord.toLowerCase()}_parallel_workers`;
    let pair: Topology;
    let client: Client;
    beforeAll(async () => {
      pair = await startReplication(id, {
        // What this one writes is read below; the others have their defaults.
        replica: { relay_log_recovery: 1, [workers]: 0, performance_schema: 'ON' },
      });
      await runStatements(pair.member(0), [
        'CREATE DATABASE shop',
        'CREATE TABLE shop.orders (id INT PRIMARY KEY, made INT) ENGINE = InnoDB',
        'INSERT INTO shop.orders VALUES (1, 0), (2, 0)',
        'CREATE TABLE shop.large (id INT AUTO_INCREMENT PRIMARY KEY, content LONGBLOB) ENGINE = InnoDB',
        'CREATE TABLE shop.last (id INT PRIMARY KEY) ENGINE = InnoDB',
      ]);
      await untilApplied('shop.last');
      client = connectClient(pair.member(1).socket);
    });
    afterAll(async () => {
      client?.end();
      await pair?.stop();
    });
    const untilApplied = (table: string) =>
      vi.waitFor(() => runStatements(pair.member(1), [`SELECT 1 FROM ${table} LIMIT 1`]), {
        timeout: 30_000,
        interval: 50,
      });
    const replica = async (windowSeconds = 0) => judge(await snapshotOf(pair.member(1), windowSeconds));
    const source = async (windowSeconds = 0) => judge(await snapshotOf(pair.member(0), windowSeconds));
    /** What is seen while these settings hold. */
    const withSettings = async (
      member: 0 | 1,
      settings: Record<string, string | number>,
      look: () => Promise<Judgement>,
    ) => {
      const names = Object.keys(settings);
      const [before] = await runStatements(pair.member(member), [
        `SELECT ${names.map((name) => `@@GLOBAL.${name} AS ${name}`).join(', ')}`,
      ]);
      const set = (name: string, value: unknown) =>
        `SET GLOBAL ${name} = ${typeof value === 'string' ? `'${value}'` : value}`;
      await runStatements(
        pair.member(member),
        Object.entries(settings).map(([name, value]) => set(name, value)),
      );
      try {
        return await look();
      } finally {
        await runStatements(
          pair.member(member),
          names.map((name) => set(name, before?.[name])),
        );
      }
    };

    test('healthy: the source has no finding of a replica, the replica only what its settings are', async () => {
      const onSource = await source();
      for (const rule of [
        'replica-stopped',
        'replica-lagging',
        'replica-writable',
        'gtid-not-used',
        'replica-one-worker',
      ])
        expect([rule, onSource.of(rule)]).toEqual([rule, 'not-applicable']);
      const onReplica = await replica();
      const silent = [
        ...['replica-stopped', 'replica-lagging', 'replica-one-worker', 'gtid-not-used', 'replica-filtered'],
        ...['relay-log-not-recovered', 'replica-skips-errors', 'relay-log-bounded'],
      ];
      for (const rule of silent) expect([rule, onReplica.of(rule)]).toEqual([rule, 'silent']);
      expect(onReplica.of('gtid-set-has-gaps')).toBe(isMariadb ? 'not-applicable' : 'silent');
      expect(onReplica.of('replica-writable')).toBe('fires');
      expect(onReplica.of('replica-timeout-long')).toBe(id === 'mysql56' ? 'fires' : 'silent');
      // Kept in the binary log by default on MySQL 8.0 and later only.
      expect(onReplica.of('replica-does-not-log')).toBe(isMariadb ? 'fires' : 'silent');
      const hasExpiry = id === 'mysql80' || id === 'mysql97';
      expect(onReplica.of('binary-log-never-expires')).toBe(hasExpiry ? 'silent' : 'fires');
    });

    test('settings of the replica', async () => {
      const timeout = `${replicaWord.toLowerCase()}_net_timeout`;
      const name = isMariadb ? 'slave_net_timeout' : timeout;
      const expiry =
        (await runStatements(pair.member(1), ["SHOW VARIABLES LIKE 'binlog_expire_logs_seconds'"])).length >
        0;
      const opposite = await withSettings(
        1,
        {
          read_only: 1,
          [name]: id === 'mysql56' ? 60 : 3600,
          sync_relay_log: 1,
          ...(expiry
            ? { binlog_expire_logs_seconds: hasLongExpiry(id) ? 0 : 604800 }
            : { expire_logs_days: 7 }),
        },
        () => replica(),
      );
      expect(opposite.of('replica-writable')).toBe('silent');
      expect(opposite.of('replica-timeout-long')).toBe(id === 'mysql56' ? 'silent' : 'fires');
      expect(opposite.of('relay-log-synced-often')).toBe('fires');
      expect(opposite.of('binary-log-never-expires')).toBe(hasLongExpiry(id) ? 'fires' : 'silent');
      expect((await replica()).of('relay-log-synced-often')).toBe('silent');
    });

    test('the binary log of the source', async () => {
      const large = () => "INSERT INTO shop.large (content) VALUES (REPEAT('x', 1000000))";
      const bad = await withSettings(
        0,
        { binlog_format: 'STATEMENT', binlog_checksum: 'NONE', max_binlog_size: 1_048_576 },
        () => under(new Load().add(pair.member(0), 1, large, 200), () => source(2)),
      );
      expect(bad.of('binary-log-by-statement')).toBe('fires');
      expect(bad.of('binary-log-no-checksum')).toBe('fires');
      // As statements the rows of REPEAT() are a line each: nothing to rotate.
      expect(bad.of('binary-log-rotates-often')).toBe('silent');
      const rotating = await withSettings(0, { max_binlog_size: 1_048_576 }, () =>
        under(new Load().add(pair.member(0), 1, large, 200), () => source(2)),
      );
      for (const rule of ['binary-log-by-statement', 'binary-log-no-checksum', 'binary-log-volume'])
        expect([rule, rotating.of(rule)]).toEqual([rule, 'silent']);
      expect(rotating.of('binary-log-rotates-often')).toBe('fires');
    });

    test('a lag, with one thread that applies', async () => {
      await client.query('BEGIN');
      await client.query('SELECT * FROM shop.orders FOR UPDATE');
      await runStatements(pair.member(0), [
        'SET timestamp = UNIX_TIMESTAMP() - 3600',
        'UPDATE shop.orders SET made = made + 1 WHERE id = 1',
      ]);
      const seen = await vi.waitFor(
        async () => {
          const late = await replica();
          expect(late.of('replica-lagging')).toBe('fires');
          return late;
        },
        { timeout: 60_000, interval: 100 },
      );
      expect(seen.finding('replica-lagging')).toMatchObject({ severity: 'critical' });
      expect(seen.finding('replica-lagging').impact.text).toMatch(
        /^Reads from this replica show data that is (60|61) min/,
      );
      expect(seen.of('replica-one-worker')).toBe('fires');
      await client.query('ROLLBACK');
    });

    test('a thread that was stopped is named', async () => {
      const [on] = [pair.member(1)];
      await runStatements(on, [`STOP ${replicaWord} SQL_THREAD`]);
      const applier = await replica();
      expect(applier.finding('replica-stopped').explanation).toContain('1 is not running: the applier.');
      expect(applier.of('replica-lagging')).toMatch(/^not-checked: Seconds_Behind_Source is NULL/);
      await runStatements(on, [`START ${replicaWord} SQL_THREAD`, `STOP ${replicaWord} IO_THREAD`]);
      expect((await replica()).finding('replica-stopped').explanation).toContain(
        '1 is not running: the receiver.',
      );
      await runStatements(on, [`START ${replicaWord} IO_THREAD`]);
      await vi.waitFor(async () => expect((await replica()).of('replica-stopped')).toBe('silent'), {
        timeout: 30_000,
        interval: 100,
      });
    });

    test.skipIf(isMariadb)('a hole in the executed GTIDs', async () => {
      const [row] = await runStatements(pair.member(0), ['SELECT @@server_uuid AS uuid']);
      await runStatements(pair.member(1), [
        `SET GTID_NEXT = '${row?.uuid}:100000'`,
        'BEGIN',
        'COMMIT',
        "SET GTID_NEXT = 'AUTOMATIC'",
      ]);
      expect((await replica()).of('gtid-set-has-gaps')).toBe('fires');
    });

    test('a source that is gone: the receiver tries to connect, and its error is named', async () => {
      await pair.member(0).kill();
      const text = await vi.waitFor(
        async () => {
          const { explanation } = (await replica()).finding('replica-stopped');
          expect(explanation).toContain('of the receiver');
          return explanation;
        },
        { timeout: 30_000, interval: 200 },
      );
      expect(text).toContain('the receiver (it tries to connect)');
    });
  },
  process.env.LATCHKEY_FULL_MATRIX === '1' ? serverIds : among,
);

/** MySQL removes binary logs after 30 days unless asked otherwise, from 8.0 on. */
function hasLongExpiry(id: ServerId): boolean {
  return id === 'mysql80' || id === 'mysql97';
}
