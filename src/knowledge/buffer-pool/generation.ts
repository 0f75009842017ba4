import type { Flavour, VersionTriple } from '../../shared/server';
import { inVersionRange } from '../catalog/versions/version-range';

export interface PoolServer {
  flavour: Flavour;
  version: VersionTriple;
}

/**
 * The generations of buffer pool arithmetic. `fixed`: no chunks, restart only (MySQL until 5.7.4, MariaDB until 10.1).
 * `chunks`: MySQL 5.7.5 and later, MariaDB 10.2 to 10.4. `single-pool`: MariaDB 10.5 to 10.7. `auto-chunk`: MariaDB
 * 10.8 until `extents`, which came with MDEV-29445 in 10.11.12, 11.4.6 and 11.8.2.
 */
export type Generation = 'fixed' | 'chunks' | 'single-pool' | 'auto-chunk' | 'extents';

export function generation({ flavour, version }: PoolServer): Generation {
  const within = (range: string) => inVersionRange(version, range);
  if (flavour !== 'mariadb') return within('..5.7.4') ? 'fixed' : 'chunks';
  if (within('..10.1')) return 'fixed';
  if (within('..10.4')) return 'chunks';
  if (within('..10.7')) return 'single-pool';
  return within('10.11.12..10.11') || within('11.4.6..11.4') || within('11.8.2..') ? 'extents' : 'auto-chunk';
}

export function isMySql({ flavour, version }: PoolServer, range: string): boolean {
  return flavour !== 'mariadb' && inVersionRange(version, range);
}

/** MDEV-38671: innodb_buffer_pool_size_max is 8 TiB by default, not the size at start, so that the pool can grow. */
export function reservesRoomToGrow({ version }: PoolServer): boolean {
  return ['10.11.17..10.11', '11.4.11..11.4', '11.8.7..'].some((range) => inVersionRange(version, range));
}

const proven: { basis: 'live' | 'source'; mysql: string[]; percona: string[]; mariadb: string[] }[] = [
  // bench/bufferpool.bench.ts
  {
    basis: 'live',
    mysql: ['5.6', '5.7.22..5.7', '8.0.31..8.0', '9.7'],
    percona: [],
    mariadb: ['10.2.11..10.2', '10.11.17..10.11', '11.4.5..11.4.5', '11.8.2..11.8.6'],
  },
  {
    basis: 'source',
    mysql: ['5.7', '8.0', '8.4'],
    percona: ['5.7', '8.0'],
    mariadb: ['10.3', '10.5', '10.8..10.11.16', '11.0'],
  },
];

/** How well the arithmetic is known for this version: proven on a live server, read in its source, or in a manual only. */
export function basisOf(server: PoolServer): 'live' | 'source' | 'manual' {
  const found = proven.find((group) =>
    group[server.flavour].some((range) => inVersionRange(server.version, range)),
  );
  return found?.basis ?? 'manual';
}
