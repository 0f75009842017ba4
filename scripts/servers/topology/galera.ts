// A Galera cluster of throw-away servers on this machine: MariaDB 10.11 with the provider of Debian's galera-4. A node
// that joins gets its data by a real state transfer (rsync).
import { join } from 'node:path';
import { inCache, readJson } from '../../setup/cache.mjs';
import { freePort } from '../free-port.ts';
import { type RunningServer, type StartOptions, serverAvailability, startServer } from '../index.ts';
import { untilRows } from './statements.ts';
import { type Topology, topologyOf } from './topology.ts';

type Options = NonNullable<StartOptions['options']>;

export interface GaleraOptions {
  /** Server options of each node; default two nodes with none of their own. */
  nodes?: readonly Options[];
  /** Of every node. */
  options?: Options;
  /** Of wsrep_provider_options, of every node. */
  provider?: Readonly<Record<string, string>>;
  /** Added to the environment of every node and of its state transfers. */
  env?: Record<string, string>;
}

export interface GaleraCluster extends Topology {
  /** Starts a further node, which takes all data from the first one, and waits until it is synced. */
  join(options?: Options): Promise<RunningServer>;
}

/** Whether a cluster can be started here, and if not, why. */
export async function galeraAvailability(): ReturnType<typeof serverAvailability> {
  const server = await serverAvailability('mariadb1011');
  if (!server.available) return server;
  const manifest = readJson(inCache('galera', 'galera.json'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) return server;
  const failed = readJson(inCache('state', 'galera.failed.json'));
  const known = typeof failed === 'object' && failed !== null && 'reason' in failed;
  const reason = known
    ? `set-up could not bring it: ${String(failed.reason)}`
    : 'it has not been set up: npm run setup -- test';
  return { available: false, reason: `galera-4 is not there, ${reason}` };
}

/** Starts the nodes one after the other and waits until each is synced. */
export async function startGaleraCluster(wanted: GaleraOptions = {}): Promise<GaleraCluster> {
  const found = await galeraAvailability();
  if (!found.available) throw new Error(found.reason);
  const nodes: RunningServer[] = [];
  const addresses: string[] = [];
  const topology = topologyOf(nodes);
  const join = async (options: Options = {}): Promise<RunningServer> => {
    addresses.push(`127.0.0.1:${await freePort()}`);
    const node = await startServer('mariadb1011', await nodeOptions(wanted, addresses, options));
    nodes.push(node);
    await untilSynced(node);
    return node;
  };
  try {
    for (const options of wanted.nodes ?? [{}, {}]) await join(options);
  } catch (error) {
    await topology.stop();
    throw error;
  }
  return { ...topology, join };
}

/** Waits until the node is synced with its cluster. */
export function untilSynced(node: { socket: string }): Promise<void> {
  const isSynced = (rows: Record<string, unknown>[]) => rows[0]?.Value === 'Synced';
  return untilRows(node, "SHOW STATUS LIKE 'wsrep_local_state_comment'", isSynced);
}

/** @param addresses of all nodes so far, this one last */
async function nodeOptions(
  wanted: GaleraOptions,
  addresses: readonly string[],
  options: Options,
): Promise<StartOptions> {
  const isFirst = addresses.length === 1;
  const own = addresses.at(-1) ?? '';
  const [transfer, catchUp] = await Promise.all([freePort(), freePort()]);
  const provider = {
    'gmcast.listen_addr': `tcp://${own}`,
    'ist.recv_addr': `127.0.0.1:${catchUp}`,
    ...wanted.provider,
  };
  return {
    env: { ...wanted.env, PATH: inCache('galera', 'bin') },
    firstArgs: isFirst ? ['--wsrep-new-cluster'] : [],
    options: {
      wsrep_on: 'ON',
      wsrep_provider: join(inCache('galera'), 'libgalera_smm.so'),
      wsrep_cluster_name: 'latchkey',
      wsrep_cluster_address: `gcomm://${addresses.join(',')}`,
      wsrep_node_name: `node${addresses.length}`,
      wsrep_node_address: own,
      wsrep_sst_method: 'rsync',
      wsrep_sst_donor: isFirst ? '' : 'node1',
      wsrep_sst_receive_address: `127.0.0.1:${transfer}`,
      wsrep_provider_options: Object.entries(provider)
        .map(([name, value]) => `${name}=${value}`)
        .join(';'),
      binlog_format: 'ROW',
      innodb_autoinc_lock_mode: 2,
      ...wanted.options,
      ...options,
    },
  };
}
