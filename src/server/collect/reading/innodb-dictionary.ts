import type { Reason } from '../../../shared/reason';
import { nameValueMap } from '../../connect/driver/rows';
import type { ReadContext } from './read-context';

const stateSql = "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('innodb_read_only', 'innodb_force_recovery')";
/** From here on InnoDB rolls nothing back, or opens its files to read only. */
const leastUnsafe = 4;

/** Whether a statement reads the tables that InnoDB shows its own dictionary in (MySQL before 8.0, MariaDB). */
export function readsInnodbDictionary(sql: string): boolean {
  return /\bINNODB_SYS_/i.test(sql);
}

/**
 * Why InnoDB's dictionary is not read: null where nothing is against it. MariaDB 10.11.18, 11.4.5 and 11.8.6 crash on
 * INNODB_SYS_TABLESPACES with innodb_read_only or innodb_force_recovery = 6, when there is no temporary tablespace (tried;
 * i_s_sys_tablespaces_fill in handler/i_s.cc), and on INNODB_SYS_TABLES in recovery after a CREATE TABLE that did not end
 * (MDEV-38942).
 */
export async function innodbDictionaryRefusal({ session, signal }: ReadContext): Promise<Reason | null> {
  const state = nameValueMap(await session.query(stateSql, { signal }));
  const isReadOnly = state.get('innodb_read_only') === 'ON';
  if (!isReadOnly && Number(state.get('innodb_force_recovery') ?? 0) < leastUnsafe) return null;
  return {
    code: 'disabled',
    text: 'InnoDB is read-only or in recovery here: reading its dictionary has crashed servers in that state (MDEV-38942).',
  };
}
