import type { Clock } from '../../../shared/base/clock';
import { type LatchkeyError, toLatchkeyError } from '../../../shared/base/error';
import { compareVersions } from '../../../shared/server';
import { sql, sqlList, sqlString } from '../../../shared/writers/sql';
import type { Session } from '../../connect/session';
import { cpuSecondsOf, ticksPerSecond } from '../../machine/cpu-time';
import type { Machine } from '../../machine/machine';
import type { Load } from '../../workload/load';
import type { DigestSums, Histogram, Meter, MeterReading } from '../../workload/meter-reading';

/** Status variables that every reading asks for. */
const statusNames = [
  'Questions',
  'Threads_running',
  'Innodb_buffer_pool_pages_dirty',
  'Innodb_checkpoint_age',
  'Innodb_redo_log_current_lsn',
  'Innodb_redo_log_checkpoint_lsn',
];
/**
 * Failed statements of all sessions, and those of clients that ended with their time. SHOW is mostly Latchkey's own; statements within
 * routines are part of the CALL; a command is renamed to the statement that it holds, but for EXECUTE (setup_instruments).
 */
const endedSql =
  "SELECT SUM(SUM_ERRORS), SUM(CASE WHEN client THEN COUNT_STAR END), SUM(CASE WHEN client THEN SUM_TIMER_WAIT END) FROM (SELECT SUM_ERRORS, COUNT_STAR, SUM_TIMER_WAIT, EVENT_NAME = 'statement/com/Execute' OR EVENT_NAME LIKE 'statement/sql/%' AND EVENT_NAME NOT LIKE 'statement/sql/show%' AS client FROM performance_schema.events_statements_summary_global_by_event_name) AS statements";
const picoseconds = 1e12;
const replicaEveryMs = 900;

export interface MeterOptions {
  session: Session;
  /** The server's machine with the server's process; null: it cannot be read. */
  host: { machine: Machine; pid: number | null } | null;
  load: Load;
  clock: Clock;
  counters: readonly string[];
}

/** Reads a real server over a session of its own. */
export function serverMeter(options: MeterOptions): Meter {
  return new ServerMeter(options);
}

class ServerMeter implements Meter {
  readonly #options: MeterOptions;
  readonly #statusSql: string;
  /** Statements of this session, which are no load. */
  #own = 0;
  #lag: { at: number; lags: (number | null)[]; seconds: number | null; absent: boolean } | null = null;
  /** Whether the Performance Schema sums statements. */
  #sums: 'unknown' | 'kept' | 'absent' = 'unknown';

  constructor(options: MeterOptions) {
    this.#options = options;
    const names = sqlList([...statusNames, ...options.counters].map(sqlString));
    this.#statusSql = sql`SHOW GLOBAL STATUS WHERE Variable_name IN (${names})`.text;
  }

  async read(signal: AbortSignal): Promise<MeterReading> {
    const { clock, load, host, counters } = this.#options;
    const sums = await this.#statementSums(signal);
    const errors = load.errors() ?? sums?.errors ?? null;
    const lag = await this.#replicaLag(signal);
    const before = clock.monotonicMs();
    const table = await this.#query(this.#statusSql, signal);
    const at = (before + clock.monotonicMs()) / 2;
    const status = new Map(table.rows.map(([name, value]) => [String(name).toLowerCase(), Number(value)]));
    const level = (name: string) => status.get(name.toLowerCase()) ?? null;
    const current = level('Innodb_redo_log_current_lsn');
    const checkpoint = level('Innodb_redo_log_checkpoint_lsn');
    return {
      at,
      operations: (level('Questions') ?? 0) - this.#own,
      cpuSeconds: host?.pid == null ? null : await cpuSecondsOf(host.pid, host.machine),
      clientCpuSeconds: await load.clientCpuSeconds(),
      busySeconds: host === null ? null : await busySecondsOf(host.machine),
      errors,
      ended: sums?.ended ?? null,
      threadsRunning: level('Threads_running'),
      replicaLagSeconds: lag,
      freeMemoryBytes: host === null ? null : await availableMemory(host.machine),
      checkpointAge:
        level('Innodb_checkpoint_age') ??
        (current === null || checkpoint === null ? null : current - checkpoint),
      dirtyPages: level('Innodb_buffer_pool_pages_dirty'),
      counters: new Map(counters.map((name) => [name, level(name) ?? 0])),
    };
  }

