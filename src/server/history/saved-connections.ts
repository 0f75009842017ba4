import type { ConnectionTarget } from '../../shared/connection';
import type { StoreServer } from '../../shared/metrics-store';
import { hostOf, type KnownServer } from './store-servers';

/** A saved connection, as far as it is compared. */
export interface SavedConnection {
  id: string;
  name: string;
  target: ConnectionTarget;
}

/**
 * Saved connections that may lead to a server of a store. Sure: host and port are those in its name. The same host alone, or
 * the name of the connection, is a likely one: mysqld_exporter puts its own port there unless it is asked for many servers.
 */
export function connectionsOf(
  server: Pick<KnownServer, 'name' | 'labels'>,
  saved: readonly SavedConnection[],
): StoreServer['connections'] {
  const names = [server.name, server.labels.instance, server.labels.service_name].filter(
    (name) => name !== undefined,
  );
  const hosts = new Set(names.map((name) => hostOf(name).toLowerCase()));
  return saved.flatMap(({ id, name, target: { host, port = 3306, socket } }): StoreServer['connections'] => {
    const place = host?.toLowerCase();
    if (place !== undefined && socket === undefined) {
      const exact = names.some((one) =>
        [`${place}:${port}`, `[${place}]:${port}`].includes(one.toLowerCase()),
      );
      if (exact) return [{ id, name, sure: true }];
      if (hosts.has(place)) return [{ id, name, sure: false }];
    }
    return names.includes(name) ? [{ id, name, sure: false }] : [];
  });
}
