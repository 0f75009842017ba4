import { compareVersions, type VersionTriple } from '../shared/server';
import type { ServerKind } from './variable-facts';

/**
 * Variables that a server has and no option sets: a file with one does not start it. By comparing SHOW GLOBAL VARIABLES
 * with `--verbose --help` of MySQL 5.6.24 and 9.7.4, MariaDB 10.11.18 and 11.8.6. Those with an option of another name
 * have it as the value.
 */
const withoutOption: Readonly<Record<string, string | null>> = {
  ...Object.fromEntries(
    `character_set_client character_set_connection character_set_database character_set_results character_set_system
    check_constraint_checks collation_connection collation_database default_collation_for_utf8mb4 foreign_key_checks
    innodb_lru_flush_size innodb_purge_rseg_truncate_frequency max_insert_delayed_threads profiling rbr_exec_mode
    sql_auto_is_null sql_big_selects sql_buffer_result sql_if_exists sql_log_bin sql_log_off sql_notes
    sql_quote_show_create sql_safe_updates sql_select_limit sql_warnings system_versioning_asof unique_checks
    have_query_cache aria_used_for_temp_tables hostname license version protocol_version system_time_zone`
      .split(/\s+/)
      .map((name) => [name, null]),
  ),
  tx_isolation: 'transaction_isolation',
  tx_read_only: 'transaction_read_only',
  storage_engine: 'default_storage_engine',
  time_zone: 'default_time_zone',
};

/** MariaDB has an option for it, MySQL has none. */
const onlyMariadb = new Set(['sql_safe_updates', 'version', 'protocol_version', 'system_time_zone']);

/** Why an option file cannot hold a variable, as a sentence; null: it can. */
export function optionRefusal(variable: string, { flavour }: ServerKind): string | null {
  const other = withoutOption[variable];
  if (other === undefined || (flavour === 'mariadb' && onlyMariadb.has(variable))) return null;
  return other === null
    ? `${variable} cannot be given in an option file, and is forgotten at the next restart.`
    : `${variable} is called ${other} in an option file.`;
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
