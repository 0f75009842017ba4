// Records how the throughput of a real server wanders while nothing is changed: what the simulated runs are made of.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { type ServerId, startServer } from '../../scripts/servers/index.ts';
import { prepareSysbench, startSysbench } from '../../scripts/servers/sysbench.ts';

export interface RecordedNoise {
  version: string;
  intervalMs: number;
  /** Statements per second in each interval. */
  rates: number[];
  /** Microseconds of the server's CPU time for one statement in each interval; null where none was done. */
  cpu: (number | null)[];
  /** Percent of the processors' time that other programs had, or the hypervisor kept, in each interval; absent: not counted. */
  others?: number[];
}

const intervalMs = 250;
const longestGapMs = 2000;
const load = { tables: 2, rows: 10_000, threads: 8 };
const workloads = { updates: 'oltp_update_index', reads: 'oltp_point_select' } as const;

export interface NoiseRequest {
  server: ServerId;
  /** Processor-bound updates (the noise of the machine and of the server's flushing), or reads of one row. */
  workload: keyof typeof workloads;
  /** Nice value of server, load and recorder, below 0 to go before whatever else runs on the machine; root may. */
  niceness: number;
  seconds: number;
}

export async function recordNoise(requested: NoiseRequest): Promise<RecordedNoise> {
  const { server: id, workload, niceness, seconds } = requested;
  const server = await startServer(id, {
    options: { innodb_flush_log_at_trx_commit: 2, innodb_buffer_pool_size: '256M', 'skip-log-bin': true },
  });
  try {
    const common = { ...load, socket: server.socket };
    await prepareSysbench(common);
    const sysbench = startSysbench({ ...common, workload: workloads[workload], seconds: seconds + 60 });
    if (niceness < 0)
      for (const pid of [process.pid, server.pid, sysbench.pid]) await goInFront(pid, niceness);
    const connection = await createConnection({ socketPath: server.socket, user: 'root' });
    const read = async () => {
      const asked = performance.now();
      const [rows] = await connection.query({
        sql: "SHOW GLOBAL STATUS LIKE 'Questions'",
        rowsAsArray: true,
      });
      const at = (asked + performance.now()) / 2;
      const questions = Array.isArray(rows) && Array.isArray(rows[0]) ? Number(rows[0][1]) : Number.NaN;
      own += 1;
      const spent = await cpuSeconds(server.pid);
      const ours = spent + (await cpuSeconds(process.pid)) + (await cpuSeconds(sysbench.pid));
      return {
        at,
        questions: questions - own,
        cpuSeconds: spent,
        othersSeconds: (await allCpuSeconds()) - ours,
      };
    };
    let own = 0;
    await sleep(5000);
    const readings = [await read()];
    const start = readings[0]?.at ?? 0;
    while ((readings.at(-1)?.at ?? 0) < start + seconds * 1000) {
      await sleep(intervalMs);
      readings.push(await read());
    }
    await connection.end();
    await sysbench.stop();
    const gaps = readings.slice(1).map(({ at }, index) => at - (readings[index]?.at ?? at));
    // Between two readings the work is taken as even: a recorder that was held up itself makes a server look steady.
    if (Math.max(...gaps) > longestGapMs)
      throw new Error(`the recorder was held up for ${Math.round(Math.max(...gaps))} ms`);
    return { version: server.version, intervalMs, ...onGrid(readings, start, seconds * 1000) };
  } finally {
    await server.stop();
  }
}

/**
 * Linux shares the processor between sessions first (sched(7), autogroup) and looks at a thread's own nice value only
 * within its session: both are set, for the session of a process and for its threads.
 */
async function goInFront(pid: number | undefined, niceness: number): Promise<void> {
  if (pid === undefined) throw new Error('the load did not start');
  for (const thread of await readdir(`/proc/${pid}/task`)) setPriority(Number(thread), niceness);
  await writeFile(`/proc/${pid}/autogroup`, String(niceness)).catch((error: unknown) => {
    // Without automatic groups the nice value of the threads is all there is.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  });
}

interface NoiseSample {
  at: number;
  questions: number;
  cpuSeconds: number;
  /** Processor seconds of all but server, load and recorder, from some moment on. */
  othersSeconds: number;
}

/** A machine that has much to do does not wake anybody on time: what was counted is spread over even intervals. */
function onGrid(
  readings: readonly NoiseSample[],
  start: number,
  lengthMs: number,
): Required<Pick<RecordedNoise, 'rates' | 'cpu' | 'others'>> {
  let next = 1;
  const at = (ms: number, pick: (reading: NoiseSample) => number) => {
    while (next < readings.length - 1 && (readings[next]?.at ?? 0) < ms) next += 1;
    const [before, after] = [readings[next - 1], readings[next]];
    if (before === undefined || after === undefined) return 0;
    return pick(before) + ((pick(after) - pick(before)) * (ms - before.at)) / (after.at - before.at);
  };
  const rates: number[] = [];
  const cpu: (number | null)[] = [];
  const others: number[] = [];
  const wholePercent = (cpus().length * intervalMs) / 1e5;
  for (let ms = start; ms + intervalMs <= start + lengthMs; ms += intervalMs) {
    const [from, used, had] = [
      at(ms, ({ questions }) => questions),
      at(ms, ({ cpuSeconds: spent }) => spent),
      at(ms, ({ othersSeconds }) => othersSeconds),
    ];
    const operations = at(ms + intervalMs, ({ questions }) => questions) - from;
    const seconds = at(ms + intervalMs, ({ cpuSeconds: spent }) => spent) - used;
    others.push(Math.round((at(ms + intervalMs, ({ othersSeconds }) => othersSeconds) - had) / wholePercent));
    rates.push(Math.round((operations * 1000) / intervalMs));
    cpu.push(operations < 1 ? null : Math.round((seconds * 1e7) / operations) / 10);
    next = Math.max(1, next - 2);
  }
  return { rates, cpu, others };
}

/** Processor time of a process from its first thread on (proc(5), fields 14 and 15 of stat, in hundredths of a second). */
async function cpuSeconds(pid: number | undefined): Promise<number> {
  if (pid === undefined) throw new Error('the load did not start');
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Of all programs, and what the hypervisor kept: user, nice, system, irq, softirq and steal of proc(5), /proc/stat. */
async function allCpuSeconds(): Promise<number> {
  const text = await readFile('/proc/stat', 'utf8');
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = text
    .slice(0, text.indexOf('\n'))
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq + steal) / 100;
}
