import type { Flavour, ServerIdentity } from '../../shared/server';

const flavourNames: Record<Flavour, string> = {
  mysql: 'MySQL',
  percona: 'Percona Server',
  mariadb: 'MariaDB',
};

/** `MySQL 9.7.4`, as outputs name the server they are for. */
export function serverTitle({ flavour, version }: ServerIdentity): string {
  return `${flavourNames[flavour]} ${version.join('.')}`;
}
