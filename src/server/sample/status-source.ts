import { hostSeries } from '../../evidence/series/host-series';
import type { SampledVariable } from '../../evidence/series/series';
import { statusVariable } from '../../knowledge/catalog/status/status-catalog';
import { innodbStatusSections } from '../../knowledge/innodb-status';
import { sessionSeries } from '../../knowledge/waits/session-waits';
import type { Clock } from '../../shared/base/clock';
import { defined } from '../../shared/base/defined';
import { compareVersions } from '../../shared/server';
import type { Sampling } from '../../shared/snapshot';
import { sql, sqlList, sqlString } from '../../shared/writers/sql';
import type { Session } from '../connect/session';
import type { HostSampler } from '../machine/sample';
import { sessionReader } from './session-source';
import { unlessRefused } from './unless-refused';

/** One reading of everything that is sampled: values as printed, by series name. */
export type ReadStatus = (signal: AbortSignal) => Promise<Map<string, string>>;

const timeoutMs = 10_000;
const prefix = 'innodb_metrics.';

/** INNODB_METRICS that are levels worth a series of their own where the status has none. */
const metrics: Readonly<Record<string, SampledVariable>> = {
  trx_rseg_history_len: { name: `${prefix}trx_rseg_history_len`, kind: 'gauge', unit: 'count' },
  log_lsn_checkpoint_age: { name: `${prefix}log_lsn_checkpoint_age`, kind: 'gauge', unit: 'bytes' },
  log_max_modified_age_async: { name: `${prefix}log_max_modified_age_async`, kind: 'gauge', unit: 'bytes' },
  log_max_modified_age_sync: { name: `${prefix}log_max_modified_age_sync`, kind: 'gauge', unit: 'bytes' },
};

const metricsSql = `SELECT NAME, COUNT FROM information_schema.INNODB_METRICS WHERE STATUS = 'enabled' AND NAME IN (${sqlList(Object.keys(metrics).map(sqlString)).text})`;

/** The status catalog, with the sampled INNODB_METRICS and sessions beside it. */
export function sampledVariable(name: string): SampledVariable | undefined {
  if (name.startsWith(sessionSeries.prefix)) return { name, kind: 'gauge', unit: 'count' };
  return name.startsWith(prefix)
    ? metrics[name.slice(prefix.length)]
    : (statusVariable(name) ?? hostSeries(name));
}

/** Below this interval only chosen counters are sampled: reading all of them ten times a second is not light. */
export const fullStatusIntervalMs = 1000;

/** What is sampled at short intervals: throughput, and what shows why it fell. */
export const fastStatusNames: readonly string[] = [
  'Bytes_sent',
  'Com_commit',
  'Com_delete',
  'Com_insert',
  'Com_rollback',
  'Com_select',
  'Com_update',
  'Handler_commit',
  'Innodb_buffer_pool_pages_data',
  'Innodb_buffer_pool_pages_dirty',
  'Innodb_buffer_pool_pages_flushed',
  'Innodb_buffer_pool_pages_free',
  'Innodb_buffer_pool_reads',
  'Innodb_buffer_pool_wait_free',
  'Innodb_checkpoint_age',
  'Innodb_data_fsyncs',
  'Innodb_history_list_length',
  'Innodb_data_pending_fsyncs',
  'Innodb_data_pending_reads',
  'Innodb_data_pending_writes',
  'Innodb_log_waits',
  'Innodb_os_log_fsyncs',
  'Innodb_os_log_pending_fsyncs',
  'Innodb_os_log_pending_writes',
  'Innodb_os_log_written',
  'Innodb_redo_log_checkpoint_lsn',
  'Innodb_redo_log_current_lsn',
  'Innodb_row_lock_current_waits',
  'Innodb_row_lock_waits',
  'Innodb_rows_deleted',
  'Innodb_rows_inserted',
  'Innodb_rows_updated',
  'Queries',
  'Questions',
  'Threads_connected',
  'Threads_created',
  'Threads_running',
  'Uptime',
];

