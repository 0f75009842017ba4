import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ServerId } from '../../scripts/servers/index.ts';
import { openSession, runProbe, type Session } from '../../src/server';
import { openJournal } from '../../src/server/change';
import { type Machine, thisMachine } from '../../src/server/machine/machine';
import { systemClock } from '../../src/shared/base/clock';
import { seededRandom } from '../../src/shared/base/random';
import { type ProbeGuard, type ProbeProgress, probeGuardSchema } from '../../src/shared/probe';
import { buildLatchkey, errorDocument, latchkey } from '../cli/latchkey.ts';
import { describeCorePair, isTurnOf } from '../server/real-server.ts';
import { connectionArguments } from './faults/latchkey-process.ts';
import { Home, isChange, Stage } from './faults/stage.ts';
import type { Passage } from './faults/statement-proxy.ts';
import { crowd } from './faults/storm.ts';

type GuardId = ProbeGuard['guard'];

/** What a test does to a running probe, and what its server and machine then seem like. */
interface Trouble {
  /** Seconds that the server lags, once in trouble. */
  lagging: boolean;
  lowOnMemory: boolean;
}

interface Provocation {
  /** What a guard sees comes by the same statements on each. */
  server: ServerId;
  provoke(stage: Stage, trouble: Trouble): Promise<void> | void;
  /** What the other arm does while it is in force; dropping it is enough. */
  inArm?(stage: Stage, on: boolean): void;
}

/** Every guard there is. A replica that lags and a machine without memory are made up where they are read. */
const provocations: Readonly<Record<GuardId, Provocation>> = {
  throughput: { server: 'mariadb114', provoke: () => undefined, inArm: (stage, on) => stage.holdLoad(on) },
  latency: {
    server: 'mysql80',
    provoke: () => undefined,
    inArm: (stage, on) => stage.timedLoad(on ? 'long' : 'usual'),
  },
  errors: { server: 'mysql80', provoke: (stage) => stage.failLoad(true) },
  'threads-running': { server: 'mysql80', provoke: (stage) => void crowd(stage.server.socket) },
  'replica-lag': {
    server: 'mariadb114',
    provoke: (_, trouble) => {
      trouble.lagging = true;
    },
  },
  'free-memory': {
    server: 'mariadb114',
    provoke: (_, trouble) => {
      trouble.lowOnMemory = true;
    },
  },
  connection: { server: 'mysql80', provoke: (stage) => stage.endMonitor() },
};

test('every guard is provoked', () => {
  expect(Object.keys(provocations).sort()).toEqual([...probeGuardSchema.shape.guard.options].sort());
});

