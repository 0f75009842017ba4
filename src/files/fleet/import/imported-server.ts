import { defined } from '../../../shared/base/defined';
import type { InventoryFile } from '../../../shared/fleet-inventory';
import { fileNamePart } from '../../../shared/writers/file-name';
import { yamlStringRefusal } from '../../../shared/writers/yaml';

/** What other lists of servers give, with sentences on what was left out. */
export interface ImportedInventory {
  inventory: InventoryFile;
  remarks: string[];
}

type Server = InventoryFile['servers'][number];

/** Names under which lists of servers give the connection to the database; Ansible's port is the one of SSH. */
const connectionNames: Readonly<
  Record<'host' | 'port' | 'socket' | 'user' | 'defaults-file' | 'login-path', readonly string[]>
> = {
  host: ['mysql_host', 'mariadb_host', 'login_host', 'host', 'address', 'ansible_host', 'ansible_ssh_host'],
  port: ['mysql_port', 'mariadb_port', 'login_port', 'port'],
  socket: ['mysql_socket', 'mariadb_socket', 'login_unix_socket', 'socket'],
  user: ['mysql_user', 'mariadb_user', 'login_user', 'user'],
  'defaults-file': ['config_file', 'defaults_file', 'defaults-file'],
  'login-path': ['login_path', 'login-path'],
};
const labelNames: Readonly<Record<string, readonly string[]>> = {
  role: ['role', 'mysql_role', 'mariadb_role', 'latchkey_role'],
  team: ['team', 'owner'],
  environment: ['environment', 'env', 'stage'],
  hosting: ['hosting', 'provider'],
};
const secretName = /(?:^|[_-])(?:password|passwd|pass|pwd|secret|passphrase)$/i;

/** Variables of one server, by name in lower case. */
export type ServerVariables = ReadonlyMap<string, string>;

/**
 * A server of a list. Passwords are dropped: an inventory holds none. @param otherLabels columns that become labels as they are
 * @returns null where the name leaves nothing
 */
export function importedServer(
  name: string,
  variables: ServerVariables,
  otherLabels: readonly (readonly [string, string])[] = [],
): { server: Server; hadSecret: boolean } | null {
  const own = fileNamePart(name, 100);
  if (own === '') return null;
  const find = (names: readonly string[]) => {
    for (const one of names) {
      const value = variables.get(one);
      // What YAML cannot hold for every reader is left out; no address is such.
      if (value !== undefined && value !== '' && isKept(value)) return value.slice(0, 1_000);
    }
    return undefined;
  };
  const socket = find(connectionNames.socket);
  const port = Number(find(connectionNames.port));
  const connection = defined({
    host:
      socket === undefined
        ? (find(connectionNames.host) ?? (isKept(name) ? name.slice(0, 1_000) : undefined))
        : undefined,
    port: Number.isInteger(port) && port >= 1 && port <= 65_535 ? port : undefined,
    socket,
    user: find(connectionNames.user),
    'defaults-file': find(connectionNames['defaults-file']),
    'login-path': find(connectionNames['login-path']),
  });
  const labels = [
    ...otherLabels.filter((pair) => pair.every(isKept)),
    ...Object.entries(labelNames).flatMap(([label, names]) => {
      const value = find(names);
      return value === undefined ? [] : [[label, value] as const];
    }),
  ];
  return {
    server: {
      name: own,
      labels: Object.fromEntries(labels),
      connection,
    },
    hadSecret: [...variables.keys()].some((variable) => secretName.test(variable)),
  };
}

function isKept(text: string): boolean {
  return yamlStringRefusal(text) === null;
}

/** The servers as an inventory: names that become equal get a number. */
export function importedInventory(
  found: readonly ({ server: Server; hadSecret: boolean } | null)[],
  remarks: readonly string[] = [],
): ImportedInventory {
  const seen = new Map<string, number>();
  const servers = found.flatMap((one) => {
    if (one === null) return [];
    const key = one.server.name.toLowerCase();
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return [count === 1 ? one.server : { ...one.server, name: `${one.server.name}_${count}` }];
  });
  const secrets = found.filter((one) => one?.hadSecret === true).length;
  return {
    inventory: { servers },
    remarks: [
      ...remarks,
      ...(secrets === 0
        ? []
        : [
            `Passwords of ${secrets} ${secrets === 1 ? 'server' : 'servers'} were left out: an inventory holds none. Name an option file, a login path or an environment variable.`,
          ]),
    ],
  };
}
