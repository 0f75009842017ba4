import { LatchkeyError, throwIfCancelled } from '../../../shared/base/error';
import { proveUnknownTimeZone, unknownTimeZoneError } from '../guard/unknown-time-zone';
import { type ChangeSession, serverErrorNumber } from '../session/change-session';
import { texts } from './texts';

/** What the server would say to a SET that was not carried out. */
export type DryRun =
  | { outcome: 'accepted'; warnings: string[]; truncated: boolean }
  | { outcome: 'read-only' }
  | { outcome: 'no-privilege' }
  | { outcome: 'refused'; message: string };

const readOnlyVariable = 1238;
const accessDenied = 1227;
const truncatedValue = 1292;

/**
 * Asks the server whether it would take a SET, without changing anything: "If any variable assignment in a SET
 * statement fails, the entire statement fails and no variables are changed" (manual, "SET Syntax for Variable
 * Assignment"; sql/set_var.cc checks all assignments before it updates any). The second assignment always fails, by an
 * error of its own, and needs no privilege: it names a time zone that this session has just proved to be unknown. Any
 * other error is the answer to the first. Tried with every global
 * variable of MySQL 5.6, MySQL 9.7, MariaDB 10.11 and 11.8: none moved. Privileges of roles and of managed services
 * are thereby known exactly, which SHOW GRANTS does not say.
 */
export async function dryRun(
  session: Pick<ChangeSession, 'query'>,
  setSql: string,
  signal?: AbortSignal,
): Promise<DryRun> {
  throwIfCancelled(signal);
  const zone = await proveUnknownTimeZone(session, 'dry run');
  try {
    await session.query(`${setSql}, SESSION time_zone = '${zone}'`);
  } catch (error) {
    const errno = serverErrorNumber(error);
    if (errno === unknownTimeZoneError) return accepted(session);
    if (errno === readOnlyVariable) return { outcome: 'read-only' };
    if (errno === accessDenied) return { outcome: 'no-privilege' };
    if (errno === undefined) throw error;
    return { outcome: 'refused', message: error instanceof Error ? error.message : String(error) };
  }
  throw new LatchkeyError('change-refused', texts.theServerTookATime(setSql), {
    hint: texts.lookAtTheVariableAnd,
  });
}

async function accepted(session: Pick<ChangeSession, 'query'>): Promise<DryRun> {
  const { rows } = await session.query('SHOW WARNINGS');
  const others = rows.filter(([, code]) => Number(code) !== unknownTimeZoneError);
  return {
    outcome: 'accepted',
    warnings: others.map(([, , message]) => String(message)),
    truncated: others.some(([, code]) => Number(code) === truncatedValue),
  };
}
