import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { type RunningServer, type ServerId, serverIds, startServer } from '../scripts/servers/index.ts';
import { prepareSysbench, startSysbench } from '../scripts/servers/sysbench.ts';
import type { Engine } from '../src/engine/index.ts';
import type { Block } from '../src/experiment/design/block-design.ts';
import type { Interval } from '../src/experiment/statistics/interval.ts';
import { seededRandom, shuffled } from '../src/shared/base/random.ts';
import { defineBench } from './bench.ts';
import { cpuSeconds } from './process-cpu.ts';
import { lightSnapshot, sourceEngine, sourceModule, takeSnapshot } from './source.ts';

/** sysbench at a fixed rate, well below what two cores carry: CPU per operation is then comparable. */
const transactionsPerSecond = 100;
const slotSeconds = 6;
const blocks = { cpu: 8, throughput: 6 };
const load = { tables: 4, rows: 5000, workload: 'oltp_read_write' as const, threads: 4 };
const baseline = ['none', 'none again'] as const;
type Arm = 'light' | 'deep' | 'MySQLTuner';

interface Result {
  /** Microseconds of server CPU per statement, at a fixed rate. */
  cpu: Block[];
  /** Statements per second, without a limit. */
  throughput: Block[];
  /** Change against no watcher, in percent with its 95 % interval. */
  change: Record<'cpu' | 'throughput', Record<string, Interval>>;
  withoutTuner: boolean;
}

/** What watching costs a loaded server: nothing, Latchkey's sampling (light, deep), one MySQLTuner run, in random order. */
export const observerLoadBench = defineBench<Result>({
  id: 'observer-load',
  title: `Cost of watching a loaded server (sysbench ${load.workload}, ${load.threads} threads)`,
  budget: 'server CPU per operation while sampling at 1 s (light) not different from none',
  items: [...serverIds],
  measure: async (id) => {
    const options = id.startsWith('mariadb') ? { performance_schema: 'ON' } : {};
    const server = await startServer(id as ServerId, { options });
    const home = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
    const engine = await sourceEngine(home);
    const random = seededRandom(20261121);
    const withoutTuner = !hasTuner();
    const arms: Arm[] = ['light', 'deep', ...(withoutTuner ? [] : (['MySQLTuner'] as const))];
    try {
      const common = { ...load, socket: server.socket };
      await prepareSysbench(common);
      const measured = async (rounds: number, args: string[], value: (slot: Slot) => number) => {
        const running = startSysbench({ ...common, seconds: 3600, args });
        const found: Block[] = [];
        try {
          await sleep(3000);
          for (let round = 0; round < rounds; round += 1) {
            const values = new Map<string, number>();
            for (const arm of shuffled([...baseline, ...arms], random)) {
              values.set(arm, value(await slot(server, engine, home, arm)));
            }
            const of = (name: string) => values.get(name) ?? Number.NaN;
            found.push({
              baselines: [of(baseline[0]), of(baseline[1])],
              arms: Object.fromEntries(arms.map((arm) => [arm, of(arm)])),
            });
          }
        } finally {
          await running.stop();
        }
        return found;
      };
      const cpu = await measured(
        blocks.cpu,
        [`--rate=${transactionsPerSecond}`],
        ({ cpuSeconds, statements }) => (cpuSeconds * 1_000_000) / statements,
      );
      const throughput = await measured(
        blocks.throughput,
        [],
        ({ statements, seconds }) => statements / seconds,
      );
      const change = await sourceModule<
        typeof import('../src/experiment/design/block-design.ts'),
        Result['change']
      >('/src/experiment/design/block-design.ts', ({ analyseBlocks }) => {
        const of = (found: Block[]) =>
          Object.fromEntries(analyseBlocks(found).arms.map(({ arm, percent }) => [arm, percent]));
        return { cpu: of(cpu), throughput: of(throughput) };
      });
      return { cpu, throughput, change, withoutTuner };
    } finally {
      await engine.close();
      await server.stop();
      rmSync(home, { recursive: true, force: true });
    }
  },
  table: (results) => [
    ['server', 'watcher', 'server CPU per statement', 'change, 95 % interval', 'throughput, 95 % interval'],
    ...[...results].flatMap(([name, result]) => rows(name, result)),
  ],
  verdict: (results) => {
    const light = [...results].map(([name, { change }]) => ({
      name,
      low: change.cpu.light?.low ?? Number.NaN,
    }));
    const worse = light.filter(({ low }) => !(low <= 0));
    return {
      met: worse.length === 0,
      text:
        worse.length === 0
          ? `the interval holds 0 on ${light.length} of ${light.length} servers`
          : `above 0 on ${worse.map(({ name }) => name).join(', ')}`,
    };
  },
});

