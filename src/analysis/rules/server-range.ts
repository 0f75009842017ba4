import { compareVersions, type Flavour, parseVersion, type VersionTriple } from '../../shared/server';
import type { ServerRange } from './rule-schema';

export interface ServerKind {
  flavour: Flavour;
  version: VersionTriple;
}

/** Whether a rule's ranges hold this server; no ranges: every server. */
export function appliesTo(ranges: ServerRange[] | undefined, server: ServerKind): boolean {
  if (ranges === undefined) return true;
  return ranges.some(({ flavour, from, below }) => {
    if (flavour !== server.flavour) return false;
    const low = from === undefined ? null : parseVersion(from);
    const high = below === undefined ? null : parseVersion(below);
    return (
      (low === null || compareVersions(server.version, low) >= 0) &&
      (high === null || compareVersions(server.version, high) < 0)
    );
  });
}

/** One server of each generation that behaves differently: the points at which rules are checked against catalogs. */
export const referenceServers: readonly ServerKind[] = [
  { flavour: 'mysql', version: [5, 6, 51] },
  { flavour: 'mysql', version: [5, 7, 44] },
  { flavour: 'mysql', version: [8, 0, 28] },
  { flavour: 'mysql', version: [8, 0, 36] },
  { flavour: 'mysql', version: [8, 0, 40] },
  { flavour: 'mysql', version: [8, 4, 8] },
  { flavour: 'mysql', version: [9, 7, 4] },
  { flavour: 'percona', version: [5, 7, 44] },
  { flavour: 'percona', version: [8, 0, 36] },
  { flavour: 'percona', version: [8, 0, 40] },
  { flavour: 'percona', version: [8, 4, 6] },
  { flavour: 'mariadb', version: [10, 4, 34] },
  { flavour: 'mariadb', version: [10, 6, 20] },
  { flavour: 'mariadb', version: [10, 11, 5] },
  { flavour: 'mariadb', version: [10, 11, 19] },
  { flavour: 'mariadb', version: [11, 4, 5] },
  { flavour: 'mariadb', version: [11, 8, 6] },
];
