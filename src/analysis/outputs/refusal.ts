import type { PlanFormat } from '../../shared/plan';
import { compareVersions, flavourNames, type ServerIdentity } from '../../shared/server';

/** Why a format cannot be had for a server, as a sentence; null: it can. */
export function outputRefusal(
  format: PlanFormat,
  { flavour, version }: Pick<ServerIdentity, 'flavour' | 'version'>,
): string | null {
  switch (format) {
    case 'set-persist':
    case 'set-persist-only':
      if (flavour === 'mariadb') return 'MariaDB has no SET PERSIST.';
      if (compareVersions(version, [8, 0, 0]) >= 0) return null;
      return `SET PERSIST came with MySQL 8.0; this server is ${version.join('.')}.`;
    case 'gcloud':
      return flavour === 'mysql' ? null : `Cloud SQL has MySQL, not ${flavourNames[flavour]}.`;
    case 'az':
      return flavour === 'mysql'
        ? null
        : `Azure Database has MySQL, not ${flavourNames[flavour]} (its MariaDB ended on 19 September 2025).`;
    case 'aws':
    case 'rds-json':
      return flavour === 'percona' ? 'Amazon RDS has MySQL and MariaDB, not Percona Server.' : null;
    default:
      return null;
  }
}
