import { variableLineage } from '../../../knowledge/catalog/history/variable-lineage';
import { type ServerKind, variableFacts } from '../../../knowledge/catalog/variable-catalog';
import { supportEnd } from '../../../knowledge/catalog/versions/support-end';
import { type VersionNote, versionNotes } from '../../../knowledge/catalog/versions/version-notes';
import { withdrawnRelease } from '../../../knowledge/catalog/versions/withdrawn';
import { onceFor } from '../../../shared/base/once-for';
import { compareVersions, parseVersion } from '../../../shared/server';
import { readableSetting } from '../../../shared/size-variables';
import type { FactDefinition } from '../inputs/definition';
import { type FactReader, onceForFacts } from '../inputs/fact-reader';
import { type FactValue, known } from '../inputs/fact-value';

const source = 'Oracle Lifetime Support Policy (MySQL); maintenance policy of the MariaDB Foundation';

const regressionSource = 'bug trackers and release notes of MySQL and MariaDB; each entry names its source';

/** What has to be measured for each kind of regression before it is reported. */
const metBy =
  'cpu: 500 statements/s; ranges: 100 range selects/s; writes: 200 row changes/s; redo: 1 MiB/s; flushing: a wait for a free page; spinning: a latch waited for by 5 % of the sessions; transactions: 200 row changes/s at READ COMMITTED; resizing: 1 % of page requests missed';
/** What shows that something was read of the server at all. */
const readingInputs = ['section.variables', 'section.status'] as const;
const regressionInputs = [
  ...readingInputs,
  'fact.statement_rate',
  'fact.row_write_rate',
  'fact.redo_rate',
  'fact.wait_free_rate',
  'fact.top_latch_share',
  'fact.pool_miss_ratio',
  'status.Select_range',
  'variable.transaction_isolation',
  'variable.tx_isolation',
] as const;

/** The release that defaults are compared with. */
const later: ServerKind = { flavour: 'mysql', version: [8, 4, 8] };
const laterDefaults = onceFor(
  (server: ServerKind) =>
    new Map(changedDefaults.map((name) => [name, variableFacts(name, server)?.defaultValue])),
);

/** InnoDB and replication variables whose default MySQL 8.4 changed. */
const changedDefaults = [
  'innodb_adaptive_hash_index',
  'innodb_change_buffering',
  'innodb_buffer_pool_in_core_file',
  'innodb_doublewrite_pages',
  'innodb_flush_method',
  'innodb_io_capacity',
  'innodb_io_capacity_max',
  'innodb_log_buffer_size',
  'innodb_numa_interleave',
  'innodb_parallel_read_threads',
  'innodb_purge_threads',
  'innodb_read_io_threads',
  'innodb_use_fdatasync',
  'temptable_max_mmap',
];

/** Facts on the server's version. */
export const versionFacts: FactDefinition[] = [
  {
    id: 'support_end',
    unit: 'none',
    type: 'string',
    needs: [],
    doc: {
      what: 'Last day on which the vendor fixed this series for everyone.',
      formula: 'by flavour and series',
      source,
    },
    compute: dayOf,
  },
  {
    id: 'support_days_left',
    unit: 'count',
    type: 'number',
    needs: readingInputs,
    doc: {
      what: 'Days from the snapshot to the end of support; negative: past.',
      formula: 'support_end - day of the snapshot',
      source,
    },
    compute: (read) => {
      requireReading(read);
      return Math.floor((Date.parse(dayOf(read)) - Date.parse(read.takenAt)) / 86_400_000);
    },
  },
  {
    id: 'release_withdrawn',
    unit: 'none',
    type: 'string',
    needs: readingInputs,
    doc: {
      what: 'Why the vendor took this very release back, and the release with the fix; empty: it did not.',
      formula: 'list of releases that were withdrawn, by flavour and version',
      source: 'release notes and bug trackers; each entry names its source',
    },
    compute: (read) => {
      requireReading(read);
      const { flavour, version } = read.serverOfKnownVersion;
      const found = withdrawnRelease(flavour, version);
      return found === null ? '' : `it ${found.text}. Fixed in ${found.fixedIn}. (${found.source})`;
    },
  },
  {
    id: 'regressions_met',
    unit: 'count',
    type: 'number',
    needs: regressionInputs,
    doc: {
      what: 'Performance problems known of this very version that this load meets.',
      formula: `entries of the list of known regressions that name flavour and version, no rule of their own, and whose kind of work was measured: ${metBy}`,
      source: regressionSource,
    },
    compute: (read) => notesMet(read).length,
  },
  {
    id: 'regressions_met_text',
    unit: 'none',
    type: 'string',
    needs: regressionInputs,
    doc: {
      what: 'Those problems, each with where it is reported and where it is fixed.',
      formula: 'text, id, source and first fixed versions of each entry',
      source: regressionSource,
    },
    compute: (read) => {
      const notes = notesMet(read);
      if (notes.length === 0) return read.missing('absent', 'This load meets no known performance problem.');
      return notes.map(sentence).join(' ');
    },
  },
  {
    id: 'settings_gone_later',
    unit: 'none',
    type: 'string',
    needs: ['section.variables'],
    doc: {
      what: 'Variables that are set and that a later version renamed or removed; empty: none.',
      formula:
        'variables with a source other than compiled-in whose lineage ends after this version; one that is merely there does not count',
      source:
        'release notes of MySQL and MariaDB, "Options and Variables Introduced, Deprecated, or Removed"',
    },
    compute: (read) => {
      const settings = givenSettings(read);
      return settings.flatMap((name) => laterFate(name, read.serverOfKnownVersion) ?? []).join('; ');
    },
  },
  {
    id: 'defaults_changed_later',
    unit: 'none',
    type: 'string',
    needs: ['section.variables'],
    doc: {
      what: 'Variables left at their default that have another default in MySQL 8.4; empty: none.',
      formula: 'compiled-in default here and in MySQL 8.4, for variables that are not set',
      source: 'MySQL 8.4 manual, "What Is New in MySQL 8.4", "InnoDB system variable default values"',
    },
    compute: (read) => {
      const given = new Set(givenSettings(read));
      return changedDefaults
        .filter((name) => !given.has(name))
        .flatMap((name) => {
          const now = read.catalogued(name)?.defaultValue;
          const then = laterDefaults(later).get(name);
          return now == null || then == null || now === then
            ? []
            : `${name}: ${readableSetting(name, now)} to ${readableSetting(name, then)}`;
        })
        .join('; ');
    },
  },
];

