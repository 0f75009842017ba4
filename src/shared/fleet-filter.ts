import type { Fleet } from './fleet';

/** Every label with a value that servers of a fleet have, as `name=value`, in order. */
export function labelChoices({ servers }: Fleet): string[] {
  const found = new Set(
    servers.flatMap(({ labels }) => Object.entries(labels).map(([name, value]) => `${name}=${value}`)),
  );
  return [...found].sort((a, b) => a.localeCompare(b, 'en'));
}

/** The part of a fleet that servers with a label (`name=value`) make. */
export function withLabel(fleet: Fleet, choice: string): Fleet {
  const at = choice.indexOf('=');
  const [name, value] = [choice.slice(0, at), choice.slice(at + 1)];
  const kept = new Set(
    fleet.servers.filter(({ labels }) => labels[name] === value).map((server) => server.name),
  );
  const isKept = (server: string) => kept.has(server);
  const { drift } = fleet;
  return {
    ...fleet,
    servers: fleet.servers.filter((server) => isKept(server.name)),
    findings: fleet.findings
      .map((finding) => ({ ...finding, cells: finding.cells.filter(({ server }) => isKept(server)) }))
      .filter(({ cells }) => cells.length > 0),
    drift: {
      ...drift,
      groups: drift.groups.filter(({ servers }) => servers.some(isKept)),
      pairs: drift.pairs.filter(({ replica, source }) => isKept(replica) || isKept(source)),
      outside: drift.outside.filter(({ replica }) => isKept(replica)),
      files: drift.files.filter(({ server }) => isKept(server)),
    },
    groups: fleet.groups
      .map((group) => ({ ...group, servers: group.servers.filter(isKept) }))
      .filter(({ servers }) => servers.length > 0),
  };
}
