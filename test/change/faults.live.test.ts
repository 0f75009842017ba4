import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RunningServer, type ServerId, startServer } from '../../scripts/servers/index.ts';
import { readBootId } from '../../src/engine/base/boot-id';
import { openSession, type Session } from '../../src/server';
import {
  openJournal,
  pendingEntries,
  type RequestedSetting,
  restoreEntry,
  runChange,
} from '../../src/server/change';
import { LatchkeyError } from '../../src/shared/base/error';
import type { RestoreOutcome } from '../../src/shared/change';
import { describeEachVersion, isTurnOf } from '../server/real-server.ts';
import { Holder } from './holder.ts';

/** Locks of accounts differ between 5.6 and later, and between the families. */
const concurrent: readonly ServerId[] = ['mysql56', 'mysql80', 'mariadb114'];
/** What does not differ. */
const owned: readonly ServerId[] = ['mysql80', 'mariadb114'];
const settings: RequestedSetting[] = [
  { variable: 'innodb_io_capacity_max', value: 150 },
  { variable: 'innodb_spin_wait_delay', value: 24 },
  { variable: 'join_buffer_size', value: 300_000 },
];

await describeEachVersion('faults', (id) => {
  let server: RunningServer;
  let folder: string;
  beforeAll(async () => {
    server = await startServer(id);
  });
  afterAll(() => server?.stop());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-faults-'));
  });
  afterEach(async () => {
    // A test that failed half-way leaves its processes.
    for (const holder of holders.splice(0)) if (!holder.ended) await holder.end('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  const holders: Holder[] = [];
  const hold = (place = folder) => {
    const holder = new Holder({ socket: server.socket, folder: place, settings });
    holders.push(holder);
    return holder;
  };
  const journal = () =>
    openJournal(folder, { pid: process.pid, bootId: readBootId(), now: () => new Date() });
  async function connected<T>(use: (session: Session) => Promise<T>): Promise<T> {
    const session = await openSession({ socket: server.socket, user: 'root' }, {});
    try {
      return await use(session);
    } finally {
      await session.close();
    }
  }
  const globals = () =>
    connected(async (session) => {
      const { rows } = await session.query('SHOW GLOBAL VARIABLES');
      return new Map(rows.map(([name, value]) => [String(name), String(value)]));
    });
  /** The server notices a dead client when it next looks at the connection; until then the client's lock stands. */
  async function restored(entryId: string): Promise<RestoreOutcome> {
    const deadline = performance.now() + 120_000;
    for (;;) {
      try {
        return await connected((session) => restoreEntry(session, journal(), entryId));
      } catch (error) {
        const waiting =
          error instanceof LatchkeyError && error.code === 'busy' && performance.now() < deadline;
        if (!waiting) throw error;
      }
    }
  }

  test('the process is killed (SIGKILL) between SET and restore: exactly the originals come back', async () => {
    const before = await globals();
    const holder = hold();
    const set = await holder.next();
    expect(set).toMatchObject({ at: 'set' });
    await holder.end('SIGKILL');
    expect(await globals()).not.toEqual(before);
    const [entry] = await pendingEntries(journal());
    expect(entry).toMatchObject({ id: set.entryId, phase: 'changing' });
    const outcome = await restored(String(set.entryId));
    expect(outcome).toMatchObject({ status: 'restored', remaining: [] });
    expect(outcome.restored).toEqual(
      expect.arrayContaining(['innodb_io_capacity_max', 'innodb_spin_wait_delay', 'join_buffer_size']),
    );
    expect(await globals()).toEqual(before);
    expect(await readdir(folder)).toEqual([]);
    await expect(restored(String(set.entryId))).rejects.toMatchObject({ code: 'not-found' });
  });

  test('the process is killed at any moment: the originals come back', async () => {
    const before = await globals();
    const holder = hold();
    // As soon as there is an entry on the disk, the SETs follow within milliseconds.
    while (!(await readdir(folder)).some((name) => name.endsWith('.json'))) expect(holder.ended).toBe(false);
    await holder.end('SIGKILL');
    for (const { id: entryId } of await pendingEntries(journal())) {
      expect((await restored(entryId)).status).not.toBe('pending');
    }
    expect(await globals()).toEqual(before);
    expect((await readdir(folder)).filter((name) => name.endsWith('.json'))).toEqual([]);
  });

  test('the server is killed (SIGKILL) between SET and restore: nothing is left to do', async () => {
    const before = await globals();
    const run = await connected((session) =>
      runChange(
        session,
        journal(),
        { purpose: 'probe', settings, signal: new AbortController().signal },
        async () => true,
        async () => {
          await server.kill();
          await session.query('SELECT 1');
        },
      ),
    );
    expect(run).toMatchObject({
      status: 'failed',
      error: { code: 'connection-lost' },
      restore: { status: 'pending' },
    });
    await server.restart();
    expect((await pendingEntries(journal())).map((entry) => entry.id)).toEqual([run.restore.entryId]);
    expect(await restored(run.restore.entryId)).toMatchObject({ status: 'not-needed', remaining: [] });
    expect(await readdir(folder)).toEqual([]);
    const after = await globals();
    for (const { variable } of run.plan.changes) expect(after.get(variable)).toBe(before.get(variable));
  });

  if (isTurnOf(id, ...concurrent))
    test('two processes at once: the second is informed that the first is at work, with one journal or two', async () => {
      const before = await globals();
      const holder = hold();
      await holder.next();
      const other = await mkdtemp(join(tmpdir(), 'latchkey-faults-'));
      for (const place of [folder, other]) {
        const second = hold(place);
        expect(await second.next()).toMatchObject({ at: 'refused', code: 'busy' });
        await second.end('SIGTERM');
      }
      await rm(other, { recursive: true });
      await holder.end('SIGTERM');
      expect(await globals()).toEqual(before);
    });

  if (isTurnOf(id, ...owned))
    test('a live owner keeps its entry: it is not pending, a restore is refused; SIGTERM makes it restore everything', async () => {
      const before = await globals();
      const holder = hold();
      const set = await holder.next();
      expect(await pendingEntries(journal())).toEqual([]);
      expect((await journal().list()).map((entry) => entry.id)).toEqual([set.entryId]);
      await expect(
        connected((session) => restoreEntry(session, journal(), String(set.entryId))),
      ).rejects.toMatchObject({ code: 'busy' });
      await holder.end('SIGTERM');
      expect(await holder.next()).toMatchObject({ at: 'end', restore: { status: 'restored' } });
      expect(await globals()).toEqual(before);
      expect(await readdir(folder)).toEqual([]);
    });

  if (isTurnOf(id, ...owned))
    test('many restores of one entry at once: one does it, the others are informed, the originals are in force', async () => {
      const before = await globals();
      const holder = hold();
      const set = await holder.next();
      await holder.end('SIGKILL');
      const id = String(set.entryId);
      // Until the server has noticed the death, nobody gets its lock.
      await connected(async (session) => {
        while ((await session.query("SELECT IS_USED_LOCK('latchkey')")).rows[0]?.[0] !== null);
      });
      const ends = await Promise.allSettled(
        Array.from({ length: 6 }, () => connected((session) => restoreEntry(session, journal(), id))),
      );
      const done = ends.filter((end) => end.status === 'fulfilled');
      expect(done).toHaveLength(1);
      for (const end of ends) {
        if (end.status === 'rejected') expect(end.reason.code).toMatch(/^(busy|not-found)$/);
      }
      expect(await globals()).toEqual(before);
      expect(await readdir(folder)).toEqual([]);
    });

  test('the buffer pool, resized and cancelled at once, gets its size back', async () => {
    const before = await globals();
    const size = Number(before.get('innodb_buffer_pool_size'));
    const cancel = new AbortController();
    const change = connected((session) =>
      runChange(
        session,
        journal(),
        {
          purpose: 'probe',
          settings: [{ variable: 'innodb_buffer_pool_size', value: size / 2 }],
          signal: cancel.signal,
        },
        async () => true,
        async (applied) => {
          cancel.abort();
          return applied;
        },
      ),
    );
    if (id === 'mysql56') {
      await expect(change).rejects.toMatchObject({
        code: 'change-refused',
        message: expect.stringContaining('innodb_buffer_pool_size is read-only'),
      });
    } else {
      expect(await change).toMatchObject({ status: 'failed', error: { code: 'cancelled' } });
      expect((await change).restore.status).toMatch(/^(restored|not-needed)$/);
    }
    expect(await globals()).toEqual(before);
  });
});
