import type { GlobalVariables } from '../session/global-variables';

/** Variables that the gate never touches: a SET of them acts, or decides who may write where; a restore undoes neither. */
const untouchable: readonly { pattern: RegExp; why: string }[] = [
  {
    pattern:
      /(_now|_abort|_evict)$|^innodb_monitor_|^innodb_.*_debug$|^debug|^innodb_ft_aux_table$|_skip_counter$/,
    why: 'a SET of it is an action, which cannot be restored',
  },
  {
    pattern: /^(super_)?read_only$|^transaction_read_only$|^tx_read_only$|^offline_mode$/,
    why: 'it decides whether the server takes writes, which belongs to the operators of the topology',
  },
  {
    pattern: /^gtid_|^enforce_gtid_consistency$|^server_id$|^wsrep_|^replicate_|^group_replication_/,
    why: 'it is part of the replication set-up',
  },
  {
    pattern: /^require_secure_transport$|^mandatory_roles$|^partial_revokes$|^(ssl|tls|admin_ssl|admin_tls)_/,
    why: 'it decides who may connect, which could lock Latchkey out before it has restored the value',
  },
  {
    pattern: /^event_scheduler$/,
    why: 'enabling it runs events, and disabling it makes them miss their time, which no restore undoes',
  },
  {
    pattern:
      /^(binlog_expire_logs_seconds|binlog_expire_logs_auto_purge|expire_logs_days|max_binlog_total_size|binlog_space_limit|relay_log_purge)$/,
    why: 'the server may delete logs because of it, which cannot be restored',
  },
  {
    pattern: /_log_file$|_query_file$|^innodb_buffer_pool_filename$|^server_audit_file_path$|^log_raw$/,
    why: 'it decides which files the server writes, or what secrets they hold',
  },
  {
    pattern: /^(local_infile|init_connect|init_slave|init_replica|log_bin_trust_function_creators)$/,
    why: 'it decides what clients may read or what runs in their name',
  },
  {
    pattern:
      /password|encrypt|^keyring_|^authentication_|^secure_auth$|^check_proxy_users$|_proxy_users$|^automatic_sp_privileges$|^caching_sha2_|^(server_)?audit_|^connection_control_|^strict_password/,
    why: 'it concerns the security of accounts or data',
  },
  {
    pattern: /secret|access_key|token$/,
    why: 'it is a secret, which would stand in the journal and in the log of statements',
  },
  {
    pattern: /^(connect_timeout|wait_timeout|interactive_timeout|max_connect_errors|max_user_connections)$/,
    why: 'it decides whose connections are refused or cut off, possibly those of Latchkey before it has restored the value',
  },
  {
    pattern: /^(foreign_key_checks|unique_checks|check_constraint_checks|autocommit|sql_log_bin)$/,
    why: 'what sessions write while it is changed stays wrong after it is restored',
  },
  {
    pattern: /^innodb_fast_shutdown$/,
    why: 'a shutdown while it is changed may leave files that need recovery or that an upgrade refuses',
  },
  {
    // log0recv.cc recv_scan_log_recs; tried on MySQL 5.7.22 and 8.0.31 and MariaDB 10.2.11.
    pattern: /^innodb_log_checksum(s|_algorithm)$/,
    why: 'after a crash, recovery stops at the first block of the redo log that was written the other way, and what was committed since is lost; set it by hand, then shut down cleanly and start at once',
  },
  {
    pattern: /^innodb_log_file_buffering$/,
    why: 'MariaDB 10.11.18 and 11.8.6 did not take the former value back when tried',
  },
];

/** Why the gate does not change this variable on any consent; null: it may. */
export function refusalReason(variable: string, globals: GlobalVariables): string | null {
  // MariaDB shows asterisks for s3_access_key, wsrep_sst_auth and their like (storage/maria/ha_s3.cc).
  if (/^\*+$/.test(globals.get(variable) ?? '')) {
    return 'the server does not show its value, which could not be restored';
  }
  for (const { pattern, why } of untouchable) if (pattern.test(variable)) return why;
  if (variable === 'thread_pool_size' && globals.get('thread_handling') === 'one-thread-per-connection') {
    // MariaDB then shows 0 after any SET (10.11.18, 11.8.6), so that the restore could not be proved.
    return 'it has no effect while thread_handling is one-thread-per-connection';
  }
  return null;
}
