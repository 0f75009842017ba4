import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-orphan-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Fills its tables for ten minutes, and says nothing meanwhile. */
const program = () => `#!/bin/sh
NOTES='${folder}'
echo $$ > "$NOTES/pid.new"
mv "$NOTES/pid.new" "$NOTES/pid"
exec sleep 600
`;

const latchkey = (path: string) => `
  import { sysbenchLoad } from ${JSON.stringify(resolve('src/server/workload/sysbench.ts'))};
  const load = sysbenchLoad({
    program: { path: ${JSON.stringify(path)}, version: 'sysbench 1.0.20' },
    workload: { kind: 'sysbench', preset: 'point-select', threads: 1, tables: 1, rows: 100 },
    target: { host: '127.0.0.1', user: 'prober' },
    secrets: {},
    limitSeconds: 60,
    environment: process.env,
    cpuSecondsOf: async () => 1,
    createSchema: async () => undefined,
  });
  await load.start(new AbortController().signal, () => undefined);
`;

test.skipIf(process.platform === 'win32')(
  'a load that prints nothing ends with Latchkey too, when that is killed',
  async () => {
    const path = join(folder, 'sysbench');
    await writeFile(path, program(), { mode: 0o755 });
    const child = spawn(
      process.execPath,
      [
        '--import',
        resolve('test/change/extensionless.mjs'),
        '--input-type=module-typescript',
        '--eval',
        latchkey(path),
      ],
      { env: { ...process.env, TMPDIR: folder }, stdio: 'ignore' },
    );
    const pid = Number(
      await vi.waitFor(() => readFile(join(folder, 'pid'), 'utf8'), { timeout: 20_000, interval: 50 }),
    );
    try {
      expect(isAlive(pid)).toBe(true);
      child.kill('SIGKILL');
      await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 10_000, interval: 50 });
    } finally {
      if (isAlive(pid)) process.kill(pid, 'SIGKILL');
    }
  },
);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // Dead, and not yet fetched by whoever took it over.
    const stat = `/proc/${pid}/stat`;
    return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, 'utf8'));
  } catch {
    return false;
  }
}
