import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** How a run of the command line on something hostile ended. */
export interface Hostile {
  code: number | null;
  err: string;
  /** Memory at most, MiB. */
  peak: number;
  /** Time of the processors that it took, seconds: a busy machine does not make it longer. */
  seconds: number;
}

/** Runs the built command line and measures what it took. `folder`: for its own files. */
export function measured(folder: string, args: string[]): Promise<Hostile> {
  const report = join(folder, `peak-${process.hrtime.bigint()}`);
  const child = spawn(
    process.execPath,
    ['--import', join(import.meta.dirname, 'peak-memory.mjs'), join(root, 'out/main/cli.cjs'), ...args],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env.PATH ?? '', HOME: folder, LATCHKEY_HOME: folder, PEAK_MEMORY_FILE: report },
    },
  );
  let err = '';
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      const [peak, seconds] = readFileSync(report, 'utf8').split(' ').map(Number);
      resolve({ code, err, peak: peak ?? Number.NaN, seconds: seconds ?? Number.NaN });
    });
  });
}
