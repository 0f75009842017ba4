import { compareVersions } from '../../shared/server';
import { type ReportedCatalog, reportedCatalogs } from '../catalog/reported';
import { isKnownToLack, type ServerKind, variableFacts } from '../catalog/variable-catalog';
import { catalogNames, type OptionNames, type UnfitName } from './meaning';
import optionsOfServers from './options-of-servers.json';
import { serverRules } from './server-rules';

/** The option names of one server that was run live. */
interface MetServer {
  kind: ServerKind;
  takes(name: string): boolean;
  ignores(name: string): boolean;
  variableOnly(name: string): boolean;
  names(): string[];
}

/** In what option names differ from names of variables, by version. Made by `scripts/catalog/collect-options.ts`. */
const differences: Readonly<Record<string, Record<'options' | 'ignored' | 'noOptions', string[]>>> =
  optionsOfServers;

function metServer(catalog: ReportedCatalog): MetServer[] {
  const difference = differences[catalog.version.join('.')];
  if (difference === undefined) return [];
  const options = new Set(difference.options);
  const ignored = new Set(difference.ignored);
  const noOptions = new Set(difference.noOptions);
  const takes = (name: string) =>
    options.has(name) || ignored.has(name) || (catalog.has(name) && !noOptions.has(name));
  const [major, minor, patch] = catalog.version;
  return [
    {
      kind: { flavour: catalog.flavour, version: [major, minor, patch] },
      takes,
      ignores: (name) => ignored.has(name),
      variableOnly: (name) => noOptions.has(name),
      names: () => [...options, ...ignored, ...catalog.names().filter(takes)],
    },
  ];
}

/** Whether the server has the name at all, as an option or as a variable alone. */
function hasMet(one: MetServer, name: string): boolean {
  return one.takes(name) || one.variableOnly(name);
}

// Read when the first option file is: most commands have none.
let met: readonly MetServer[] | undefined;
function metServers(): readonly MetServer[] {
  met ??= reportedCatalogs.flatMap(metServer);
  return met;
}

/**
 * Plugins and components bring options of their own, which begin with their names: a server takes them where its file
 * loads the plugin, and no list of another server says anything about it.
 */
const ofPlugins =
  /^(?:audit_|auth(?:entication)?_|clone_|component_|connect_|connection_control_|cracklib_|daemon_|enterprise_|federated|feedback|file_key_management|firewall_|group_replication_|gssapi_|handlersocket_|hashicorp_|keyring_|lock_order|mecab_|mroonga_|mysql_firewall|mysqlx|ndb|oqgraph_|password_reuse_|provider_|query_response_time_|rewriter_|rocksdb|rpl_semi_sync_|s3_|server_audit|simple_password_check_|sphinx_|spider_|sql_error_log_|telemetry|test_|thread_pool_|tokudb|version_tokens_|validate_password|xtradb_)/;

/**
 * Whether an option of that name belongs to a plugin or component that a server may have or not.
 * @internal exported to tests
 */
export function broughtByPlugin(name: string): boolean {
  return name.includes('.') || ofPlugins.test(name);
}

/**
 * The option names of a server version, as far as live servers of its version, or of the versions beside it, show them.
 * Its `unfit` answers null where the name is taken, and where nobody can say: a name of a plugin, of Percona Server, or
 * one that came or went between two versions that were met.
 * @param present names of the variables that the server itself showed, where it was asked
 */
export function namesOfVersion(server: ServerKind, present: Iterable<string> = []): OptionNames {
  const shown = new Set(present);
  const { flavour, version } = server;
  const kin = metServers().filter(({ kind }) => kind.flavour === (flavour === 'percona' ? 'mysql' : flavour));
  const older = kin.findLast(({ kind }) => compareVersions(kind.version, version) <= 0);
  const newer = kin.find(({ kind }) => compareVersions(kind.version, version) >= 0);
  const near = [...new Set([older, newer])].filter((one) => one !== undefined);
  const isMet = older !== undefined && older === newer;

  function unfit(name: string): UnfitName | null {
    if (near.length === 0 || broughtByPlugin(name)) return null;
    if (near.every((one) => one.ignores(name))) return 'without effect';
    if (near.every((one) => one.takes(name))) return null;
    // Of two neighbours one takes it: so may this version, unless the history of the name says otherwise.
    if (near.some((one) => one.takes(name))) return isKnownToLack(name, server) ? 'lacking' : null;
    if (near.every((one) => one.variableOnly(name))) return 'variable only';
    if (shown.has(name) || variableFacts(name, server) !== undefined) return null;
    // No neighbour takes it. What its own line had and lost, or has later, it does not have between the two.
    if (kin.some((one) => hasMet(one, name))) return older === undefined ? null : 'lacking';
    if (flavour === 'percona') return null;
    const isElsewhere = metServers().some((one) => hasMet(one, name));
    if (isKnownToLack(name, server) || (isMet && isElsewhere)) return 'lacking';
    return isElsewhere ? null : 'never met';
  }
  const names = isMet ? older.names() : [...catalogNames().names, ...near.flatMap((one) => one.names())];
  return { ...catalogNames(), ...serverRules(server), names: new Set([...names, ...shown]), unfit };
}
