import { removals } from '../../src/knowledge/catalog/history/removed';
import { renames } from '../../src/knowledge/catalog/history/renames';
import { managedSetting, managedVariables } from '../../src/knowledge/catalog/managed-hosting';
import { reportedCatalogs } from '../../src/knowledge/catalog/reported';
import {
  catalogedVariables,
  type ServerKind,
  tabledVariables,
  type VariableFacts,
  variableFacts,
} from '../../src/knowledge/catalog/variable-catalog';
import { dedicatedSettings } from '../../src/knowledge/catalog/variables/dedicated-server';
import { compareVersions, type Flavour, type VersionTriple } from '../../src/shared/server';

/** One version of each series that servers in use have; the live ones as collected. */
const versions: Readonly<Record<'mysql' | 'mariadb', readonly VersionTriple[]>> = {
  mysql: series('mysql', [
    [5, 7, 44],
    [8, 0, 40],
    [8, 4, 6],
  ]),
  mariadb: series('mariadb', [
    [10, 4, 34],
    [10, 5, 27],
    [10, 6, 20],
    [11, 4, 9],
  ]),
};

/** docs/variables.md: what the catalog knows of every server variable. */
export function variablesReference(): string {
  const tabled = new Set(tabledVariables());
  const names = catalogedVariables().sort();
  const others = names.filter((name) => !tabled.has(name));
  return `${[
    introduction(names.length),
    '## Variables that rules read and plans change',
    tabledTable([...tabled].sort()),
    '## All other variables',
    ...groups.flatMap(({ title, pattern }, index) => {
      const mine = others.filter(
        (name) => pattern.test(name) && !groups.slice(0, index).some((earlier) => earlier.pattern.test(name)),
      );
      return [`### ${title}`, othersTable(mine)];
    }),
    '## Renamed variables',
    renamesTable(),
    '## Removed variables',
    removalsTable(),
    '## What innodb_dedicated_server sets',
    table(
      ['MySQL', 'Variable', 'Value'],
      dedicatedSettings.map(({ mysql, variable, value }) => [mysql, `\`${variable}\``, value]),
    ),
    '## Managed services',
    managedTable(),
  ].join('\n\n')}\n`;
}

const groups: readonly { title: string; pattern: RegExp }[] = [
  { title: 'InnoDB', pattern: /^innodb_/ },
  {
    title: 'Binary log and replication',
    pattern: /binlog|^log_bin|^gtid|slave|replica|relay|^rpl_|^sync_|^source_|^master_|^server_(id|uuid)/,
  },
  { title: 'Galera', pattern: /^wsrep_/ },
  { title: 'Performance Schema', pattern: /^performance_schema/ },
  { title: 'Optimizer', pattern: /^optimizer_|histogram|^eq_range|^join_|^mrr_|^expensive_/ },
  { title: 'Aria and MyISAM', pattern: /^aria_|^myisam_|^key_cache|^concurrent_insert|^delay/ },
  { title: 'Logs', pattern: /^log_|^slow_|^general_log/ },
  { title: 'Character sets', pattern: /^character_set|^collation|^lc_/ },
  { title: 'Security', pattern: /passw|^ssl_|^tls_|^secure_|^auth|^have_|^validate|^caching_sha2|^admin_/ },
  { title: 'Everything else', pattern: /./ },
];

function introduction(count: number): string {
  const live = reportedCatalogs
    .map(({ flavour, version }) => `${title(flavour)} ${version.join('.')}`)
    .join(', ');
  return `# Server variables

This page is made by \`npm run docs\` from the variable catalog: ${count} variables. On a live server its own answer wins over
this page wherever it gives one.

${live}: reported by running servers of these versions (\`scripts/catalog/collect-variables.ts\`), and a test compares them
with the servers again. The series between come from tables made from source trees and the manual; \`5.6 ~ 9.7\` instead of
\`5.6-9.7\` means that between the two only the agreement of the live servers on both sides is known. \`?\`: it exists, its
default there is not known. A series that is not
mentioned does not have the variable, or nothing is known of it there. *auto*: worked out at start, or belongs to the
installation. Percona Server follows MySQL.

| Column | Meaning |
| --- | --- |
| Type | \`size\` is bytes; then the unit, if there is one |
| Scope | \`global\`, \`session\` or \`both\` |
| Change | when open connections take a new global value: *at once*; *new connections* only; *replication restart* (STOP and START REPLICA); *next file*; *own session*: there is no global value; *start*: read-only while the server runs |
| MySQL, MariaDB | default by series |
| Bounds | smallest to largest value, and the block to whose multiples it is rounded down, on the newest server that has it |
| Moves | other variables that a SET may move |`;
}

function tabledTable(names: string[]): string {
  return table(
    ['Variable', 'Type', 'Scope', 'Change', 'MySQL', 'MariaDB', 'Bounds', 'Moves'],
    names.map((name) => {
      const facts = newest(name);
      return [
        `\`${name}\``,
        ...kindCells(facts),
        defaults(name, 'mysql') || perconaOnly(name),
        defaults(name, 'mariadb'),
        bounds(facts),
        (facts?.alsoChanges ?? []).map((other) => `\`${other}\``).join(', '),
      ];
    }),
  );
}

