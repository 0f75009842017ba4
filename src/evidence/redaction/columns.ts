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
  | 'described'
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
    ...['service_state', 'lock_status', 'lock_duration', 'wait_started', 'locked_type', 'prio', 'logged'],
    ...['sql_state', 'error_name', 'error_code', 'data_type', 'encrypted', 'thread_name'],
    ...[
      'slave_io_state',
      'slave_io_running',
      'slave_sql_running',
      'slave_sql_running_state',
      'replica_io_state',
    ],
    ...['replica_io_running', 'replica_sql_running', 'replica_sql_running_state', 'master_ssl_allowed'],
    ...[
      'source_ssl_allowed',
      'until_condition',
      'using_gtid',
      'parallel_mode',
      'auto_position',
      'access_type',
    ],
    ...['select_type', 'binlog_format', 'last_io_error_timestamp', 'last_sql_error_timestamp'],
    ...['slave_ddl_groups', 'get_source_public_key', 'master_ssl_verify_server_cert'],
  ],
  host: [
    'host',
    'source_host',
    'master_host',
    'member_host',
    'ip',
    'report_host',
    'client_host',
    'source_uuid',
    'master_uuid',
    'server_uuid',
    'member_id',
    'executed_gtid_set',
    'retrieved_gtid_set',
    'gtid_io_pos',
    'gtid_slave_pos',
    'channel_name',
    'connection_name',
    'source_bind',
    'master_bind',
    'network_namespace',
  ],
  user: ['user', 'source_user', 'master_user', 'processlist_user', 'account', 'grantee', 'owner_user'],
  schema: ['db', 'schema_name', 'table_schema', 'object_schema', 'processlist_db', 'database'],
  object: [
    ...['table_name', 'object_name', 'index_name', 'column_name', 'columns', 'locked_table', 'locked_index'],
    ...['index_columns', 'possible_keys', 'key', 'table', 'ref', 'partitions', 'key_columns', 'column_list'],
    ...['replicate_do_db', 'replicate_ignore_db', 'replicate_do_table', 'replicate_ignore_table'],
    ...['replicate_wild_do_table', 'replicate_wild_ignore_table', 'replicate_rewrite_db'],
    ...['binlog_do_db', 'binlog_ignore_db', 'redundant_columns', 'dominant_columns'],
  ],
  digest: ['digest_text'],
  /** The server's own words, with names or values of users in brackets. */
  described: ['extra', 'column_type'],
  statement: [
    'info',
    'trx_query',
    'sql_text',
    'query',
    'waiting_query',
    'blocking_query',
    'query_sample_text',
  ],
  path: [
    'file_name',
    'path',
    'variable_path',
    'file',
    'source_ssl_ca_file',
    'master_ssl_ca_file',
    'source_info_file',
    'master_info_file',
    'log_name',
    ...['master_log_file', 'source_log_file', 'relay_log_file', 'relay_source_log_file'],
    ...['relay_master_log_file', 'until_log_file'],
  ],
  setting: ['value', 'variable_value', 'persisted'],
  text: [
    'last_error',
    'last_io_error',
    'last_sql_error',
    'last_error_message',
    'error',
    'message',
    'data',
    'not_explained',
  ],
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
    case 'described':
    case 'statement':
    case 'path':
    case 'setting':
      return text;
    default:
      return 'text';
  }
}

/** Names of all columns that are classified, in lower case. */
export function classifiedColumns(): string[] {
  return [...byColumn.keys()];
}

/** What the text of a column is, or null where that is not known. @param column in any case */
export function columnKind(column: string): ColumnKind | null {
  return byColumn.get(column.toLowerCase()) ?? null;
}
