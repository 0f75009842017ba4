import { counted } from '../../shared/base/units';
import type { StoreServer } from '../../shared/metrics-store';
import { columns } from './columns';
import { field, harmless } from './style';

/** The servers that a store knows, one a line, with the saved connections that may be the same. */
export function storeServersText(where: string, servers: readonly StoreServer[]): string {
  if (servers.length === 0)
    return harmless(`${field(where)} knows no server of MySQL or MariaDB in this span.\n`);
  const rows = servers.map(({ name, versions, dialect, connections }) => [
    field(name),
    field(versions.join(', ') || 'version not exported'),
    dialect,
    connections.map((one) => `${field(one.name)}${one.sure ? '' : ' (perhaps)'}`).join(', ') || '-',
  ]);
  const head = ['server', 'version', 'names of', 'saved connection'];
  return harmless(
    `${columns([head, ...rows])}\n${counted(servers.length, 'server')} in ${field(where)}. Take one: latchkey snapshot --from URL --server NAME --between -1h now\n`,
  );
}
