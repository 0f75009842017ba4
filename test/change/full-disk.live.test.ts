import { execFileSync } from 'node:child_process';
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../scripts/servers/index.ts';
import { writeSnapshot } from '../../src/files/snapshot/snapshot-file';
import { openSession } from '../../src/server';
import { readGlobals } from '../../src/server/change/session/global-variables';
import type { Snapshot } from '../../src/shared/snapshot';
import { buildLatchkey, startLatchkey } from '../cli/latchkey.ts';
import { describeEachServer } from '../server/real-server.ts';
import { takeSnapshot } from '../server/take-snapshot.ts';
import { Holder } from './holder.ts';

/** The journal is the same for all; locks differ between 5.6 and later. */
const tried = ['mysql56', 'mariadb118'] as const;

/** Only root mounts a file system. */
function mountSmall(folder: string): string | null {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m,mode=700', 'tmpfs', folder], { stdio: 'pipe' });
    return null;
  } catch (error) {
    return `no tmpfs can be mounted here: ${error instanceof Error ? error.message.split('\n')[0] : error}`;
  }
}

function unmount(folder: string): void {
  execFileSync('umount', ['-l', folder], { stdio: 'pipe' });
}

const trial = mkdtempSync(join(tmpdir(), 'latchkey-mount-'));
const why = mountSmall(trial);
if (why === null) unmount(trial);
rmSync(trial, { recursive: true });

/** Takes every block that is left. */
function fill(folder: string): void {
  const file = openSync(join(folder, 'filler'), 'w');
  try {
    for (const size of [65536, 4096, 512, 1]) {
      for (;;) {
        try {
          writeSync(file, Buffer.alloc(size, 1));
        } catch {
          break;
        }
      }
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  expect(statfsSync(folder).bfree).toBe(0);
}

if (why !== null) describe.skip(`a full disk (${why})`, () => undefined);
else
  await describeEachServer(
    'a full disk',
    (id) => {
      let server: RunningServer;
      let snapshot: Snapshot;
      let home: string;
      let file: string;
      let before: ReadonlyMap<string, string>;
      beforeAll(async () => {
        buildLatchkey();
        server = await startServer(id);
        snapshot = await connected(takeSnapshot);
      });
      afterAll(() => server?.stop());
      beforeEach(async () => {
        home = mkdtempSync(join(tmpdir(), 'latchkey-full-'));
        expect(mountSmall(home)).toBeNull();
        file = `${home}.lks`;
        await writeSnapshot(file, snapshot);
        before = await globals();
      });
      afterEach(() => {
        unmount(home);
        rmSync(home, { recursive: true });
        rmSync(file);
      });

      async function connected<T>(use: (session: Awaited<ReturnType<typeof openSession>>) => Promise<T>) {
        const session = await openSession({ socket: server.socket, user: 'root' }, {});
        try {
          return await use(session);
        } finally {
          await session.close();
        }
      }
      const globals = async () =>
        new Map([...(await connected(readGlobals))].filter(([name]) => !name.startsWith('gtid_')));
      const latchkey = (...args: string[]) =>
        startLatchkey(args, { environment: { LATCHKEY_HOME: home } }).done;
      const apply = () =>
        latchkey(
          ...['apply', file, '--socket', server.socket, '--user', 'root', '--yes'],
          ...['--set', 'innodb_io_capacity=1400', '--set', 'innodb_io_capacity_max=2600'],
        );

      test.each(['full', 'read-only'])('undo works on a disk that is %s by then', async (kind) => {
        const applied = await apply();
        expect(applied.code, applied.err).toBe(0);
        expect(await globals()).not.toEqual(before);
        if (kind === 'full') fill(home);
        else execFileSync('mount', ['-o', 'remount,ro', home]);
        const undone = await latchkey('undo', '--last');
        expect(undone.code, `${undone.out}${undone.err}`).toBe(0);
        expect(await globals()).toEqual(before);
        if (kind === 'read-only') execFileSync('mount', ['-o', 'remount,rw', home]);
        // Whatever could not be noted is found to be done.
        const again = await latchkey('undo', '--list');
        expect(again.code).toBe(0);
      });

      test.each(['full', 'read-only'])(
        'a Latchkey that is killed (SIGKILL) while the disk is %s leaves nothing that restore cannot restore',
        async (kind) => {
          const folder = join(home, 'journal');
          const holder = new Holder({
            socket: server.socket,
            folder,
            settings: [
              { variable: 'innodb_io_capacity_max', value: 150 },
              { variable: 'join_buffer_size', value: 300_000 },
            ],
          });
          expect(await holder.next()).toMatchObject({ at: 'set' });
          if (kind === 'full') fill(home);
          else execFileSync('mount', ['-o', 'remount,ro', home]);
          await holder.end('SIGKILL');
          expect(await globals()).not.toEqual(before);
          const deadline = performance.now() + 120_000;
          for (;;) {
            const { code, out, err } = await latchkey('restore');
            // Until the server notices the dead connection it holds the lock.
            if (code === 0 || performance.now() > deadline) {
              expect(code, `${out}${err}`).toBe(0);
              break;
            }
            expect(err).toMatch(/lock for changes|Another Latchkey/);
          }
          expect(await globals()).toEqual(before);
          if (kind === 'read-only') execFileSync('mount', ['-o', 'remount,rw', home]);
          expect((await latchkey('restore')).code).toBe(0);
        },
      );

      // Claim, What an account of the server can do: A full disk keeps a change from beginning, and nothing from being restored.
      test('on a disk that is full already nothing is begun', async () => {
        fill(home);
        const refused = await apply();
        expect(refused.code).not.toBe(0);
        expect(await globals()).toEqual(before);
      });
    },
    tried,
  );
