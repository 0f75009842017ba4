import type { ValueType } from '../../../shared/change';
import { type ChangeSession, firstCell, serverErrorNumber } from './change-session';
import { quotedName } from './literal';

/** Every global variable by lower-case name, as SHOW prints it. */
export type GlobalVariables = ReadonlyMap<string, string>;

export const readGlobalsSql = 'SHOW GLOBAL VARIABLES';

/** @throws LatchkeyError as `query` does. */
export async function readGlobals(session: Pick<ChangeSession, 'query'>): Promise<GlobalVariables> {
  const table = await session.query(readGlobalsSql);
  return new Map(table.rows.map(([name, value]) => [String(name).toLowerCase(), String(value ?? '')]));
}

/**
 * Whether a SET takes the variable bare or quoted. The server's own type decides, not the look of the value:
 * init_connect = 1 is refused, and so is innodb_io_capacity = '200'. COERCIBILITY of a system variable is 3 for
 * texts (manual, "Information Functions") and more for numbers, on MySQL 5.6 to 9.7 and MariaDB alike. A number that
 * SHOW prints as a word (ON, an enumeration) is set by the word.
 */
export async function readValueType(
  session: Pick<ChangeSession, 'query'>,
  variable: string,
  printed: string,
): Promise<ValueType> {
  const coercibility = firstCell(
    await session.query(`SELECT COERCIBILITY(@@GLOBAL.${quotedName(variable)})`),
  );
  return Number(coercibility) > 3 && /^-?\d+(\.\d+)?$/.test(printed) ? 'number' : 'text';
}

/** Whether sessions have a value of their own: reading one of a global-only variable is error 1238. */
export async function readScope(
  session: Pick<ChangeSession, 'query'>,
  variable: string,
): Promise<'global' | 'both'> {
  try {
    await session.query(`SELECT @@SESSION.${quotedName(variable)}`);
    return 'both';
  } catch (error) {
    if (serverErrorNumber(error) === 1238) return 'global';
    throw error;
  }
}

/** Whether a backslash in a quoted text is an escape in this session. */
export async function readBackslashEscapes(session: Pick<ChangeSession, 'query'>): Promise<boolean> {
  const mode = String(firstCell(await session.query('SELECT @@SESSION.sql_mode')) ?? '');
  return !mode.split(',').includes('NO_BACKSLASH_ESCAPES');
}
