import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import { readBootId } from '../../src/engine/base/boot-id';
import { openSession, type Session } from '../../src/server';
import { applyChange, openJournal, restoreEntry, runChange } from '../../src/server/change';
import { readGlobals } from '../../src/server/change/session/global-variables';
import type { LockHolder } from '../../src/shared/change';
import { buildLatchkey, startLatchkey } from '../cli/latchkey.ts';
import { describeCorePair } from '../server/real-server.ts';
import { Holder } from './holder.ts';

const settings = [{ variable: 'join_buffer_size', value: 300_032 }];
const yes = async () => true;
const signal = new AbortController().signal;

await describeCorePair('the lock of the server is held by someone else', (id) => {
  let server: RunningServer;
  let session: Session;
  let squatter: Session;
  let home: string;
  let before: ReadonlyMap<string, string>;
  beforeAll(async () => {
    buildLatchkey();
    server = await startServer(id);
    const root = await connect();
    await root.query('SET SESSION TRANSACTION READ WRITE');
    await root.query("CREATE USER 'eve'@'localhost'");
    await root.close();
  });
  afterAll(() => server?.stop());
  beforeEach(async () => {
    session = await connect();
    squatter = await connect('eve');
    home = await mkdtemp(join(tmpdir(), 'latchkey-squatter-'));
    before = await globals();
  });
  afterEach(async () => {
    await session.close();
    await squatter.close();
    await rm(home, { recursive: true, force: true });
  });

  const connect = (user = 'root') => openSession({ socket: server.socket, user }, {});
  const folder = () => join(home, 'journal');
  const journal = () =>
    openJournal(folder(), { pid: process.pid, bootId: readBootId(), now: () => new Date() });
  const globals = async () =>
    new Map([...(await readGlobals(session))].filter(([name]) => !name.startsWith('gtid_')));
  const latchkey = (...args: string[]) => startLatchkey(args, { environment: { LATCHKEY_HOME: home } }).done;
  const squat = async () => {
    const { rows } = await squatter.query("SELECT GET_LOCK('latchkey', 5)");
    expect(Number(rows[0]?.[0])).toBe(1);
  };

  // Claim, What an account of the server can do: Who holds the lock for changes delays a restore or an undo, but is named and cannot prevent it.
  test('restore and undo say who holds it, and go on with consent', async () => {
    const run = await applyChange(session, journal(), { settings, signal }, yes);
    if (run.status === 'failed') throw run.error;
    await squat();
    const asked: LockHolder[] = [];
    const withoutLock = async (holder: LockHolder) => {
      asked.push(holder);
      return asked.length > 1;
    };
    await expect(
      restoreEntry(session, journal(), run.applied.entryId, { withoutLock }),
    ).rejects.toMatchObject({ code: 'busy', message: expect.stringContaining('eve@localhost') });
    expect((await globals()).get('join_buffer_size')).not.toBe(before.get('join_buffer_size'));
    expect(await restoreEntry(session, journal(), run.applied.entryId, { withoutLock })).toMatchObject({
      status: 'restored',
    });
    expect(asked[1]).toMatchObject({
      connectionId: Number((await squatter.query('SELECT CONNECTION_ID()')).rows[0]?.[0]),
      account: 'eve@localhost',
      doing: expect.stringMatching(/^asleep for \d+ s$/),
    });
    expect(await globals()).toEqual(before);
    expect(await readdir(folder())).toEqual([]);
  });

  test('on the command line: the refusal names the holder and the way, and --without-lock goes it', async () => {
    const holder = new Holder({ socket: server.socket, folder: folder(), settings });
    expect(await holder.next()).toMatchObject({ at: 'set' });
    await holder.end('SIGKILL');
    // As soon as the server has noticed the death, the squatter has it.
    const { rows } = await squatter.query("SELECT GET_LOCK('latchkey', 20)", { timeoutMs: 25_000 });
    expect(Number(rows[0]?.[0])).toBe(1);
    const refused = await latchkey('restore');
    expect(refused.code).not.toBe(0);
    expect(refused.err).toContain('eve@localhost');
    expect(refused.err).toContain('--without-lock');
    const restored = await latchkey('restore', '--without-lock');
    expect(restored.code, restored.err).toBe(0);
    expect(await globals()).toEqual(before);
    expect(await readdir(folder())).toEqual([]);
  });

  test('a change that is at work stays protected, whatever is consented to', async () => {
    let refusal: unknown;
    let stranger: unknown;
    const other = await connect();
    const run = await runChange(
      session,
      journal(),
      { purpose: 'probe', settings, signal },
      yes,
      async ({ entryId }) => {
        const consent = { withoutLock: async () => true };
        refusal = await restoreEntry(other, journal(), entryId, consent).catch((error: unknown) => error);
        // Another entry of this server, whose owner is gone, waits for the one that is at work.
        const abandoned = await journal().create({
          purpose: 'probe',
          phase: 'changing',
          target: { socket: server.socket },
          serverKey: session.identity.serverKey,
          serverStartedAt: '2026-01-01T00:00:00.000Z',
          connectionId: null,
          items: [],
        });
        await abandoned.release();
        stranger = await restoreEntry(other, journal(), abandoned.entry.id, consent).catch(
          (error: unknown) => error,
        );
        await journal().discard(abandoned.entry.id);
      },
    );
    await other.close();
    expect(refusal).toMatchObject({ code: 'busy' });
    expect(stranger).toMatchObject({ code: 'busy' });
    expect(run).toMatchObject({ status: 'completed', restore: { status: 'restored' } });
    expect(await globals()).toEqual(before);
  });
});
