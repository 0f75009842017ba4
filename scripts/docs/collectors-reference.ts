import { factDefinitions } from '../../src/analysis/facts/catalog';
import { mayHoldLiterals } from '../../src/evidence/redaction/literals';
import {
  type ColumnUnit,
  collectedSections,
  isSectionId,
  type SectionId,
  sectionContract,
  sections,
} from '../../src/evidence/sections';
import { unreadColumns } from '../../src/evidence/sections/unread';
import type { Collector } from '../../src/server/collect/collector';
import type { ServerRange, Source } from '../../src/server/collect/reading/source';
import { collectors } from '../../src/server/collect/registry';
import {
  grantStatement,
  type WantedPrivilege,
  wantedPrivileges,
} from '../../src/server/connect/account/privileges';
import type { Flavour, VersionTriple } from '../../src/shared/server';

const flavourNames: Record<Flavour, string> = {
  mysql: 'MySQL and Percona Server',
  percona: 'Percona Server',
  mariadb: 'MariaDB',
};

/** docs/collectors.md: what a snapshot reads, from where, at what cost and with which rights. */
export function collectorsReference(): string {
  return `${[
    introduction(),
    '## Rights',
    rights(),
    '## Sections',
    overview(),
    ...collectors.map(details),
    '## Sections that no collector fills',
    ...otherSections(),
  ].join('\n\n')}\n`;
}

function introduction(): string {
  return `# Collectors

This page is made by \`npm run docs\` from the collectors themselves: ${collectors.length} of them, each of which fills one
section of a snapshot. They run one after the other on one connection, so that never more than one of their statements
is under way; none of them writes, locks a row or opens a user's table to look at its data.

- **When**: at the start and the end of the window (counters), or at its end only.
- **Cost**: light takes a few milliseconds, medium some ten, with bounds that hold on large servers. What needs a look at
  every table is left out above 5,000 tables, unless \`--table-limit\` says otherwise.
- **Limit**: after this time a statement is stopped, and the section says so.
- A section that is missing says why, with the GRANT, the instrument or the option that would bring it.
- **Columns** are those of the section's contract (\`src/evidence/sections\`): type, unit, and the privacy class by which an
  export treats them (docs/privacy.md). A column that the contract does not name is kept and shown; nothing judges it.
- Statements' literals, quoted values in errors and logs, and secrets are removed; \`--keep-literals\` keeps all but
  what may hold a password.`;
}

function rights(): string {
  const rows = Object.entries(wantedPrivileges).map(([id, wanted]) => {
    const { enables, on, privilege }: WantedPrivilege = wanted;
    const mysql = privilege({ flavour: 'mysql', version: [8, 4, 0] });
    const mariadb = privilege({ flavour: 'mariadb', version: [11, 8, 0] });
    const names = mysql === mariadb ? mysql : `${mysql} (MariaDB: ${mariadb})`;
    return `| ${id} | ${names} ON ${on} | ${enables} |`;
  });
  const example = grantStatement(
    'process',
    { flavour: 'mysql', version: [8, 4, 0] },
    "'latchkey'@'localhost'",
  );
  return `${['| Right | GRANT | Opens |', '| --- | --- | --- |', ...rows].join('\n')}

\`latchkey grants --flavour mysql --version 8.4.3\` prints them for a server, such as \`${example}\``;
}

function overview(): string {
  const rows = collectors.map(
    ({ id, when, costClass, timeoutMs }) =>
      `| [${id}](#${id}) | ${sections[id].title} | ${when === 'start+end' ? 'start and end' : when} | ${costClass} | ${timeoutMs / 1000} s |`,
  );
  return ['| Section | What | When | Cost | Limit |', '| --- | --- | --- | --- | --- |', ...rows].join('\n');
}

function details({ id, needs, since, sources }: Collector): string {
  const facts = [
    ...(needs?.performanceSchema === true ? ['Needs the Performance Schema.'] : []),
    ...(needs?.privilege === undefined ? [] : [`Needs the right ${needs.privilege}.`]),
    ...(since === undefined ? [] : [`Since ${since}.`]),
    ...(mayHoldLiterals(id) ? ['Values of users and secrets are removed.'] : []),
  ];
  return [`### ${id}`, `${sections[id].title}. ${facts.join(' ')}`.trim(), ...sources.map(sourceText)].join(
    '\n\n',
  );
}

function sourceText(source: Source): string {
  const { privilege, performanceSchema, bound, sql } = source;
  const more = [
    ...(performanceSchema === true ? ['with the Performance Schema on'] : []),
    ...(privilege === undefined ? [] : [`with the right ${privilege}`]),
    ...(bound === undefined ? [] : [`at most ${bound.rows} rows`]),
  ];
  return `${[rangeText(source), ...more].join(', ')}:\n\n\`\`\`sql\n${sql}\n\`\`\``;
}

function rangeText({ flavours, from, before }: ServerRange): string {
  const names = flavours?.map((flavour) => flavourNames[flavour]).join(' and ') ?? 'Any server';
  const text = (version: VersionTriple) => version.join('.').replace(/\.0$/, '');
  const lower = from === undefined ? '' : ` from ${text(from)}`;
  const upper = before === undefined ? '' : ` before ${text(before)}`;
  return `${names}${lower}${upper}`;
}

const unitTexts: Readonly<Record<ColumnUnit, string>> = {
  none: '',
  count: 'count',
  bytes: 'bytes',
  pages: 'pages',
  picoseconds: 'picoseconds',
  seconds: 'seconds',
  percent: 'percent',
  'by-row': 'that of the variable',
};

/** The columns of a section by its contract: what they hold and what they are to an export. */
function columnsText(id: SectionId): string {
  const contract = sectionContract(id);
  const columns = Object.entries(contract?.columns ?? {});
  if (columns.length === 0) return 'One text, whose literals are removed.';
  const rows = columns.map(
    ([name, { type, unit, privacy }]) => `| ${name} | ${type} | ${unitTexts[unit]} | ${privacy} |`,
  );
  return ['| Column | Type | Unit | Privacy |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function readersText(id: SectionId): string {
  const facts = factDefinitions.filter(({ needs }) => needs.includes(`section.${id}`)).map((fact) => fact.id);
  const unread = unreadColumns[id];
  const lines = [
    facts.length === 0 ? 'No fact reads it.' : `Read by the facts ${facts.join(', ')}.`,
    ...(unread === undefined ? [] : [`Not judged: ${unread.columns.join(', ')} (${unread.reason}).`]),
  ];
  return lines.join(' ');
}

/** Sections of imports, and those that only an option brings. */
function otherSections(): string[] {
  return Object.entries(sections)
    .filter(([id]) => isSectionId(id) && !collectedSections.includes(id))
    .flatMap(([id]) => {
      if (!isSectionId(id)) return [];
      const { title, filledBy } = sectionContract(id) ?? {};
      return [`### ${id}`, `${title}. Filled by: ${filledBy}.`, columnsText(id), readersText(id)];
    });
}
