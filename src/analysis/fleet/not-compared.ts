import { isOwnOfServer } from '../compare/variables';

/** Variables that differ from server to server by their nature, beside those that name the machine. */
const naturallyDifferent: readonly { pattern: RegExp; why: string }[] = [
  { pattern: /^server_id$/, why: 'unique in a replication topology' },
  {
    pattern: /^(version|version_.*|innodb_version|protocol_version|license|build_id|server_build.*|have_.*)$/,
    why: 'compared as the version',
  },
  {
    pattern:
      /^(basedir|plugin_dir|character_sets_dir|lc_messages_dir|secure_file_priv|innodb_(data_home_dir|log_group_home_dir|undo_directory|tmpdir)|tmp_table_dir|log_error_suppression_.*)$/,
    why: 'folders of the installation',
  },
  {
    pattern:
      /^(bind_address|admin_(address|port)|mysqlx_(port|socket|bind_address)|extra_port|report_(host|port|user|password))$/,
    why: 'addresses of the server',
  },
  {
    pattern:
      /^(wsrep_node_.*|wsrep_sst_receive_address|wsrep_gtid_domain_id|wsrep_start_position|wsrep_provider_options)$/,
    why: 'of the node of a Galera cluster',
  },
  { pattern: /^group_replication_local_address$/, why: 'of the member of a group' },
  { pattern: /^auto_increment_offset$/, why: 'unique among servers that all take writes' },
];

/** What a replica is expected to have otherwise than its source. */
const differentOnReplicas =
  /^(read_only|super_read_only|event_scheduler|rpl_semi_sync_(master|slave|source|replica)_enabled|skip_(slave|replica)_start|relay_.*|auto_increment_.*)$/;

/** Whether a fleet compares a variable. @param ignored names or patterns with `*` of the user's own */
export function isCompared(variable: string, ignored: (variable: string) => boolean): boolean {
  return (
    !isOwnOfServer(variable) &&
    !naturallyDifferent.some(({ pattern }) => pattern.test(variable)) &&
    !ignored(variable)
  );
}

/** The same between a replica and its source. */
export function isComparedInPair(variable: string, ignored: (variable: string) => boolean): boolean {
  return isCompared(variable, ignored) && !differentOnReplicas.test(variable);
}

/** `innodb_io_*` and the like, as a test of names. `-` is `_`, as servers have it. */
export function ignoredBy(patterns: readonly string[]): (variable: string) => boolean {
  const tests = patterns.map((pattern) => pattern.trim().toLowerCase().replaceAll('-', '_').split('*'));
  return (variable) => tests.some((parts) => matches(variable, parts));
}

/** Whether a name consists of these parts in this order, with anything between them. */
function matches(name: string, parts: readonly string[]): boolean {
  const [first = '', ...rest] = parts;
  if (!name.startsWith(first)) return false;
  if (rest.length === 0) return name === first;
  let at = first.length;
  for (const [index, part] of rest.entries()) {
    if (index === rest.length - 1) return name.length - part.length >= at && name.endsWith(part);
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return true;
}
