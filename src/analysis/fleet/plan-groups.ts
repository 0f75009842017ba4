import type { FleetEntry, PlanGroup } from '../../shared/fleet';
import { flavourNames, hostingWords } from '../../shared/server';
import type { PresentServer } from './fleet-server';

/**
 * Servers that get the same plan: the same values of the same variables on the same series of versions and the same hosting.
 * The largest group first.
 */
export function planGroups(servers: readonly PresentServer[]): PlanGroup[] {
  const groups = new Map<string, PresentServer[]>();
  for (const server of servers) {
    if (server.entry.changes.length === 0) continue;
    const key = JSON.stringify([kindOf(server.entry), changesKey(server.entry)]);
    groups.set(key, [...(groups.get(key) ?? []), server]);
  }
  return [...groups.values()]
    .sort((a, b) => b.length - a.length || ((a[0]?.name ?? '') < (b[0]?.name ?? '') ? -1 : 1))
    .map((members, index) => groupOf(members, index + 1));
}

function changesKey({ changes }: FleetEntry): string[][] {
  return changes
    .map(({ variable, to, when }) => [variable, to, when])
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
}

function kindOf({ server: { flavour, version, hosting } }: FleetEntry): string {
  return `${flavourNames[flavour]} ${version[0]}.${version[1]}, ${hosting === 'unknown' ? 'hosting not known' : hostingWords[hosting]}`;
}

function groupOf(members: readonly PresentServer[], number: number): PlanGroup {
  const [first] = members;
  return {
    id: `group-${number}`,
    servers: members.map(({ name }) => name),
    kind: first === undefined ? '' : kindOf(first.entry),
    changes: (first?.entry.changes ?? []).map(({ variable, to, when }) => {
      const same = members.flatMap(({ entry }) => entry.changes.filter((one) => one.variable === variable));
      return {
        variable,
        to,
        when,
        from: [...new Set(same.map(({ from }) => from))],
        why: [...new Set(same.flatMap(({ why }) => why))],
      };
    }),
  };
}
