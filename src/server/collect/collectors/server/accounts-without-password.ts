import type { Collector } from '../../collector';

const rows = 200;
const bound = { rows, by: 'privileges' };

/** What decides of an account, in the terms of one version's grant tables; no hash is ever read. */
interface GrantTable {
  table: string;
  plugin: string;
  /** True where no password is set. */
  empty: string;
  /** True where nobody can log in as the account. */
  barred: string;
  isSuper: string;
}

const none = (text: string) => `COALESCE(${text}, '') = ''`;
const inPriv = (name: string) => `JSON_VALUE(Priv, '$.${name}')`;

/** Those with a plugin that checks passwords; others (auth_socket, unix_socket, LDAP) keep theirs elsewhere. */
const passwordPlugins = `('', 'mysql_native_password', 'mysql_old_password', 'sha256_password', 'caching_sha2_password', 'ed25519', 'parsec')`;

const select = ({ table, plugin, empty, barred, isSuper }: GrantTable) =>
  `SELECT User AS USER, Host AS HOST, ${plugin} AS PLUGIN, (${empty} AND ${plugin} IN ${passwordPlugins}) AS NO_PASSWORD, (${isSuper}) AS IS_SUPER
FROM ${table} WHERE NOT (${barred}) AND (User = '' OR (${empty} AND ${plugin} IN ${passwordPlugins}))
ORDER BY IS_SUPER DESC, USER, HOST LIMIT ${rows}`;

const byColumns = {
  table: 'mysql.user',
  plugin: "COALESCE(plugin, '')",
  isSuper: "Super_priv = 'Y'",
};
const oldColumns = { ...byColumns, empty: `${none('Password')} AND ${none('authentication_string')}` };

/**
 * Accounts that anybody can log in as: anonymous ones, and those with an empty password. Only these, and never a hash. The
 * GRANT script does not ask for the right to it, because the grant tables hold the hashes of all accounts.
 */
export const accountsWithoutPassword: Collector = {
  id: 'accounts-without-password',
  costClass: 'light',
  timeoutMs: 5_000,
  when: 'end',
  sources: [
    {
      flavours: ['mysql'],
      from: [5, 7, 6],
      sql: select({ ...byColumns, empty: none('authentication_string'), barred: "account_locked = 'Y'" }),
      bound,
    },
    { flavours: ['mysql'], before: [5, 7, 6], sql: select({ ...oldColumns, barred: 'FALSE' }), bound },
    {
      flavours: ['mariadb'],
      from: [10, 4, 0],
      sql: select({
        table: 'mysql.global_priv',
        plugin: `COALESCE(${inPriv('plugin')}, '')`,
        empty: none(inPriv('authentication_string')),
        barred: `COALESCE(${inPriv('is_role')}, 0) OR COALESCE(${inPriv('account_locked')}, 0)`,
        // SUPER, by its bit (sql/privilege.h).
        isSuper: `COALESCE(${inPriv('access')}, 0) & 32768`,
      }),
      bound,
    },
    {
      flavours: ['mariadb'],
      before: [10, 4, 0],
      sql: select({ ...oldColumns, barred: "is_role = 'Y'" }),
      bound,
    },
  ],
  refusals: {
    1142: {
      code: 'privilege',
      text: 'This account may not read the grant tables, and is not meant to: they hold the hashes of all passwords.',
      remedy: 'Take one snapshot as an administrator, or look at it there.',
    },
  },
};
