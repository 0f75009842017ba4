import { besideInventory, readInventoryFile } from '../../files/fleet/inventory';
import { defined } from '../../shared/base/defined';
import { LatchkeyError } from '../../shared/base/error';
import { parseSize } from '../../shared/base/units';
import { type ConnectionTarget, type DeclaredHost, declaredHostSchema } from '../../shared/connection';
import { parseConnectionUrl } from '../../shared/connection-url';
import type {
  Inventory,
  InventoryConnection,
  InventoryFile,
  InventoryServer,
} from '../../shared/fleet-inventory';
import type { Profile } from '../../shared/rpc/connection';
import { parseSshAddress } from '../../shared/ssh-address';
import { inventoryHistory } from './inventory-history';
import { texts } from './texts';

type ServerOfFile = InventoryFile['servers'][number];

/**
 * An inventory with paths in full and its defaults filled in. A server that cannot be connected to as it stands keeps the
 * reason. @param profiles the saved connections; asked for only where one is named
 */
export async function readInventory(
  file: string,
  profiles: () => Promise<readonly Profile[]>,
): Promise<Inventory> {
  const read = await readInventoryFile(file);
  const named = [read.defaults?.connection, ...read.servers.map(({ connection }) => connection)];
  const saved = named.some((one) => one?.saved !== undefined) ? await profiles() : [];
  return {
    path: file,
    folder: read.folder === undefined ? null : besideInventory(file, read.folder),
    ignore: read.drift?.ignore ?? [],
    baseline: read.drift?.baseline ?? null,
    servers: read.servers.map((server) => serverOf(server, read.defaults, file, saved)),
  };
}

function serverOf(
  server: ServerOfFile,
  defaults: InventoryFile['defaults'],
  file: string,
  saved: readonly Profile[],
): InventoryServer {
  const { name, snapshots } = server;
  const labels = Object.fromEntries(
    Object.entries({ ...defaults?.labels, ...server.labels }).map(([label, value]) => [label, String(value)]),
  );
  const own = {
    name,
    labels,
    passwordEnv: (server.password ?? defaults?.password)?.env ?? null,
    sshPasswordEnv: (server['ssh-password'] ?? defaults?.['ssh-password'])?.env ?? null,
    snapshots: snapshots === undefined ? null : besideInventory(file, snapshots),
  };
  const nothing = { ...own, target: null, profileId: null, declaredHost: {}, history: null };
  if (server.connection === undefined && snapshots !== undefined) return nothing;
  try {
    const declaredHost = declaredOf(server, file);
    const none = { ...nothing, history: inventoryHistory(server, defaults, file) };
    if (server.connection === undefined && none.history !== null) return { ...none, declaredHost };
    const given =
      server.connection?.saved === undefined
        ? { ...defaults?.connection, ...server.connection }
        : server.connection;
    if (given.saved === undefined) return { ...none, target: targetOf(given, file), declaredHost };
    const profile = saved.find((one) => one.name === given.saved);
    if (profile === undefined) {
      throw new LatchkeyError('not-found', texts.thereIsNoSavedConnection(given.saved, name), {
        hint: texts.saveOneOfThisName,
      });
    }
    return {
      ...none,
      target: profile.target,
      profileId: profile.id,
      declaredHost: { ...profile.declaredHost, ...declaredHost },
    };
  } catch (error) {
    if (!(error instanceof LatchkeyError)) throw error;
    return { ...nothing, problem: error.toDocument() };
  }
}

function targetOf(given: InventoryConnection, file: string): ConnectionTarget {
  const at = (named: string | undefined) => (named === undefined ? undefined : besideInventory(file, named));
  const fromUrl =
    given.url === undefined
      ? {}
      : parseConnectionUrl(given.url, () => new LatchkeyError('usage', texts.aPasswordInAUrl));
  return {
    ...fromUrl,
    ...defined({
      host: given.host,
      port: given.port,
      socket: given.socket,
      user: given.user,
      sslMode: given['ssl-mode'],
      sslCa: at(given['ssl-ca']),
      sslCert: at(given['ssl-cert']),
      sslKey: at(given['ssl-key']),
      serverPublicKeyPath: at(given['server-public-key-path']),
      getServerPublicKey: given['get-server-public-key'],
      defaultsFile: at(given['defaults-file']),
      defaultsGroupSuffix: given['defaults-group-suffix'],
      loginPath: given['login-path'],
      ssh: sshOf(given, file),
    }),
  };
}

function sshOf(given: InventoryConnection, file: string): ConnectionTarget['ssh'] {
  if (given.ssh === undefined) return undefined;
  const address = parseSshAddress(given.ssh);
  if (address === null) {
    throw new LatchkeyError('usage', texts.theValueOfSshIs);
  }
  const [key, hosts] = [given['ssh-key'], given['ssh-known-hosts']];
  return {
    ...address,
    ...(key === undefined ? {} : { key: besideInventory(file, key) }),
    ...(hosts === undefined ? {} : { knownHosts: besideInventory(file, hosts) }),
  };
}

function declaredOf({ host, name }: ServerOfFile, file: string): DeclaredHost {
  if (host === undefined) return {};
  const bytes = (size: string | number | undefined) =>
    size === undefined ? undefined : typeof size === 'number' ? size : (parseSize(size) ?? undefined);
  const read = declaredHostSchema.safeParse(
    defined({
      memoryBytes: bytes(host.ram),
      cpus: host.cpus,
      storage: host.storage,
      iops: host.iops,
      dataBytes: bytes(host['data-size']),
    }),
  );
  if (read.success) return read.data;
  throw new LatchkeyError('usage', texts.whatIsDeclaredOfThe(file, name), {
    hint: texts.ramAndDataSizeTake,
  });
}
