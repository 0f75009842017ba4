import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openJournal, restoreEntry, runArms } from '../../src/server/change';
import { applyChange } from '../../src/server/change/run';
import type { Clock } from '../../src/shared/base/clock';
import { ModelDisk } from './model-disk.ts';
import { ModelServer } from './model-server.ts';

const originals = {
  innodb_io_capacity: '200',
  innodb_io_capacity_max: '2000',
  join_buffer_size: '262144',
  sort_buffer_size: '262144',
  long_query_time: '10',
};

const clock: Clock = {
  now: () => new Date('2026-11-21T00:00:00Z'),
  monotonicMs: () => 0,
  sleep: (_, signal) =>
    signal === undefined || signal.aborted
      ? Promise.resolve()
      : new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
};

const yes = async () => true;
const variables = fc.subarray(Object.keys(originals), { minLength: 1 });

/** A server on which someone else sets a variable in the moment before each SET of ours that is due. */
function contested() {
  const server = new ModelServer(originals);
  const journal = openJournal('/journal', {
    pid: 1,
    bootId: 'b',
    now: clock.now,
    isAlive: () => true,
    files: new ModelDisk(() => undefined),
  });
  /** Values of someone else, in force until someone else sets another. */
  const theirs = new Map<string, string>();
  let next = 70_000;
  const set = (variable: string) => {
    next += 1024;
    theirs.set(variable, String(next));
    server.variables.set(variable, String(next));
  };
  return { server, journal, theirs, set, signal: new AbortController().signal };
}

const coupled = (variable: string) => variable.startsWith('innodb_io_capacity');

test('what someone else sets in the moment before a SET is left alone, by apply and by undo, and reported', async () => {
  let leftOut = 0;
  let left = 0;
  await fc.assert(
    fc.asyncProperty(
      variables,
      fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
      async (wanted, when) => {
        const { server, journal, theirs, set, signal } = contested();
        let sets = 0;
        server.beforeSet = (variable) => {
          if (when[sets++ % when.length] === true) set(variable);
        };
        const settings = wanted.map((variable, index) => ({ variable, value: 1024 * (5 + index) }));
        const run = await applyChange(server.connect(), journal, { settings, signal, clock }, yes);
        if (run.status === 'failed') {
          expect(run.error).toMatchObject({ code: 'change-refused' });
          expect(run.error.message).toContain('changed meanwhile by someone else');
        } else {
          leftOut += run.applied.leftOut.length;
          expect(run.applied.leftOut.length + run.applied.settings.length).toBe(wanted.length);
          for (const { variable, reason } of run.applied.leftOut) {
            expect(reason).toContain('changed meanwhile by someone else');
            if (!coupled(variable)) expect(server.variables.get(variable)).toBe(theirs.get(variable));
          }
        }
        for (const [variable, value] of theirs) expect(server.variables.get(variable)).toBe(value);
        const [entry] = await journal.kept();
        if (entry === undefined) return;
        const outcome = await restoreEntry(server.connect(), journal, entry.id, { clock });
        left += outcome.remaining.length;
        for (const [variable, value] of theirs) expect(server.variables.get(variable)).toBe(value);
        for (const [variable, value] of Object.entries(originals)) {
          if (!theirs.has(variable) && !coupled(variable)) expect(server.variables.get(variable)).toBe(value);
        }
      },
    ),
    { numRuns: 300 },
  );
  expect(leftOut).toBeGreaterThan(20);
  expect(left).toBeGreaterThan(20);
});

test('between the variants of a probe too: the walk ends, and their value stays', async () => {
  let ended = 0;
  await fc.assert(
    fc.asyncProperty(variables, fc.nat(12), async (wanted, at) => {
      const { server, journal, theirs, set, signal } = contested();
      let sets = 0;
      server.beforeSet = (variable) => {
        if (sets++ === at) set(variable);
      };
      const arms = wanted.map((variable, index) => ({
        name: `arm ${index}`,
        settings: [{ variable, value: 1024 * (5 + index) }],
      }));
      const run = await runArms(server.connect(), journal, { arms, signal, clock }, yes, async (control) => {
        for (const { name } of [...arms, ...arms]) await control.enter(name, signal);
      });
      for (const [variable, value] of theirs) expect(server.variables.get(variable)).toBe(value);
      if (run.status === 'completed') return;
      ended += 1;
      expect(run.error).toMatchObject({ code: 'change-refused' });
      expect(run.error.message).toContain('Someone else has changed the server');
    }),
    { numRuns: 200 },
  );
  expect(ended).toBeGreaterThan(50);
});

test('a value that someone else sets right after our SET is not taken for ours: undo leaves it', async () => {
  const { server, journal, theirs, set, signal } = contested();
  const session = server.connect();
  const watched = {
    ...session,
    query: async (sql: string) => {
      const answer = await session.query(sql);
      if (/^SET GLOBAL `sort_buffer_size` = 5120, .*IF\(/.test(sql)) set('sort_buffer_size');
      return answer;
    },
  };
  const settings = [
    { variable: 'sort_buffer_size', value: 5120 },
    { variable: 'long_query_time', value: 5 },
  ];
  const run = await applyChange(watched, journal, { settings, signal, clock }, yes);
  expect(run).toMatchObject({
    status: 'applied',
    applied: {
      settings: [{ variable: 'long_query_time' }],
      leftOut: [{ variable: 'sort_buffer_size', reason: expect.stringContaining('by someone else') }],
    },
  });
  const [entry] = await journal.kept();
  const outcome = await restoreEntry(server.connect(), journal, entry?.id ?? '', { clock });
  expect(outcome.remaining.map(({ variable }) => variable)).toEqual(['sort_buffer_size']);
  expect(Object.fromEntries(server.variables)).toEqual({ ...originals, ...Object.fromEntries(theirs) });
});

test('a connection that turns into another, as behind a pool, writes nothing any more', async () => {
  const { server, journal, signal } = contested();
  const [one, other] = [server.connect(), server.connect()];
  let switched = false;
  const pooled = { ...one, query: (sql: string) => (switched ? other : one).query(sql) };
  const run = await runArms(
    pooled,
    journal,
    { arms: [{ name: 'a', settings: [{ variable: 'sort_buffer_size', value: 5120 }] }], signal, clock },
    yes,
    async (control) => {
      switched = true;
      await control.enter('a', signal);
    },
  );
  expect(run).toMatchObject({ status: 'failed', error: { code: 'change-refused' } });
  expect(run.status === 'failed' && run.error.message).toContain('different servers or connections');
  expect(Object.fromEntries(server.variables)).toEqual(originals);
});
