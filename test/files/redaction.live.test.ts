import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import { prepareSysbench, startSysbench } from '../../scripts/servers/sysbench.ts';
import { redactForExport } from '../../src/engine/snapshots/export';
import { openSession, type Session } from '../../src/server';
import { redactionClasses } from '../../src/shared/redaction';
import type { Snapshot } from '../../src/shared/snapshot';
import { describeCorePair } from '../server/real-server.ts';
import { takeSnapshot } from '../server/take-snapshot.ts';

/** Names that stand nowhere else, also with what servers write otherwise in names of files. */
const canaries = [
  'stockkeeper',
  'warehouse',
  'sbtest1',
  'sbtest2',
  'zq-Lager',
  'ZqRegal$',
  'zqpalette',
  'zqgrund',
];

await describeCorePair('export', (id) => {
  let server: RunningServer;
  let snapshot: Snapshot;
  beforeAll(async () => {
    server = await startServer(id, { options: { performance_schema: 'ON' } });
    const tables = { socket: server.socket, tables: 2, rows: 500, database: 'warehouse' };
    await prepareSysbench(tables);
    const admin = await openSession({ socket: server.socket, user: 'root' }, {});
    await admin.query('SET SESSION TRANSACTION READ WRITE');
    await admin.query("CREATE USER 'stockkeeper'@'%' IDENTIFIED BY ''");
    await admin.query("GRANT ALL ON warehouse.* TO 'stockkeeper'@'%'");
    await admin.query('CREATE DATABASE `zq-Lager`');
    await admin.query(
      'CREATE TABLE `zq-Lager`.`ZqRegal$` (id INT PRIMARY KEY, zqpalette INT, KEY zqgrund (zqpalette)) ENGINE=InnoDB',
    );
    await admin.query('INSERT INTO `zq-Lager`.`ZqRegal$` VALUES (1, 1), (2, 2)');
    await deadlock(server);
    await admin.query('SELECT ZQPALETTE FROM `zq-Lager`.`ZqRegal$` WHERE zqpalette = 1');
    await admin.query('SELECT nothing FROM `zq-Lager`.zqnowhere').catch(() => undefined);
    await admin.close();
    const session = await openSession({ socket: server.socket, user: 'root' }, {});
    const load = startSysbench({
      ...tables,
      workload: 'oltp_read_write',
      threads: 2,
      seconds: 30,
      rate: 50,
      args: ['--mysql-user=stockkeeper'],
    });
    try {
      snapshot = await takeSnapshot(session, { windowSeconds: 2, keepLiterals: true });
    } finally {
      await load.stop();
      await session.close();
    }
  });
  afterAll(() => server?.stop());

  test('every text that a collector brings is classified, and nothing of the names is left', () => {
    const { snapshot: redacted, preview } = redactForExport(snapshot, redactionClasses);
    expect(preview.dropped).toEqual([]);
    const text = JSON.stringify(redacted).toLowerCase();
    const before = JSON.stringify(snapshot).toLowerCase();
    for (const name of ['stockkeeper', 'zqregal']) expect(before).toContain(name);
    for (const name of canaries) {
      const inFile = name.replace(/\W/g, (one) => `@${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
      for (const form of [name.toLowerCase(), inFile.toLowerCase()]) {
        const at = text.indexOf(form);
        expect(at < 0 ? '' : text.slice(Math.max(0, at - 80), at + 40)).toBe('');
      }
    }
  });
});

/** Two transactions that wait for each other; one is rolled back, and InnoDB shows of both. */
async function deadlock({ socket }: RunningServer): Promise<void> {
  const open = () => openSession({ socket, user: 'root' }, {});
  const [first, second] = [await open(), await open()];
  const update = (session: Session, row: number) =>
    session.query(`UPDATE \`zq-Lager\`.\`ZqRegal$\` SET zqpalette = zqpalette + 1 WHERE id = ${row}`);
  try {
    for (const session of [first, second]) {
      await session.query('SET SESSION TRANSACTION READ WRITE');
      await session.query('BEGIN');
    }
    await update(first, 1);
    await update(second, 2);
    const outcomes = await Promise.allSettled([update(first, 2), update(second, 1)]);
    expect(outcomes.filter(({ status }) => status === 'rejected').length).toBe(1);
  } finally {
    await first.close();
    await second.close();
  }
}
