import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../../scripts/servers/index.ts';
import { openSession } from '../../src/server';
import { openJournal } from '../../src/server/change';
import { runArms } from '../../src/server/change/run';
import { describeCorePair } from '../server/real-server.ts';

await describeCorePair('variants of a list of flags', (id) => {
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
});