await describeCorePair('guards and consent', (id) => {
  let stage: Stage;
  let home: Home;
  beforeAll(async () => {
    buildLatchkey();
    stage = await Stage.open(id);
    home = new Home();
  });
  afterAll(async () => {
    await stage?.close();
    home?.remove();
  });
  afterEach(() => {
    stage.failLoad(false);
    stage.holdLoad(false);
    stage.timedLoad(null);
    stage.proxy.watch = { before: () => 'pass', answered: () => undefined };
  });

  async function isClean(): Promise<void> {
    expect([...(await stage.differing())]).toEqual([]);
    expect(await stage.leftovers()).toEqual([]);
    expect(home.entries()).toEqual([]);
  }

  const mine = Object.entries(provocations).filter(([, { server }]) => isTurnOf(id, server));
  describe.runIf(mine.length > 0)('provoked', () => {
    test.each(mine)(
      '%s: the guard ends it, and everything is restored',
      async (guard, { provoke, inArm }) => {
        const trouble: Trouble = { lagging: false, lowOnMemory: false };
        let begun = false;
        const onArm = ({ arm, value }: ProbeProgress) => {
          if (begun || inArm !== undefined || arm !== 'other' || value === null) return;
          begun = true;
          void provoke(stage, trouble);
        };
        inArm?.(stage, false);
        if (inArm !== undefined) {
          stage.proxy.watch = {
            before: ({ sql }) => {
              if (isChange(sql)) inArm(stage, setsOther(sql));
              return 'pass';
            },
            answered: () => undefined,
          };
        }
        const result = await probeWith(stage, home, trouble, onArm);
        const found = result.guards.find((each) => each.guard === guard);
        expect(found?.breach, JSON.stringify([result.text, result.guards, result.blocks])).toMatchObject({
          action: inArm === undefined ? 'run-ended' : 'arm-dropped',
        });
        if (inArm !== undefined) expect(result.arms[1]).toMatchObject({ verdict: 'worse-stopped' });
        else expect(result.outcome).toBe('stopped-by-guard');
        expect(result.restore).toMatchObject({
          status: expect.stringMatching(/^(restored|not-needed)$/),
          remaining: [],
        });
        await isClean();
      },
    );
  });

  if (isTurnOf(id, 'mysql80'))
    test('a SET that takes long is watched too: the guard ends it, and everything is restored', async () => {
      stage.proxy.watch = {
        before: async ({ sql }): Promise<Passage> => {
          if (isChange(sql) && setsOther(sql)) await crowd(stage.server.socket);
          return 'pass';
        },
        answered: () => undefined,
      };
      const result = await probeWith(stage, home, { lagging: false, lowOnMemory: false }, () => undefined);
      expect(result).toMatchObject({
        outcome: 'stopped-by-guard',
        // While the switch is timed.
        blocks: [],
        restore: { remaining: [] },
      });
      const guard = result.guards.find((each) => each.guard === 'threads-running');
      expect(guard?.breach).toMatchObject({ action: 'run-ended' });
      await isClean();
    });

  const asked = async (...more: string[]) => {
    await stage.forgetLog();
    const args = ['probe', ...more, '--json', '--workload', 'live', ...connectionArguments(stage.proxy.port)];
    const outcome = await latchkey(args, { environment: { LATCHKEY_HOME: home.path } });
    expect(await stage.loggedChanges()).toEqual([]);
    expect(home.entries()).toEqual([]);
    return outcome;
  };

  // Refusals come before a server makes a difference.
  if (isTurnOf(id, 'mysql80'))
    test('relaxed durability needs --allow-durability, whatever else was agreed to; nothing is set without', async () => {
      const probe = await asked('commit-durability', '--yes');
      expect(probe.code).toBe(2);
      expect(errorDocument(probe)).toMatchObject({
        code: 'usage',
        hint: expect.stringContaining('--allow-durability'),
      });
      const arm = [
        'custom',
        '--arm',
        'fast:innodb_flush_log_at_trx_commit=2',
        '--max-time',
        '35s',
        '--settle',
        '300ms',
      ];
      const custom = await asked(...arm, '--yes');
      expect(errorDocument(custom)).toMatchObject({
        code: 'change-refused',
        message: expect.stringContaining('--allow-durability'),
      });
      expect((await asked(...arm, '--allow-durability')).code).toBe(2);
    });

  // Refusals come before a server makes a difference.
  if (isTurnOf(id, 'mysql80'))
    test('a server that ends idle connections after a second leaves a person the time to read what to agree to', async () => {
      const idle = async () => {
        const [rows] = await (await stage.root()).query(
          "SELECT TIME FROM information_schema.PROCESSLIST WHERE USER = 'latchkey' AND COMMAND = 'Sleep' AND TIME >= 2",
        );
        return rows;
      };
      await stage.query('SET GLOBAL wait_timeout = 1');
      try {
        const read = async () => {
          await vi.waitFor(async () => expect(await idle()).toHaveLength(2), {
            timeout: 10_000,
            interval: 200,
          });
          return false;
        };
        const trouble: Trouble = { lagging: false, lowOnMemory: false };
        const run = probeWith(stage, home, trouble, () => undefined, read);
        await expect(run).rejects.toMatchObject({
          code: 'cancelled',
          message: expect.stringContaining('agreed'),
        });
      } finally {
        await stage.query('SET GLOBAL wait_timeout = 28800');
      }
      await isClean();
    });

  test('what is to be agreed to is made of the plan: every value, statement, rollback and risk; without --yes nobody is taken to agree', async () => {
    const arms = [
      'custom',
      '--arm',
      'other:innodb_io_capacity_max=150',
      '--max-time',
      '35s',
      '--settle',
      '300ms',
    ];
    const { code, err } = await asked(...arms, '--allow-durability', '--dead-mans-switch', '20s');
    expect(code).toBe(2);
    const line = err.split('\n').find((each) => each.startsWith('{"change"'));
    const { change, remarks } = JSON.parse(line ?? '{}');
    const original = stage.originalOf('innodb_io_capacity_max');
    expect(change).toMatchObject({
      changes: [{ variable: 'innodb_io_capacity_max', current: original, proposed: '150' }],
      mayMove: expect.arrayContaining([expect.objectContaining({ variable: 'innodb_io_capacity' })]),
      restoreStatements: [
        `SET GLOBAL \`innodb_io_capacity_max\` = ${original}`,
        'DROP DATABASE `latchkey_probe`',
      ],
      deadMansSwitch: { seconds: 20 },
    });
    expect(change.statements).toEqual([
      'CREATE DATABASE `latchkey_probe`',
      change.deadMansSwitch.createSql,
      'SET GLOBAL `innodb_io_capacity_max` = 150',
    ]);
    expect(change.risks.join(' ')).toContain('20 s');
    expect(remarks.join(' ')).toMatch(/at most (2[5-9]|3[0-5])(\.\d+)? s/);
  });

  test("a dead man's switch is refused, with the reason and the way, where the event scheduler is off", async () => {
    await stage.query('SET GLOBAL event_scheduler = OFF');
    try {
      const refused = await asked(
        ...[
          'custom',
          '--arm',
          'other:innodb_spin_wait_delay=48',
          '--max-time',
          '35s',
          '--settle',
          '300ms',
          '--yes',
        ],
        '--dead-mans-switch',
      );
      expect(errorDocument(refused)).toMatchObject({
        code: 'change-refused',
        message: expect.stringContaining('event scheduler of this server is off'),
        hint: expect.stringContaining('event_scheduler = ON'),
      });
    } finally {
      await stage.query('SET GLOBAL event_scheduler = ON');
    }
  });
});

