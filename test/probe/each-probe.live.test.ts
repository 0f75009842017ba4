import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, type ServerId, startServer } from '../../scripts/servers/index.ts';
import { sysbenchOnPath } from '../../scripts/servers/sysbench.ts';
import { listProbes, openSession, planProbe, runProbe, type Session } from '../../src/server';
import { openJournal, runArms } from '../../src/server/change';
import { readInstruments } from '../../src/server/change/gate/instruments';
import { cpuSecondsOf } from '../../src/server/machine/cpu-time';
import { thisMachine } from '../../src/server/machine/machine';
import { probeDefinitions } from '../../src/server/probe/definitions';
import { prepareProbe } from '../../src/server/probe/runner/prepare';
import { sysbenchLoad } from '../../src/server/workload/sysbench';
import { findSysbench } from '../../src/server/workload/sysbench-program';
import { systemClock } from '../../src/shared/base/clock';
import { seededRandom } from '../../src/shared/base/random';
import { type ProbeId, type ProbeRequest, probeIds, sysbenchPresets } from '../../src/shared/probe';
import { describeEachVersion } from '../server/real-server.ts';

/** What makes no sense there, with what is said of it; everything else runs. */
const refusals: Readonly<Record<ServerId, Partial<Record<ProbeId, RegExp>>>> = {
  mysql56: { 'buffer-pool-resize': /only by a start/ },
  mysql57: {},
  mysql80: {},
  mysql97: {},
  mariadb102: {},
  mariadb1011: { 'thread-concurrency': /removed it in 10\.6/, 'pfs-overhead': /is off/ },
  mariadb114: { 'thread-concurrency': /removed it in 10\.6/, 'pfs-overhead': /is off/ },
  mariadb118: { 'thread-concurrency': /removed it in 10\.6/ },
};
const hasChunks: readonly ServerId[] = ['mysql57', 'mysql80', 'mysql97', 'mariadb102'];
const { signal } = new AbortController();

