import { statusVariable } from '../../../knowledge/catalog/status/status-catalog';
import { catalogedVariables } from '../../../knowledge/catalog/variable-catalog';

/** A name as the server writes it, and what it is the name of. */
export interface KnownName {
  kind: 'variable' | 'status';
  name: string;
}

/** Variables of servers that the catalog begins after. */
const older = ['table_cache', 'thread_concurrency', 'log_slow_queries', 'innodb_additional_mem_pool_size'];

const variables: ReadonlySet<string> = new Set([...catalogedVariables(), ...older]);

/**
 * What a word names, if anything. Where a variable and a status variable have one name, the capital letter decides, as
 * servers print them: `Innodb_page_size` is of the status.
 */
export function knownName(word: string): KnownName | null {
  if (word.length < 3 || word.length > 80 || !/^[A-Za-z][\w:-]*$/.test(word)) return null;
  const lower = word.toLowerCase().replaceAll('-', '_');
  const isVariable = variables.has(lower);
  const status = statusVariable(word);
  // Families of counters (`com_...`) take any ending: a word of prose is none. Variables of the X Plugin begin in small letters.
  if (lower.startsWith('mysqlx_') && word === lower) return { kind: 'variable', name: lower };
  if (status !== undefined && (!isVariable || /^[A-Z]/.test(word)))
    return { kind: 'status', name: status.name };
  return isVariable ? { kind: 'variable', name: lower } : ofRole(lower);
}

/** Roles of Ansible and charts put the product before the name: `mysql_innodb_buffer_pool_size`. */
function ofRole(lower: string): KnownName | null {
  const name = /^(?:mysql|mariadb)_(?=\w{2,40}_)(.{3,79})$/.exec(lower)?.[1];
  return name !== undefined && variables.has(name) ? { kind: 'variable', name } : null;
}
