import { setTimeout as delay } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import { prepareSysbench, startSysbench } from '../../scripts/servers/sysbench.ts';
import { statusVariable } from '../../src/knowledge/catalog/status/status-catalog';
import { compareVersions } from '../../src/shared/server';
import { describeEachVersion } from '../server/real-server.ts';
import { type Administrator, administer } from './administrator.ts';

await describeEachVersion('status catalog', (id) => {
  let server: RunningServer;
  let administrator: Administrator;
  beforeAll(async () => {
    // The performance schema brings status variables of its own; MariaDB has it off.
    server = await startServer(id, { options: { performance_schema: 'ON', log_bin: 'b', server_id: 1 } });
    administrator = await administer(server);
  });
  afterAll(async () => {
    await administrator?.close();
    await server?.stop();
  });

  test('every name that the server reports is in the catalog, in the same spelling', async () => {
    const names = (await administrator.rows('SHOW GLOBAL STATUS')).map(([name]) => String(name));
    expect(names.length).toBeGreaterThan(300);
    expect(names.filter((name) => statusVariable(name)?.name !== name)).toEqual([]);
  });

  test('what goes down while the server works is a gauge, and counters move', async () => {
    const tables = { socket: server.socket, tables: 2, rows: 2000 };
    await prepareSysbench(tables);
    await administrator.rows('CREATE TABLE sbtest.visits (a INT)');
    const load = startSysbench({ ...tables, workload: 'oltp_read_write', threads: 2, seconds: 60, rate: 50 });
    const last = new Map<string, number>();
    // MySQL 5.6 counts a session that is just ending twice for a moment (its own counters and the global sum), so one
    // high sample is no level to fall from: down is below both samples before.
    const lastButOne = new Map<string, number>();
    const fell = new Set<string>();
    const wentDown = new Set<string>();
    const wentUp = new Set<string>();
    let guests: mysql.Connection[] = [];
    try {
      for (let sample = 0; sample < 40; sample += 1) {
        await disturb(server, sample);
        // Ten sessions are there at one sample and gone at the next: a level that surely falls.
        if (sample % 8 === 3) guests = await open(server, 10);
        if (sample % 8 === 4) await leave(administrator, guests);
        for (const [name, text] of await administrator.pairs('SHOW GLOBAL STATUS')) {
          const value = Number(text);
          const before = last.get(name);
          const earlier = lastButOne.get(name);
          if (before !== undefined && value < before) fell.add(name);
          if (before !== undefined && earlier !== undefined && value < Math.min(before, earlier))
            wentDown.add(name);
          if (before !== undefined && value > before) wentUp.add(name);
          if (before !== undefined) lastButOne.set(name, before);
          if (text !== '' && Number.isFinite(value)) last.set(name, value);
        }
        await delay(50);
      }
    } finally {
      await load.stop();
    }
    const notGauges = [...wentDown].filter((name) => statusVariable(name)?.kind !== 'gauge');
    expect(notGauges).toEqual([]);
    // The run really disturbed the server: levels fell and counters grew.
    expect([...fell]).toEqual(expect.arrayContaining(['threads_connected', 'open_tables']));
    expect([...wentUp]).toEqual(expect.arrayContaining(['questions', 'com_select', 'bytes_sent']));
  });

  test('FLUSH STATUS sets back what the catalog says, and nothing else', async () => {
    const { flavour, version } = administrator.kind;
    const onlyGlobal = flavour === 'mariadb' && compareVersions(version, [11, 5, 0]) >= 0;
    const resets = (name: string) => statusVariable(name)?.resets;
    const plain = await flushed(administrator, 'FLUSH STATUS');
    if (onlyGlobal) {
      expect(plain.fell).toEqual([]);
      const global = await flushed(administrator, 'FLUSH GLOBAL STATUS');
      expect(global.fell.filter((name) => !resets(name)?.flushGlobalStatus)).toEqual([]);
      expect(global.stayed.filter((name) => resets(name)?.flushGlobalStatus)).toEqual([]);
      expect(global.fell).toContain('handler_commit');
      return;
    }
    expect(plain.fell.filter((name) => !resets(name)?.flushStatus)).toEqual([]);
    expect(plain.stayed.filter((name) => resets(name)?.flushStatus)).toEqual([]);
    expect(plain.fell).toContain('table_locks_immediate');
  });
});

/** Counters and high-water marks that fall when the statement runs, and those that it leaves (above 2 before it). */
async function flushed(
  administrator: Administrator,
  statement: string,
): Promise<{ fell: string[]; stayed: string[] }> {
  const before = await administrator.pairs('SHOW GLOBAL STATUS');
  await administrator.rows(statement);
  const after = await administrator.pairs('SHOW GLOBAL STATUS');
  const names = [...before.keys()].filter((name) => statusVariable(name)?.kind === 'counter');
  const isLess = (name: string) => Number(after.get(name)) < Number(before.get(name));
  return {
    fell: names.filter(isLess),
    stayed: names.filter((name) => Number(before.get(name)) > 2 && !isLess(name)),
  };
}

function open(server: RunningServer, sessions: number): Promise<mysql.Connection[]> {
  const connect = () => mysql.createConnection({ socketPath: server.socket, user: 'root' });
  return Promise.all(Array.from({ length: sessions }, connect));
}

/** Ends the sessions and waits until the server has: it closes them after the client has gone. */
async function leave(administrator: Administrator, guests: mysql.Connection[]): Promise<void> {
  const connected = async () =>
    Number((await administrator.pairs('SHOW GLOBAL STATUS')).get('threads_connected'));
  const before = await connected();
  await Promise.all(guests.map((guest) => guest.end()));
  await expect.poll(connected, { timeout: 20_000 }).toBeLessThan(before);
}

/** Sessions that come and go, closed tables, prepared statements, rolled-back and read transactions. */
async function disturb(server: RunningServer, step: number): Promise<void> {
  const open = () => mysql.createConnection({ socketPath: server.socket, user: 'root', database: 'sbtest' });
  const visitor = await open();
  await visitor.query('SELECT c FROM sbtest1 ORDER BY pad LIMIT 10');
  await visitor.execute('SELECT COUNT(*) FROM sbtest2 WHERE k < ?', [step]);
  if (step % 5 === 0) await visitor.query('FLUSH TABLES');
  await visitor.query('BEGIN');
  await visitor.query('INSERT INTO visits VALUES (1), (2)');
  await visitor.query('ROLLBACK');
  const second = step % 3 === 0 ? await open() : undefined;
  await visitor.end();
  await second?.end();
}
