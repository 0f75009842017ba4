import type { StoreServer } from '../../../shared/metrics-store';

/** What asks for exactly this server of a store: its name, or a label where others have the same name. */
export function wantedOf(server: StoreServer, servers: readonly StoreServer[]): string {
  const others = servers.filter((one) => one !== server);
  if (others.every(({ name }) => name !== server.name)) return server.name;
  const own = Object.entries(server.labels).find(([label, value]) =>
    others.every(({ labels }) => labels[label] !== value),
  );
  return own === undefined ? server.name : `${own[0]}=${own[1]}`;
}
