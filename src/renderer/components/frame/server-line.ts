import { formatSeconds } from '../../../shared/base/units';
import { flavourNames, type ServerIdentity } from '../../../shared/server';
import { texts } from './texts';

/** `MySQL 9.7.4` of what a server calls itself, for example `11.8.6-MariaDB-0+deb13u1 from Debian`. */
export function versionName(flavour: string, versionText: string): string {
  const name = Object.entries(flavourNames).find(([key]) => key === flavour)?.[1];
  const version = /^\d+(\.\d+)+/.exec(versionText)?.[0];
  return name === undefined || version === undefined ? versionText : `${name} ${version}`;
}

/** `up 3 h 12 min`; '' when the server does not say. */
export function uptime({ uptimeSeconds }: ServerIdentity): string {
  return uptimeSeconds === null ? '' : `up ${formatSeconds(Math.round(uptimeSeconds))}`;
}

/** `window 30 s`; a snapshot that was cancelled early has next to none. @param seconds null: taken at one moment */
export function windowText(seconds: number | null): string {
  if (seconds === null) return texts.oneMoment;
  return seconds < 1 ? texts.windowUnder1S : texts.window(formatSeconds(Math.round(seconds)));
}

/** `21 Nov 2026, 03:14:05` in the user's own zone. */
export function dateTime(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return date.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
}
