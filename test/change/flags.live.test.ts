import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../../scripts/servers/index.ts';
import { openSession } from '../../src/server';
import { openJournal } from '../../src/server/change';
import { runArms } from '../../src/server/change/run';
import { describeCorePair } from '../server/real-server.ts';

await describeCorePair('variants that follow each other', (id) => {
  test('each has its own flags and no flag of the one before; the original comes back', async () => {
    const server = await startServer(id, { options: { event_scheduler: 'ON' } });
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-flags-'));
    const session = await openSession({ socket: server.socket, user: 'root' }, {});
    const watcher = await openSession({ socket: server.socket, user: 'root' }, {});
    const flags = async () => String((await watcher.query('SELECT @@GLOBAL.optimizer_switch')).rows[0]?.[0]);
    try {
      const before = await flags();
      const without = (name: string) => before.replace(`${name}=on`, `${name}=off`);
      const arm = (name: string) => ({
        name,
        settings: [{ variable: 'optimizer_switch', value: `${name}=off` }],
      });
      const names = ['index_merge', 'semijoin', 'index_merge'];
      await runArms(
        session,
        openJournal(folder, { pid: process.pid, bootId: 'test', now: () => new Date() }),
        {
          arms: [arm('index_merge'), arm('semijoin')],
          scratchSchema: 'latchkey_probe',
          deadMansSwitchSeconds: 60,
          signal: new AbortController().signal,
        },
        async () => true,
        async (control) => {
          for (const name of [...names, ...names]) {
            await control.enter(name, new AbortController().signal);
            expect(await flags()).toBe(without(name));
          }
        },
      );
      expect(await flags()).toBe(before);
    } finally {
      await watcher.close();
      await session.close();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('what a variant sets to its original value is set in its turn, and is in force', async () => {
    const server = await startServer(id, { options: { event_scheduler: 'ON' } });
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-flags-'));
    const session = await openSession({ socket: server.socket, user: 'root' }, {});
    const watcher = await openSession({ socket: server.socket, user: 'root' }, {});
    const names = ['innodb_max_dirty_pages_pct', 'innodb_max_dirty_pages_pct_lwm'];
    const now = async () =>
      (await watcher.query(`SELECT ${names.map((name) => `@@GLOBAL.${name} + 0`).join(', ')}`)).rows[0]?.map(
        Number,
      );
    const arm = (name: string, ...values: string[]) => ({
      name,
      settings: names.map((variable, place) => ({ variable, value: values[place] ?? '' })),
    });
    try {
      await watcher.query('SET GLOBAL innodb_max_dirty_pages_pct_lwm = 10');
      const [, original = ''] =
        (await watcher.query(`SELECT ${names.map((name) => `@@GLOBAL.${name}`).join(', ')}`)).rows[0]?.map(
          String,
        ) ?? [];
      await runArms(
        session,
        openJournal(folder, { pid: process.pid, bootId: 'test', now: () => new Date() }),
        {
          arms: [arm('low', '5', '1'), arm('high', '50', original)],
          scratchSchema: 'latchkey_probe',
          deadMansSwitchSeconds: 60,
          signal: new AbortController().signal,
        },
        async () => true,
        async (control) => {
          for (const [name, values] of [
            ['low', [5, 1]],
            ['high', [50, 10]],
            ['low', [5, 1]],
            ['high', [50, 10]],
          ] as const) {
            await control.enter(name, new AbortController().signal);
            expect(await now()).toEqual(values);
          }
        },
      );
    } finally {
      await watcher.close();
      await session.close();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
