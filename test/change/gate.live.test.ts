import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import { openSession, type Session } from '../../src/server';
import {
  type AppliedChange,
  applyChange,
  type ChangeSession,
  openJournal,
  pendingEntries,
  planChange,
  type RequestedSetting,
  restoreEntry,
  runChange,
} from '../../src/server/change';
import { readServerStart } from '../../src/server/change/guard/server-start';
import { dryRun } from '../../src/server/change/plan/dry-run';
import { setGlobalSql, valueLiteral } from '../../src/server/change/session/literal';
import { LatchkeyError } from '../../src/shared/base/error';
import type { ChangePlan } from '../../src/shared/change';
import { describeEachVersion } from '../server/real-server.ts';

const yes = async () => true;
const steady = () => new AbortController().signal;

await describeEachVersion('change', (id) => {
  const mariadb = id.startsWith('mariadb');
  let server: RunningServer;
  let session: Session;
  let folder: string;
  beforeAll(async () => {
    server = await startServer(id);
  });
  afterAll(() => server?.stop());
  beforeEach(async () => {
    session = await connect();
    folder = await mkdtemp(join(tmpdir(), 'latchkey-change-'));
  });
  afterEach(async () => {
    await session.close();
    await rm(folder, { recursive: true, force: true });
  });

  const connect = (user = 'root') => openSession({ socket: server.socket, user }, {});
  const journal = () => openJournal(folder, { pid: process.pid, bootId: 'test', now: () => new Date() });
  /** All but those that move by themselves. */
  const globals = async (through: ChangeSession = session) =>
    new Map(
      (await through.query('SHOW GLOBAL VARIABLES')).rows
        .filter(([name]) => !String(name).startsWith('gtid_'))
        .map(([name, value]) => [String(name), String(value)]),
    );
  const probe = (settings: RequestedSetting[], signal = steady()) => ({
    purpose: 'probe' as const,
    settings,
    signal,
  });
  const isClean = async (before: ReadonlyMap<string, string>) => {
    expect(await globals()).toEqual(before);
    expect(await readdir(folder)).toEqual([]);
  };

  test('round trip: what is asked for is in force during the body, what it also changes is known, all is restored', async () => {
    const before = await globals();
    // Below io_capacity: MariaDB also changes io_capacity down, MySQL clamps the maximum to it.
    let during: ReadonlyMap<string, string> = new Map();
    let seen: AppliedChange | undefined;
    let entries: string[] = [];
    const run = await runChange(
      session,
      journal(),
      probe([{ variable: 'innodb_io_capacity_max', value: 150 }]),
      yes,
      async (applied) => {
        seen = applied;
        during = await globals();
        entries = await readdir(folder);
        return 'done';
      },
    );
    const capacity = before.get('innodb_io_capacity') ?? '';
    expect(during.get('innodb_io_capacity_max')).toBe(mariadb ? '150' : capacity);
    expect(during.get('innodb_io_capacity')).toBe(mariadb ? '150' : capacity);
    expect(seen?.settings).toMatchObject([{ proposed: '150', stored: mariadb ? '150' : capacity }]);
    expect(seen?.alsoChanged).toEqual(
      mariadb ? [{ variable: 'innodb_io_capacity', from: capacity, to: '150' }] : [],
    );
    if (!mariadb)
      expect(seen?.settings[0]?.remarks.join(' ')).toMatch(/cannot be set lower|innodb_io_capacity_max/);
    expect(entries.filter((name) => name.endsWith('.json'))).toHaveLength(1);
    expect(run).toMatchObject({
      status: 'completed',
      value: 'done',
      restore: { status: 'restored', remaining: [] },
    });
    expect(run.restore.restored).toContain('innodb_io_capacity_max');
    expect(run.statements.map(({ sql }) => sql)).toContain('SET GLOBAL `innodb_io_capacity_max` = 150');
    await isClean(before);
  });

  test('both capacities at once arrive as asked, whichever comes first', async () => {
    const before = await globals();
    for (const [low, high] of [
      [30_000, 60_000],
      [100, 110],
    ] as const) {
      for (const swapped of [false, true]) {
        const settings = [
          { variable: 'innodb_io_capacity', value: low },
          { variable: 'innodb_io_capacity_max', value: high },
        ];
        if (swapped) settings.reverse();
        const run = await runChange(session, journal(), probe(settings), yes, async () => globals());
        if (run.status !== 'completed') throw run.error;
        expect(run.value.get('innodb_io_capacity')).toBe(String(low));
        expect(run.value.get('innodb_io_capacity_max')).toBe(String(high));
        await isClean(before);
      }
    }
  });

  test('what the server rounds is recorded as it stored it, and is no stranger at the restore', async () => {
    const before = await globals();
    const run = await runChange(
      session,
      journal(),
      probe([{ variable: 'join_buffer_size', value: 300_000 }]),
      yes,
      async ({ settings }) => settings,
    );
    expect(run).toMatchObject({ status: 'completed', restore: { status: 'restored' } });
    if (run.status !== 'completed') throw run.error;
    expect(run.value).toMatchObject([{ variable: 'join_buffer_size', proposed: '300000', stored: '299904' }]);
    await isClean(before);
  });

  test('texts, switches, decimals and sizes with a suffix are set and restored', async () => {
    const before = await globals();
    const run = await runChange(
      session,
      journal(),
      probe([
        { variable: 'innodb_adaptive_hash_index', value: before.get('innodb_adaptive_hash_index') !== 'ON' },
        { variable: 'innodb_max_dirty_pages_pct', value: '7' },
        { variable: 'max_heap_table_size', value: '32M' },
        { variable: 'long-query-time', value: 0.25 },
      ]),
      yes,
      async () => globals(),
    );
    if (run.status !== 'completed') throw run.error;
    expect(run.value.get('max_heap_table_size')).toBe('33554432');
    const text = "SELECT 'it''s \\ me'";
    expect((await session.query(`SELECT ${valueLiteral(text, 'text', true)}`)).rows).toEqual([[text]]);
    expect(Number(run.value.get('long_query_time'))).toBe(0.25);
    expect(run.value.get('innodb_adaptive_hash_index')).not.toBe(before.get('innodb_adaptive_hash_index'));
    await isClean(before);
  });

  test('a cancel during the body, and a body that throws, restore everything', async () => {
    const before = await globals();
    const cancel = new AbortController();
    const settings = [{ variable: 'innodb_spin_wait_delay', value: 24 }];
    const cancelled = await runChange(session, journal(), probe(settings, cancel.signal), yes, async () => {
      cancel.abort();
      await session.query('SELECT SLEEP(30)', { signal: cancel.signal });
    });
    expect(cancelled).toMatchObject({
      status: 'failed',
      error: { code: 'cancelled' },
      restore: { status: 'restored' },
    });
    await isClean(before);
    const thrown = await runChange(session, journal(), probe(settings), yes, () => {
      throw new Error('the probe broke');
    });
    expect(thrown).toMatchObject({
      status: 'failed',
      error: { code: 'internal' },
      restore: { status: 'restored' },
    });
    await isClean(before);
  });

  test('no consent, or a cancel before it, changes nothing and leaves no journal', async () => {
    const before = await globals();
    const settings = [{ variable: 'innodb_spin_wait_delay', value: 24 }];
    let asked: ChangePlan | undefined;
    const refuse = async (plan: ChangePlan) => {
      asked = plan;
      return false;
    };
    await expect(runChange(session, journal(), probe(settings), refuse, yes)).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(asked).toMatchObject({
      statements: ['SET GLOBAL `innodb_spin_wait_delay` = 24'],
      restoreStatements: [`SET GLOBAL \`innodb_spin_wait_delay\` = ${before.get('innodb_spin_wait_delay')}`],
    });
    const cancel = new AbortController();
    cancel.abort();
    await expect(
      runChange(session, journal(), probe(settings, cancel.signal), yes, yes),
    ).rejects.toMatchObject({
      code: 'cancelled',
    });
    await isClean(before);
  });

  test('an error in the second SET restores the first one', async () => {
    const before = await globals();
    const sabotaged: ChangeSession = {
      identity: session.identity,
      target: session.target,
      query: (sql, options) =>
        session.query(
          sql.startsWith('SET GLOBAL `sort_buffer_size` = 65536, SESSION time_zone = IF(')
            ? `${sql}, GLOBAL nonesuch = 1`
            : sql,
          options,
        ),
    };
    const run = await runChange(
      sabotaged,
      journal(),
      probe([
        { variable: 'innodb_spin_wait_delay', value: 24 },
        { variable: 'sort_buffer_size', value: 65536 },
      ]),
      yes,
      async () => 'never',
    );
    expect(run).toMatchObject({
      status: 'failed',
      error: { code: 'query-failed' },
      restore: { status: 'restored', restored: ['innodb_spin_wait_delay'] },
    });
    await isClean(before);
  });

  test('an account without privileges is shown which it lacks, with the GRANT, and nothing is set', async () => {
    const administrator = await administratorOf(server);
    await administrator.run("CREATE USER 'nobody'@'localhost'");
    const before = await globals();
    const settings = [
      { variable: 'innodb_spin_wait_delay', value: 24 },
      { variable: 'max_connections', value: 200 },
    ];
    const nobody = await connect('nobody');
    try {
      const plan = await planChange(nobody, 'probe', settings);
      expect(plan.privileges.map(({ held }) => held)).not.toContain(true);
      const refusal = await runChange(nobody, journal(), probe(settings), yes, yes).catch(
        (error: unknown) => error,
      );
      const privilege = id === 'mysql80' || id === 'mysql97' ? 'SYSTEM_VARIABLES_ADMIN' : 'SUPER';
      expect(refusal).toMatchObject({
        code: 'privilege-missing',
        hint: expect.stringContaining(`GRANT ${privilege} ON *.* TO 'nobody'@'localhost';`),
      });
      // MariaDB has the privilege since 10.5.
      if (mariadb && id !== 'mariadb102') {
        expect(refusal).toMatchObject({ hint: expect.stringContaining('GRANT CONNECTION ADMIN ON *.*') });
      }
      await isClean(before);
      // The GRANTs of the hint are the ones that help.
      for (const { grant } of plan.privileges) await administrator.run(grant);
      const granted = await connect('nobody');
      const run = await runChange(granted, journal(), probe(settings), yes, async () => 'ran');
      expect(run).toMatchObject({ status: 'completed', restore: { status: 'restored' } });
      await granted.close();
      await isClean(before);
    } finally {
      await nobody.close();
      await administrator.run("DROP USER 'nobody'@'localhost'");
      await administrator.close();
    }
  });

  test('read-only, unknown, untouchable and durability variables are refused by name, with the line for my.cnf', async () => {
    const refused = (settings: RequestedSetting[]) =>
      planChange(session, 'probe', settings).catch((error: unknown) => error);
    expect(await refused([{ variable: 'innodb_page_size', value: 8192 }])).toMatchObject({
      code: 'change-refused',
      message: 'innodb_page_size is read-only while the server runs.',
      hint: expect.stringContaining('innodb_page_size = 8192'),
    });
    expect(await refused([{ variable: 'nonesuch', value: 8 }])).toMatchObject({
      code: 'change-refused',
      message: expect.stringContaining('does not exist'),
    });
    expect(await refused([{ variable: 'read_only', value: true }])).toMatchObject({ code: 'change-refused' });
    const both = await refused([
      { variable: 'sync_binlog', value: 0 },
      { variable: 'innodb_flush_log_at_trx_commit', value: 2 },
    ]);
    expect(both).toMatchObject({
      code: 'change-refused',
      message: expect.stringMatching(
        /sync_binlog is a durability.*; innodb_flush_log_at_trx_commit is a durability/,
      ),
    });
    expect(await refused([{ variable: 'innodb_io_capacity', value: 'plenty' }])).toMatchObject({
      code: 'usage',
    });
    expect(await refused([{ variable: 'innodb_adaptive_hash_index', value: 'perhaps' }])).toMatchObject({
      code: 'change-refused',
      message: expect.stringContaining("can't be set to the value of 'perhaps'"),
    });
    const plan = await planChange(session, 'probe', [{ variable: 'sync_binlog', value: 7 }], {
      allowDurability: true,
    });
    expect(plan.risks.join(' ')).toMatch(/may lose transactions/);
  });

  test('a dry run of a SET of any variable of the server changes none, and shows which are read-only', async () => {
    const before = await globals();
    const outcomes = new Map<string, string[]>();
    for (const [variable, value] of before) {
      const type = /^-?\d+(\.\d+)?$/.test(value) ? 'number' : 'text';
      const { outcome } = await dryRun(session, setGlobalSql({ variable, type }, value, true));
      outcomes.set(outcome, [...(outcomes.get(outcome) ?? []), variable]);
    }
    expect(await globals()).toEqual(before);
    expect(outcomes.get('accepted')).toEqual(expect.arrayContaining(['innodb_io_capacity', 'sql_mode']));
    expect(outcomes.get('accepted')?.length).toBeGreaterThan(200);
    expect(outcomes.get('read-only')).toEqual(expect.arrayContaining(['innodb_page_size', 'version']));
    expect(outcomes.get('no-privilege')).toBeUndefined();
  });

  test('the start of the server is the same second, always, over any connection', async () => {
    const other = await connect();
    const start = await readServerStart(session);
    for (let times = 0; times < 30; times++) {
      expect(await readServerStart(times % 2 === 0 ? session : other)).toBe(start);
    }
    await other.close();
  });

  test('an applied change stays, is not pending, and its undo record restores it', async () => {
    const before = await globals();
    const end = await applyChange(
      session,
      journal(),
      { settings: [{ variable: 'innodb_io_capacity', value: 30_000 }], signal: steady() },
      yes,
    );
    if (end.status !== 'applied') throw end.error;
    expect((await globals()).get('innodb_io_capacity_max')).toBe(
      mariadb ? '60000' : before.get('innodb_io_capacity_max'),
    );
    expect(await pendingEntries(journal())).toEqual([]);
    expect((await journal().kept()).map((entry) => entry.id)).toEqual([end.applied.entryId]);
    expect(await restoreEntry(session, journal(), end.applied.entryId)).toMatchObject({ status: 'restored' });
    await isClean(before);
  });

  test('a value that someone else has set meanwhile is left alone, until force', async () => {
    const before = await globals();
    const administrator = await administratorOf(server);
    const run = await runChange(
      session,
      journal(),
      probe([
        { variable: 'innodb_spin_wait_delay', value: 24 },
        { variable: 'sort_buffer_size', value: 65536 },
      ]),
      yes,
      () => administrator.run('SET GLOBAL innodb_spin_wait_delay = 17'),
    );
    expect(run.restore).toMatchObject({ status: 'pending', restored: ['sort_buffer_size'] });
    expect(run.restore.remaining).toMatchObject([
      { variable: 'innodb_spin_wait_delay', reason: 'someone else has set it since; it is 17 now' },
    ]);
    const { entryId } = run.restore;
    expect((await pendingEntries(journal())).map((entry) => entry.id)).toEqual([entryId]);
    // Nothing new on top of it.
    await expect(
      runChange(session, journal(), probe([{ variable: 'sort_buffer_size', value: 65536 }]), yes, yes),
    ).rejects.toMatchObject({ code: 'change-refused', hint: expect.stringContaining(entryId) });
    expect(await restoreEntry(session, journal(), entryId)).toMatchObject({ status: 'pending' });
    expect((await globals()).get('innodb_spin_wait_delay')).toBe('17');
    expect(await restoreEntry(session, journal(), entryId, { force: true })).toMatchObject({
      status: 'restored',
      restored: ['innodb_spin_wait_delay'],
    });
    await isClean(before);
    await administrator.close();
  });

  test('what others set while the change is made, or holds, stays as they set it: read_only, max_connections', async () => {
    const before = await globals();
    const administrator = await administratorOf(server);
    const theirs = async (readOnly: number, connections: number) => {
      await administrator.run(`SET GLOBAL read_only = ${readOnly}`);
      await administrator.run(`SET GLOBAL max_connections = ${connections}`);
    };
    try {
      await theirs(1, 200);
      for (const moment of ['in flight', 'body'] as const) {
        const watched: ChangeSession = {
          identity: session.identity,
          target: session.target,
          query: async (sql, options) => {
            const answer = await session.query(sql, options);
            // The dry run is not it; what is sent carries its conditions.
            if (
              moment === 'in flight' &&
              sql.startsWith('SET GLOBAL `innodb_io_capacity` = 300, SESSION time_zone = IF(')
            ) {
              await theirs(0, 333);
            }
            return answer;
          },
        };
        const run = await runChange(
          watched,
          journal(),
          probe([{ variable: 'innodb_io_capacity', value: 300 }]),
          yes,
          async ({ meanwhile, alsoChanged }) => {
            if (moment === 'body') await theirs(0, 333);
            return { moved: meanwhile.map(({ variable }) => variable), alsoChanged };
          },
        );
        const after = await globals();
        expect([after.get('read_only'), after.get('max_connections')]).toEqual(['OFF', '333']);
        expect(after.get('innodb_io_capacity')).toBe(before.get('innodb_io_capacity'));
        expect(run).toMatchObject({
          status: 'completed',
          value: {
            moved: moment === 'body' ? [] : expect.arrayContaining(['read_only', 'max_connections']),
            alsoChanged: [],
          },
          restore: { status: 'restored', restored: ['innodb_io_capacity'] },
        });
        if (moment === 'in flight') {
          expect(run.restore.detail).toMatch(/Changed meanwhile, not by this change.*max_connections/);
        }
        expect(run.statements.map(({ sql }) => sql).filter((sql) => /read_only|max_conn/.test(sql))).toEqual(
          [],
        );
        expect(await readdir(folder)).toEqual([]);
        await theirs(1, 200);
      }
    } finally {
      await theirs(0, Number(before.get('max_connections')));
      await administrator.close();
    }
    await isClean(before);
  });

  test('a connection that is killed during the body: restored over a new one, as soon as the server has one left', async () => {
    const before = await globals();
    const mine = await connect();
    const administrator = await administratorOf(server);
    let full = 2;
    const lost = await runChange(
      mine,
      journal(),
      {
        ...probe([{ variable: 'innodb_spin_wait_delay', value: 24 }]),
        withNewSession: async (use) => {
          full -= 1;
          if (full >= 0)
            throw new LatchkeyError('too-many-connections', 'The server has no connection left.');
          return use(session);
        },
      },
      yes,
      async () => {
        const [[connection]] = (await mine.query('SELECT CONNECTION_ID()')).rows as [[number]];
        await administrator.run(`KILL ${connection}`);
        await mine.query('SELECT 1');
      },
    );
    expect(lost).toMatchObject({
      status: 'failed',
      error: { code: 'connection-lost' },
      restore: { status: 'restored' },
    });
    await isClean(before);
    await administrator.close();
    await mine.close();
  });

  test('limits on rows and joins that every new connection inherits do not hide what is to be restored', async () => {
    const before = await globals();
    const dying = await connect();
    const run = await runChange(
      dying,
      journal(),
      probe([
        { variable: 'sql_select_limit', value: 3 },
        { variable: 'max_join_size', value: 1 },
      ]),
      yes,
      async () => dying.close(),
    );
    expect(run.restore.status).toBe('pending');
    const fresh = await connect();
    try {
      const outcome = await restoreEntry(fresh, journal(), run.restore.entryId);
      expect(outcome).toMatchObject({ status: 'restored', remaining: [] });
    } finally {
      await fresh.close();
    }
    await isClean(before);
  });

  if (id === 'mysql97')
    test('a value that SHOW VARIABLES cuts off is not touched: what is shown would be restored', async () => {
      const variable = 'session_track_system_variables';
      const [[original]] = (await session.query(`SELECT @@GLOBAL.${variable}`)).rows as [[string]];
      const names = [...(await globals()).keys()].join(',').slice(0, 3000);
      await session.query(`SET GLOBAL ${variable} = '${names.slice(0, names.lastIndexOf(','))}'`);
      try {
        await expect(planChange(session, 'probe', [{ variable, value: '*' }])).rejects.toMatchObject({
          code: 'change-refused',
          message: expect.stringContaining('longer than the server shows'),
        });
      } finally {
        await session.query(`SET GLOBAL ${variable} = '${original}'`);
      }
    });

  test('an entry of another server is refused', async () => {
    const foreign = await journal().create({
      purpose: 'probe',
      phase: 'changing',
      target: { host: 'elsewhere', port: 3306 },
      serverKey: 'another-server',
      serverStartedAt: '2026-01-01T00:00:00.000Z',
      connectionId: null,
      items: [],
    });
    await foreign.release();
    await expect(restoreEntry(session, journal(), foreign.entry.id)).rejects.toMatchObject({
      code: 'change-refused',
      message: expect.stringContaining('This is not the server of the entry'),
    });
    await expect(restoreEntry(session, journal(), 'nonesuch')).rejects.toMatchObject({ code: 'not-found' });
  });

  test('a journal with a damaged file stops a change before it begins', async () => {
    const before = await globals();
    await writeFile(join(folder, 'x.json'), '{');
    await expect(
      runChange(session, journal(), probe([{ variable: 'innodb_spin_wait_delay', value: 24 }]), yes, yes),
    ).rejects.toMatchObject({
      code: 'change-refused',
      message: expect.stringContaining(join(folder, 'x.json')),
    });
    expect(await globals()).toEqual(before);
  });
});

/** A plain connection of root, to do what other people do. */
async function administratorOf(server: RunningServer) {
  const { createConnection } = await import('mysql2/promise');
  const connection = await createConnection({ socketPath: server.socket, user: 'root' });
  return {
    run: async (sql: string): Promise<void> => {
      await connection.query(sql);
    },
    close: () => connection.end(),
  };
}
