import { LatchkeyError } from '../../shared/base/error';
import { type Flavour, flavourNames, parseVersion, type VersionTriple } from '../../shared/server';

export interface RecognisedServer {
  flavour: Flavour;
  version: VersionTriple;
  versionText: string;
  comment: string;
  /** What was assumed, as a sentence; null: the files say. */
  assumed: string | null;
}

/** Status variables of one family only, for files that hold no variables. */
const marks: readonly { flavour: Flavour; pattern: RegExp }[] = [
  {
    flavour: 'mariadb',
    pattern: /^(?:aria_|acl_|feature_|rows_tmp_read|subquery_cache_|wsrep_thread_count)/i,
  },
  {
    flavour: 'percona',
    pattern: /^(?:threadpool_|innodb_(?:checkpoint_(?:max_)?age$|s_lock_|x_lock_|mem_dictionary))/i,
  },
];

/**
 * Flavour and version from `version`, `version_comment` and what other variables and status variables there are. Servers
 * of every age are taken: this is for files, not for connections. What cannot be determined is version 0.0.0, for which no
 * rule of a certain version holds.
 * @param declared `mariadb-10.5.8`, `5.1.73`: what the user says; wins
 * @param logVersion the version in the head of a slow log
 */
export function recogniseServer(
  variables: ReadonlyMap<string, string>,
  statusNames: readonly string[],
  declared: string | undefined,
  logVersion: string | null,
): RecognisedServer {
  const comment = variables.get('version_comment') ?? '';
  if (declared !== undefined) return { ...parseDeclared(declared), comment, assumed: null };
  const versionText = variables.get('version') ?? logVersion ?? '';
  const names = [...variables.keys()];
  const said = `${versionText} ${comment}`;
  // MariaDB puts 5.5.5- before its version for clients that know none above 5.
  const version = parseVersion(/mariadb/i.test(said) ? versionText.replace(/^5\.5\.5-/, '') : versionText);
  const flavour: Flavour =
    /mariadb/i.test(said) || names.some((name) => /^aria_|^maria_pagecache/.test(name))
      ? 'mariadb'
      : /percona/i.test(said) || /-rel\d/.test(versionText)
        ? 'percona'
        : (marks.find(({ pattern }) => versionText === '' && statusNames.some((name) => pattern.test(name)))
            ?.flavour ?? 'mysql');
  if (version !== null) return { flavour, version, versionText, comment, assumed: null };
  return {
    flavour,
    version: [0, 0, 0],
    versionText: 'unknown',
    comment,
    assumed: `The files do not report the server's version, so that nothing that depends on it is checked; it is taken for ${flavourNames[flavour]}. Give --server-version, or add the output of SHOW GLOBAL VARIABLES`,
  };
}

function parseDeclared(text: string): Pick<RecognisedServer, 'flavour' | 'version' | 'versionText'> {
  const match = /^(?:(mysql|percona|mariadb)[- ]?)?(\d+\.\d\S*)$/i.exec(text.trim());
  const version = match?.[2] === undefined ? null : parseVersion(match[2]);
  if (match?.[2] === undefined || version === null) {
    throw new LatchkeyError('usage', `"${text}" is no server version.`, {
      hint: 'Give one such as 5.7.44, mariadb-10.6.12 or percona-8.0.36-28.',
    });
  }
  const named = match[1]?.toLowerCase();
  const flavour: Flavour =
    named === 'mariadb' || named === 'percona' ? named : /mariadb/i.test(match[2]) ? 'mariadb' : 'mysql';
  return { flavour, version, versionText: match[2] };
}
