import { type InventoryFile, type InventoryHistory, inventorySchemaName } from '../../shared/fleet-inventory';
import type { Profile } from '../../shared/rpc/connection';
import { fileNamePart } from '../../shared/writers/file-name';
import { type Yaml, yaml, yamlComment, yamlFile, yamlKey, yamlString } from '../../shared/writers/yaml';

/** An inventory as YAML. Its texts are of others: each is a quoted string. */
export function inventoryText({ defaults, servers }: InventoryFile, remarks: readonly string[]): string {
  return yamlFile([
    ...yamlComment(
      'An inventory of Latchkey: docs/fleet.md has all that can stand here. It holds no passwords.',
    ),
    ...remarks.flatMap((remark) => yamlComment(remark)),
    yaml`schema: ${yamlString(inventorySchemaName)}`,
    yaml`folder: "snapshots"`,
    ...(defaults?.history === undefined ? [] : [yaml`defaults:`, ...historyOf(defaults.history, '')]),
    yaml`servers:`,
    ...servers.flatMap(({ name, labels, connection, history }) => [
      yaml`  - name: ${yamlString(name)}`,
      ...mapping('labels', Object.entries(labels ?? {})),
      ...mapping('connection', Object.entries(connection ?? {})),
      ...(history === undefined ? [] : historyOf(history, '  ')),
    ]),
  ]).text;
}

/** @param indent spaces before it, beyond the two of a mapping */
function historyOf(history: InventoryHistory, indent: '' | '  '): Yaml[] {
  const line = (depth: 0 | 1 | 2, text: Yaml) =>
    indent === ''
      ? [yaml`  ${text}`, yaml`    ${text}`, yaml`      ${text}`][depth]
      : [yaml`    ${text}`, yaml`      ${text}`, yaml`        ${text}`][depth];
  const lines: (Yaml | undefined)[] = [line(0, yaml`history:`)];
  for (const [key, value] of Object.entries(history)) {
    if (typeof value === 'string') {
      lines.push(line(1, yaml`${yamlString(key)}: ${yamlString(value)}`));
      continue;
    }
    lines.push(line(1, yaml`${yamlString(key)}:`));
    for (const [name, inner] of Object.entries(value ?? {}))
      lines.push(line(2, yaml`${yamlString(name)}: ${yamlString(String(inner))}`));
  }
  return lines.filter((one) => one !== undefined);
}

function mapping(name: 'labels' | 'connection', pairs: readonly (readonly [string, unknown])[]): Yaml[] {
  if (pairs.length === 0) return [];
  return [
    yaml`    ${yamlKey(name)}:`,
    ...pairs.map(([key, value]) =>
      typeof value === 'number'
        ? yaml`      ${yamlString(key)}: ${value}`
        : yaml`      ${yamlString(key)}: ${yamlString(String(value))}`,
    ),
  ];
}

/** The saved connections as an inventory; each is named, so that the keychain's password goes with it. */
export function inventoryOfProfiles(profiles: readonly Profile[]): InventoryFile {
  const seen = new Map<string, number>();
  return {
    servers: profiles.map(({ name, group }, index) => {
      const own = fileNamePart(name, 90) || `server-${index + 1}`;
      const count = (seen.get(own.toLowerCase()) ?? 0) + 1;
      seen.set(own.toLowerCase(), count);
      return {
        name: count === 1 ? own : `${own}_${count}`,
        labels: group === '' ? {} : { group },
        connection: { saved: name },
      };
    }),
  };
}
