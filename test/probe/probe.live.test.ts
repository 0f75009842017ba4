import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import { sysbenchOnPath } from '../../scripts/servers/sysbench.ts';
import { openSession, type Session } from '../../src/server';
import { type ProbeResult, probeResultSchema } from '../../src/shared/probe';
import { buildLatchkey, errorDocument, latchkey, startLatchkey } from '../cli/latchkey.ts';
import { describeCorePair, isFull, isTurnOf } from '../server/real-server.ts';
import { type Client, connectClient } from '../server/take-snapshot.ts';

await describeCorePair('probes', (id) => {
  let server: RunningServer;
  let session: Session;
  let administrator: Client;
  let home: string;
  let path: string;
  beforeAll(async () => {
    buildLatchkey();
    server = await startServer(id, { options: { log_output: 'TABLE' } });
    session = await openSession({ socket: server.socket, user: 'root' }, {});
    administrator = connectClient(server.socket);
    path = await mkdtemp(join(tmpdir(), 'latchkey-path-'));
    sysbenchOnPath(path);
  });
  afterAll(async () => {
    administrator?.end();
    await session?.close();
    await server?.stop();
    await rm(path, { recursive: true, force: true });
  });
  beforeEach(async () => {
    await administrator.query("SET GLOBAL general_log = 'OFF'");
    home = await mkdtemp(join(tmpdir(), 'latchkey-probe-'));
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  const environment = () => ({ LATCHKEY_HOME: home, PATH: `${path}:${process.env.PATH ?? ''}` });
  const probe = (...more: string[]) => [
    ...['probe', 'custom', '--socket', server.socket, '--user', 'root', '--json'],
    ...['--arm', 'far:innodb_spin_wait_delay=48', '--workload', 'sysbench:point-select'],
    // One client keeps one processor busy, two keep both: the load of these tests was a third of the whole run.
    ...['--threads', '1', '--tables', '1', '--rows', '500', '--max-time', '25s', '--seed', '3', ...more],
  ];
  const globals = async () =>
    new Map(
      (await session.query('SHOW GLOBAL VARIABLES')).rows
        .filter(([name]) => !String(name).startsWith('gtid_'))
        .map(([name, value]) => [String(name), String(value)]),
    );
  const schemas = async () => (await session.query("SHOW DATABASES LIKE 'latchkey%'")).rows.flat();
  const isClean = async (before: ReadonlyMap<string, string>) => {
    expect(await globals()).toEqual(before);
    expect(await schemas()).toEqual([]);
    expect((await readdir(join(home, 'journal'))).filter((name) => name.endsWith('.json'))).toEqual([]);
  };
  /** What follows is in the general log from here on, without what went before: each statement of a load is a row of it. */
  const logStatements = async () => {
    await administrator.query('TRUNCATE TABLE mysql.general_log');
    await administrator.query("SET GLOBAL general_log = 'ON'");
  };
  /** Statements that changed the server, with their seconds, by the server's own log; dry run change nothing. */
  const changesLogged = async () =>
    (
      await session.query(
        "SELECT CONVERT(argument USING utf8), UNIX_TIMESTAMP(event_time) FROM mysql.general_log WHERE argument LIKE 'SET GLOBAL%' AND argument NOT LIKE '%, SESSION time_zone = \\'%' OR argument LIKE 'DROP DATABASE%' OR argument LIKE 'CREATE DATABASE%'",
      )
    ).rows.map(([sql, at]) => ({
      // Without the condition under which the server carries it out.
      sql: String(sql).replace(/, SESSION time_zone = IF\(.*$/s, ''),
      at: Number(at),
    }));

  /** More work in one slot of the arm than was done there: the verdicts that are written are no longer those of the samples. */
  const tamperedIsReported = async (file: string, result: ProbeResult) => {
    const touched = structuredClone(result);
    const slot = touched.blocks.flatMap(({ slots }) => slots).find(({ arm }) => arm === 'far');
    if (slot === undefined || slot.stopped === true) return;
    for (const sample of slot.samples) sample.operations *= 3;
    await writeFile(file, JSON.stringify(touched));
    const reported = await latchkey(['probe', 'recompute', file, '--json'], { environment: environment() });
    expect(errorDocument(reported)).toMatchObject({ code: 'file-unreadable' });
    expect(probeResultSchema.parse(JSON.parse(reported.out)).arms, 'what the samples give').not.toEqual(
      result.arms,
    );
    const refused = await latchkey(['probe', 'report', file], { environment: environment() });
    expect(refused.code).not.toBe(0);
    expect(refused.out).toBe('');
  };

  test('from the command line to the end: the result says what was measured and can be recomputed; all is restored', async () => {
    const before = await globals();
    const file = join(home, 'result.json');
    const { code, out, err } = await latchkey(
      probe('--yes', '--max-time', '60s', '--settle', '300ms', '-o', file),
      {
        environment: environment(),
      },
    );
    expect(code, err).toBe(0);
    const result = probeResultSchema.parse(JSON.parse(out));
    expect(result.restore.status, result.restore.detail).not.toBe('pending');
    expect(result.restore.detail).toContain('innodb_spin_wait_delay');
    await isClean(before);
    // What the noise of a shared machine makes of four blocks is not ours to say.
    expect(['completed', 'unstable', 'carry-over', 'client-bound', 'stopped-by-guard']).toContain(
      result.outcome,
    );
    expect(result.stretch.length).toBeGreaterThan(1);
    expect(result.arms.map(({ name }) => name)).toEqual(['baseline', 'far']);
    expect(result.environment.workloadProgram).toMatch(/^sysbench 1\./);
    if (result.blocks.length > 0) {
      expect(result.arms[1]?.settings).toEqual([
        { variable: 'innodb_spin_wait_delay', value: '48', stored: '48' },
      ]);
      const samples = result.blocks.flatMap(({ slots }) => slots.flatMap((slot) => slot.samples));
      expect(samples.every(({ operations }) => operations > 0)).toBe(true);
      expect(samples.every(({ cpuSeconds }) => cpuSeconds !== null)).toBe(true);
    }
    const progress = err.split('\n').filter((line) => line.includes('"probe"'));
    expect(progress.length).toBeGreaterThan(3);
    const shown = await latchkey(['probe', 'show', file], { environment: environment() });
    expect(shown.out).toContain(result.text);
    const again = await latchkey(['probe', 'recompute', file, '--json'], { environment: environment() });
    expect(again.code, again.err).toBe(0);
    expect(again.out, 'byte for byte').toBe(out);
    for (const format of ['markdown', 'html']) {
      const report = await latchkey(['probe', 'report', file, '--format', format], {
        environment: environment(),
      });
      expect(report.code, report.err).toBe(0);
      expect(report.out).toContain('does not say');
      expect(report.out).toContain('CREATE DATABASE `latchkey_probe`');
    }
    const kept = await latchkey(['probe', 'results', '--json'], { environment: environment() });
    expect(JSON.parse(kept.out)[0]).toMatchObject({ id: result.id, origin: 'history' });
    const byId = await latchkey(['probe', 'show', result.id, '--json'], { environment: environment() });
    expect(byId.out, 'the history has it whole').toBe(out);
    await tamperedIsReported(file, result);
    const forged = { ...result, arms: result.arms.map((arm) => ({ ...arm, verdict: 'better' })) };
    await writeFile(file, JSON.stringify(forged));
    const refused = await latchkey(['probe', 'show', file, '--json'], { environment: environment() });
    expect(errorDocument(refused)).toMatchObject({ code: 'file-unreadable' });
  });

  const searched = (...variables: string[]) => [
    ...['probe', 'custom', '--socket', server.socket, '--user', 'root', '--json', '--yes'],
    ...variables.flatMap((variable) => ['--best', variable]),
    ...['--workload', 'sysbench:point-select', '--threads', '1', '--tables', '1', '--rows', '500'],
    ...['--seed', '3'],
  ];
  // The same on each server; MariaDB has one of the two variables. Four minutes for two of them are for a full run.
  for (const { on, variables, seconds } of [
    { on: 'mariadb114', variables: ['INNODB-SPIN-WAIT-DELAY'], seconds: 140 },
    {
      on: 'mysql80',
      variables: ['innodb_spin_wait_delay', 'innodb_spin_wait_pause_multiplier'],
      seconds: 220,
    },
  ] as const)
    test.runIf(isTurnOf(id, on) && (isFull || variables.length === 1))(
      `better values of ${variables.join(' and ')} are looked for on a grid; all is restored, and what must not be tried so is refused`,
      async () => {
        const before = await globals();
        const file = join(home, 'search.json');
        const { code, out, err } = await latchkey(
          [...searched(...variables), '--max-time', `${seconds}s`, '-o', file],
          { environment: environment() },
        );
        expect(out, err).not.toBe('');
        const result = probeResultSchema.parse(JSON.parse(out));
        // What the noise of a shared machine leaves of some minutes is not ours to say.
        expect([
          ...['completed', 'unstable', 'carry-over', 'client-bound', 'failed', 'stopped-by-guard'],
        ]).toContain(result.outcome);
        expect(code === 0 || result.outcome !== 'completed').toBe(true);
        const names = variables.map((name) => name.toLowerCase().replaceAll('-', '_'));
        expect(result.best?.variables).toEqual(
          names.map((variable) => ({ variable, present: Number(before.get(variable)) })),
        );
        const decided = result.blocks.filter(({ stage }) => stage === 'verdict');
        const arms = new Set(decided.flatMap(({ slots }) => slots.map(({ arm }) => arm)));
        arms.delete('baseline');
        expect([...arms]).toEqual(result.best?.chosen == null ? [] : [result.best.chosen]);
        for (const { settings } of result.arms.slice(1))
          expect(settings.map(({ variable }) => variable)).toEqual(names);
        await isClean(before);
        const again = await latchkey(['probe', 'recompute', file, '--json'], { environment: environment() });
        expect(again.code, again.err).toBe(0);
        if (result.best?.chosen == null) return;
        const other = result.arms.find(({ name }) => name !== 'baseline' && !arms.has(name))?.name ?? null;
        const forged = { ...result, best: { ...result.best, chosen: other } };
        await writeFile(file, JSON.stringify(forged));
        const refused = await latchkey(['probe', 'show', file, '--json'], { environment: environment() });
        expect(errorDocument(refused)).toMatchObject({ code: 'file-unreadable' });
      },
    );

  test('values that must not be tried one after the other are refused', async () => {
    const before = await globals();
    for (const variable of ['innodb_buffer_pool_size', 'innodb_io_capacity', 'sync_binlog', 'nonsense']) {
      for (const variables of [[variable], ['innodb_spin_wait_delay', variable]]) {
        const refused = await latchkey([...searched(...variables), '--max-time', '120s'], {
          environment: environment(),
        });
        expect(errorDocument(refused)).toMatchObject({ code: 'change-refused' });
      }
    }
    const twice = await latchkey(
      [...searched('innodb_spin_wait_delay', 'innodb_spin_wait_delay'), '--max-time', '120s'],
      { environment: environment() },
    );
    expect(errorDocument(twice)).toMatchObject({ code: 'usage' });
    expect(await globals()).toEqual(before);
    expect(await schemas()).toEqual([]);
    expect(existsSync(join(home, 'journal'))).toBe(false);
  });

  test('killed in the middle: every change is in the journal, and latchkey restore restores all and drops the schema', async () => {
    await logStatements();
    const before = await globals();
    const logged = (await changesLogged()).length;
    const run = startLatchkey(probe('--yes'), { environment: environment() });
    await run.progress(({ probe: shown }) => shown?.arm === 'far' && shown.value !== null);
    run.child.kill('SIGKILL');
    await run.done;
    const [name = ''] = (await readdir(join(home, 'journal'))).filter((each) => each.endsWith('.json'));
    const entry = JSON.parse(await readFile(join(home, 'journal', name), 'utf8'));
    expect(entry.items).toMatchObject([
      { variable: 'innodb_spin_wait_delay', original: before.get('innodb_spin_wait_delay') },
      { kind: 'own-schema', name: 'latchkey_probe' },
    ]);
    expect(await schemas()).toEqual(['latchkey_probe']);
    const changes = (await changesLogged()).slice(logged);
    expect(changes.map(({ sql }) => sql)).toEqual(
      expect.arrayContaining([
        'CREATE DATABASE `latchkey_probe`',
        'SET GLOBAL `innodb_spin_wait_delay` = 48',
      ]),
    );
    // The entry was on the disk before the first of them. MySQL 5.6 logs whole seconds.
    const first = Math.min(...changes.map(({ at }) => at));
    const exact = id === 'mysql56' ? 1 : 0;
    expect(first + exact).toBeGreaterThanOrEqual(Date.parse(entry.createdAt) / 1000);
    for (const { sql } of changes) {
      expect(sql).toMatch(/^SET GLOBAL `innodb_spin_wait_delay` = \d+$|^CREATE DATABASE `latchkey_probe`$/);
    }
    const restored = await latchkey(['restore', '--json'], { environment: environment() });
    expect(restored.code, restored.err).toBe(0);
    await isClean(before);
  });

  test('cancelled: everything is restored at once, and without consent nothing is done', async () => {
    await logStatements();
    const before = await globals();
    const logged = (await changesLogged()).length;
    const asked = await latchkey(probe(), { environment: environment() });
    expect(asked.code).toBe(2);
    expect(await changesLogged()).toHaveLength(logged);
    const run = startLatchkey(probe('--yes'), { environment: environment() });
    await run.progress(({ probe: shown }) => shown?.arm === 'far');
    run.child.kill('SIGINT');
    const { code, out } = await run.done;
    expect(code).toBe(130);
    expect(probeResultSchema.parse(JSON.parse(out))).toMatchObject({ outcome: 'cancelled' });
    await isClean(before);
  });
});
