import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerId, serverIds, startServer } from '../scripts/servers/index.ts';
import { prepareSysbench } from '../scripts/servers/sysbench.ts';
import { defineBench, quantile } from './bench.ts';
import { lightSnapshot, sourceEngine, takeSnapshot } from './source.ts';

const tables = 1000;
const rounds = 9;

/** Server time (sum over all statements, as seen by the client on the socket) of a snapshot of one moment. */
export const collectionBench = defineBench<{ milliseconds: number[]; slowest: string }>({
  id: 'collection',
  title: `Light snapshot of a server with ${tables} tables`,
  budget: 'median 250 ms of server time or less',
  items: [...serverIds],
  measure: async (id) => {
    const options = id.startsWith('mariadb') ? { performance_schema: 'ON' } : {};
    const server = await startServer(id as ServerId, { options });
    const home = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
    const engine = await sourceEngine(home);
    try {
      await prepareSysbench({ socket: server.socket, tables, rows: 1 });
      const milliseconds: number[] = [];
      let slowest = '';
      for (let round = 0; round < rounds; round += 1) {
        const snapshot = await takeSnapshot(engine, lightSnapshot(server.socket, 0));
        milliseconds.push(snapshot.statements.reduce((sum, { tookMs }) => sum + tookMs, 0));
        const sections = Object.entries(snapshot.sections).sort(([, a], [, b]) => b.tookMs - a.tookMs);
        slowest = sections
          .slice(0, 3)
          .map(([name, { tookMs }]) => `${name} ${tookMs.toFixed(0)} ms`)
          .join(', ');
      }
      return { milliseconds, slowest };
    } finally {
      await engine.close();
      await server.stop();
      rmSync(home, { recursive: true, force: true });
    }
  },
  table: (results) => [
    ['server', 'median', 'p95', 'slowest sections of the last round'],
    ...[...results].map(([name, { milliseconds, slowest }]) => [
      name,
      `${quantile(milliseconds, 0.5).toFixed(0)} ms`,
      `${quantile(milliseconds, 0.95).toFixed(0)} ms`,
      slowest,
    ]),
  ],
  verdict: (results) => {
    const worst = Math.max(...[...results.values()].map(({ milliseconds }) => quantile(milliseconds, 0.5)));
    return { met: worst <= 250, text: `the slowest server took ${worst.toFixed(0)} ms` };
  },
});
