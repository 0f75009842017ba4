import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import { openSession, type Session } from '../../src/server';
import { sampleSource } from '../../src/server/sample/status-source';
import { systemClock } from '../../src/shared/base/clock';
import { describeEachVersion } from './real-server.ts';
import { type Client, connectClient, takeSnapshot } from './take-snapshot.ts';

await describeEachVersion('sessions by wait', (id) => {
  /** MariaDB 10.11 is tried as it comes, without a performance schema. */
  const isWithout = id === 'mariadb1011';
  let server: RunningServer;
  let session: Session;
  let holder: Client;
  let waiter: Client;

  beforeAll(async () => {
    server = await startServer(id, { options: isWithout ? {} : { performance_schema: 'ON' } });
    holder = connectClient(server.socket);
    waiter = connectClient(server.socket);
    for (const sql of [
      'CREATE DATABASE waits',
      'CREATE TABLE waits.t (id INT PRIMARY KEY, v INT) ENGINE = InnoDB',
      'INSERT INTO waits.t VALUES (1, 0), (2, 0)',
    ]) {
      await holder.query(sql);
    }
    session = await openSession({ socket: server.socket, user: 'root' }, {});
  });

  afterAll(async () => {
    holder?.end();
    waiter?.end();
    await session?.close();
    await server?.stop();
  });

  /** Samples until a session is seen in this class; gives the values of that moment. */
  async function until(series: string, intervalMs = 1000): Promise<Map<string, string>> {
    const source = sampleSource(session, { intervalMs, clock: systemClock });
    const { signal } = new AbortController();
    for (let attempt = 0; attempt < 3000; attempt += 1) {
      const values = await source.read(signal);
      if (Number(values.get(series)) > 0) return values;
    }
    throw new Error(`${series} never rose`);
  }

  test('an idle server has no active session, and the snapshot says by what sessions are classed', async () => {
    const snapshot = await takeSnapshot(session, { windowSeconds: 1, intervalMs: 500 });
    expect(snapshot.samples?.series['sessions.active']?.values).toEqual([0, 0, 0]);
    expect(snapshot.samples?.sessions?.basis).toBe('states');
    expect(snapshot.samples?.sessions?.remedy).toMatch(/setup_consumers|performance_schema = ON/);
    expect(snapshot.samples?.chosen).toBe(true);
    expect(snapshot.samples?.series.Threads_running).toBeDefined();
  });

  test('a session that waits for a row is found, though no state or event names it', async () => {
    await holder.query('BEGIN');
    await holder.query('UPDATE waits.t SET v = 1 WHERE id = 1');
    const waiting = waiter.query('UPDATE waits.t SET v = 2 WHERE id = 1');
    const values = await until('sessions.rowLock', 100);
    expect(values.get('sessions.rowLock')).toBe('1');
    expect(values.get('sessions.active')).toBe('1');
    await holder.query('COMMIT');
    await waiting;
  });

  test('a session that waits for a metadata lock, and one that waits for the global read lock', async () => {
    await holder.query('BEGIN');
    await holder.query('SELECT * FROM waits.t');
    const waiting = waiter.query('ALTER TABLE waits.t ADD COLUMN w INT');
    expect((await until('sessions.metadataLock')).get('sessions.object.metadata_lock')).toBe('1');
    await holder.query('COMMIT');
    await waiting;

    await holder.query('FLUSH TABLES WITH READ LOCK');
    const writing = waiter.query('INSERT INTO waits.t (id) VALUES (3)');
    const values = await until('sessions.metadataLock');
    const objects = [...values].filter(
      ([name, count]) => name.startsWith('sessions.object.') && count === '1',
    );
    expect(objects.map(([name]) => name)).toEqual([
      expect.stringMatching(/sessions\.object\.(global read|backup) lock/),
    ]);
    await holder.query('UNLOCK TABLES');
    await writing;
  });

  test('what sleeps on purpose is not counted as work of the engine', async () => {
    const sleeping = waiter.query('SELECT SLEEP(1)');
    expect((await until('sessions.other')).get('sessions.engine')).toBe('0');
    await sleeping;
  });

  test.skipIf(isWithout)('with the consumer on, current waits decide, and it says so', async () => {
    await holder.query(
      "UPDATE performance_schema.setup_consumers SET ENABLED = 'YES' WHERE NAME = 'events_waits_current'",
    );
    const waiting = waiter.query("SELECT GET_LOCK('a', 1), SLEEP(1)");
    const source = sampleSource(session, { intervalMs: 1000, clock: systemClock });
    const values = await source.read(new AbortController().signal);
    expect(source.sampling().sessions?.basis).toBe('waits');
    expect(values.has('sessions.active')).toBe(true);
    await waiting;
  });

  test('a server that ends idle sessions after a second keeps the one that samples every three', async () => {
    await holder.query('SET GLOBAL wait_timeout = 1');
    const other = await openSession({ socket: server.socket, user: 'root' }, {});
    const snapshot = await takeSnapshot(other, { windowSeconds: 6, intervalMs: 3000 });
    await other.close();
    await holder.query('SET GLOBAL wait_timeout = DEFAULT');
    expect(snapshot.complete).toBe(true);
    expect(snapshot.samples?.series.Threads_running?.values).toHaveLength(3);
  });
});