/** A probe within this process, so that what it reads of lag and memory can be made up. */
function setsOther(sql: string): boolean {
  return sql.startsWith('SET GLOBAL `innodb_spin_wait_delay` = 48,');
}

async function probeWith(
  stage: Stage,
  home: Home,
  trouble: Trouble,
  onProgress: (probe: ProbeProgress) => void,
  consent: () => Promise<boolean> = async () => true,
) {
  const target = {
    host: '127.0.0.1',
    port: stage.proxy.port,
    user: 'latchkey',
    sslMode: 'disabled' as const,
  };
  const withNewSession = async <R>(use: (session: Session) => Promise<R>): Promise<R> => {
    const session = await openSession(target, {});
    try {
      return await use(laggingReplica(session, trouble));
    } finally {
      await session.close();
    }
  };
  const journal = openJournal(`${home.path}/journal`, {
    pid: process.pid,
    bootId: 'test',
    now: () => new Date(),
  });
  const session = await openSession(target, {});
  try {
    return await runProbe(
      session,
      {
        probe: 'custom',
        workload: { kind: 'live' },
        arms: [{ name: 'other', settings: [{ variable: 'innodb_spin_wait_delay', value: '48' }] }],
        maxSeconds: 60,
        settleSeconds: 0.3,
      },
      {
        id: 'guarded',
        createdBy: 'test',
        journal,
        clock: systemClock,
        secrets: {},
        seed: 4,
        random: seededRandom(4),
        environment: process.env,
        machine: shortOfMemory(trouble),
        withNewSession,
      },
      consent,
      {
        signal: new AbortController().signal,
        report: ({ probe }) => {
          if (probe !== undefined) onProgress(probe);
        },
      },
    );
  } finally {
    await session.close();
  }
}

/** The session, on which the server seems to be a replica. */
function laggingReplica(session: Session, trouble: Trouble): Session {
  return new Proxy(session, {
    get: (whole, name) => {
      if (name !== 'query') {
        const value: unknown = Reflect.get(whole, name, whole);
        return typeof value === 'function' ? value.bind(whole) : value;
      }
      const query: Session['query'] = async (sql, options) =>
        /^SHOW (REPLICA|SLAVE|ALL SLAVES) STATUS/.test(sql)
          ? { columns: ['Seconds_Behind_Source'], rows: [[trouble.lagging ? 120 : 0]] }
          : whole.query(sql, options);
      return query;
    },
  });
}

function shortOfMemory(trouble: Trouble): Machine {
  const machine = thisMachine();
  return {
    ...machine,
    readText: async (path, maxBytes) =>
      path === '/proc/meminfo' && trouble.lowOnMemory
        ? 'MemTotal:  8000000 kB\nMemAvailable:  51200 kB\n'
        : machine.readText(path, maxBytes),
  };
}
