import type { Flavour, VersionTriple } from '../../../shared/server';
import { inVersionRange } from './version-range';

/**
 * Last day of the vendor's community support, by series. MySQL: Oracle Lifetime Support Policy, an innovation release
 * ends when the next one appears. MariaDB: maintenance policy of the MariaDB Foundation. Series whose end has not
 * been published, or was not found, are absent.
 */
const supportEnds: { flavour: Flavour; range: string; day: string }[] = [
  { flavour: 'mysql', range: '..5.5', day: '2018-12-31' },
  { flavour: 'mysql', range: '5.6', day: '2021-02-28' },
  { flavour: 'mysql', range: '5.7', day: '2023-10-31' },
  { flavour: 'mysql', range: '8.0', day: '2026-04-30' },
  { flavour: 'mysql', range: '8.1..8.3', day: '2024-04-30' },
  { flavour: 'mysql', range: '8.4', day: '2032-04-30' },
  { flavour: 'mariadb', range: '..10.2', day: '2022-05-23' },
  { flavour: 'mariadb', range: '10.3', day: '2023-05-25' },
  { flavour: 'mariadb', range: '10.4', day: '2024-06-18' },
  { flavour: 'mariadb', range: '10.5', day: '2025-06-24' },
  { flavour: 'mariadb', range: '10.6', day: '2026-07-06' },
  { flavour: 'mariadb', range: '10.7', day: '2023-02-09' },
  { flavour: 'mariadb', range: '10.8', day: '2023-05-20' },
  { flavour: 'mariadb', range: '10.9', day: '2023-08-22' },
  { flavour: 'mariadb', range: '10.10', day: '2023-11-17' },
  { flavour: 'mariadb', range: '10.11', day: '2028-02-16' },
  { flavour: 'mariadb', range: '11.0', day: '2024-06-06' },
  { flavour: 'mariadb', range: '11.1', day: '2024-08-21' },
  { flavour: 'mariadb', range: '11.2', day: '2024-11-21' },
  { flavour: 'mariadb', range: '11.3', day: '2024-05-29' },
  { flavour: 'mariadb', range: '11.4', day: '2029-05-29' },
  { flavour: 'mariadb', range: '11.5', day: '2024-11-21' },
  { flavour: 'mariadb', range: '11.6', day: '2025-02-13' },
  { flavour: 'mariadb', range: '11.7', day: '2025-05-12' },
  { flavour: 'mariadb', range: '11.8', day: '2028-06-04' },
];

/** Last day of support as `2021-02-28`; undefined: not known. Percona Server follows the MySQL series it is built from. */
export function supportEnd(server: { flavour: Flavour; version: VersionTriple }): string | undefined {
  const flavour = server.flavour === 'percona' ? 'mysql' : server.flavour;
  return supportEnds.find((row) => row.flavour === flavour && inVersionRange(server.version, row.range))?.day;
}
