import type { ServerKind } from '../variable-facts';

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
