import { compareVersions, type ServerIdentity } from '../../../shared/server';
import { sqlAccount } from '../../../shared/writers/sql';

/**
 * MariaDB 10.5+ binds some variables to privileges of their own (sql/privilege.h, PRIV_SET_SYSTEM_GLOBAL_VAR_*; the
 * names tried on 10.11.18 and 11.8.6). From 11.0 SUPER does not contain them.
 */
const mariadbPrivileges: readonly { privilege: string; variables: RegExp }[] = [
  {
    privilege: 'BINLOG ADMIN',
    variables:
      /^(binlog_.*|sync_binlog|expire_logs_days|log_bin_(compress|compress_min_len|trust_function_creators)|max_binlog_.*|slave_connections_needed_for_purge)$/,
  },
  {
    privilege: 'CONNECTION ADMIN',
    variables:
      /^(connect_timeout|disconnect_on_expired_password|extra_max_connections|init_connect|max_connect_errors|max_connections|max_password_errors|proxy_protocol_networks|secure_auth|slow_launch_time|thread_pool_.*)$/,
  },
  {
    privilege: 'REPLICATION MASTER ADMIN',
    variables: /^(master_verify_checksum|rpl_semi_sync_master_.*)$/,
  },
  {
    privilege: 'REPLICATION SLAVE ADMIN',
    variables:
      /^(init_slave|read_binlog_speed_limit|relay_log_(purge|recovery)|rpl_semi_sync_slave_.*|slave_(?!connections_needed).*|sync_(master_info|relay_log|relay_log_info))$/,
  },
];

/** The narrowest privilege that lets an account set the variable globally. */
export function privilegeFor(variable: string, server: Pick<ServerIdentity, 'flavour' | 'version'>): string {
  if (server.flavour === 'mariadb') {
    if (compareVersions(server.version, [10, 5, 2]) < 0) return 'SUPER';
    return mariadbPrivileges.find(({ variables }) => variables.test(variable))?.privilege ?? 'SUPER';
  }
  // MySQL 8.0 manual, "System Variable Privileges".
  return compareVersions(server.version, [8, 0, 0]) >= 0 ? 'SYSTEM_VARIABLES_ADMIN' : 'SUPER';
}

/** Every privilege that setting some global variable may need. */
export function changePrivileges(server: Pick<ServerIdentity, 'flavour' | 'version'>): string[] {
  const general = privilegeFor('innodb_io_capacity', server);
  const split = server.flavour === 'mariadb' && compareVersions(server.version, [10, 5, 2]) >= 0;
  return [general, ...(split ? mariadbPrivileges.map(({ privilege }) => privilege) : [])];
}

/** The statement that an administrator sends; `account` as CURRENT_USER() gives it. */
export function grantSql(privilege: string, account: string, on = '*.*'): string {
  const at = account.lastIndexOf('@');
  const [user, host] = at < 0 ? [account, '%'] : [account.slice(0, at), account.slice(at + 1)];
  return `GRANT ${privilege} ON ${on} TO ${sqlAccount(user, host)?.text ?? '<account>'}`;
}
