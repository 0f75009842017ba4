import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  openJournal,
  pendingEntries,
  type RequestedSetting,
  restoreEntry,
  runArms,
  runChange,
} from '../../src/server/change';
import { applyChange } from '../../src/server/change/run';
import type { Clock } from '../../src/shared/base/clock';
import { LatchkeyError } from '../../src/shared/base/error';
import type { JournalEntry, RestoreOutcome } from '../../src/shared/change';
import { ModelDisk } from './model-disk.ts';
import { ModelServer } from './model-server.ts';

const originals = {
  innodb_io_capacity: '200',
  innodb_io_capacity_max: '2000',
  join_buffer_size: '262144',
  sort_buffer_size: '262144',
  sync_binlog: '1',
  long_query_time: '10',
  max_connections: '151',
  read_only: 'OFF',
};

const settings = fc
  .uniqueArray(
    fc.record({
      variable: fc.constantFrom(
        'innodb_io_capacity',
        'innodb_io_capacity_max',
        'join_buffer_size',
        'sort_buffer_size',
        'sync_binlog',
        'long_query_time',
      ),
      value: fc.integer({ min: 100, max: 30_000 }),
    }),
    { minLength: 1, maxLength: 4, selector: ({ variable }) => variable },
  )
  .map((list): RequestedSetting[] => list);

/** Where a process dies: at this operation of disk or server; how much of the disk then survives. */
const death = fc.record({
  at: fc.integer({ min: 0, max: 160 }),
  power: fc.boolean(),
  survivors: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
});
type Death = { at: number; power: boolean; survivors: boolean[] };

/** Time stands still; whoever sleeps with a signal wakes by it alone. */
const stillClock: Clock = {
  now: () => new Date('2026-11-21T00:00:00Z'),
  monotonicMs: () => 0,
  sleep: (_, signal) =>
    signal === undefined || signal.aborted
      ? Promise.resolve()
      : new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
};

class Died extends Error {}

/** One machine and its server; processes come and die. */
class World {
  readonly server = new ModelServer(originals);
  #disk = new Map<string, string>();
  #pid = 0;
  #boot = 0;
  #ids = 0;
  #running: ModelDisk | null = null;
  /** What the last process ended with. */
  failure: unknown = null;

