import type { VariableType } from '../variables/table';

/**
 * What one server says of one of its variables: by `information_schema.SYSTEM_VARIABLES` (MariaDB), by
 * `performance_schema.variables_metadata`, the type of `SELECT @@x`, trial SETs and the options that
 * `mysqld --verbose --help` makes of values out of bounds (MySQL).
 */
export interface ServedVariable {
  /** Counts and sizes are both `integer` to a server. */
  type: Exclude<VariableType, 'size'>;
  scope: 'global' | 'session' | 'both';
  dynamic: boolean;
  /** Compiled-in default; absent where it is worked out at start, or belongs to the installation. */
  value?: string;
  min?: number | bigint;
  max?: number | bigint;
  /** Values are rounded down to a multiple of it; absent: every value is kept. */
  block?: number;
  /** Values of an enum in the server's order; names that a set is made of. */
  values?: readonly string[];
}

/** Every variable that one live server reports, by name. Made by `scripts/catalog/collect-variables.ts`. */
export interface ServedVariables {
  version: readonly [number, number, number];
  variables: Readonly<Record<string, ServedVariable>>;
}
