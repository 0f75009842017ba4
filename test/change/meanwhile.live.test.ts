import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import { openSession, type Session } from '../../src/server';
import {
  applyChange,
  type ChangeSession,
  openJournal,
  planChange,
  type RequestedSetting,
  restoreEntry,
  runArms,
} from '../../src/server/change';
import { guardedSql, holdsSql } from '../../src/server/change/guard/guard';
import { proveUnknownTimeZone } from '../../src/server/change/guard/unknown-time-zone';
import { dryRun } from '../../src/server/change/plan/dry-run';
import { readGlobals, readValueType } from '../../src/server/change/session/global-variables';
import { setGlobalSql } from '../../src/server/change/session/literal';
import { describeCorePair } from '../server/real-server.ts';

const yes = async () => true;
const signal = new AbortController().signal;

await describeCorePair('changed meanwhile', (id) => {
  let server: RunningServer;
  let session: Session;
  let other: Session;
  let folder: string;
  beforeAll(async () => {
    server = await startServer(id);
  });
  afterAll(() => server?.stop());
  beforeEach(async () => {
    session = await connect();
    other = await connect();
    folder = await mkdtemp(join(tmpdir(), 'latchkey-meanwhile-'));
  });
  afterEach(async () => {
    await session.close();
    await other.close();
    await rm(folder, { recursive: true, force: true });
  });

  const connect = () => openSession({ socket: server.socket, user: 'root' }, {});
  const journal = () => openJournal(folder, { pid: process.pid, bootId: 'test', now: () => new Date() });
  const theirs = async (variable: string, value: string) => {
    const type = await readValueType(other, variable, value);
    await other.query(setGlobalSql({ variable, type }, value, true));
  };
  /** All but those that move by themselves. */
  const globalsNow = async () =>
    new Map([...(await readGlobals(other))].filter(([name]) => !/^gtid_/.test(name)));
  /** The session, on which someone else is faster by a moment whenever this variable is set. */
  const overtaken = (variable: string, value: string): ChangeSession => ({
    identity: session.identity,
    target: session.target,
    query: async (sql, options) => {
      if (sql.startsWith(`SET GLOBAL \`${variable}\` =`) && !sql.includes('dry run'))
        await theirs(variable, value);
      return session.query(sql, options);
    },
  });
  /** A value of each type: integer, switch, enumeration, text, set, fraction. */
  const settings: (RequestedSetting & { theirs: string })[] = [
    { variable: 'join_buffer_size', value: 1_048_576, theirs: '524288' },
    { variable: 'long_query_time', value: '2.5', theirs: '3.500000' },
    { variable: 'log_queries_not_using_indexes', value: 'ON', theirs: 'ON' },
    { variable: 'delay_key_write', value: 'ALL', theirs: 'OFF' },
    { variable: 'ft_boolean_syntax', value: '+ -><()~*:""&!', theirs: '+ -><()~*:""#!' },
    { variable: 'sql_mode', value: 'ANSI_QUOTES', theirs: 'NO_ZERO_DATE' },
  ];

  test('the condition of a SET says of every variable what SHOW prints', async () => {
    const globals = await readGlobals(session);
    const wrong: string[] = [];
    for (const [variable, value] of globals) {
      const type = await readValueType(session, variable, value);
      const { rows } = await session.query(`SELECT ${holdsSql(variable, type, value)}`);
      if (Number(rows[0]?.[0]) !== 1 && value.length < 1024) wrong.push(`${variable} = ${value}`);
      const { rows: not } = await session.query(
        `SELECT ${holdsSql(variable, type, value === '' || /^\d/.test(value) ? '77' : `${value}x`)}`,
      );
      if (Number(not[0]?.[0]) === 1 && value !== '77')
        wrong.push(`${variable} is not distinguished from another value`);
    }
    expect(wrong).toEqual([]);
  });

  // Claim, What an account of the server can do: What someone else sets in the last moment before a SET is left as it is, and an undo leaves it alone.
  test('apply leaves out what someone else sets in the last moment, whatever its type; undo leaves it alone', async () => {
    const before = await globalsNow();
    for (const { variable, value, theirs: foreign } of settings) {
      const companion = { variable: 'innodb_spin_wait_delay', value: 24 };
      const run = await applyChange(
        overtaken(variable, foreign),
        journal(),
        { settings: [{ variable, value }, companion], signal },
        yes,
      );
      if (run.status === 'failed') throw run.error;
      expect(run.applied.settings.map((each) => each.variable)).toEqual([companion.variable]);
      expect(run.applied.leftOut).toMatchObject([
        { variable, reason: expect.stringContaining('changed meanwhile by someone else') },
      ]);
      expect((await readGlobals(other)).get(variable)).toBe(foreign);
      const outcome = await restoreEntry(session, journal(), run.applied.entryId);
      expect(outcome).toMatchObject({ status: 'restored', restored: [companion.variable] });
      expect((await readGlobals(other)).get(variable)).toBe(foreign);
      await theirs(variable, before.get(variable) ?? '');
    }
    expect(await globalsNow()).toEqual(before);
  });

  test('an undo leaves what someone else sets in the last moment, and force does not', async () => {
    const before = await globalsNow();
    const wanted = settings.filter(({ value, theirs: foreign }) => value !== foreign);
    const run = await applyChange(session, journal(), { settings: wanted, signal }, yes);
    if (run.status === 'failed') throw run.error;
    const [{ variable, theirs: foreign } = { variable: '', theirs: '' }] = wanted;
    const outcome = await restoreEntry(overtaken(variable, foreign), journal(), run.applied.entryId);
    expect(outcome).toMatchObject({ status: 'pending', remaining: [{ variable }] });
    expect((await readGlobals(other)).get(variable)).toBe(foreign);
    const forced = await restoreEntry(session, journal(), run.applied.entryId, { force: true });
    expect(forced.status).toBe('restored');
    expect(await globalsNow()).toEqual(before);
  });

  test('between the variants of a probe: the walk ends, and the value of someone else stays', async () => {
    const arms = [262_144, 524_288].map((value) => ({
      name: `${value}`,
      settings: [{ variable: 'sort_buffer_size', value: value * 5 }],
    }));
    const run = await runArms(
      overtaken('sort_buffer_size', '786432'),
      journal(),
      { arms, signal },
      yes,
      (control) => control.enter('524288', signal),
    );
    expect(run).toMatchObject({ status: 'failed', error: { code: 'change-refused' } });
    expect((await readGlobals(other)).get('sort_buffer_size')).toBe('786432');
    await theirs('sort_buffer_size', '262144');
  });

  test('a connection that sets the variable all the time loses none of its values to a guarded SET', async () => {
    const zone = await proveUnknownTimeZone(session, 'changed');
    const [free, ours] = [262_144, 1_048_576];
    let over = false;
    let lost = 0;
    let overwritten = 0;
    const hammer = async () => {
      for (let round = 0; !over; round += 1) {
        await theirs('join_buffer_size', String(free));
        await theirs('join_buffer_size', String(300_032 + 128 * (round % 1000)));
        const { rows } = await other.query('SELECT @@GLOBAL.join_buffer_size');
        if (Number(rows[0]?.[0]) === ours) lost += 1;
      }
    };
    const hammering = hammer();
    const guarded = guardedSql(
      setGlobalSql({ variable: 'join_buffer_size', type: 'number' }, String(ours), true),
      [holdsSql('join_buffer_size', 'number', String(free))],
      zone,
    );
    for (let tries = 0; tries < 2000 && overwritten < 200; tries += 1) {
      const set = await session.query(guarded).then(
        () => 1,
        () => 0,
      );
      overwritten += set;
    }
    over = true;
    await hammering;
    expect(overwritten).toBeGreaterThan(0);
    // The server holds no lock between check and update: a few microseconds stay.
    expect(lost / overwritten).toBeLessThan(0.05);
    await theirs('join_buffer_size', String(free));
  });

  test('a time zone by the name of a dry run does not turn it into a SET', async () => {
    const before = await globalsNow();
    await other.query('SET SESSION TRANSACTION READ WRITE');
    await other.query("INSERT INTO mysql.time_zone (Time_zone_id, Use_leap_seconds) VALUES (77777, 'N')");
    await other.query("INSERT INTO mysql.time_zone_name VALUES ('latchkey dry run', 77777)");
    await other.query("INSERT INTO mysql.time_zone_transition_type VALUES (77777, 0, 0, 0, 'UTC')");
    try {
      await other.query("SET SESSION time_zone = 'latchkey dry run'");
      const set = setGlobalSql({ variable: 'innodb_spin_wait_delay', type: 'number' }, '24', true);
      expect(await dryRun(session, set)).toMatchObject({ outcome: 'accepted' });
      expect(await globalsNow()).toEqual(before);
      // Whatever takes any name for a time zone gets nothing to set.
      const credulous: ChangeSession = {
        identity: session.identity,
        target: session.target,
        query: (sql, options) =>
          session.query(sql.replace(/'latchkey dry run \w+'/, "'latchkey dry run'"), options),
      };
      await expect(
        planChange(credulous, 'probe', [{ variable: 'innodb_spin_wait_delay', value: 24 }]),
      ).rejects.toMatchObject({ code: 'change-refused' });
      expect(await globalsNow()).toEqual(before);
    } finally {
      for (const table of ['time_zone', 'time_zone_name', 'time_zone_transition_type'])
        await other.query(`DELETE FROM mysql.${table} WHERE Time_zone_id = 77777`);
    }
  });
});