  /** Runs a process until its end or its death. */
  async process(work: (tools: Tools) => Promise<unknown>, end: Death | null): Promise<void> {
    let left = end?.at ?? Number.POSITIVE_INFINITY;
    const tick = () => {
      if (left <= 0) throw new Died();
      left -= 1;
    };
    const disk = new ModelDisk(tick, this.#disk);
    this.#running = disk;
    const session = this.server.connect(tick);
    const pid = ++this.#pid;
    const boot = this.#boot;
    const journal = openJournal('/journal', {
      pid,
      bootId: `boot-${boot}`,
      // A machine takes a minute to start.
      now: () => new Date(stillClock.now().getTime() + 60_000 * boot),
      isAlive: (other) => other === pid,
      newId: () => `id-${++this.#ids}`,
      files: disk,
    });
    this.failure = null;
    await work({ session, journal }).catch((error: unknown) => {
      this.failure = error;
    });
    const died = left <= 0;
    session.disconnect();
    if (died && end?.power === true) {
      this.#boot += 1;
      this.#disk = disk.afterPowerLoss((index) => end.survivors[index % end.survivors.length] ?? false);
    } else {
      this.#disk = disk.afterProcessDeath();
    }
  }

  /** Entries as they would be found after a loss of power now. */
  journalled(): JournalEntry[] {
    const disk = this.#running?.afterPowerLoss(() => false) ?? this.#disk;
    return [...disk].flatMap(([path, text]) => (path.endsWith('.json') ? [JSON.parse(text)] : []));
  }

  values(): Record<string, string> {
    return Object.fromEntries(this.server.variables);
  }

  entries(): string[] {
    return [...this.#disk.keys()].filter((path) => path.endsWith('.json'));
  }
}
type Tools = { session: ReturnType<ModelServer['connect']>; journal: ReturnType<typeof openJournal> };

async function restoreAll({ session, journal }: Tools): Promise<void> {
  for (const { id } of await pendingEntries(journal)) {
    await restoreEntry(session, journal, id, { clock: stillClock });
  }
}

const request = (wanted: RequestedSetting[], signal = new AbortController().signal) => ({
  purpose: 'probe' as const,
  settings: wanted,
  signal,
  allowDurability: true,
  clock: stillClock,
});

test('wherever the process dies, and wherever those die that restore after it, the originals come back', async () => {
  let deathsInMidChange = 0;
  await fc.assert(
    fc.asyncProperty(settings, death, fc.array(death, { maxLength: 3 }), async (wanted, first, more) => {
      const world = new World();
      await world.process(
        ({ session, journal }) =>
          runChange(
            session,
            journal,
            request(wanted),
            async () => true,
            async () => undefined,
          ),
        first,
      );
      if (world.entries().length > 0) deathsInMidChange += 1;
      for (const next of more) await world.process(restoreAll, next);
      await world.process(restoreAll, null);
      expect(world.values()).toEqual(originals);
      expect(world.entries()).toEqual([]);
    }),
    { numRuns: 500 },
  );
  expect(deathsInMidChange).toBeGreaterThan(30);
}, 60_000);

const arms = fc
  .array(settings, { minLength: 1, maxLength: 4 })
  .map((list) => list.map((wanted, index) => ({ name: `arm ${index}`, settings: wanted })));

/** A probe: its schema is made and filled, then arm follows arm, now and then the originals. */
function walk(
  { session, journal }: Tools,
  wanted: { name: string; settings: RequestedSetting[] }[],
  order: readonly number[],
  fill: () => void,
) {
  const signal = new AbortController().signal;
  const asked = {
    arms: wanted,
    allowDurability: true,
    scratchSchema: 'latchkey_probe',
    signal,
    clock: stillClock,
  };
  return runArms(
    session,
    journal,
    asked,
    async () => true,
    async (control) => {
      await control.createSchema();
      fill();
      for (const index of order) {
        const arm = wanted[index % (wanted.length + 1)];
        await control.enter(arm?.name ?? null, signal);
      }
    },
  );
}

test('variants that follow each other: wherever the process dies, originals come back and the schema goes; nothing is set that the journal does not hold', async () => {
  let deaths = 0;
  // Values that were set before are set again, which goes a way of its own.
  const order = fc.array(fc.nat(20), { maxLength: 14 });
  const cases = [arms, order, death, fc.array(death, { maxLength: 2 })] as const;
  await fc.assert(
    fc.asyncProperty(...cases, async (wanted, steps, first, more) => {
      const world = new World();
      const unheld: string[] = [];
      const late = { ...first, at: first.at * 6 };
      world.server.beforeChange = (sql) => {
        const name = /`(\w+)`/.exec(sql)?.[1] ?? '';
        const held = world
          .journalled()
          .flatMap(({ items }) => items)
          .find((item) => ('variable' in item ? item.variable : 'name' in item ? item.name : '') === name);
        const before = Object.entries(originals).find(([variable]) => variable === name)?.[1];
        if (held?.kind === 'global-variable' && held.original !== before) unheld.push(sql);
        if (!['setting', 'restoring'].includes(held?.state ?? '')) unheld.push(sql);
      };
      await world.process(
        (tools) => walk(tools, wanted, steps, () => world.server.schemas.set('latchkey_probe', ['sbtest1'])),
        late,
      );
      if (world.entries().length > 0) deaths += 1;
      for (const next of more) await world.process(restoreAll, next);
      await world.process(restoreAll, null);
      expect(world.values()).toEqual(originals);
      expect([...world.server.schemas]).toEqual([]);
      expect(unheld).toEqual([]);
      expect(world.entries()).toEqual([]);
    }),
    { numRuns: 200 },
  );
  expect(deaths).toBeGreaterThan(20);
}, 60_000);

test('each variant is in force as asked, and without a variant the originals are', async () => {
  await fc.assert(
    fc.asyncProperty(arms, fc.array(fc.nat(20), { minLength: 1, maxLength: 6 }), async (wanted, order) => {
      const world = new World();
      await world.process(async ({ session, journal }) => {
        const signal = new AbortController().signal;
        const asked = { arms: wanted, allowDurability: true, signal, clock: stillClock };
        const run = await runArms(
          session,
          journal,
          asked,
          async () => true,
          async (control) => {
            for (const index of order) {
              const arm = wanted[index % (wanted.length + 1)];
              const { settings: entered } = await control.enter(arm?.name ?? null, signal);
              if (arm === undefined) expect(world.values()).toEqual(originals);
              for (const { variable, stored } of entered) expect(world.values()[variable]).toBe(stored);
              const untouched = Object.entries(originals).filter(
                ([name]) =>
                  !arm?.settings.some(({ variable }) => variable === name) && !/io_capacity/.test(name),
              );
              expect(world.values()).toMatchObject(Object.fromEntries(untouched));
            }
          },
        );
        if (run.status === 'failed') throw run.error;
        expect(run.restore.status).not.toBe('pending');
      }, null);
      expect(world.failure).toBeNull();
      expect(world.values()).toEqual(originals);
    }),
    { numRuns: 80 },
  );
});

test('values that were set before are switched without reading all variables; what someone else sets then is noticed', async () => {
  const wanted = [
    {
      name: 'a',
      settings: [
        { variable: 'sort_buffer_size', value: 1000 },
        { variable: 'join_buffer_size', value: 1000 },
      ],
    },
    { name: 'b', settings: [{ variable: 'innodb_io_capacity', value: 3000 }] },
  ];
  const readsOf = async (
    names: readonly (string | null)[],
    between: (world: World, step: number) => void,
  ) => {
    const world = new World();
    const seen: { reads: number; failure: string }[] = [];
    await world.process(async ({ session, journal }) => {
      const signal = new AbortController().signal;
      const counted = { ...session, reads: 0 };
      counted.query = (sql: string) => {
        if (sql === 'SHOW GLOBAL VARIABLES') counted.reads += 1;
        return session.query(sql);
      };
      const run = await runArms(
        counted,
        journal,
        { arms: wanted, signal, clock: stillClock },
        async () => true,
        async (control) => {
          for (const [step, name] of names.entries()) {
            between(world, step);
            const before = counted.reads;
            await control.enter(name, signal);
            seen.push({ reads: counted.reads - before, failure: '' });
          }
        },
      );
      if (run.status === 'failed') seen.push({ reads: 0, failure: run.error.message });
    }, null);
    return { seen, values: world.values() };
  };
  const quiet = await readsOf(['a', null, 'a', null, 'b', null, 'b'], () => undefined);
  expect(quiet.seen.map(({ reads }) => reads > 0)).toEqual([true, true, false, false, true, true, true]);
  expect(quiet.values).toEqual(originals);
  const touched = await readsOf(['a', null, 'a', null, 'a'], (world, step) => {
    if (step === 4) world.server.variables.set('join_buffer_size', '7680');
  });
  expect(touched.seen.at(-1)?.failure).toContain('Someone else has changed the server: join_buffer_size');
  expect(touched.values).toEqual({ ...originals, join_buffer_size: '7680' });
});

test('what someone else sets meanwhile ends the walk and is left alone, with the rest restored', async () => {
  const world = new World();
  let restore: RestoreOutcome | undefined;
  let message = '';
  const wanted = [
    { name: 'a', settings: [{ variable: 'sort_buffer_size', value: 1000 }] },
    { name: 'b', settings: [{ variable: 'long_query_time', value: 5 }] },
  ];
  await world.process(async ({ session, journal }) => {
    const signal = new AbortController().signal;
    const run = await runArms(
      session,
      journal,
      { arms: wanted, signal, clock: stillClock },
      async () => true,
      async (control) => {
        await control.enter('a', signal);
        world.server.variables.set('sort_buffer_size', '7777');
        await control.enter('b', signal);
      },
    );
    restore = run.restore;
    message = run.status === 'failed' ? run.error.message : '';
  }, null);
  expect(message).toContain('Someone else');
  expect(restore).toMatchObject({ status: 'pending', remaining: [{ variable: 'sort_buffer_size' }] });
  expect(world.values()).toEqual({ ...originals, sort_buffer_size: '7777' });
});

test('a schema that exists already is not taken for our own, and one that holds other tables is not dropped', async () => {
  const world = new World();
  world.server.schemas.set('latchkey_probe', ['theirs']);
  await world.process((tools) => walk(tools, [], [], () => undefined), null);
  expect(world.failure).toMatchObject({ code: 'change-refused' });
  expect([...world.server.schemas.keys()]).toEqual(['latchkey_probe']);
  world.server.schemas.clear();
  let restore: RestoreOutcome | undefined;
  await world.process(async (tools) => {
    const fill = () => void world.server.schemas.set('latchkey_probe', ['sbtest1', 'orders']);
    restore = (await walk(tools, [], [], fill)).restore;
  }, null);
  expect(restore).toMatchObject({ status: 'pending', remaining: [{ variable: 'schema latchkey_probe' }] });
  expect([...world.server.schemas.keys()]).toEqual(['latchkey_probe']);
});

test('a kept change survives every start, an interrupted one is restored', async () => {
  const seen = { kept: 0, undone: 0 };
  await fc.assert(
    fc.asyncProperty(settings, death, async (wanted, first) => {
      const world = new World();
      await world.process(
        ({ session, journal }) => applyChange(session, journal, request(wanted), async () => true),
        first,
      );
      const after = world.values();
      await world.process(restoreAll, null);
      const isKept = world.entries().length > 0;
      seen[isKept ? 'kept' : 'undone'] += 1;
      expect(world.values()).toEqual(isKept ? after : originals);
      // The undo record brings the originals back when somebody asks for it.
      await world.process(async ({ session, journal }) => {
        for (const { id } of await journal.kept())
          await restoreEntry(session, journal, id, { clock: stillClock });
      }, null);
      expect(world.values()).toEqual(originals);
    }),
    { numRuns: 200 },
  );
  expect(seen.kept).toBeGreaterThan(10);
  expect(seen.undone).toBeGreaterThan(10);
});

test('a restart of the server between death and restore needs no restore, and the entry goes', async () => {
  await fc.assert(
    fc.asyncProperty(settings, death, async (wanted, first) => {
      const world = new World();
      await world.process(
        ({ session, journal }) =>
          runChange(
            session,
            journal,
            request(wanted),
            async () => true,
            async () => undefined,
          ),
        first,
      );
      world.server.restart();
      await world.process(restoreAll, null);
      expect(world.values()).toEqual(originals);
      expect(world.entries()).toEqual([]);
    }),
    { numRuns: 120 },
  );
});

test('a disk that fills up at any moment leaves the originals in force', async () => {
  await fc.assert(
    fc.asyncProperty(settings, fc.integer({ min: 0, max: 60 }), async (wanted, room) => {
      const server = new ModelServer(originals);
      let left = room;
      const disk = new ModelDisk(() => undefined);
      const write = disk.write.bind(disk);
      disk.write = async (path, text) => {
        left -= 1;
        if (left < 0) throw new LatchkeyError('disk-full', 'The disk is full.');
        return write(path, text);
      };
      const options = { pid: 1, bootId: 'b', now: stillClock.now, isAlive: () => true, files: disk };
      const journal = openJournal('/journal', options);
      const session = server.connect();
      const outcome = await runChange(
        session,
        journal,
        request(wanted),
        async () => true,
        async () => 'ran',
      ).catch((error: unknown) => error);
      if (outcome instanceof LatchkeyError) expect(outcome.code).toBe('disk-full');
      expect(Object.fromEntries(server.variables)).toEqual(originals);
      expect(await journal.list()).toEqual([]);
    }),
    { numRuns: 120 },
  );
});

/** A world in which sort_buffer_size was applied and kept at 3 MiB, and how to undo it. */
async function keptChange(variable = 'sort_buffer_size', value = 3_145_728) {
  const world = new World();
  await world.process(
    ({ session, journal }) => applyChange(session, journal, request([{ variable, value }]), async () => true),
    null,
  );
  const undo = async (force = false) => {
    let outcome: RestoreOutcome | undefined;
    let kept = 0;
    let pending = 0;
    await world.process(async ({ session, journal }) => {
      const [entry] = [...(await journal.kept()), ...(await journal.list())];
      if (entry !== undefined) {
        outcome = await restoreEntry(session, journal, entry.id, { clock: stillClock, force });
      }
      kept = (await journal.kept()).length;
      pending = (await journal.list()).length;
    }, null);
    return { outcome, kept, pending };
  };
  return { world, undo };
}

test('an undo that the server refuses leaves the change kept, and a later value of someone else is left alone', async () => {
  const { world, undo } = await keptChange();
  world.server.refused.add('sort_buffer_size');
  expect(await undo()).toMatchObject({
    outcome: { status: 'pending', remaining: [{ variable: 'sort_buffer_size' }] },
    kept: 1,
    pending: 0,
  });
  world.server.refused.clear();
  world.server.variables.set('sort_buffer_size', '2097152');
  expect(await undo()).toMatchObject({
    outcome: {
      status: 'pending',
      remaining: [{ reason: 'someone else has set it since; it is 2097152 now' }],
    },
    kept: 1,
  });
  expect(world.values().sort_buffer_size).toBe('2097152');
  expect(await undo(true)).toMatchObject({ outcome: { status: 'restored' }, kept: 0, pending: 0 });
  expect(world.values()).toEqual(originals);
});

test('wherever a process dies, what someone else sets afterwards is left alone until force', async () => {
  let left = 0;
  await fc.assert(
    fc.asyncProperty(settings, death, fc.array(death, { maxLength: 2 }), async (wanted, first, more) => {
      const world = new World();
      await world.process(
        ({ session, journal }) =>
          runChange(
            session,
            journal,
            request(wanted),
            async () => true,
            async () => undefined,
          ),
        first,
      );
      for (const next of more) await world.process(restoreAll, next);
      const theirs = Object.fromEntries(wanted.map(({ variable }, index) => [variable, `${77_777 + index}`]));
      for (const [variable, value] of [...Object.entries(theirs), ['read_only', 'ON']]) {
        world.server.variables.set(String(variable), String(value));
      }
      await world.process(restoreAll, null);
      expect(world.values()).toMatchObject({ ...theirs, read_only: 'ON', max_connections: '151' });
      if (world.entries().length > 0) left += 1;
    }),
    { numRuns: 200 },
  );
  expect(left).toBeGreaterThan(10);
});

test('a start of the server that only seems another does not pass for an undo', async () => {
  for (const seconds of [1, 3600]) {
    const { world, undo } = await keptChange();
    world.server.shiftStart(seconds);
    const first = await undo();
    if (seconds === 1) {
      expect(first).toMatchObject({ outcome: { status: 'restored' }, kept: 0 });
    } else {
      expect(first).toMatchObject({
        outcome: { status: 'pending', remaining: [{ variable: 'sort_buffer_size', original: '262144' }] },
        kept: 1,
      });
      expect(await undo(true)).toMatchObject({ outcome: { status: 'restored' }, kept: 0 });
    }
    expect(world.values()).toEqual(originals);
  }
});

test('a server that started at another time, but too long ago for a restart, is not taken for the one of the entry', async () => {
  const { world, undo } = await keptChange();
  // An equal container at the same address: it has the originals, and has run for longer than the change is old.
  world.server.variables.set('sort_buffer_size', originals.sort_buffer_size);
  world.server.shiftStart(2000);
  await undo();
  expect(world.failure).toMatchObject({ code: 'change-refused' });
  expect(world.entries()).toHaveLength(1);
  expect(await undo(true)).toMatchObject({ outcome: { status: 'not-needed' }, kept: 0 });
});

test('what is to stay after the variants stays with its undo record, or everything is restored, wherever the process dies', async () => {
  const seen = { staying: 0, restored: 0 };
  const wanted = [
    { name: 'switched', settings: [{ variable: 'sort_buffer_size', value: 4096 }] },
    { name: 'observed', settings: [{ variable: 'innodb_io_capacity', value: 3000 }] },
  ];
  await fc.assert(
    fc.asyncProperty(fc.option(death), fc.array(death, { maxLength: 2 }), async (first, more) => {
      const world = new World();
      await world.process(async ({ session, journal }) => {
        const signal = new AbortController().signal;
        const run = await runArms(
          session,
          journal,
          { arms: wanted, signal, clock: stillClock, staying: () => ['innodb_io_capacity'] },
          async () => true,
          async (control) => {
            await control.enter('switched', signal);
            await control.enter(['switched', 'observed'], signal);
          },
        );
        expect(run.staying.map(({ variable }) => variable)).toContain('innodb_io_capacity');
        expect(run.restore.detail).toContain('Stays in effect until it is undone');
      }, first);
      if (first === null) expect(world.failure).toBeNull();
      for (const next of more) await world.process(restoreAll, next);
      await world.process(restoreAll, null);
      const [entry] = world.journalled();
      if (entry === undefined) {
        seen.restored += 1;
        expect(world.values()).toEqual(originals);
        return;
      }
      seen.staying += 1;
      expect(entry).toMatchObject({ phase: 'kept', purpose: 'apply' });
      const { innodb_io_capacity, innodb_io_capacity_max, ...others } = world.values();
      expect(innodb_io_capacity).toBe('3000');
      const { innodb_io_capacity: _, innodb_io_capacity_max: __, ...before } = originals;
      expect(others).toEqual(before);
      await world.process(
        ({ session, journal }) => restoreEntry(session, journal, entry.id, { clock: stillClock }),
        null,
      );
      expect(world.values()).toEqual(originals);
      expect(world.entries()).toEqual([]);
    }),
    { numRuns: 300 },
  );
  expect(seen.staying).toBeGreaterThan(20);
  expect(seen.restored).toBeGreaterThan(20);
}, 60_000);

test('after a body that failed, a cancel, or where something stands in the way of the restore, nothing stays', async () => {
  const wanted = [
    { name: 'a', settings: [{ variable: 'innodb_io_capacity', value: 3000 }] },
    { name: 'b', settings: [{ variable: 'sort_buffer_size', value: 4096 }] },
  ];
  for (const way of ['fails', 'cancels', 'foreign'] as const) {
    const world = new World();
    await world.process(async ({ session, journal }) => {
      const controller = new AbortController();
      const run = await runArms(
        session,
        journal,
        { arms: wanted, signal: controller.signal, clock: stillClock, staying: () => ['innodb_io_capacity'] },
        async () => true,
        async (control) => {
          await control.enter(['a', 'b'], controller.signal);
          if (way === 'fails') throw new LatchkeyError('internal', 'It failed.');
          if (way === 'cancels') controller.abort();
          if (way === 'foreign') world.server.variables.set('sort_buffer_size', '7777');
        },
      );
      expect(run.staying).toEqual([]);
      expect(run.restore.status).toBe(way === 'foreign' ? 'pending' : 'restored');
    }, null);
    expect(world.failure).toBeNull();
    expect(world.values().innodb_io_capacity).toBe(originals.innodb_io_capacity);
  }
});
