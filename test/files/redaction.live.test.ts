import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import { prepareSysbench, startSysbench } from '../../scripts/servers/sysbench.ts';
import { checkRedacted, redactSnapshot } from '../../src/files/redaction';
import { openSession } from '../../src/server';
import { redactionClasses } from '../../src/shared/redaction';
import type { Snapshot } from '../../src/shared/snapshot';
import { describeEachServer } from '../server/real-server.ts';
import { takeSnapshot } from '../server/take-snapshot.ts';

await describeEachServer('export', (id) => {
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
    await admin.close();
    const session = await openSession({ socket: server.socket, user: 'root' }, {});
    const load = startSysbench({
      ...tables,
      workload: 'oltp_read_write',
      threads: 2,
      seconds: 30,
      args: ['--mysql-user=stockkeeper'],
    });
    try {
      snapshot = await takeSnapshot(session, { windowSeconds: 2, keepLiterals: true });
    } finally {
      await load.stop();
      await session.close();
    }
  }, 120_000);
  afterAll(() => server?.stop());

  test('every text that a collector brings is classified, and nothing of the names is left', () => {
    const { snapshot: redacted, preview } = redactSnapshot(snapshot, redactionClasses);
    expect(preview.dropped).toEqual([]);
    expect(checkRedacted(snapshot, redacted, redactionClasses)).toEqual([]);
    const text = JSON.stringify(redacted);
    expect(JSON.stringify(snapshot)).toContain('stockkeeper');
    for (const name of ['stockkeeper', 'warehouse', 'sbtest1', 'sbtest2']) {
      const at = text.indexOf(name);
      expect(at < 0 ? '' : text.slice(Math.max(0, at - 80), at + 40)).toBe('');
    }
  });
});
