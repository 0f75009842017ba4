import type { SectionId } from '../../evidence/sections';
import { isOffered } from '../../knowledge/catalog/managed-hosting';
import type { ServerKind } from '../../knowledge/catalog/variable-facts';
import { referenceServers } from '../../knowledge/catalog/versions/reference-servers';
import { LatchkeyError } from '../../shared/base/error';
import {
  type Flavour,
  flavourNames,
  type Hosting,
  parseVersion,
  type VersionTriple,
} from '../../shared/server';
import { type StatedServer, seriesOf } from './paste/stated-server';
import { possibleServers, standIn } from './possible-servers';
import { texts } from './texts';

export interface RecognisedServer {
  flavour: Flavour;
  version: VersionTriple;
  versionText: string;
  /** Absent: the version is known. */
  possible?: ServerKind[];
  comment: string;
  /** What was assumed, as a sentence; null: the files say. */
  assumed: string | null;
}

/**
 * Flavour and version from `version`, `version_comment` and what other variables and status variables there are. Servers
 * of every age are taken: this is for files, not for connections. Where no version stands there, it is unknown: what is
 * possible follows from the names that only some servers have, never from what is missing in a part.
 * @param declared `mariadb-10.5.8`, `5.1.73`: what the user says; wins
 * @param logVersion the version in the head of a slow log
 * @param hosting who runs it: services offer few flavours
 * @param sections what the files hold besides
 * @param stated what prose says; counts where the server's own answers do not say it and do not contradict it
 */
export function recogniseServer(
  variables: ReadonlyMap<string, string>,
  statusNames: readonly string[],
  sections: readonly SectionId[],
  declared: string | undefined,
  logVersion: string | null,
  stated: StatedServer | null,
  hosting: Hosting,
): RecognisedServer {
  const comment = variables.get('version_comment') ?? '';
  if (declared !== undefined) return { ...parseDeclared(declared), comment, assumed: null };
  const versionText = variables.get('version') ?? logVersion ?? '';
  const names = [...variables.keys()];
  const said = `${versionText} ${comment}`;
  // MariaDB puts 5.5.5- before its version for clients that know none above 5.
  const version = parseVersion(/mariadb/i.test(said) ? versionText.replace(/^5\.5\.5-/, '') : versionText);
  if (version !== null) {
    return { flavour: flavourOf(said, versionText, names), version, versionText, comment, assumed: null };
  }
  // Galera is MariaDB's, and that of Percona XtraDB Cluster.
  const isCluster = stated?.flavour === 'percona' || /percona/i.test(comment);
  const deciding = isCluster ? names.filter((name) => !name.startsWith('wsrep_')) : names;
  const byNames = possibleServers(deciding, statusNames, sections).filter(
    ({ flavour }) => comment === '' || flavour === flavourOf(said, versionText, names),
  );
  // Names are evidence, and a service that prose speaks of may be that of another server.
  const offered = byNames.filter(({ flavour }) => isOffered(flavour, hosting));
  const fitting = offered.length > 0 ? offered : byNames;
  const asStated = stated === null ? null : serversOf(stated, fitting);
  if (stated !== null && asStated?.length === 1 && asStated[0] !== undefined) {
    const { flavour, version: one } = asStated[0];
    const text = flavour === 'mariadb' ? `${stated.version}-MariaDB` : stated.version;
    const assumed = `The server is ${flavourNames[flavour]} ${stated.version}, as the text says`;
    return { flavour, version: one, versionText: text, comment, assumed };
  }
  const possible = asStated ?? fitting;
  return {
    ...standIn(possible),
    possible: possible.map(({ flavour, version: one }) => ({ flavour, version: one })),
    versionText: 'unknown',
    comment,
    assumed: `The version is unknown: ${rangesOf(possible)} have these names, and what differs between them is not judged. Give --server-version, or add the output of SHOW GLOBAL VARIABLES`,
  };
}

function flavourOf(said: string, versionText: string, names: readonly string[]): Flavour {
  if (/mariadb/i.test(said) || names.some((name) => /^aria_|^maria_pagecache/.test(name))) return 'mariadb';
  return /percona/i.test(said) || /-rel\d/.test(versionText) ? 'percona' : 'mysql';
}

/**
 * The servers that a statement in prose leaves: one where it has three numbers, those of the series where it has two.
 * null: the names found contradict it.
 */
function serversOf({ flavour, version }: StatedServer, fitting: readonly ServerKind[]): ServerKind[] | null {
  const series = seriesOf(version);
  const isOfSeries = (one: ServerKind) =>
    one.flavour === flavour && one.version.slice(0, 2).join('.') === series;
  const known = fitting.filter(isOfSeries);
  const first = parseVersion(`${series}.0`);
  if (first === null || (known.length === 0 && referenceServers.some(isOfSeries))) return null;
  const exact = version === series ? null : parseVersion(version);
  if (exact !== null) return [{ flavour, version: exact }];
  // Of a series that no reference stands for, its ends do.
  return known.length > 0
    ? known
    : [
        { flavour, version: first },
        { flavour, version: [first[0], first[1], 99] },
      ];
}

/** `MySQL 5.6 to 9.7 and MariaDB 10.4 to 11.8` */
function rangesOf(servers: readonly ServerKind[]): string {
  const parts = (['mysql', 'percona', 'mariadb'] as const).flatMap((flavour) => {
    const series = servers
      .filter((one) => one.flavour === flavour)
      .map(({ version }) => version.slice(0, 2).join('.'));
    const [first, last] = [series[0], series.at(-1)];
    if (first === undefined || last === undefined) return [];
    return `${flavourNames[flavour]} ${first === last ? first : `${first} to ${last}`}`;
  });
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

function parseDeclared(text: string): Pick<RecognisedServer, 'flavour' | 'version' | 'versionText'> {
  const match = /^(?:(mysql|percona|mariadb)[- ]?)?(\d+\.\d\S*)$/i.exec(text.trim());
  const version = match?.[2] === undefined ? null : parseVersion(match[2]);
  if (match?.[2] === undefined || version === null) {
    throw new LatchkeyError('usage', texts.isNoServerVersion(text), {
      hint: texts.giveOneSuchAs5,
    });
  }
  const named = match[1]?.toLowerCase();
  const flavour: Flavour =
    named === 'mariadb' || named === 'percona' ? named : /mariadb/i.test(match[2]) ? 'mariadb' : 'mysql';
  return { flavour, version, versionText: match[2] };
}