  async digests(signal: AbortSignal): Promise<DigestSums | null> {
    const own = this.#options.load.ownDigests();
    if (own !== null) return own;
    // Latchkey's own statements are no part of the mix.
    const table = await this.#optional(
      "SELECT CONCAT(IFNULL(SCHEMA_NAME, ''), ' ', DIGEST), COUNT_STAR, SUM_TIMER_WAIT FROM performance_schema.events_statements_summary_by_digest WHERE DIGEST IS NOT NULL AND DIGEST_TEXT NOT LIKE 'SHOW %' AND DIGEST_TEXT NOT LIKE 'SET %' AND DIGEST_TEXT NOT LIKE '%performance_schema%'",
      signal,
    );
    if (table === null) return null;
    return new Map(
      table.rows.map(([digest, executions, time]) => [
        String(digest),
        { executions: Number(executions), seconds: Number(time) / picoseconds },
      ]),
    );
  }

  async histogram(signal: AbortSignal): Promise<Histogram | null> {
    const own = this.#options.load.ownHistogram();
    if (own !== null) return own;
    const { flavour, version, performanceSchema } = this.#options.session.identity;
    if (flavour === 'mariadb' || performanceSchema !== true || compareVersions(version, [8, 0, 0]) < 0)
      return null;
    const table = await this.#optional(
      'SELECT BUCKET_TIMER_LOW, BUCKET_TIMER_HIGH, COUNT_BUCKET FROM performance_schema.events_statements_histogram_global',
      signal,
    );
    if (table === null) return null;
    return table.rows.map(([low, high, count]) => ({
      low: Number(low) / 1e9,
      high: Number(high) / 1e9,
      count: Number(count),
    }));
  }

  /** null: the Performance Schema does not sum statements here. */
  async #statementSums(signal: AbortSignal): Promise<Pick<MeterReading, 'errors' | 'ended'> | null> {
    if (this.#sums === 'absent') return null;
    const [errors, statements, time] = (await this.#optional(endedSql, signal))?.rows[0] ?? [];
    this.#sums = errors == null ? 'absent' : 'kept';
    if (errors == null) return null;
    // Statements that have taken no time at all are counted, but not timed.
    const ended =
      Number(time) > 0 ? { statements: Number(statements), seconds: Number(time) / picoseconds } : null;
    return { errors: Number(errors), ended };
  }

  /** Seconds that this server lags behind its sources; null: it replicates from none, or may not be asked. */
  async #replicaLag(signal: AbortSignal): Promise<number | null> {
    const { clock, session } = this.#options;
    const known = this.#lag;
    const at = clock.monotonicMs();
    if (known !== null && (known.absent || at - known.at < replicaEveryMs)) return known.seconds;
    const table = await this.#optional(replicaSql(session.identity), signal);
    const column = table?.columns.findIndex((name) => /^seconds_behind_/i.test(name)) ?? -1;
    const lags = (table?.rows ?? []).map((row, source) => {
      const reported = row[column] ?? null;
      if (reported !== null) return Number(reported);
      // Of a source that is not followed any more the server shows no lag; it falls behind with the time.
      const before = known?.lags[source] ?? null;
      return known === null || before === null ? null : before + (at - known.at) / 1000;
    });
    const behind = lags.flatMap((lag) => lag ?? []);
    const seconds = behind.length === 0 ? null : Math.max(...behind);
    this.#lag = { at, lags, seconds, absent: lags.length === 0 };
    return seconds;
  }

  async #query(sql: string, signal: AbortSignal) {
    this.#own += 1;
    return this.#options.session.query(sql, { signal });
  }

  /** null where the server or the account does not give it. */
  async #optional(sql: string, signal: AbortSignal) {
    try {
      return await this.#query(sql, signal);
    } catch (error) {
      const failure: LatchkeyError = toLatchkeyError(error);
      if (['query-failed', 'privilege-missing'].includes(failure.code)) return null;
      throw failure;
    }
  }
}

/** All channels of a replica: MariaDB shows the unnamed one only, unless it is asked for all. */
function replicaSql({ flavour, version }: Session['identity']): string {
  if (flavour === 'mariadb') return 'SHOW ALL SLAVES STATUS';
  return compareVersions(version, [8, 0, 22]) >= 0 ? 'SHOW REPLICA STATUS' : 'SHOW SLAVE STATUS';
}

/** Processor seconds that a machine was busy since it started: all but idle and waiting for I/O (proc(5), /proc/stat). */
async function busySecondsOf(machine: Machine): Promise<number | null> {
  const line = /^cpu +(\d.*)$/m.exec((await machine.readText('/proc/stat')) ?? '')?.[1];
  if (line === undefined) return null;
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line.split(' ').map(Number);
  return (user + nice + system + irq + softirq + steal) / ticksPerSecond;
}

async function availableMemory(machine: Machine): Promise<number | null> {
  const kib = /^MemAvailable:\s+(\d+) kB/m.exec((await machine.readText('/proc/meminfo')) ?? '')?.[1];
  return kib === undefined ? null : Number(kib) * 1024;
}
