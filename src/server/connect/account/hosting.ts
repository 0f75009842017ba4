import type { ConnectionTarget } from '../../../shared/connection';
import type { Hosting } from '../../../shared/server';
import { holdsGlobal } from './grants';

/** Variables whose presence or value gives managed hosting away. */
export const hostingVariables = [
  'basedir',
  'datadir',
  'version_comment',
  'hostname',
  'aurora_version',
] as const;

/**
 * Where the server runs. Managed servers show it: RDS and Aurora keep their files under /rdsdbdata and /rdsdbbin
 * (Aurora has aurora_version), Cloud SQL says (Google) and has cloudsql_ variables, Azure has azure_ or aad_
 * variables. Without such a mark a server on this machine, or one whose account holds SUPER or SHUTDOWN (which no
 * managed offering grants), runs by itself; for any other it is not known.
 */
export function detectHosting(
  variables: ReadonlyMap<string, string>,
  versionText: string,
  target: ConnectionTarget,
  privileges: readonly string[] | null,
): Hosting {
  const host = (target.host ?? '').toLowerCase();
  const has = (prefix: string) => [...variables.keys()].some((name) => name.startsWith(prefix));
  const paths = `${variables.get('datadir') ?? ''} ${variables.get('basedir') ?? ''}`;
  if (variables.has('aurora_version') || has('aurora')) return 'aurora';
  if (/\brdsdb(data|bin)\b/.test(paths) || has('rds_') || host.endsWith('.rds.amazonaws.com')) return 'rds';
  const comment = `${variables.get('version_comment') ?? ''} ${versionText}`;
  if (/\(Google\)|-google/i.test(comment) || has('cloudsql')) return 'cloudsql';
  if (has('azure') || has('aad_') || /\.(mysql|mariadb)\.database\.azure\.com$/.test(host)) return 'azure';
  // Managed services give no SSH login: what runs on the SSH host itself is self-managed.
  if (onOwnHost(target)) return 'self';
  return privileges !== null && holdsGlobal(privileges, 'SUPER', 'SHUTDOWN') ? 'self' : 'unknown';
}

/**
 * Whether the target is a Unix socket or a loopback address (which may still be a tunnel): on this machine or, with SSH,
 * on the SSH host.
 */
export function onOwnHost(target: ConnectionTarget): boolean {
  if (target.socket !== undefined) return true;
  const host = (target.host ?? 'localhost').toLowerCase();
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
