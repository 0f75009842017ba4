// Writes the snapshots of worked-on production cases, to be looked at with the command line or the window:
// `node scripts/setup.mjs test --quiet --run bench/diagnosis/production/write-case.ts FOLDER [CASE ...]`
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sourceModule } from '../../source.ts';

const [folder, ...ids] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: write-case.ts FOLDER [CASE ...]');
mkdirSync(folder, { recursive: true });
await sourceModule(
  '/bench/diagnosis/production/run-cases.ts',
  ({ workedSnapshots }: typeof import('./run-cases.ts')) => {
    for (const [id, snapshot] of workedSnapshots(ids)) {
      writeFileSync(join(folder, `${id}.lks`), gzipSync(JSON.stringify(snapshot)));
      console.log(join(folder, `${id}.lks`));
    }
  },
);
