import mysql from 'mysql2/promise';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import { redactInnodbStatus } from '../../src/evidence/redaction/text/innodb-status';
import { type InnodbStatus, parseInnodbStatus } from '../../src/knowledge/innodb-status';
import { describeEachVersion } from '../server/real-server.ts';
import { type Administrator, administer } from './administrator.ts';

const patient = { interval: 100, timeout: 20_000 };

await describeEachVersion('InnoDB status', (id) => {
  let server: RunningServer;
  let administrator: Administrator;
  beforeAll(async () => {
    server = await startServer(id);
    administrator = await administer(server);
  });
  afterAll(async () => {
    await administrator?.close();
    await server?.stop();
  });
  const read = async (): Promise<InnodbStatus> => {
    const [row] = await administrator.rows('SHOW ENGINE INNODB STATUS');
    return parseInnodbStatus(row?.[2] ?? '');
  };

  test('every section is found, and the numbers are those of the status variables', async () => {
    const status = await read();
    const variables = await administrator.pairs('SHOW GLOBAL STATUS');
    const { semaphores, transactions, io, log, bufferPool, rows } = status;
    for (const section of [semaphores, transactions, io, log, bufferPool, rows])
      expect(section).not.toBeNull();
    expect(status.averagedSeconds).not.toBeNull();
    expect(transactions?.historyListLength).toBeGreaterThanOrEqual(0);
    // MySQL 9.7 counts one page more in its status variable.
    const total = Number(variables.get('innodb_buffer_pool_pages_total'));
    expect([total - 1, total]).toContain(bufferPool?.size);
    expect(bufferPool?.free).toBeGreaterThan(0);
    expect((bufferPool?.free ?? 0) + (bufferPool?.database ?? 0)).toBeLessThanOrEqual(total);
    expect(log?.checkpointAge).toBeGreaterThanOrEqual(0);
    expect(BigInt(log?.flushedUpTo ?? -1)).toBeLessThanOrEqual(BigInt(log?.sequenceNumber ?? 0));
    // The server may be writing at any moment, but not for long where nobody asks anything of it.
    await expect.poll(async () => (await read()).io?.pendingFlushes, patient).toBe(0);
    expect(rows?.readViews).toBeGreaterThanOrEqual(0);
    expect(status.latestDeadlock).toBeNull();
    expect(status.unknownLines).toEqual([]);
  });

  test('writing moves the log and the history; a deadlock and a lock wait are seen', async () => {
    const before = await read();
    const open = () =>
      mysql.createConnection({ socketPath: server.socket, user: 'root', connectTimeout: 20_000 });
    const [reader, one, two] = [await open(), await open(), await open()];
    await administrator.rows('CREATE DATABASE latch');
    await administrator.rows('CREATE TABLE latch.t (id INT PRIMARY KEY, a INT) ENGINE=InnoDB');
    await administrator.rows('INSERT INTO latch.t VALUES (1, 0), (2, 0)');
    // A read view that keeps purge from removing what follows.
    await reader.query('START TRANSACTION WITH CONSISTENT SNAPSHOT');
    await reader.query('SELECT * FROM latch.t');
    for (let count = 0; count < 50; count += 1) {
      await administrator.rows(`UPDATE latch.t SET a = ${count + 1} WHERE id = 1`);
    }
    await one.query('BEGIN');
    await two.query('BEGIN');
    await one.query('UPDATE latch.t SET a = a + 100 WHERE id = 1');
    await two.query('UPDATE latch.t SET a = a + 100 WHERE id = 2');
    const waits = one
      .query('UPDATE latch.t SET a = a + 100 WHERE id = 2')
      .catch((error: Error) => error.message);
    const waiting = async () =>
      (await read()).transactions?.list.filter(({ phase }) => phase === 'LOCK WAIT').length;
    await expect.poll(waiting, patient).toBe(1);
    const closes = two
      .query('UPDATE latch.t SET a = a + 100 WHERE id = 1')
      .catch((error: Error) => error.message);
    const outcomes = await Promise.all([
      waits.finally(() => one.query('ROLLBACK')),
      closes.finally(() => two.query('ROLLBACK')),
    ]);
    expect(outcomes.filter((outcome) => /Deadlock found/.test(String(outcome)))).toHaveLength(1);
    const after = await read();
    expect(after.unknownLines).toEqual([]);
    expect(after.latestDeadlock?.transactions.map(({ connection }) => Number(connection)).sort()).toEqual(
      [one.threadId, two.threadId].sort(),
    );
    expect(after.latestDeadlock?.at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(BigInt(after.log?.sequenceNumber ?? 0)).toBeGreaterThan(BigInt(before.log?.sequenceNumber ?? 0));
    // MariaDB puts the updates of one transaction after the other into few undo logs; MySQL one each.
    expect(after.transactions?.historyListLength).toBeGreaterThan(
      before.transactions?.historyListLength ?? 0,
    );
    await Promise.all([reader.end(), one.end(), two.end()]);
  });

  test('above 1 MB the server cuts out transactions: that is reported, and the rest is read', async () => {
    const padding = 'x'.repeat(200);
    await administrator.rows(
      `CREATE TABLE latch.wide (id INT PRIMARY KEY, ${wide('VARCHAR(200)')}) ENGINE=InnoDB`,
    );
    await administrator.rows('INSERT INTO latch.wide VALUES '.concat(rowsOf(padding)));
    await administrator.rows('SET GLOBAL innodb_status_output_locks = ON');
    const holders = await Promise.all(
      Array.from({ length: 16 }, () =>
        mysql.createConnection({ socketPath: server.socket, user: 'root', connectTimeout: 20_000 }),
      ),
    );
    for (const [number, holder] of holders.entries()) {
      await holder.query('BEGIN');
      // MySQL 9.7 lists only transactions that have written.
      await holder.query(`INSERT INTO latch.t VALUES (${100 + number}, 0)`);
      await holder.query('SELECT COUNT(*) FROM latch.wide LOCK IN SHARE MODE');
    }
    const [row] = await administrator.rows('SHOW ENGINE INNODB STATUS');
    await administrator.rows('SET GLOBAL innodb_status_output_locks = OFF');
    const text = row?.[2] ?? '';
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_048_576);
    const status = parseInnodbStatus(text);
    expect(status.truncated?.at).toBe('middle');
    expect(status.unknownLines).toEqual([]);
    // The server's own work, such as writing statistics of the new table, holds locks too.
    const own = new Set(holders.map(({ threadId }) => String(threadId)));
    const holding = status.transactions?.list.filter(({ connection }) => own.has(connection ?? '')) ?? [];
    expect(holding.length).toBeGreaterThan(0);
    expect(holding.length).toBeLessThan(16);
    expect(holding.every(({ locksCut }) => locksCut)).toBe(true);
    expect(status.transactions?.historyListLength).not.toBeNull();
    expect(status.log?.checkpointAge).toBeGreaterThanOrEqual(0);
    expect(status.rows?.readViews).toBeGreaterThanOrEqual(0);
    const redacted = parseInnodbStatus(redactInnodbStatus(text, false));
    expect(redacted.truncated).toEqual(status.truncated);
    expect(redacted.transactions?.list.map(({ id, holds }) => [id, holds.length])).toEqual(
      status.transactions?.list.map(({ id, holds }) => [id, holds.length]),
    );
    for (const holder of holders) await holder.end();
  });
});

const columns = 6;

function wide(type: string): string {
  return Array.from({ length: columns }, (_, number) => `c${number} ${type}`).join(', ');
}

/** As many rows as fill more pages than the lock monitor prints of one transaction. */
function rowsOf(padding: string): string {
  const values = `'${padding}'`.concat(`, '${padding}'`.repeat(columns - 1));
  return Array.from({ length: 400 }, (_, id) => `(${id}, ${values})`).join(', ');
}
