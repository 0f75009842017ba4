import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import { openSession, type Session } from '../../src/server';
import {
  type ChangeSession,
  openJournal,
  pendingEntries,
  type RequestedInstruments,
  restoreEntry,
  runChange,
} from '../../src/server/change';
import { readInstruments } from '../../src/server/change/gate/instruments';
import type { ChangePlan, InstrumentGroup } from '../../src/shared/change';
import { describeEachVersion } from '../server/real-server.ts';

const groups: InstrumentGroup[] = ['setup_instruments', 'setup_consumers', 'innodb_metrics'];
const requests: RequestedInstruments[] = [
  { group: 'setup_instruments', names: ['wait/synch/%'], except: ['%LOCK_open'], position: 'ON+TIMED' },
  { group: 'setup_consumers', names: ['events_waits_current', 'events_waits_history'], position: 'ON' },
  { group: 'innodb_metrics', names: ['%'], except: ['buffer_page_%', 'latch%'], position: 'ON' },
];
const yes = async () => true;

await describeEachVersion('switches', (id) => {
  let server: RunningServer;
  let session: Session;
  let folder: string;
  beforeAll(async () => {
    server = await startServer(id, { options: { performance_schema: 'ON' } });
  });
  afterAll(() => server?.stop());
  beforeEach(async () => {
    session = await connect();
    folder = await mkdtemp(join(tmpdir(), 'latchkey-switches-'));
  });
  afterEach(async () => {
    await session.close();
    await rm(folder, { recursive: true, force: true });
  });

  const connect = (user = 'root') => openSession({ socket: server.socket, user }, {});
  /** A session of someone else, who may write. */
  const administrator = async () => {
    const other = await connect();
    await other.query('SET SESSION TRANSACTION READ WRITE');
    return other;
  };
  const journal = () => openJournal(folder, { pid: process.pid, bootId: 'test', now: () => new Date() });
  const request = {
    purpose: 'deep' as const,
    settings: [],
    instruments: requests,
    signal: new AbortController().signal,
  };
  /** Every row of every group, and the two variables that switching counters passes through. */
  const positions = async () => {
    const all: Record<string, string> = {};
    for (const group of groups) {
      for (const [name, position] of await readInstruments(session, group, session.identity)) {
        all[`${group} ${name}`] = position;
      }
    }
    for (const [name, value] of (await session.query("SHOW GLOBAL VARIABLES LIKE 'innodb_monitor%'")).rows) {
      all[String(name)] = String(value);
    }
    return all;
  };

  test('instruments, consumers and counters are on during the body, and every row stands as before after it', async () => {
    const before = await positions();
    let plan: ChangePlan | undefined;
    let during: Record<string, string> = {};
    const run = await runChange(
      session,
      journal(),
      request,
      async (shown) => {
        plan = shown;
        expect(await positions()).toEqual(before);
        return true;
      },
      async () => {
        during = await positions();
        return readdir(folder);
      },
    );
    expect(run).toMatchObject({ status: 'completed', restore: { status: 'restored', remaining: [] } });
    const moved =
      plan?.instruments.flatMap(({ group, rows }) => rows.map((row) => ({ group, ...row }))) ?? [];
    expect(moved.filter(({ group }) => group === 'innodb_metrics').length).toBeGreaterThan(50);
    expect(moved.filter(({ group }) => group === 'setup_consumers').length).toBe(2);
    for (const { group, name, proposed } of moved) expect(during[`${group} ${name}`]).toBe(proposed);
    const unmoved = (all: Record<string, string>) =>
      Object.entries(all).filter(([key]) => !moved.some(({ group, name }) => key === `${group} ${name}`));
    expect(unmoved(during)).toEqual(unmoved(before));
    expect(await positions()).toEqual(before);
    expect(await readdir(folder)).toEqual([]);
  });

  test('rows that someone else switches in the last moment are not switched over: nothing is, and theirs stay', async () => {
    const before = await positions();
    const other = await administrator();
    const row = 'wait/synch/mutex/mysys/THR_LOCK_lock';
    const counter = 'lock_deadlocks';
    const isOn = before[`innodb_metrics ${counter}`] === 'ON';
    const theirs = async () => {
      await other.query(
        `UPDATE performance_schema.setup_instruments SET ENABLED = 'YES', TIMED = 'NO' WHERE NAME = '${row}'`,
      );
      if (!isOn) await other.query(`SET GLOBAL innodb_monitor_enable = '${counter}'`);
    };
    let moved = false;
    const overtaken: ChangeSession = {
      identity: session.identity,
      target: session.target,
      query: async (sql, options) => {
        if (!moved && sql.startsWith('UPDATE performance_schema.setup_instruments') && sql.includes(row)) {
          moved = true;
          await theirs();
        }
        return session.query(sql, options);
      },
    };
    const run = await runChange(overtaken, journal(), request, yes, async () => 'never');
    expect(run).toMatchObject({
      status: 'failed',
      error: { code: 'change-refused', message: expect.stringContaining('meanwhile by someone else') },
      restore: { status: 'pending' },
    });
    const after = await positions();
    expect(after[`setup_instruments ${row}`]).toBe('ON');
    expect(before[`setup_instruments ${row}`]).not.toBe('ON');
    const [group, name] = before[`setup_instruments ${row}`]?.split('+') ?? [];
    await other.query(
      `UPDATE performance_schema.setup_instruments SET ENABLED = '${group === 'ON' ? 'YES' : 'NO'}', TIMED = '${name === 'TIMED' ? 'YES' : 'NO'}' WHERE NAME = '${row}'`,
    );
    if (!isOn) await other.query(`SET GLOBAL innodb_monitor_disable = '${counter}'`);
    await other.query('SET GLOBAL innodb_monitor_enable = DEFAULT, GLOBAL innodb_monitor_disable = DEFAULT');
    await other.close();
    await restoreEntry(session, journal(), run.restore.entryId);
    expect(await positions()).toEqual(before);
    expect(await readdir(folder)).toEqual([]);
  });

  test('a row that someone else switched meanwhile is left alone and reported; force restores it', async () => {
    const before = await positions();
    const other = await administrator();
    const run = await runChange(session, journal(), request, yes, async () => {
      await other.query(
        "UPDATE performance_schema.setup_consumers SET ENABLED = 'NO' WHERE NAME = 'events_waits_current'",
      );
      await other.query(
        "UPDATE performance_schema.setup_instruments SET TIMED = 'NO' WHERE NAME = 'wait/synch/mutex/mysys/THR_LOCK_lock'",
      );
    });
    // A consumer back at OFF stands as it did; an instrument that is on without timing does not.
    expect(run.restore.status).toBe('pending');
    expect(run.restore.remaining).toEqual([
      expect.objectContaining({
        variable: '1 row of setup_instruments',
        reason: expect.stringMatching(/someone else/),
      }),
    ]);
    const outcome = await restoreEntry(session, journal(), run.restore.entryId, { force: true });
    expect(outcome).toMatchObject({ status: 'restored', remaining: [] });
    expect(await positions()).toEqual(before);
    expect(await readdir(folder)).toEqual([]);
    await other.close();
  });

  test('an owner that dies between two statements leaves an entry from which every row is restored', async () => {
    const before = await positions();
    const dying = await connect();
    let sent = 0;
    const flaky = {
      identity: dying.identity,
      target: dying.target,
      query: async (sql: string, options?: { timeoutMs?: number }) => {
        if (
          /^(UPDATE|SET GLOBAL)/.test(sql) &&
          !sql.includes('latchkey dry run') &&
          !sql.includes("NAME = ''")
        ) {
          sent += 1;
          if (sent === 20) await dying.close();
        }
        return dying.query(sql, options);
      },
    };
    const run = await runChange(flaky, journal(), request, yes, async () => undefined);
    expect(run.status).toBe('failed');
    expect(run.restore.status).toBe('pending');
    expect(await positions()).not.toEqual(before);
    const later = openJournal(folder, { pid: process.pid, bootId: 'later', now: () => new Date() });
    const [entry] = await pendingEntries(later);
    expect(entry?.purpose).toBe('deep');
    const outcome = await restoreEntry(session, later, entry?.id ?? '');
    expect(outcome).toMatchObject({ status: 'restored', remaining: [] });
    expect(await positions()).toEqual(before);
  });

  test('a server that restarted has forgotten the switches by itself', async () => {
    const before = await positions();
    const run = await runChange(session, journal(), request, yes, async () => {
      await server.restart();
    });
    expect(run.restore.status).toBe('pending');
    session = await connect();
    const outcome = await restoreEntry(session, journal(), run.restore.entryId);
    expect(outcome).toMatchObject({ status: 'not-needed', remaining: [] });
    expect(await positions()).toEqual(before);
  });

  test('an account without the right to switch is shown the GRANT, and nothing is switched', async () => {
    const admin = await administrator();
    await admin.query("CREATE USER reader@localhost IDENTIFIED BY ''");
    await admin.query('GRANT SELECT ON performance_schema.* TO reader@localhost');
    await admin.query('GRANT PROCESS ON *.* TO reader@localhost');
    const reader = await connect('reader');
    const before = await positions();
    await expect(runChange(reader, journal(), request, yes, async () => undefined)).rejects.toMatchObject({
      code: 'privilege-missing',
      hint: expect.stringContaining(
        "GRANT UPDATE ON performance_schema.setup_instruments TO 'reader'@'localhost'",
      ),
    });
    expect(await positions()).toEqual(before);
    await reader.close();
    await admin.query('DROP USER reader@localhost');
    await admin.close();
  });
});
