import type { InventoryHistory } from '../../../shared/fleet-inventory';
import type { StoreServer } from '../../../shared/metrics-store';
import { type ImportedInventory, importedInventory } from './imported-server';

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
  const { inventory, remarks } = importedInventory(
    servers.map(({ name, labels: known }) => {
      const labels = labelNames.flatMap((label) => {
        const value = known[label];
        return value === undefined ? [] : [[label, value] as const];
      });
      return { name: withoutPort(name), variables: new Map(labels), labels };
    }),
  );
  return {
    inventory: {
      defaults: { history },
      servers: inventory.servers.map(({ connection: _, ...own }, index) => {
        const [sure, ...others] = servers[index]?.connections.filter((one) => one.sure) ?? [];
        return {
          ...own,
          ...(sure === undefined || others.length > 0 ? {} : { connection: { saved: sure.name } }),
          history: { server: servers[index]?.name ?? own.name },
        };
      }),
    },
    remarks,
  };
}
