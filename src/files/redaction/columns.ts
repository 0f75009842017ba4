/**
 * What the text of a column is. `own`: the server's own words (names of variables, events, states), which say nothing
 * about whose server it is. A column that is not listed is unknown, and an export leaves it out.
 */
export type ColumnKind =
  | 'own'
  | 'host'
  | 'user'
  | 'schema'
  | 'object'
  | 'digest'
  | 'statement'
  | 'path'
  | 'setting'
  | 'text';

const kinds: Readonly<Record<ColumnKind, readonly string[]>> = {
  own: [
    ...[
      'name',
      'subsystem',
      'time_enabled',
      'type',
      'status',
      'command',
      'state',
      'event_name',
      'object_type',
    ],
    ...['trx_state', 'trx_started', 'trx_operation_state', 'trx_isolation_level', 'lock_mode', 'lock_type'],
    ...['first_seen', 'last_seen', 'source', 'kind', 'enabled', 'timed', 'plugin_name', 'plugin_status'],
    ...['plugin_type', 'engine', 'row_format', 'digest', 'member_role', 'member_state', 'member_version'],
    ...['channel_name', 'service_state', 'lock_status', 'lock_duration', 'wait_started', 'locked_type'],
  ],
  host: ['host', 'source_host', 'master_host', 'member_host', 'ip', 'report_host', 'client_host'],
  user: ['user', 'source_user', 'master_user', 'processlist_user', 'account', 'grantee', 'owner_user'],
  schema: ['db', 'schema_name', 'table_schema', 'object_schema', 'processlist_db', 'database'],
  object: [
    'table_name',
    'object_name',
    'index_name',
    'column_name',
    'columns',
    'locked_table',
    'locked_index',
  ],
  digest: ['digest_text'],
  statement: [
    'info',
    'trx_query',
    'sql_text',
    'query',
    'waiting_query',
    'blocking_query',
    'query_sample_text',
  ],
  path: ['file_name', 'path', 'variable_path'],
  setting: ['value', 'variable_value'],
  text: ['last_error', 'last_io_error', 'last_sql_error', 'last_error_message', 'error', 'message', 'data'],
};

const byColumn = new Map<string, ColumnKind>(
  Object.entries(kinds).flatMap(([kind, columns]) =>
    columns.map((column): [string, ColumnKind] => [column, toKind(kind)]),
  ),
);

function toKind(text: string): ColumnKind {
  switch (text) {
    case 'own':
    case 'host':
    case 'user':
    case 'schema':
    case 'object':
    case 'digest':
    case 'statement':
    case 'path':
    case 'setting':
      return text;
    default:
      return 'text';
  }
}

/** What the text of a column is, or null where that is not known. @param column in any case */
export function columnKind(column: string): ColumnKind | null {
  return byColumn.get(column.toLowerCase()) ?? null;
}
