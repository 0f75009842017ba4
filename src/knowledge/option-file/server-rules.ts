import { compareVersions, type VersionTriple } from '../../shared/server';
import type { ServerKind } from '../catalog/variable-facts';
import type { ReadingRules } from './parse';

/** How one server reads option files, where servers differ. */
export interface ServerRules extends ReadingRules {
  /** The groups it reads, lower case. */
  groups: readonly string[];
  /** An unambiguous beginning of an option's name will do. */
  prefixes: boolean;
  /** Names count in any case. */
  anyCase: boolean;
  /** Special prefixes of option names, in the order in which the server tries them. */
  modifiers: readonly string[];
  /** Size suffixes that it knows. */
  suffixes: string;
  /** A file that ends within an include line loses the last character of its path. */
  cutsLastInclude: boolean;
  /** Of a file name in an included folder, what follows its first dot counts, else what follows its last one. */
  extensionFromFirstDot: boolean;
}

/**
 * Where it is not said otherwise, tried on MySQL 5.6.24, 5.7.22, 8.0.31 and 9.7.4, MariaDB 10.2.11, 10.11.18, 11.4.5 and
 * 11.8.6. A change between two of them counts from the first version that is known to have it.
 * @param groupSuffix of `--defaults-group-suffix` or MYSQL_GROUP_SUFFIX
 */
export function serverRules(server: ServerKind, groupSuffix = ''): ServerRules {
  const { flavour, version } = server;
  const mariadb = flavour === 'mariadb';
  const from = (...least: VersionTriple) => compareVersions(version, least) >= 0;
  return {
    groups: groupsOf(server, groupSuffix),
    // MySQL 5.7.1 release notes, "Option prefixes are no longer supported".
    prefixes: mariadb || !from(5, 7, 0),
    // MDEV-27126, fixed in these; 10.2.11 and 11.4.5 refuse "SORT_BUFFER_SIZE", 10.11.18 and 11.8.9 take it.
    anyCase: mariadb && caseFolded.some((first) => isFrom(version, first)),
    // mysys/my_getopt.c, special_opt_prefix.
    modifiers: ['skip', 'disable', 'enable', 'maximum', 'loose', ...(mariadb ? ['autoset'] : [])],
    // MySQL 8.0 manual, "Using Options to Set Program Variables"; MariaDB: mysys/my_getopt.c, eval_num_suffix.
    suffixes: (mariadb ? from(10, 3, 0) : from(8, 0, 14)) ? 'KMGTPE' : 'KMG',
    // mysys/my_default.cc, mysql_file_getline of 8.0.27 joins the pieces; 5.7.22 has fgets with a buffer of 4096 bytes.
    lineBytes: mariadb || !from(8, 0, 27) ? 4094 : null,
    // get_argument; 8.0.31 does it, 9.7 no longer.
    cutsLastInclude: mariadb || !from(9, 0, 0),
    // mysys/mf_fn_ext.c; the first dot in 5.6.24, the last one in 5.7.22.
    extensionFromFirstDot: !mariadb && !from(5, 7, 0),
  };
}

/** The first version of each series of MariaDB that knows option names in any case. */
const caseFolded: readonly VersionTriple[] = [
  [10, 5, 29],
  [10, 6, 22],
  [10, 11, 12],
  [11, 4, 6],
  [11, 8, 2],
  [12, 0, 0],
];

/** Whether a version is of the series of `first`, or of any after the last one listed, and not before it. */
function isFrom(version: VersionTriple, first: VersionTriple): boolean {
  const isSeries = version[0] === first[0] && version[1] === first[1];
  return (isSeries || first === caseFolded.at(-1)) && compareVersions(version, first) >= 0;
}

/**
 * Groups as `mysqld --verbose --help` lists them. `[mysqld_safe]` and `[client]` belong to other programs.
 * (MariaDB's start script mariadbd-safe also reads the server's groups, but not the other way round.)
 */
function groupsOf({ flavour, version }: ServerKind, suffix: string): string[] {
  const series = `${version[0]}.${version[1]}`;
  const common = ['mysqld', 'server', `mysqld-${series}`];
  const own =
    flavour === 'mariadb'
      ? [
          'mariadb',
          `mariadb-${series}`,
          ...(compareVersions(version, [10, 4, 6]) >= 0 ? ['mariadbd', `mariadbd-${series}`] : []),
          'client-server',
          'galera',
        ]
      : compareVersions(version, [8, 0, 0]) >= 0
        ? ['mysql_cluster']
        : [];
  const groups = [...common, ...own];
  return suffix === '' ? groups : [...groups, ...groups.map((group) => group + suffix.toLowerCase())];
}
