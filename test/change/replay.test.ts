import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  openJournal,
  pendingEntries,
  restoreEntry,
  runChange,
  type WishedSetting,
} from '../../src/server/change';
import { applyChange } from '../../src/server/change/run';
import type { Clock } from '../../src/shared/clock';
import { LatchkeyError } from '../../src/shared/error';
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
  .map((list): WishedSetting[] => list);

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

  /** Runs a process until its end or its death. */
  async process(work: (tools: Tools) => Promise<unknown>, end: Death | null): Promise<void> {
    let left = end?.at ?? Number.POSITIVE_INFINITY;
    const tick = () => {
      if (left <= 0) throw new Died();
      left -= 1;
    };
    const disk = new ModelDisk(tick, this.#disk);
    const session = this.server.connect(tick);
    const pid = ++this.#pid;
    const journal = openJournal('/journal', {
      pid,
      bootId: `boot-${this.#boot}`,
      now: stillClock.now,
      isAlive: (other) => other === pid,
      newId: () => `id-${++this.#ids}`,
      files: disk,
    });
    await work({ session, journal }).catch(() => undefined);
    const died = left <= 0;
    session.disconnect();
    if (died && end?.power === true) {
      this.#boot += 1;
      this.#disk = disk.afterPowerLoss((index) => end.survivors[index % end.survivors.length] ?? false);
    } else {
      this.#disk = disk.afterProcessDeath();
    }
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

const request = (wanted: WishedSetting[], signal = new AbortController().signal) => ({
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
    { numRuns: 1500 },
  );
  expect(deathsInMidChange).toBeGreaterThan(100);
});

test('a kept change survives every start, an interrupted one is put back', async () => {
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
    { numRuns: 600 },
  );
  expect(seen.kept).toBeGreaterThan(20);
  expect(seen.undone).toBeGreaterThan(20);
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
    { numRuns: 300 },
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
    { numRuns: 300 },
  );
});