export interface SampleSourceOptions {
  intervalMs: number;
  clock: Pick<Clock, 'monotonicMs'>;
  /** Status variables to sample besides those for short intervals; only they are read then, at any interval. */
  counters?: readonly string[];
  /** Brings the series of the host, where it is to be sampled with the server. */
  host?: HostSampler;
}

/** Everything that is sampled at one tick, and how that is done. */
export interface SampleSource {
  read: ReadStatus;
  sampling(): Sampling;
}

/** The names to ask for; null: all. */
function chosenNames({ intervalMs, counters }: SampleSourceOptions): readonly string[] | null {
  if (counters === undefined && intervalMs >= fullStatusIntervalMs) return null;
  const known = (counters ?? []).filter((name) => statusVariable(name) !== undefined);
  return [...new Set([...fastStatusNames, ...known])];
}

/**
 * Reads SHOW GLOBAL STATUS, and where that lacks the history list length and the checkpoint age (MySQL; the latter
 * before 8.0.30), INNODB_METRICS, and failing that the log lines of SHOW ENGINE INNODB STATUS; then the active
 * sessions. One statement after the other, so that nothing of it meets another reading. What the account may not read
 * is asked for once.
 */
export function sampleSource(session: Session, options: SampleSourceOptions): SampleSource {
  const names = chosenNames(options);
  const status = statusReader(session, names, options.intervalMs);
  const sessions = sessionReader(session, options.clock);
  return {
    sampling: () => {
      const classed = sessions.sampling();
      return {
        ...(names === null ? {} : { chosen: true }),
        ...defined({ sessions: classed }),
        ...(options.host === undefined ? {} : { host: options.host.sampling() }),
      };
    },
    read: async (signal) => {
      // Read on another channel than the statements, so that both are of one moment.
      const [values, host] = await Promise.all([status(signal), options.host?.read(signal)]);
      for (const [name, value] of host ?? []) values.set(name, value);
      const waits = Number(values.get('Innodb_row_lock_current_waits') ?? Number.NaN);
      const active = await sessions.read(Number.isNaN(waits) ? undefined : waits, { timeoutMs, signal });
      for (const [name, count] of active ?? []) values.set(name, count);
      return values;
    },
  };
}

function statusReader(session: Session, names: readonly string[] | null, intervalMs: number): ReadStatus {
  const { flavour, version } = session.identity;
  // MariaDB has these levels among its status variables since 10.5.
  let wantsMetrics = flavour !== 'mariadb' || compareVersions(version, [10, 5, 0]) < 0;
  // About 0.1 ms of the server's time (measured on 5.6), but more with many transactions: not ten times a second.
  const mayReadText = names === null || intervalMs >= 200;
  let wantsStatusText =
    mayReadText && wantsMetrics && (flavour === 'mariadb' || compareVersions(version, [8, 0, 30]) < 0);
  const statusSql =
    names === null
      ? 'SHOW GLOBAL STATUS'
      : sql`SHOW GLOBAL STATUS WHERE Variable_name IN (${sqlList(names.map(sqlString))})`.text;

  return async (signal) => {
    const values = new Map<string, string>();
    const options = { timeoutMs, signal };
    for (const row of (await session.query(statusSql, options)).rows) {
      values.set(String(row[0]), String(row[1] ?? ''));
    }
    if (values.has('Innodb_checkpoint_age')) wantsStatusText = false;
    if (wantsMetrics) {
      const table = await unlessRefused(() => session.query(metricsSql, options));
      if (table === null) wantsMetrics = false;
      for (const row of table?.rows ?? []) values.set(prefix + String(row[0]), String(row[1] ?? ''));
    }
    const age = `${prefix}log_lsn_checkpoint_age`;
    if (wantsStatusText && !values.has(age)) {
      const table = await unlessRefused(() => session.query('SHOW ENGINE INNODB STATUS', options));
      const found = innodbStatusSections(String(table?.rows[0]?.[2] ?? '')).log?.checkpointAge;
      if (found == null) wantsStatusText = false;
      else values.set(age, String(found));
    }
    return values;
  };
}
