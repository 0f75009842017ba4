import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerId, serverIds, startServer } from '../scripts/servers/index.ts';
import { prepareSysbench, startSysbench } from '../scripts/servers/sysbench.ts';
import { defineBench } from './bench.ts';
import { cpuSeconds } from './process-cpu.ts';
import { lightSnapshot, sourceEngine, takeSnapshot } from './source.ts';

const windowSeconds = 20;

interface Cost {
  /** CPU seconds of an idle server over the window, without and with Latchkey sampling. */
  idle: number;
  sampled: number;
}

/** Latchkey's own cost: CPU of an otherwise idle server with and without 1 s sampling. */
export const observerBench = defineBench<Cost>({
  id: 'observer',
  title: 'Server CPU used by sampling at 1 s',
  budget: '1 % of one core or less',
  items: [...serverIds],
  measure: async (id) => {
    const options = id.startsWith('mariadb') ? { performance_schema: 'ON' } : {};
    const server = await startServer(id as ServerId, { options });
    const home = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
    const engine = await sourceEngine(home);
    try {
      // Some real content, so that summaries and metrics have rows to read.
      const common = { socket: server.socket, tables: 10, rows: 1000 };
      await prepareSysbench(common);
      await startSysbench({ ...common, workload: 'oltp_read_write', threads: 2, seconds: 5 }).done;
      await sleep(5000);
      const idle = await cpuDuring(server.pid, () => sleep(windowSeconds * 1000));
      // The whole snapshot minus its two ends: sampling alone is the difference of a long and a zero window.
      const ends = await cpuDuring(server.pid, () => take(engine, server.socket, 0));
      const whole = await cpuDuring(server.pid, () => take(engine, server.socket, windowSeconds));
      return { idle, sampled: Math.max(0, whole - ends) };
    } finally {
      await engine.close();
      await server.stop();
      rmSync(home, { recursive: true, force: true });
    }
  },
  table: (results) => [
    ['server', 'idle server', 'while sampling', 'difference'],
    ...[...results].map(([name, { idle, sampled }]) => [
      name,
      share(idle),
      share(sampled),
      share(sampled - idle),
    ]),
  ],
  verdict: (results) => {
    const worst = Math.max(...[...results.values()].map(({ idle, sampled }) => sampled - idle));
    return { met: worst / windowSeconds <= 0.01, text: `at most ${share(worst)}` };
  },
});

function share(cpuSeconds: number): string {
  return `${((100 * cpuSeconds) / windowSeconds).toFixed(2)} % of one core`;
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function take(
  engine: Awaited<ReturnType<typeof sourceEngine>>,
  socket: string,
  seconds: number,
): Promise<void> {
  await takeSnapshot(engine, lightSnapshot(socket, seconds));
}

async function cpuDuring(pid: number, body: () => Promise<void>): Promise<number> {
  const before = cpuSeconds(pid);
  await body();
  return cpuSeconds(pid) - before;
}
