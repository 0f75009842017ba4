import { expect, test } from 'vitest';
import { openJournal, runArms } from '../../src/server/change';
import type { Clock } from '../../src/shared/base/clock';
import { ModelDisk } from './model-disk.ts';
import { ModelServer } from './model-server.ts';

/** A person who cancels waits no time here. */
const hastyClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  sleep: (_, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) resolve();
      else {
        const timer = setTimeout(resolve, 5);
        signal?.addEventListener('abort', () => {
          clearTimeout(timer);
          resolve();
        });
      }
    }),
};

/** A disk on which one write hangs until it is let go. */
class HangingDisk extends ModelDisk {
  hang: { at: RegExp; until: Promise<void>; hung: () => void } | null = null;

  override async write(path: string, text: string): Promise<void> {
    const { hang } = this;
    if (hang?.at.test(text) === true) {
      this.hang = null;
      hang.hung();
      await hang.until;
    }
    await super.write(path, text);
  }
}

test('a SET that was held up until after the cancel and its patience does not overtake the restore', async () => {
  const server = new ModelServer({ sort_buffer_size: '262144', long_query_time: '10' });
  const disk = new HangingDisk(() => undefined);
  const session = server.connect();
  const asked: string[] = [];
  let goOn = () => {};
  const watched = {
    ...session,
    query: (sql: string) => {
      asked.push(sql);
      // The restore has looked: what comes now, nobody looks at any more.
      if (cancel.signal.aborted && sql === 'SHOW GLOBAL VARIABLES') setTimeout(goOn, 5);
      return session.query(sql);
    },
  };
  const journal = openJournal('/journal', {
    pid: 1,
    bootId: 'boot',
    now: hastyClock.now,
    isAlive: () => true,
    files: disk,
  });
  const cancel = new AbortController();
  const run = await runArms(
    watched,
    journal,
    {
      arms: [{ name: 'a', settings: [{ variable: 'sort_buffer_size', value: 1000 }] }],
      signal: cancel.signal,
      clock: hastyClock,
    },
    async () => true,
    (control) => {
      disk.hang = {
        at: /"state": "setting"/,
        until: new Promise((resolve) => {
          goOn = resolve;
        }),
        hung: () => cancel.abort(),
      };
      return control.enter('a', cancel.signal);
    },
  );
  expect(run).toMatchObject({ status: 'failed', error: { code: 'cancelled' } });
  expect(run.restore.status).not.toBe('pending');
  // Whatever the body still had in mind has had its time.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(server.variables.get('sort_buffer_size')).toBe('262144');
  expect(asked.filter((sql) => sql.startsWith('SET GLOBAL') && !sql.includes('dry run'))).toEqual([]);
  expect(await journal.list()).toEqual([]);
});
