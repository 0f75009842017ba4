import { type ServerKind, variableFacts } from '../variable-catalog';

/**
 * Why a SET, on the running server, cannot go back to the value that a variable has, as a clause; null: it can.
 * @param present values that are in force; undefined: the server has no such variable
 */
export function cannotRestore(
  variable: string,
  value: string,
  present: (name: string) => string | undefined,
  server: ServerKind,
): string | null {
  const min = variableFacts(variable, server)?.min ?? null;
  if (min !== null && Number(value) < min) {
    return `a start may give it ${value}, a SET no less than ${min}`;
  }
  // ha_innodb.cc innodb_log_file_size_update (error 1210); a start takes such a log (10.11.18, 11.8.6).
  const buffer = Number(present('innodb_log_buffer_size') ?? Number.NaN);
  if (server.flavour === 'mariadb' && variable === 'innodb_log_file_size' && Number(value) < buffer) {
    return 'only a start makes the log smaller than its buffer (innodb_log_buffer_size)';
  }
  return null;
}
