import { parseInnodbStatus } from '../../knowledge/innodb-status';
import type { StatusVariable } from '../../knowledge/status-catalog';
import { statusVariable } from '../../knowledge/status-catalog';
import { LatchkeyError } from '../../shared/error';
import { compareVersions } from '../../shared/server';
import type { Session } from '../connect/session';

/** One reading of everything that is sampled: values as printed, by series name. */
export type ReadStatus = (signal: AbortSignal) => Promise<Map<string, string>>;

const timeoutMs = 10_000;
const prefix = 'innodb_metrics.';

/** INNODB_METRICS that are levels worth a series of their own where the status has none. */
const metrics: Readonly<Record<string, StatusVariable>> = {
  trx_rseg_history_len: { name: `${prefix}trx_rseg_history_len`, kind: 'gauge', unit: 'count' },
  log_lsn_checkpoint_age: { name: `${prefix}log_lsn_checkpoint_age`, kind: 'gauge', unit: 'bytes' },
  log_max_modified_age_async: { name: `${prefix}log_max_modified_age_async`, kind: 'gauge', unit: 'bytes' },
  log_max_modified_age_sync: { name: `${prefix}log_max_modified_age_sync`, kind: 'gauge', unit: 'bytes' },
};

const metricsSql = `SELECT NAME, COUNT FROM information_schema.INNODB_METRICS WHERE STATUS = 'enabled' AND NAME IN (${Object.keys(
  metrics,
)
  .map((name) => `'${name}'`)
  .join(', ')})`;

/** The status catalog, with the sampled INNODB_METRICS beside it. */
export function sampledVariable(name: string): StatusVariable | undefined {
  return name.startsWith(prefix) ? metrics[name.slice(prefix.length)] : statusVariable(name);
}

/**
 * Reads SHOW GLOBAL STATUS, and where that lacks the history list length and the checkpoint age (MySQL; the latter
 * before 8.0.30), INNODB_METRICS, and failing that the log lines of SHOW ENGINE INNODB STATUS. What the account may
 * not read is asked for once.
 */
export function statusReader(session: Session): ReadStatus {
  const { flavour, version } = session.identity;
  let wantsMetrics = flavour !== 'mariadb';
  let wantsStatusText = wantsMetrics && compareVersions(version, [8, 0, 30]) < 0;

  return async (signal) => {
    const values = new Map<string, string>();
    const options = { timeoutMs, signal };
    for (const row of (await session.query('SHOW GLOBAL STATUS', options)).rows) {
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
      const found = parseInnodbStatus(String(table?.rows[0]?.[2] ?? '')).log?.checkpointAge;
      if (found == null) wantsStatusText = false;
      else values.set(age, String(found));
    }
    return values;
  };
}

async function unlessRefused<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (
      error instanceof LatchkeyError &&
      ['query-failed', 'privilege-missing', 'timeout'].includes(error.code)
    ) {
      return null;
    }
    throw error;
  }
}
