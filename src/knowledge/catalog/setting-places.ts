import { compareVersions, type VersionTriple } from '../../shared/server';
import type { ServerKind } from './variable-facts';

/**
 * Variables that a server has and no option sets: a file with one does not start it. By comparing SHOW GLOBAL VARIABLES
 * with `--verbose --help` of MySQL 5.6.24 and 9.7.4, MariaDB 10.11.18 and 11.8.6.
 */
const withoutOption: ReadonlySet<string> = new Set(
  `build_id character_set_client character_set_connection character_set_database character_set_results
  character_set_system check_constraint_checks collation_connection collation_database
  default_collation_for_utf8mb4 foreign_key_checks gtid_binlog_pos gtid_binlog_state gtid_current_pos gtid_executed
  gtid_owned gtid_purged gtid_slave_pos have_compress have_crypt have_dynamic_loading have_geometry have_openssl
  have_profiling have_query_cache have_rtree_keys have_ssl have_statement_timeout have_symlink hostname
  innodb_lru_flush_size innodb_version keyring_operations large_files_support large_page_size license
  locked_in_memory log_bin_basename lower_case_file_system max_insert_delayed_threads profiling protocol_version
  rbr_exec_mode relay_log_basename server_uuid sql_auto_is_null sql_big_selects sql_buffer_result sql_if_exists
  sql_log_bin sql_log_off sql_notes sql_quote_show_create sql_replica_skip_counter sql_safe_updates
  sql_select_limit sql_slave_skip_counter sql_warnings system_time_zone system_versioning_asof unique_checks
  aria_used_for_temp_tables version version_comment version_compile_machine version_compile_os
  version_compile_zlib version_with_update`.split(/\s+/),
);

/** MariaDB has an option for it, MySQL has none. */
const onlyMariadb = new Set(['sql_safe_updates']);
/** MySQL has an option for it, MariaDB has none. */
const onlyMysql = new Set(['innodb_purge_rseg_truncate_frequency']);

/** Options whose name is not the variable's. */
const optionNames: Readonly<Record<string, string>> = {
  tx_isolation: 'transaction_isolation',
  tx_read_only: 'transaction_read_only',
  storage_engine: 'default_storage_engine',
  time_zone: 'default_time_zone',
};

/** What the option of a variable is called in a file. */
export function optionNameOf(variable: string): string {
  return optionNames[variable] ?? variable;
}

/** Whether a server that is started with an option file can be given the variable there. */
export function hasOption(variable: string, { flavour }: ServerKind): boolean {
  if (flavour === 'mariadb')
    return onlyMariadb.has(variable) || !(withoutOption.has(variable) || onlyMysql.has(variable));
  return !withoutOption.has(variable);
}

/** Why an option file cannot hold a variable, as a sentence; null: it can. */
export function optionRefusal(variable: string, server: ServerKind): string | null {
  if (hasOption(variable, server)) return null;
  return `${variable} cannot be given in an option file, and is forgotten at the next restart.`;
}

/** By SET PERSIST_ONLY of every variable of MySQL 9.7.4 (error 1238, "non persistent"). */
const notPersistent = new Set(
  `admin_address admin_port auto_generate_certs basedir bind_address caching_sha2_password_auto_generate_rsa_keys
  caching_sha2_password_private_key_path caching_sha2_password_public_key_path character_sets_dir core_file
  create_admin_listener_thread datadir ft_stopword_file init_file innodb_buffer_pool_load_at_startup
  innodb_data_file_path innodb_data_home_dir innodb_dedicated_server innodb_directories innodb_doublewrite
  innodb_force_load_corrupted innodb_log_group_home_dir innodb_page_size innodb_read_only innodb_temp_data_file_path
  innodb_temp_tablespaces_dir innodb_undo_directory lc_messages_dir locked_in_memory log_bin log_error
  persist_only_admin_x509_subject persist_sensitive_variables_in_plaintext persisted_globals_load pid_file plugin_dir
  port relay_log replica_load_tmpdir restrict_fk_on_non_standard_key secure_file_priv server_memory container_aware
  sha256_password_auto_generate_rsa_keys sha256_password_private_key_path sha256_password_public_key_path
  skip_networking slave_load_tmpdir socket tls_certificates_enforced_validation tmpdir`.split(/\s+/),
);

const persistFrom: VersionTriple = [8, 0, 0];

/** Whether SET PERSIST and SET PERSIST_ONLY take the variable. */
export function isPersistent(variable: string, { flavour, version }: ServerKind): boolean {
  return flavour !== 'mariadb' && compareVersions(version, persistFrom) >= 0 && !notPersistent.has(variable);
}
