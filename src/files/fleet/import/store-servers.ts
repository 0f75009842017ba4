import type { InventoryHistory } from '../../../shared/fleet-inventory';
import type { StoreServer } from '../../../shared/metrics-store';
import { type ImportedInventory, importedInventory, importedServer } from './imported-server';

/** Labels of a store that say what a server is for, rather than how it is scraped. */
const labelNames = ['cluster', 'replication_set', 'environment', 'env', 'role', 'team', 'region', 'job'];

/** `db1` of `db1:9104`. */
function withoutPort(name: string): string {
  return name.replace(/:\d{1,5}$/, '');
}

/**
 * The servers of a metrics store as an inventory: each is read from the store, and connected to where exactly one saved
 * connection is surely the same server. @param history the store, for the defaults; it names secrets and holds none
 */
export function importStoreServers(
  servers: readonly StoreServer[],
  history: Omit<InventoryHistory, 'server'>,
): ImportedInventory {
  const found = servers.map((server) => {
    const labels = new Map(
      labelNames.flatMap((name) => {
        const value = server.labels[name];
        return value === undefined ? [] : [[name, value] as const];
      }),
    );
    const made = importedServer(withoutPort(server.name), labels, [...labels]);
    if (made === null) return null;
    const [sure, ...others] = server.connections.filter((one) => one.sure);
    const { connection: _, ...own } = made.server;
    return {
      ...made,
      server: {
        ...own,
        ...(sure === undefined || others.length > 0 ? {} : { connection: { saved: sure.name } }),
        history: { server: server.name },
      },
    };
  });
  const { inventory, remarks } = importedInventory(found);
  const unnamed = found.filter((one) => one === null).length;
  return {
    inventory: { ...inventory, defaults: { history } },
    remarks: [
      ...remarks,
      ...(unnamed === 0 ? [] : [`${unnamed} of the store's servers have no name that can be one here.`]),
    ],
  };
}