function othersTable(names: string[]): string {
  return table(
    ['Variable', 'Type', 'Scope', 'Change', 'MySQL', 'MariaDB', 'Bounds'],
    names.map((name) => {
      const facts = newest(name);
      return [
        `\`${name}\``,
        ...kindCells(facts),
        defaults(name, 'mysql'),
        defaults(name, 'mariadb'),
        bounds(facts),
      ];
    }),
  );
}

function kindCells(facts: VariableFacts | undefined): string[] {
  if (facts === undefined) return ['', '', ''];
  const unit = facts.unit === 'none' || facts.type === 'size' ? '' : `, ${facts.unit}`;
  return [`${facts.type}${unit}`, facts.scope, facts.reach];
}

function bounds(facts: VariableFacts | undefined): string {
  if (facts === undefined) return '';
  const { min, max, block } = facts.limits;
  if (facts.values !== undefined) {
    const listed = facts.values.join(', ');
    return listed.length > 120 ? `${facts.values.length} names` : listed;
  }
  if (min === null && max === null) return '';
  return `${power(min)} to ${power(max)}${block === null ? '' : `, block ${block}`}`;
}

/** 2^64-1 is easier to read than its digits. */
function power(bound: string | null): string {
  if (bound === null) return '?';
  if (!/^-?\d+$/.test(bound)) return bound;
  const value = BigInt(bound);
  for (const bits of [64n, 63n, 57n, 32n, 31n]) {
    const distance = 2n ** bits - value;
    if (distance === 1n) return `2^${bits}-1`;
  }
  return bound;
}

/** Runs of series with the same default: `5.6-8.0: 200; 8.4-9.7: 10000`; with ` ~ ` where some are inferred. */
function defaults(name: string, flavour: 'mysql' | 'mariadb'): string {
  const runs: { first: string; last: string; text: string; inferred: boolean }[] = [];
  let adjacent = false;
  for (const version of versions[flavour]) {
    const facts = variableFacts(name, { flavour, version });
    const series = `${version[0]}.${version[1]}`;
    const run = runs.at(-1);
    if (facts !== undefined) {
      const text = defaultText(facts);
      const inferred = facts.basis === 'neighbours';
      if (adjacent && run?.text === text) {
        run.last = series;
        run.inferred ||= inferred;
      } else runs.push({ first: series, last: series, text, inferred });
    }
    adjacent = facts !== undefined;
  }
  return runs
    .map(({ first, last, text, inferred }) => {
      const span = first === last ? first : `${first}${inferred ? ' ~ ' : '-'}${last}`;
      return `${span}: ${text}`;
    })
    .join('; ');
}

function defaultText({ defaultValue, basis, type }: VariableFacts): string {
  if (defaultValue === null) return basis === 'neighbours' ? '?' : '*auto*';
  if (defaultValue === '') return '(empty)';
  if (defaultValue.length > 60) return '(long list)';
  return `\`${type === 'number' ? Number(defaultValue) : defaultValue}\``;
}

function perconaOnly(name: string): string {
  const known = versions.mysql.filter(
    (version) => variableFacts(name, { flavour: 'percona', version }) !== undefined,
  );
  return known.length === 0 ? '' : 'Percona Server only';
}

function newest(name: string): VariableFacts | undefined {
  const kinds: ServerKind[] = [
    ...versions.mysql.map((version) => ({ flavour: 'mysql' as const, version })),
    ...versions.mariadb.map((version) => ({ flavour: 'mariadb' as const, version })),
    ...versions.mysql.map((version) => ({ flavour: 'percona' as const, version })),
  ];
  const known = kinds.flatMap((kind) => variableFacts(name, kind) ?? []);
  return known.filter(({ basis }) => basis === 'live').at(-1) ?? known.at(-1);
}

function renamesTable(): string {
  return table(
    ['Flavour', 'Old name', 'New name', 'New name from', 'Old name until'],
    renames.map(({ flavour, from, to, since, until }) => [
      title(flavour),
      `\`${from}\``,
      `\`${to}\``,
      since,
      until ?? 'still works',
    ]),
  );
}

function removalsTable(): string {
  return table(
    ['Flavour', 'First version without', 'Variables', 'Instead'],
    removals.map(({ flavour, version, names, instead }) => [
      title(flavour),
      version,
      names
        .trim()
        .split(/\s+/)
        .map((name) => `\`${name}\``)
        .join(', '),
      instead === undefined ? '' : `\`${instead}\``,
    ]),
  );
}

function managedTable(): string {
  const services = ['rds', 'aurora', 'cloudsql', 'azure'] as const;
  return table(
    ['Variable', 'Amazon RDS', 'Aurora', 'Cloud SQL', 'Azure'],
    managedVariables()
      .sort()
      .map((name) => [`\`${name}\``, ...services.map((service) => managedSetting(name, service))]),
  );
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function title(flavour: Flavour): string {
  return { mysql: 'MySQL', percona: 'Percona Server', mariadb: 'MariaDB' }[flavour];
}

/** The live versions and others of a flavour, the oldest first. */
function series(flavour: Flavour, others: VersionTriple[]): VersionTriple[] {
  const live = reportedCatalogs
    .filter((catalog) => catalog.flavour === flavour)
    .map(({ version: [major, minor, patch] }): VersionTriple => [major, minor, patch]);
  return [...live, ...others].sort(compareVersions);
}
