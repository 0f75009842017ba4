import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { galeraAvailability } from '../../scripts/servers/topology/galera.ts';

const folder = join(import.meta.dirname, '..', '..', 'scripts', 'servers', 'topology');
const found = await galeraAvailability();
if (!found.available && process.env.CI === 'true') throw new Error(found.reason);

describe.skipIf(!found.available)('a Galera cluster', () => {
  it('ends, folders and all, when its caller is killed', async () => {
    const caller = spawn(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `const { startGaleraCluster } = await import(${JSON.stringify(join(folder, 'galera.ts'))});
         const { members } = await startGaleraCluster();
         console.log(JSON.stringify(members.map(({ pid, dir }) => ({ pid, dir }))));
         setInterval(() => undefined, 1000);`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let text = '';
    for await (const chunk of caller.stdout) {
      text += chunk;
      if (text.includes('\n')) break;
    }
    const nodes: { pid: number; dir: string }[] = JSON.parse(text);
    expect(nodes.map(({ pid, dir }) => [existsSync(`/proc/${pid}`), existsSync(dir)])).toEqual([
      [true, true],
      [true, true],
    ]);
    caller.kill('SIGKILL');
    const isGone = () => nodes.every(({ pid, dir }) => !existsSync(`/proc/${pid}`) && !existsSync(dir));
    while (!isGone()) await delay(20);
  });
});
