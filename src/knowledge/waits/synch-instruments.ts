import type { ServerIdentity } from '../../shared/server';
import { inVersionRange } from '../catalog/versions/version-range';

/**
 * Whether a mutex or rw-lock has its instrument only from when it is made, which for most is the start: before MySQL
 * 5.7.12 (its release notes lift the restriction), and in MariaDB before 10.5, which has the Performance Schema of MySQL
 * 5.6 (tried: 10.2.11 needs the start, 10.11.18 and 11.4.5 do not).
 */
export function needsStartForSynch({
  flavour,
  version,
}: Pick<ServerIdentity, 'flavour' | 'version'>): boolean {
  return inVersionRange(version, flavour === 'mariadb' ? '..10.4' : '..5.7.11');
}
