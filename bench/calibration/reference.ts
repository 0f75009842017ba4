// The same change measured without Latchkey: sysbench's own count of transactions, with and without, turn by turn.
import { setTimeout as sleep } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { startServer } from '../../scripts/servers/index.ts';
import { prepareSysbench, startSysbench } from '../../scripts/servers/sysbench.ts';
import { sourceModule } from '../source.ts';
import type { Planted } from './planted.ts';

const turns = 10;
const turnSeconds = 5;

/** Log ratios of transactions per second, changed against unchanged, one of each turn. */
export async function referenceRatios({ server: id, options, request }: Planted): Promise<number[]> {
  const { workload, arms = [] } = request;
  if (workload.kind !== 'sysbench') throw new Error('no such reference');
  const { preset, threads } = workload;
  const { script, options: args } = await sourceModule(
    '/src/server/workload/presets.ts',
    ({ presetArguments }: typeof import('../../src/server/workload/presets.ts')) => presetArguments[preset],
  );
  const server = await startServer(id, { options });
  try {
    const common = { socket: server.socket, tables: workload.tables, rows: workload.rows };
    await prepareSysbench(common);
    const connection = await createConnection({ socketPath: server.socket, user: 'root' });
    const settings = arms[0]?.settings ?? [];
    const original = new Map<string, string>();
    for (const { variable } of settings) {
      const [rows] = await connection.query({ sql: `SELECT @@GLOBAL.${variable}`, rowsAsArray: true });
      original.set(variable, Array.isArray(rows) && Array.isArray(rows[0]) ? String(rows[0][0]) : '');
    }
    const rate = async (changed: boolean) => {
      for (const { variable, value } of settings) {
        await connection.query(`SET GLOBAL ${variable} = ${changed ? value : original.get(variable)}`);
      }
      const run = startSysbench({
        ...common,
        workload: script,
        args: [...args],
        threads,
        seconds: turnSeconds,
      });
      const { transactionsPerSecond } = await run.done;
      await sleep(200);
      return transactionsPerSecond;
    };
    const ratios: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      // One first, then the other first: drift cancels.
      const first = await rate(turn % 2 === 0);
      const second = await rate(turn % 2 !== 0);
      ratios.push(turn % 2 === 0 ? Math.log(first / second) : Math.log(second / first));
    }
    await connection.end();
    return ratios;
  } finally {
    await server.stop();
  }
}
