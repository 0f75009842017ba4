import { defined } from '../../../shared/base/defined';
import { LatchkeyError } from '../../../shared/base/error';
import { type InventoryFile, mostServers } from '../../../shared/fleet-inventory';
import { fileNamePart } from '../../../shared/writers/file-name';
import { yamlStringRefusal } from '../../../shared/writers/yaml';
import { holdsPassword, isSecretName } from '../secrets-in-lists';
import { LeftOut } from './left-out';
import { texts } from './texts';

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
/** As the inventory takes them. */
const longestValue = 1_000;
const longestLabel = 100;

/** Variables of one server, by name in lower case. */
export type ServerVariables = ReadonlyMap<string, string>;

/** A server of a list, before its name is made one that a folder can have. */
export interface ListedServer {
  name: string;
  variables: ServerVariables;
  /** Columns that become labels as they are. */
  labels?: readonly (readonly [string, string])[];
}

/** @param times how often a server may be named @throws LatchkeyError usage: more than an inventory holds */
export function requireFewServers(named: number, times: number): void {
  if (named <= mostServers * times) return;
  throw new LatchkeyError('usage', texts.listNamesTooMany(mostServers), { hint: texts.splitTheList });
}

/**
 * The servers of a list as an inventory. Passwords are dropped: an inventory holds none. Names that become equal get a
 * number, and one of which a folder can take nothing is numbered. @throws LatchkeyError usage: more than an inventory holds
 */
export function importedInventory(
  listed: readonly ListedServer[],
  leftOut: LeftOut = new LeftOut(),
): ImportedInventory {
  requireFewServers(listed.length, 1);
  const seen = new Set<string>();
  let secrets = 0;
  const servers = listed.map((one, index) => {
    const own = fileNamePart(one.name, 90) || `server-${index + 1}`;
    let name = own;
    for (let count = 2; seen.has(name.toLowerCase()); count += 1) name = `${own}_${count}`;
    seen.add(name.toLowerCase());
    if (name !== one.name) leftOut.add('renamed', `${one.name} is ${name}`);
    const { server, hadSecret } = importedServer(name, one, leftOut);
    secrets += Number(hadSecret);
    return server;
  });
  return {
    inventory: { servers },
    remarks: [...leftOut.sentences(), ...(secrets === 0 ? [] : [texts.passwordsLeftOut(secrets)])],
  };
}

function importedServer(
  name: string,
  { name: listedName, variables, labels = [] }: ListedServer,
  leftOut: LeftOut,
): { server: Server; hadSecret: boolean } {
  let hadSecret = [...variables].some(([variable, value]) => value !== '' && isSecretName(variable));
  const isKept = (where: string, value: string): boolean => {
    if (holdsPassword(value)) hadSecret = true;
    else if (value.length > longestValue || yamlStringRefusal(value) !== null || isOfAnsible(value))
      leftOut.add('value', `${where} of ${name}`);
    else return true;
    return false;
  };
  const find = (names: readonly string[]) => {
    for (const one of names) {
      const value = variables.get(one);
      if (value !== undefined && value !== '' && isKept(one, value)) return value;
    }
    return undefined;
  };
  const socket = find(connectionNames.socket);
  const host = socket === undefined ? (find(connectionNames.host) ?? listedName) : undefined;
  const [, bareHost = host, ownPort] = /^([^:\s]+):(\d+)$/.exec(host ?? '') ?? [];
  const connection = defined({
    host: bareHost !== undefined && isKept('host', bareHost) ? bareHost : undefined,
    port: portOf(find(connectionNames.port) ?? ownPort, name, leftOut),
    socket,
    user: find(connectionNames.user),
    'defaults-file': find(connectionNames['defaults-file']),
    'login-path': find(connectionNames['login-path']),
  });
  const kept = labels.filter(([label, value]) => {
    if (isSecretName(label)) return false;
    if (label.length <= longestLabel && yamlStringRefusal(label) === null) return isKept(label, value);
    leftOut.add('value', `a label of ${name}`);
    return false;
  });
  const usual = Object.entries(labelNames).flatMap(([label, names]) => {
    const value = find(names);
    return value === undefined ? [] : [[label, value] as const];
  });
  return { server: { name, labels: Object.fromEntries([...kept, ...usual]), connection }, hadSecret };
}

/** What only Ansible can read: a template is refused by the writer of YAML already, and what its vault sealed is no value. */
function isOfAnsible(value: string): boolean {
  return value.startsWith('$ANSIBLE_VAULT');
}

function portOf(text: string | undefined, name: string, leftOut: LeftOut): number | undefined {
  if (text === undefined) return undefined;
  const port = /^\d{1,5}(?:\.0)?$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= 65_535) return port;
  leftOut.add('port', `${text} of ${name}`);
  return undefined;
}
