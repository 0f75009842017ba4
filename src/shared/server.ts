import { z } from 'zod';

export const flavourSchema = z.enum(['mysql', 'percona', 'mariadb']);
export type Flavour = z.infer<typeof flavourSchema>;
export const flavourNames: Readonly<Record<Flavour, string>> = {
  mysql: 'MySQL',
  percona: 'Percona Server',
  mariadb: 'MariaDB',
};

/** The name of a flavour as a document gives it; one that is not known as it is. */
export function flavourName(flavour: string): string {
  return Object.entries(flavourNames).find(([key]) => key === flavour)?.[1] ?? flavour;
}

export const hostingSchema = z.enum(['self', 'rds', 'aurora', 'cloudsql', 'azure', 'unknown']);
export type Hosting = z.infer<typeof hostingSchema>;
/** Who runs the server, in words. */
export const hostingWords: Readonly<Record<Hosting, string>> = {
  self: 'self-managed',
  rds: 'Amazon RDS',
  aurora: 'Amazon Aurora',
  cloudsql: 'Cloud SQL',
  azure: 'Azure Database',
  unknown: 'not known',
};

/** `[major, minor, patch]`, e.g. `[10, 11, 19]`. */
export const versionTripleSchema = z.tuple([
  z.number().int().nonnegative(),
  z.number().int().nonnegative(),
  z.number().int().nonnegative(),
]);
export type VersionTriple = z.infer<typeof versionTripleSchema>;

/** Negative, zero or positive as `a` is older than, equal to or newer than `b`. */
export function compareVersions(a: VersionTriple, b: VersionTriple): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/** Reads `8.0`, `10.11.19` or `10.11.19-MariaDB-log`; missing parts are 0; null when there is no version in it. */
export function parseVersion(text: string): VersionTriple | null {
  const match = /(?<![\d.])(\d{1,5})\.(\d{1,5})(?:\.(\d{1,6}))?(?!\d)/.exec(text);
  if (match === null) return null;
  return [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)];
}

export const serverIdentitySchema = z.object({
  flavour: flavourSchema,
  version: versionTripleSchema,
  /**
   * Only where the version is not known: the servers that what was read may be of. `flavour` and `version` then are of the
   * one that stands for them in what differs little, and what differs between them is not judged.
   */
  possible: z.array(z.object({ flavour: flavourSchema, version: versionTripleSchema })).optional(),
  /** As `SELECT VERSION()` gives it. */
  versionText: z.string(),
  comment: z.string(),
  hosting: hostingSchema,
  uptimeSeconds: z.number().nonnegative().nullable(),
  /** `server_uuid`, or host:port:datadir where there is none. Identifies the server for journal and history. */
  serverKey: z.string(),
  /** Global privileges as `SHOW GRANTS` names them, upper case; null when they could not be read. */
  privileges: z.array(z.string()).nullable(),
  performanceSchema: z.boolean().nullable(),
});
export type ServerIdentity = z.infer<typeof serverIdentitySchema>;

type NamedServer = Pick<ServerIdentity, 'flavour' | 'version'> & {
  possible?: readonly Pick<ServerIdentity, 'flavour' | 'version'>[] | undefined;
};

/** `MySQL 9.7.4`; `MySQL 8.0` where the files say no more; `MariaDB, version unknown` */
export function serverName({ flavour, version, possible }: NamedServer): string {
  // Files imported before the servers they may be of were distinguished have version 0.0.0.
  if (possible === undefined && version[0] > 0) return `${flavourNames[flavour]} ${version.join('.')}`;
  const series = new Set(
    possible?.map((one) => `${flavourNames[one.flavour]} ${one.version.slice(0, 2).join('.')}`),
  );
  const [only] = series;
  if (only !== undefined && series.size === 1) return only;
  const one = possible !== undefined && isOneFamily(possible) ? flavourNames[flavour] : 'MySQL or MariaDB';
  return `${one}, version unknown`;
}

/** Whether all are MariaDB, or none is. */
export function isOneFamily(servers: readonly Pick<ServerIdentity, 'flavour'>[]): boolean {
  const isMariadb = servers.map(({ flavour }) => flavour === 'mariadb');
  return new Set(isMariadb).size === 1;
}

/**
 * Whether two keys are of one server. Those that an earlier Latchkey has kept of a MariaDB server end with its data
 * directory; what distinguishes equal containers follows it now.
 */
export function isSameServerKey(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}:`) || other.startsWith(`${one}:`);
}
