import { hostingPrefixes } from '../../../knowledge/catalog/managed-hosting';
import { statusVariable } from '../../../knowledge/catalog/status/status-catalog';
import { catalogedVariables } from '../../../knowledge/catalog/variable-catalog';
import { tabledEntries } from '../../../knowledge/catalog/variables';

/** A name as the server writes it, and what it is the name of. */
export interface KnownName {
  kind: 'variable' | 'status';
  name: string;
  /** What says it gives way to the plain name with a value: a role's name for it, or a sentence. */
  by?: 'role' | 'prose';
}

/** Variables of servers that the catalog begins after. */
const older = ['table_cache', 'thread_concurrency', 'log_slow_queries', 'innodb_additional_mem_pool_size'];

const variables: ReadonlySet<string> = new Set([...catalogedVariables(), ...older]);

/** Variables of plugins that the catalog does not list one by one; they are written in small letters. */
const ofPlugins = /^(?:group_replication|connection_control|validate_password|audit_log|clone)_[a-z_]{3,60}$/;

/** What only managed servers have: it says where a server runs. */
function isOfService(word: string): boolean {
  return /^[a-z]\w+$/.test(word) && hostingPrefixes.some((prefix) => word.startsWith(`${prefix}_`));
}

/**
 * What a word names, if anything. Where a variable and a status variable have one name, the capital letter decides, as
 * servers print them: `Innodb_page_size` is of the status.
 */
export function knownName(word: string): KnownName | null {
  if (word.length < 3 || word.length > 80 || !/^[A-Za-z][\w:-]*$/.test(word)) return null;
  const lower = word.toLowerCase().replaceAll('-', '_');
  const isVariable = variables.has(lower) || isOfService(word) || ofPlugins.test(word);
  const status = statusVariable(word);
  // Families of counters (`com_...`) take any ending: a word of prose is none. Variables of the X Plugin begin in small letters.
  if (lower.startsWith('mysqlx_') && word === lower) return { kind: 'variable', name: lower };
  if (status !== undefined && (!isVariable || /^[A-Z]/.test(word)))
    return { kind: 'status', name: status.name };
  return isVariable ? { kind: 'variable', name: lower } : ofRole(word);
}

/** Settings of clients, which have the product before them too: `mysql_connect_timeout`. */
const ofClients = /(?:connect|read|write)_timeout$|^(?:ssl|tls|character_set|collation)_|^local_infile$/;

/**
 * Roles of Ansible and charts put the product before the name: `mysql_innodb_buffer_pool_size`. With a hyphen it is
 * ProxySQL's own setting, in its own units: `mysql-max_connections`.
 */
function ofRole(word: string): KnownName | null {
  const name = /^(?:mysql|mariadb)_(?=\w{2,40}_)(\w{3,79})$/.exec(word.toLowerCase())?.[1];
  if (name === undefined || !variables.has(name) || ofClients.test(name)) return null;
  return { kind: 'variable', name, by: 'role' };
}

/** Whether nothing but a number can be its value, as far as the catalog says. */
export function isNumeric(variable: string): boolean {
  const type = tabledEntries.get(variable)?.type;
  return type === 'size' || type === 'integer' || type === 'number';
}
