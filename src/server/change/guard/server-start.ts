import { LatchkeyError } from '../../../shared/base/error';
import { type ChangeSession, firstCell } from '../session/change-session';
import { texts } from './texts';

/** Seconds since the server process started. @throws LatchkeyError query-failed where it does not say; else as `query` */
export async function readUptime(session: Pick<ChangeSession, 'query'>): Promise<number> {
  const uptime = Number((await session.query("SHOW GLOBAL STATUS LIKE 'Uptime'")).rows[0]?.[1] ?? Number.NaN);
  if (!Number.isFinite(uptime)) throw new LatchkeyError('query-failed', texts.theServerDoesNotReport);
  return uptime;
}

/**
 * When the server process started, exactly, by the server's own clock: the time of a statement minus Uptime is the
 * start time that the server noted (sql/mysqld.cc, show_starttime), whatever became of the clock since. Two readings
 * of the clock around the one of Uptime make sure that no second passed between them.
 * @returns ISO 8601, UTC, whole seconds; the same for as long as the process lives
 */
export async function readServerStart(session: Pick<ChangeSession, 'query'>): Promise<string> {
  const clock = async () => Number(firstCell(await session.query('SELECT UNIX_TIMESTAMP()')));
  let before = await clock();
  for (let tries = 0; tries < 10; tries++) {
    const status = await session.query("SHOW GLOBAL STATUS LIKE 'Uptime'");
    const after = await clock();
    const uptime = Number(status.rows[0]?.[1] ?? Number.NaN);
    if (!Number.isFinite(uptime)) break;
    if (after === before) return new Date((after - uptime) * 1000).toISOString();
    before = after;
  }
  throw new LatchkeyError('query-failed', texts.theServerDoesNotReportSince);
}

/** A restart takes longer than a second, and after one, restoring does no harm: it finds the originals. */
export function isSameStart(now: string, then: string): boolean {
  return Math.abs(Date.parse(now) - Date.parse(then)) <= 1000;
}
