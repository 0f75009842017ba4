import type { Flavour, ServerIdentity } from '../../shared/server';
import { formatSeconds } from '../../shared/units';

const names: Record<Flavour, string> = { mysql: 'MySQL', percona: 'Percona Server', mariadb: 'MariaDB' };

/** `MySQL 9.7.4`. */
export function serverName({ flavour, version }: ServerIdentity): string {
  return `${names[flavour]} ${version.join('.')}`;
}

/** `up 3 h 12 min`; '' when the server does not tell. */
export function uptime({ uptimeSeconds }: ServerIdentity): string {
  return uptimeSeconds === null ? '' : `up ${formatSeconds(Math.round(uptimeSeconds))}`;
}

/** `21 Nov 2026, 03:14:05` in the user's own zone. */
export function dateTime(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return date.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
}
