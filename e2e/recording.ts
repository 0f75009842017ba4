import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sourceModules } from '../scripts/source-modules.ts';
import { root } from './app.ts';

const stallAt = 300;
const restartAt = 450;

/**
 * Writes a recording of ten minutes into the history of a profile: 1000 statements a second, none of them in the three
 * seconds after 300 s while threads pile up, and a restart at 450 s.
 */
export async function recordingIn(profile: string): Promise<void> {
  type Store = typeof import('../src/store/index.ts');
  type Encoding = typeof import('../src/files/snapshot/snapshot-encoding.ts');
  const packed = await readFile(join(root, 'samples', 'mysql-9.7-starved-redo.lks'));
  const sample = JSON.parse(gunzipSync(packed).toString('utf8'));
  await sourceModules<[Store, Encoding], Promise<void>>(
    ['/src/store/index.ts', '/src/files/snapshot/snapshot-encoding.ts'],
    async ({ openRecordings }, { packSnapshot }) => {
      const store = openRecordings(join(profile, 'recordings.sqlite'));
      const recorder = store.recordings.begin(
        {
          id: 'ten-minutes',
          title: 'ten minutes',
          startedAt: '2026-11-20T10:00:00.000Z',
          intervalMs: 1000,
          target: 'root@db',
          server: sample.server,
        },
        (name) => ({ kind: name === 'Threads_running' ? 'gauge' : 'counter', unit: 'count' }),
      );
      let questions = 0;
      for (let second = 0; second <= 600; second += 1) {
        const stands = second > stallAt && second <= stallAt + 3;
        if (second === restartAt) questions = 0;
        questions += stands ? 0 : 1000 + (second % 7) * 10;
        const row = {
          Questions: questions,
          Threads_running: stands ? 90 : 4 + (second % 3),
          Uptime: second < restartAt ? 5000 + second : second - restartAt + 1,
        };
        recorder.append(
          second * 1000,
          new Map(Object.entries(row).map(([name, value]) => [name, String(value)])),
        );
      }
      recorder.flush();
      store.recordings.saveBase('ten-minutes', await packSnapshot({ ...sample, samples: null }));
      store.recordings.finish('ten-minutes', '2026-11-20T10:10:00.000Z', {});
      store.close();
    },
  );
}
