import { type Service, serviceNames } from '../../knowledge/catalog/managed-hosting';
import type { Hosting } from '../../shared/server';

/** Where each service keeps settings, and the output that writes them there. */
const through: Readonly<Record<Service, string>> = {
  rds: 'a parameter group (--format aws)',
  aurora: 'a parameter group (--format aws)',
  cloudsql: 'database flags (--format gcloud)',
  azure: 'server parameters (--format az)',
};

/** How a service takes settings, for a format that it does not take; null: the server takes option files and SET. */
export function serviceWay(hosting: Hosting): string | null {
  if (hosting === 'self' || hosting === 'unknown') return null;
  return `${serviceNames[hosting]} takes settings through ${through[hosting]}; it has no option file to edit, and refuses SET GLOBAL and SET PERSIST.`;
}
