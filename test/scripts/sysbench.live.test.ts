import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, serverAvailability, startServer } from '../../scripts/servers/index.ts';
import { prepareSysbench, startSysbench } from '../../scripts/servers/sysbench.ts';

const library = join(import.meta.dirname, '..', '..', 'scripts', 'servers', 'sysbench.ts');
const found = await serverAvailability('mariadb118');
const skip = !found.available && process.env.CI !== 'true';
const size = { tables: 2, rows: 500 };

describe.skipIf(skip)('sysbench', () => {
  let server: RunningServer | undefined;
  let socket = '';

  beforeAll(async () => {
    server = await startServer('mariadb118');
    socket = server.socket;
    await prepareSysbench({ socket, ...size });
  });
  afterAll(() => server?.stop());

  it('loads the server for the time asked for and shows the throughput', async () => {
    const load = startSysbench({ socket, ...size, workload: 'oltp_read_write', threads: 2, seconds: 1 });
    expect((await load.done).transactionsPerSecond).toBeGreaterThan(0);
  });

  it('ends early when stopped', async () => {
    const load = startSysbench({ socket, ...size, workload: 'oltp_point_select', threads: 1, seconds: 3600 });
    await until(() => loadsOn(socket) === 1);
    await load.stop();
    expect(loadsOn(socket)).toBe(0);
  });

  it('ends when its caller is killed', async () => {
    const program = `
      const { startSysbench } = await import(${JSON.stringify(library)});
      startSysbench({ socket: ${JSON.stringify(socket)}, tables: 2, rows: 500,
        workload: 'oltp_read_only', threads: 1, seconds: 3600 });
      setInterval(() => undefined, 1000);`;
    const caller = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'inherit' });
    await until(() => loadsOn(socket) === 1);
    caller.kill('SIGKILL');
    await until(() => loadsOn(socket) === 0);
    expect(existsSync(socket)).toBe(true);
  });
});

/** How many sysbench processes are connected through this socket. */
function loadsOn(socket: string): number {
  const lines = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n');
  return lines.filter(
    (line) => /^\S*ld-linux\S* .*sysbench/.test(line) && line.includes(`--mysql-socket=${socket}`),
  ).length;
}

/** Looks again and again; the test's own time limit ends it. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await delay(50);
}
