import { LatchkeyError } from '../../shared/base/error';
import { nameValueMap } from '../connect/driver/rows';
import type { Session } from '../connect/session';
import { quoteText } from '../connect/table-union';

interface WatchContext {
  session: Session;
  signal: AbortSignal;
}

/** What moves by itself: positions, counters and a delay that InnoDB adapts, which servers show among their variables. */
const moving =
  /^(gtid_|wsrep_|rpl_semi|timestamp$|server_uid$|innodb_ft_|innodb_thread_sleep_delay$|debug|last_insert_id$|identity$)/;

/**
 * Reads the global variables; what it gives reads them again and says, as sentences, which of them moved meanwhile and, where the
 * server shows (performance_schema.variables_info, MySQL 8.0), by whom. Empty: none.
 * @param isOwn variables that Latchkey itself sets meanwhile, or that the server also changes with those
 * @throws LatchkeyError as `query` does
 */
export async function watchGlobalVariables(
  context: WatchContext,
  isOwn: (variable: string) => boolean = () => false,
): Promise<() => Promise<string[]>> {
  const before = await globals(context);
  return async () => {
    const after = await globals(context);
    const moved = [...after.keys()].filter((name) => before.get(name) !== after.get(name) && !isOwn(name));
    return moved.length === 0 ? [] : whoMoved(context, moved);
  };
}

async function globals({ session, signal }: WatchContext): Promise<Map<string, string>> {
  const all = nameValueMap(await session.query('SHOW GLOBAL VARIABLES', { signal }));
  return new Map([...all].filter(([name]) => !moving.test(name)));
}

async function whoMoved({ session, signal }: WatchContext, moved: readonly string[]): Promise<string[]> {
  const known = new Map<string, string>();
  if (session.identity.flavour !== 'mariadb' && session.identity.version[0] >= 8) {
    const sql = `SELECT LOWER(VARIABLE_NAME), SET_USER, SET_HOST, SET_TIME FROM performance_schema.variables_info WHERE LOWER(VARIABLE_NAME) IN (${moved.map(quoteText).join(', ')})`;
    try {
      for (const [name, user, host, time] of (await session.query(sql, { signal })).rows)
        if (user !== null && user !== '') known.set(String(name), `by ${user}@${host} at ${time}`);
    } catch (error) {
      if (!(error instanceof LatchkeyError) || !['query-failed', 'privilege-missing'].includes(error.code))
        throw error;
    }
  }
  return moved.map((name) => `${name} ${known.get(name) ?? 'by someone the server does not report'}`);
}