/**
 * The notes on this version whose kind of work this load does. Missing where none is met and one of the measurements is:
 * what nobody measured may be met.
 */
function notesMet(read: FactReader): VersionNote[] {
  requireReading(read);
  const judged = versionNotes(read.serverOfKnownVersion)
    .filter((note) => !note.hasRule)
    .map((note) => ({ note, met: isMet(note.about, read) }));
  const met = judged.filter(({ met: reading }) => reading.known && reading.value);
  const unseen = judged.flatMap(({ met: reading }) => (reading.known ? [] : [reading.reason]))[0];
  if (met.length === 0 && unseen !== undefined) return read.missing(unseen.code, unseen.text, unseen.remedy);
  return met.map(({ note }) => note);
}

function isMet(about: VersionNote['about'], read: FactReader): FactValue<boolean> {
  const atLeast = (reading: FactValue, limit: number): FactValue<boolean> =>
    reading.known ? known(typeof reading.value === 'number' && reading.value >= limit) : reading;
  const fact = (id: string) => read.factReading(id);
  switch (about) {
    case 'cpu':
      return atLeast(fact('statement_rate'), 500);
    case 'ranges':
      return atLeast(read.rateReading('Select_range'), 100);
    case 'writes':
      return atLeast(fact('row_write_rate'), 200);
    case 'redo':
      return atLeast(fact('redo_rate'), 1024 ** 2);
    case 'flushing':
      return atLeast(fact('wait_free_rate'), Number.MIN_VALUE);
    case 'spinning':
      return atLeast(fact('top_latch_share'), 0.05);
    case 'transactions':
      return readsCommitted(read, () => atLeast(fact('row_write_rate'), 200));
    case 'resizing':
      return atLeast(fact('pool_miss_ratio'), 0.01);
  }
}

/** `then` where READ COMMITTED is the isolation level of the server. */
function readsCommitted(read: FactReader, then: () => FactValue<boolean>): FactValue<boolean> {
  const name = read.hasVariable('transaction_isolation') ? 'transaction_isolation' : 'tx_isolation';
  const level = read.variableReading(name);
  if (!level.known) return level;
  return /^read-committed$/i.test(String(level.value)) ? then() : known(false);
}

/** Names of the variables that a file, the command line or SET PERSIST gave; missing where the server does not say. */
const givenSettings = onceForFacts((read): string[] => {
  const rows = read.rows('variables');
  const reported = rows.filter((row) => row.source != null && row.source !== '');
  if (reported.length === 0) {
    return read.missing('absent', 'The server does not report where its settings come from.');
  }
  return reported
    .filter(({ source: from }) => !/^(compile|auto|dynamic|sql)/i.test(String(from)))
    .map(({ name }) => String(name).toLowerCase());
});

/** `name (gone in 8.4.0, use x)`, or null for a variable that later versions keep under its name. */
function laterFate(name: string, server: ServerKind): string | null {
  const { removed, renamedTo } = variableLineage(name, server.flavour);
  const version = removed === null ? null : parseVersion(removed.version);
  if (removed !== null && version !== null && compareVersions(version, server.version) > 0) {
    const instead = removed.instead ?? renamedTo?.name ?? null;
    return `${name} (gone in ${removed.version}${instead === null ? '' : `, use ${instead}`})`;
  }
  return null;
}

/** Leaves where neither variables nor status were read: then nothing is judged, the version neither. */
function requireReading(read: FactReader): void {
  const isRead = (['variables', 'status'] as const).some((section) => {
    const found = read.rowsOrReason(section);
    return 'rows' in found && found.rows.length > 0;
  });
  if (!isRead) read.missing('not-read', 'Nothing was read of this server.');
}

function sentence({ id, text, fixedIn, source }: VersionNote): string {
  const fix = fixedIn === null ? 'No release is known to fix it.' : `Fixed in ${fixedIn}.`;
  return `${id}: ${text} ${fix} (${source})`;
}

function dayOf(read: FactReader): string {
  return (
    supportEnd(read.serverOfKnownVersion) ??
    read.missing('absent', 'The end of support of this series is not known to Latchkey.')
  );
}