interface Slot {
  seconds: number;
  cpuSeconds: number;
  /** Of clients other than the watcher. */
  statements: number;
}

/** Watches the server in one way for a slot, and reads what it did meanwhile. */
async function slot(server: RunningServer, engine: Engine, home: string, arm: string): Promise<Slot> {
  const stop = new AbortController();
  const watching = await startWatching(server, engine, home, arm, stop.signal);
  const from = await read(server);
  await sleep(slotSeconds * 1000);
  const to = await read(server);
  stop.abort();
  const own = await watching.done;
  const seconds = (to.at - from.at) / 1000;
  return {
    seconds,
    cpuSeconds: to.cpu - from.cpu,
    statements: Math.max(1, to.questions - from.questions - own.perSecond * seconds),
  };
}

interface Watching {
  /** Resolves when the watcher has gone; its own statements per second while it watched. */
  done: Promise<{ perSecond: number }>;
}

async function startWatching(
  server: RunningServer,
  engine: Engine,
  home: string,
  arm: string,
  signal: AbortSignal,
): Promise<Watching> {
  if (arm === 'MySQLTuner') return { done: runTuner(server.socket, home).then(() => ({ perSecond: 0 })) };
  if (arm !== 'light' && arm !== 'deep') return { done: Promise.resolve({ perSecond: 0 }) };
  let sampling = () => {};
  const sampled = new Promise<void>((resolve) => {
    sampling = resolve;
  });
  const done = takeSnapshot(
    engine,
    {
      ...lightSnapshot(server.socket, 600),
      ...(arm === 'deep' ? { deep: {} } : {}),
    },
    {
      signal,
      report: ({ phase }) => phase === 'sample' && sampling(),
      ask: { change: async () => true },
    },
  ).then((snapshot) => {
    const seconds = Math.max(1, snapshot.windowSeconds ?? 1);
    const start = snapshot.samples?.startedAt ?? '';
    const inWindow = snapshot.statements.filter(
      ({ at }) => at >= start && Date.parse(at) < Date.parse(start) + seconds * 1000,
    );
    return { perSecond: inWindow.length / seconds };
  });
  await Promise.race([sampled, done]);
  return { done };
}

function hasTuner(): boolean {
  return (
    spawnSync('mysqltuner', ['--help']).status !== null && spawnSync('mysql', ['--version']).status === 0
  );
}

/** One audit, as its users run it. With --socket alone it also names a port, which clients of today take for TCP. */
function runTuner(socket: string, home: string): Promise<void> {
  const options = join(home, 'tuner.cnf');
  writeFileSync(options, `[client]\nsocket=${socket}\nuser=root\n`);
  const child = spawn('mysqltuner', ['--defaults-file', options, '--nocolor', '--skippassword'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    // A run that could not log in costs nothing and says nothing.
    child.on('close', () =>
      printed.includes('Recommendations')
        ? resolve()
        : reject(new Error(`MySQLTuner made no audit: ${printed.slice(-500)}`)),
    );
  });
}

async function read(server: RunningServer): Promise<{ at: number; cpu: number; questions: number }> {
  const connection = await createConnection({ socketPath: server.socket, user: 'root', rowsAsArray: true });
  try {
    const [rows] = await connection.query<import('mysql2').RowDataPacket[][]>(
      "SHOW GLOBAL STATUS LIKE 'Questions'",
    );
    return { at: performance.now(), cpu: cpuSeconds(server.pid), questions: Number(rows[0]?.[1]) };
  } finally {
    await connection.end();
  }
}

function rows(name: string, { cpu, change, withoutTuner }: Result): string[][] {
  const reported = (interval: Interval | undefined) =>
    interval === undefined
      ? 'not measured'
      : `${signed(interval.estimate)} % (${signed(interval.low)} to ${signed(interval.high)})`;
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const micro = (values: number[]) => `${mean(values).toFixed(0)} us`;
  return [
    [name, 'none', micro(cpu.flatMap(({ baselines }) => [...baselines])), '', ''],
    ...(['light', 'deep', 'MySQLTuner'] as const).map((arm) =>
      arm === 'MySQLTuner' && withoutTuner
        ? [name, arm, 'not measured: not installed', '', '']
        : [
            name,
            arm,
            micro(cpu.map(({ arms }) => arms[arm] ?? Number.NaN)),
            reported(change.cpu[arm]),
            reported(change.throughput[arm]),
          ],
    ),
  ];
}

function signed(value: number): string {
  return `${value > 0 ? '+' : ''}${value.toFixed(1)}`;
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
