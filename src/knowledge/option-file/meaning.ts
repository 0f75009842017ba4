import { catalogedVariables } from '../catalog/variable-catalog';
import type { ServerRules } from './server-rules';

/** The option names that a server knows, and which shorter forms of them it takes. */
export interface OptionNames {
  /** With underscores. */
  names: ReadonlySet<string>;
  /** `names` is all that the server has: what is not among them, it refuses. */
  complete: boolean;
  prefixes: boolean;
  /** MariaDB takes names in any case; MySQL does not. */
  anyCase: boolean;
  modifiers: readonly string[];
  /** Why an option of that name, with underscores, does nothing good; null: the server takes it, or nobody can say. */
  unfit?: (name: string) => UnfitName | null;
}

/** What is known of a name that is no good option of a server. */
export type UnfitName =
  /** The version has no such option: it does not start with it. */
  | 'lacking'
  /** A variable that no option sets: the server does not start with it either. */
  | 'variable only'
  /** No server that was met has it: misspelt, or an option of a plugin. */
  | 'never met'
  /** The server takes it, since files of other versions have it, and does nothing with it. */
  | 'without effect';

/** What an option as written says to the server. */
export interface OptionMeaning {
  /** The variable's name with underscores; with a cache name before it for a further key cache (`hot.key_buffer_size`). */
  name: string;
  /** As the server gets it: '1' or '0' after a switching prefix; null: no value. */
  value: string | null;
  /** It sets the upper bound for sessions (`maximum_`), not the variable. */
  maximum: boolean;
  /** MariaDB's `autoset_`: the server chooses. */
  autoset: boolean;
  /** A server that does not know the name passes over it. */
  loose: boolean;
  /** `unknown` only with a complete list of names. */
  status: 'known' | 'assumed' | 'unknown' | 'ambiguous';
  /** For `ambiguous`: the names that begin so. */
  candidates: readonly string[];
}

/** Options that begin with `skip_` in their own name, some of which are no variables. */
const namesWithSkip = [
  ...['skip_name_resolve', 'skip_networking', 'skip_show_database', 'skip_external_locking'],
  ...['skip_slave_start', 'skip_replica_start', 'skip_grant_tables', 'skip_host_cache', 'skip_stack_trace'],
  ...['skip_replication', 'skip_parallel_replication'],
];

/** The names of the catalog: enough to distinguish prefixes from names, not enough to call a name unknown. */
export function catalogNames(): OptionNames {
  return {
    names: new Set([...catalogedVariables(), ...namesWithSkip]),
    complete: false,
    prefixes: false,
    anyCase: false,
    modifiers: ['skip', 'disable', 'enable', 'maximum', 'loose', 'autoset'],
  };
}

/**
 * All names of one server, for example those that `mysqld --verbose --help` lists.
 * @internal exported to tests
 */
export function namesOfServer(
  names: Iterable<string>,
  { prefixes, anyCase, modifiers }: Pick<ServerRules, 'prefixes' | 'anyCase' | 'modifiers'>,
): OptionNames {
  return { names: new Set([...names].map(foldName)), complete: true, prefixes, anyCase, modifiers };
}

export function foldName(name: string): string {
  return name.replaceAll('-', '_');
}

/**
 * Reads name and value as handle_options does (mysys/my_getopt.c): an exact name first; else one prefix after the
 * other is taken off until a name is found, and only the last one taken off counts, except that `loose_` is kept.
 */
export function meaningOf(written: string, value: string | null, known: OptionNames): OptionMeaning {
  const name = withoutDefaultCache(foldName(known.anyCase ? written.toLowerCase() : written));
  let rest = name;
  let last = '';
  let loose = false;
  for (;;) {
    const found = findName(rest, known);
    if (found.length > 0 || !nextModifier(rest, known.modifiers)) {
      if (found.length === 0 && !known.complete) return assumed(name, value, known.modifiers);
      const status = found.length === 1 ? 'known' : found.length === 0 ? 'unknown' : 'ambiguous';
      return finish(found.length === 1 ? (found[0] ?? rest) : rest, value, last, loose, status, found);
    }
    last = nextModifier(rest, known.modifiers) ?? '';
    loose = loose || last === 'loose';
    rest = rest.slice(last.length + 1);
  }
}

/** Of a name that may or may not exist: `loose_` and one switching prefix are taken off. */
function assumed(name: string, value: string | null, modifiers: readonly string[]): OptionMeaning {
  const loose = name.startsWith('loose_');
  const rest = loose ? name.slice('loose_'.length) : name;
  const last = nextModifier(rest, modifiers);
  if (last === undefined || last === 'loose' || rest.length === last.length + 1) {
    return finish(rest, value, '', loose, 'assumed', []);
  }
  return finish(rest.slice(last.length + 1), value, last, loose, 'assumed', []);
}

function finish(
  name: string,
  value: string | null,
  modifier: string,
  loose: boolean,
  status: OptionMeaning['status'],
  candidates: readonly string[],
): OptionMeaning {
  const off = modifier === 'skip' || modifier === 'disable';
  const switched = off || modifier === 'enable';
  return {
    name,
    // Only "0" negates the prefix again; any other value is dropped.
    value: switched ? (off === (value === '0') ? '1' : '0') : value,
    maximum: modifier === 'maximum',
    autoset: modifier === 'autoset',
    loose,
    status,
    candidates: status === 'ambiguous' ? candidates : [],
  };
}

function nextModifier(name: string, modifiers: readonly string[]): string | undefined {
  return modifiers.find((modifier) => name.startsWith(`${modifier}_`));
}

function findName(name: string, { names, prefixes }: OptionNames): string[] {
  if (names.has(name)) return [name];
  const structured = /^[^.]+\.(.+)$/.exec(name);
  if (structured?.[1] !== undefined && names.has(structured[1])) return [name];
  if (!prefixes || name === '') return [];
  const begun = [...names].filter((each) => each.startsWith(name)).sort();
  const first = begun.filter((each) => readFirst.test(each));
  return first.length === 1 ? first : begun;
}

/**
 * Servers read the options that size the Performance Schema before all others, and see only those then: what begins
 * only one of them is no longer ambiguous (sql/mysqld.cc, init_common_variables and PARSE_EARLY; tried with `max_con`).
 */
const readFirst =
  /^(?:max_connections|open_files_limit|table_open_cache|table_definition_cache|performance_schema.*)$/;

/** `default.` names the key cache that the plain variable means. */
function withoutDefaultCache(name: string): string {
  return name.replace(/^default\.(?=key_)/, '');
}