await describeEachVersion('each probe', (id) => {
  let server: RunningServer;
  let session: Session;
  let folder: string;
  beforeAll(async () => {
    server = await startServer(id, {
      options: {
        // With chunks of the usual size the pool of a test would be rounded back to what it is.
        ...(hasChunks.includes(id) ? { innodb_buffer_pool_chunk_size: '16M' } : {}),
        // MariaDB is tried as it comes, without one, and its oldest and newest version with one.
        ...(id === 'mariadb102' || id === 'mariadb118' ? { performance_schema: 'ON' } : {}),
      },
    });
    folder = await mkdtemp(join(tmpdir(), 'latchkey-each-'));
    sysbenchOnPath(folder);
    session = await connect();
  });
  afterAll(async () => {
    await session?.close();
    await server?.stop();
    if (folder !== undefined) await rm(folder, { recursive: true });
  });

  const connect = () => openSession({ socket: server.socket, user: 'root' }, {});
  const environment = () => ({ ...process.env, PATH: `${folder}:${process.env.PATH ?? ''}` });
  const journal = () =>
    openJournal(join(folder, 'journal'), { pid: process.pid, bootId: 'test', now: () => new Date() });
  const requestOf = (probe: ProbeId): ProbeRequest => ({
    probe,
    workload: probe === 'buffer-pool-resize' ? { kind: 'live' } : sysbench(probeDefinitions[probe].preset),
    allowDurability: true,
    ...(probe === 'custom'
      ? { arms: [{ name: 'own', settings: [{ variable: 'table_open_cache', value: '400' }] }] }
      : {}),
  });
  const sysbench = (preset: (typeof sysbenchPresets)[number]) => ({
    kind: 'sysbench' as const,
    ...{ preset, threads: 2, tables: 1, rows: 100 },
  });
  /** Variables, and rows of the Performance Schema. */
  const state = async () => {
    const { rows } = await session.query('SHOW GLOBAL VARIABLES');
    const variables = rows.filter(([name]) => !/^gtid_|_sleep_delay$/.test(String(name)));
    const instruments = await readInstruments(session, 'setup_instruments', session.identity);
    const consumers = await readInstruments(session, 'setup_consumers', session.identity);
    return { variables, rows: [...instruments, ...consumers] };
  };

  test('the list says of each what it compares and how long it takes, or why it makes no sense here', async () => {
    const list = await listProbes(session, signal);
    expect(list.map((probe) => probe.id)).toEqual(probeIds);
    for (const { id: probe, refusal, arms, ...times } of list) {
      const why = refusals[id][probe];
      if (why === undefined) expect(refusal, probe).toBeNull();
      else expect(refusal?.text).toMatch(why);
      expect(arms.length > 0).toBe(why === undefined && probe !== 'custom');
      expect(times.defaultSeconds).toBeGreaterThan(times.settleSeconds + times.measureSeconds);
    }
  });

  const sensible = probeIds.filter((probe) => refusals[id][probe] === undefined);
  test.each(sensible)('%s: its plan is complete, and every variant is taken and released', async (probe) => {
    const before = await state();
    const request = requestOf(probe);
    const planned = await planProbe(session, request, { seed: 1, environment: environment() }, signal);
    expect(planned.design.totalSeconds).toBeLessThanOrEqual(
      probeDefinitions[probe].resizes === true ? 60 : 3600,
    );
    expect(planned.plan.privileges.every(({ held }) => held)).toBe(true);
    const sent = planned.plan.statements.join('\n');
    for (const { settings } of planned.arms) {
      for (const { variable, value } of settings)
        expect(sent).toMatch(new RegExp(`\`${variable}\` = '?${value}`));
    }
    for (const { variable } of planned.plan.changes) {
      expect(planned.plan.restoreStatements.join('\n')).toContain(`\`${variable}\``);
    }
    const { arms } = await prepareProbe(session, request, thisMachine(), signal);
    const run = await runArms(
      session,
      journal(),
      { arms, allowDurability: true, signal },
      async () => true,
      async (control) => {
        for (const { name } of planned.arms) {
          const { settings } = await control.enter(name, signal);
          for (const { asked, stored, remarks } of settings) {
            if (stored !== asked) expect(remarks.join() + stored, `${name}: ${asked}`).not.toBe('');
          }
        }
        return planned.arms.length;
      },
    );
    expect(run, run.status === 'failed' ? String(run.error.stack) : JSON.stringify(run)).toMatchObject({
      status: 'completed',
      restore: { remaining: [] },
    });
    expect(await state()).toEqual(before);
    expect(await journal().list()).toEqual([]);
  });

  const unfit = probeIds.filter((probe) => refusals[id][probe] !== undefined);
  describe.runIf(unfit.length > 0)('refused', () => {
    test.each(unfit)('%s: with the reason, and nothing is asked of the person', async (probe) => {
      await expect(
        planProbe(session, requestOf(probe), { seed: 1, environment: environment() }, signal),
      ).rejects.toMatchObject({
        code: 'change-refused',
        message: expect.stringMatching(refusals[id][probe] ?? /never/),
      });
    });
  });

  if (sensible.includes('buffer-pool-resize')) {
    test('the real resize of the buffer pool is what the calculator predicted, and is taken back', async () => {
      const before = await state();
      const result = await runProbe(
        session,
        requestOf('buffer-pool-resize'),
        {
          ...{
            id: 'resize',
            createdBy: 'test',
            journal: journal(),
            clock: systemClock,
            secrets: {},
            seed: 1,
          },
          ...{ random: seededRandom(1), environment: process.env },
          withNewSession: async (use) => {
            const other = await connect();
            return use(other).finally(() => other.close());
          },
        },
        async () => true,
        { signal, report: () => undefined },
      );
      expect(result.outcome, result.text).toBe('matched');
      expect(result.resize?.stored).toBeLessThan(result.resize?.from ?? 0);
      expect(result.restore.status).not.toBe('pending');
      expect(await state()).toEqual(before);
    });
  }

  if (id === 'mariadb1011') {
    test.each(sysbenchPresets)(
      'sysbench:%s runs on data of its own, and reconnects when asked',
      async (preset) => {
        const other = await connect();
        await other.query('SET SESSION TRANSACTION READ WRITE');
        const load = sysbenchLoad({
          program: await findSysbench(environment()),
          workload: sysbench(preset),
          target: { socket: server.socket, user: 'root' },
          ...{ secrets: {}, limitSeconds: 60, environment: environment() },
          cpuSecondsOf: (pid) => cpuSecondsOf(pid, thisMachine()),
          createSchema: async () => void (await other.query('CREATE DATABASE latchkey_probe')),
        });
        const connections = async () =>
          (
            await other.query("SELECT ID FROM information_schema.PROCESSLIST WHERE DB = 'latchkey_probe'")
          ).rows.flat();
        await load.start(signal, () => undefined);
        // A thread of sysbench may connect a moment after the other.
        await expect.poll(connections, { timeout: 20_000 }).toHaveLength(2);
        const first = await connections();
        await load.reconnect(signal);
        await expect.poll(connections, { timeout: 20_000 }).toHaveLength(2);
        const second = await connections();
        expect(second.filter((one) => first.includes(one))).toEqual([]);
        expect(load.failure()).toBeNull();
        await load.stop();
        expect(await load.clientCpuSeconds()).toBeGreaterThanOrEqual(0);
        await other.query('DROP DATABASE latchkey_probe');
        await other.close();
      },
    );
  }
});
