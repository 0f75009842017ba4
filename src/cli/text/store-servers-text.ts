import { counted } from '../../shared/base/units';
import type { StoreServer } from '../../shared/metrics-store';
import { columns } from './columns';
import { field, harmless } from './style';
import { texts } from './texts';

/** The servers that a store knows, one a line, with the saved connections that may be the same. */
export function storeServersText(where: string, servers: readonly StoreServer[]): string {
  if (servers.length === 0) return harmless(texts.knowsNoServerOfMysql(field(where)));
  const rows = servers.map(({ name, versions, dialect, connections }) => [
    field(name),
    field(versions.join(', ') || texts.versionNotExported),
    dialect,
    connections.map((one) => `${field(one.name)}${one.sure ? '' : ' (perhaps)'}`).join(', ') || '-',
  ]);
  const head = ['server', 'version', texts.namesOf, texts.savedConnection];
  return harmless(
    texts.inTakeOneLatchkeySnapshot(
      columns([head, ...rows]),
      counted(servers.length, 'server'),
      field(where),
    ),
  );
}
