import type { Setting } from '../../shared/plan';
import { flavourNames } from '../../shared/server';
import { optionNameOf } from '../catalog/setting-places';
import type { ServerKind, VariableFacts } from '../catalog/variable-facts';
import { meaningOf, type OptionMeaning, type OptionNames } from './meaning';
import { type OptionValue, optionValue } from './option-value';
import type { PersistedVariable } from './persisted';
import { serverRules } from './server-rules';
import {
  lineNumber,
  type OptionFileProblem,
  type OptionTree,
  optionsOfGroups,
  type PlacedOption,
} from './tree';

/** What a server starts with, as far as its option files decide it. */
export interface ServerView {
  settings: ReadonlyMap<string, FinalSetting>;
  /** What the owner should know about the values; those of the files themselves are in the tree. */
  problems: readonly OptionFileProblem[];
  /** The server does not start with these files. */
  refused: boolean;
}

export interface FinalSetting {
  /** As the server will hold it, as far as the catalog knows; null: unknown. */
  value: Setting;
  /** As written, or implied by a prefix; null: no value. */
  text: string | null;
  /** Where it is set; null: by SET PERSIST. */
  place: PlacedOption | null;
  /** Lines that set it before and lost, in order. */
  overridden: readonly PlacedOption[];
}

export interface ViewInput {
  server: ServerKind;
  names: OptionNames;
  facts: (name: string) => VariableFacts | undefined;
  groupSuffix?: string;
  persisted?: readonly PersistedVariable[];
}

/** Computes what the server finally sees: option files in its order, the last one wins, then what SET PERSIST keeps. */
export function serverView(tree: OptionTree, input: ViewInput): ServerView {
  const rules = serverRules(input.server, input.groupSuffix);
  const settings = new Map<string, FinalSetting>();
  const problems: OptionFileProblem[] = [];
  for (const placed of optionsOfGroups(tree, rules.groups)) {
    const { option } = placed;
    const meaning = meaningOf(option.name, option.value, input.names);
    const unfit = nameProblem(meaning, option.name, input);
    if (unfit !== null) problems.push(problemAt(tree, placed, unfit.severity, unfit.what));
    if (unfit?.skip === true || meaning.maximum || meaning.autoset) continue;
    const facts = input.facts(meaning.name);
    const read: OptionValue | null =
      facts === undefined
        ? null
        : optionValue(facts, meaning.value, input.server, rules, { flavour: input.server.flavour });
    const bad = read === null ? null : valueProblem(read, meaning, input.server);
    if (bad !== null) problems.push(problemAt(tree, placed, bad.severity, bad.what));
    const before = settings.get(meaning.name);
    settings.set(meaning.name, {
      value: read?.kind === 'set' ? read.value : null,
      text: meaning.value,
      place: placed,
      overridden: before === undefined || before.place === null ? [] : [...before.overridden, before.place],
    });
  }
  for (const { name, value } of persistedOf(input, settings)) {
    const before = settings.get(name);
    const facts = input.facts(name);
    const read = facts === undefined ? null : optionValue(facts, value, input.server, rules);
    const overridden = before?.place == null ? [] : [...before.overridden, before.place];
    settings.set(name, {
      value: read?.kind === 'set' ? read.value : null,
      text: value,
      place: null,
      overridden,
    });
  }
  const refused = tree.refused || problems.some(({ severity }) => severity === 'error');
  return { settings, problems, refused };
}

function persistedOf({ persisted = [] }: ViewInput, settings: ReadonlyMap<string, FinalSetting>) {
  return settings.get('persisted_globals_load')?.value === false ? [] : persisted;
}

interface ViewRemark {
  severity: OptionFileProblem['severity'];
  what: string;
  skip?: boolean;
}

function nameProblem(meaning: OptionMeaning, written: string, input: ViewInput): ViewRemark | null {
  const { status, candidates, loose, name } = meaning;
  if (status === 'ambiguous') {
    const what = `has "${written}", the beginning of ${candidates.join(', ')}: the server does not start`;
    return { severity: 'error', what, skip: true };
  }
  if (status === 'unknown') return notTaken(written, loose, 'this server does not know');
  const unfit = unfitName(meaning, written, input);
  if (unfit !== null) return unfit;
  if (status === 'known' && !written.toLowerCase().replaceAll('-', '_').endsWith(name)) {
    return { severity: 'warning', what: `has "${written}", a beginning of ${name}; write the name in full` };
  }
  return null;
}

/** @param why what is the matter with it, after "which" */
function notTaken(written: string, loose: boolean, why: string): ViewRemark {
  return loose
    ? { severity: 'note', what: `has "${written}", which ${why} and passes over`, skip: true }
    : { severity: 'error', what: `has "${written}", which ${why}: it does not start`, skip: true };
}

/** What lists of the options of live servers say of a name; null: nothing against it. */
function unfitName({ name, loose }: OptionMeaning, written: string, input: ViewInput): ViewRemark | null {
  const { names, server } = input;
  if (names.unfit === undefined) return null;
  const lower = name.toLowerCase();
  const itself = `${flavourNames[server.flavour]} ${server.version.join('.')}`;
  // Galera's options alone have capitals in their own names.
  if (lower !== name && !lower.startsWith('wsrep_')) {
    if (names.unfit(lower) === null) return notTaken(written, loose, `${itself} knows in lower case only`);
  }
  switch (names.unfit(lower)) {
    case 'lacking':
      return notTaken(written, loose, `${itself} does not have`);
    case 'variable only': {
      const option = optionNameOf(lower);
      const instead = option === lower ? '' : ` (the option is ${option})`;
      return notTaken(written, loose, `${itself} has as a variable and not as an option${instead}`);
    }
    case 'without effect':
      return { severity: 'warning', what: `has "${written}", which ${itself} takes and does nothing with` };
    case 'never met':
      return loose
        ? null
        : {
            severity: 'warning',
            what: `has "${written}", which no server that Latchkey has met knows: unless a plugin brings it, the server does not start`,
          };
    case null:
      return null;
  }
}

function valueProblem(
  read: OptionValue,
  { name, value, loose }: OptionMeaning,
  { flavour }: ServerKind,
): ViewRemark | null {
  if (read.kind === 'refused') {
    // Only MariaDB lets `loose_` forgive a value too (my_getopt.c, handle_options).
    const forgiven = loose && flavour === 'mariadb';
    return { severity: forgiven ? 'warning' : 'error', what: `(${name}) ${read.why}` };
  }
  if (read.kind === 'unclear') return { severity: 'warning', what: `(${name}) ${read.why}` };
  if (!read.adjusted) return null;
  return {
    severity: 'warning',
    what: `asks for ${name} = ${value ?? ''}; the server makes it ${String(read.value)}`,
  };
}

function problemAt(
  tree: OptionTree,
  { path, index }: PlacedOption,
  severity: OptionFileProblem['severity'],
  what: string,
): OptionFileProblem {
  const line = lineNumber(tree.files.get(path), index);
  return { severity, path, line, message: `${path}, line ${line} ${what}.` };
}
