import { addImport, append } from '../edits.ts';
import { foldersIn } from '../folders.ts';
import type { Kind, Names } from '../kind.ts';

export const collectorKind: Kind = {
  id: 'collector',
  title: 'a collector',
  groups: foldersIn('src/server/collect/collectors', 'server'),
  generated: true,
  steps: [
    {
      path: 'src/evidence/sections/<group>.ts',
      does: 'edit',
      what: 'the contract of its section: title, and each column with type, unit, privacy class and which literals are removed',
      edit: (text, { group, id, title }) =>
        addUsed(
          append(
            text,
            `export const ${contractOf(group)} = {`,
            `  '${id}': { title: '${title}', columns: { name: own, entries: count } },`,
          ),
          ['count', 'own'],
        ),
    },
    {
      path: 'src/server/collect/collectors/<group>/<id>.ts',
      does: 'create',
      what: 'the collector: cost class, time limit, when it runs, what it needs, and the SQL for each flavour and version',
      write: collectorText,
    },
    {
      path: 'src/server/collect/registry.ts',
      does: 'edit',
      what: 'the import, and its place in the order in which collectors run',
      edit: (text, { group, id, camel }) =>
        append(
          addImport(text, `import { ${camel} } from './collectors/${group}/${id}';`),
          'export const collectors: readonly Collector[] = [',
          `  ${camel},`,
        ),
    },
    {
      path: 'src/evidence/sections/unread.ts',
      does: 'edit',
      what: 'its columns that no fact reads (a column that one reads leaves the list)',
      edit: (text, { id }) =>
        append(text, '\n} = {', `  '${id}': { columns: ['entries', 'name'], reason: shown },`),
    },
    {
      path: 'src/server/collect/registry.test.ts',
      does: 'by hand',
      what: '`newerThan`: the servers that lack it, where some do',
    },
    {
      path: 'test/server/collect.live.test.ts',
      does: 'by hand',
      what: '`absentIn` and `offIn`: the servers on which it is skipped, where it is; it is `ok` on all others and never `failed`. `open`: where it needs no privilege at all',
    },
    { path: 'docs/collectors.md', does: 'generate', what: 'what a snapshot reads' },
    { path: 'docs/privacy.md', does: 'generate', what: 'what its columns say about people and machines' },
  ],
  remarks: [
    'It reads only, and is bounded in rows and time: `bound` equals the LIMIT of the statement. What it cannot read it reports with a reason code and the remedy.',
    'Every column has a privacy class: an export leaves out what no contract names. Text that may hold literals says how they are removed.',
    'A table or column that is newer than MySQL 5.6 or MariaDB 10.2 gets a source with a range (`from`, `before`), and the collector a `since`.',
    'A section is worth its cost once a fact reads it.',
  ],
  tests: [
    'src/server/collect',
    'src/evidence',
    'test/analysis/unread-columns.test.ts',
    'scripts/docs/references.test.ts',
    '--project live test/server/collect.live.test.ts',
  ],
};

/** The list of contracts in a file of `src/evidence/sections`. */
function contractOf(group: string): string {
  return `${group === 'statements' ? 'statement' : group === 'waits' ? 'wait' : group}Sections`;
}

/** Adds names to the import of column types where they are missing. */
function addUsed(text: string, names: readonly string[]): string {
  return text.replace(/import \{([^}]*)\} from '.\/column';/, (_, list: string) => {
    const all = new Set(
      [...list.split(',').map((name) => name.trim()), ...names].filter((name) => name !== ''),
    );
    return `import { ${[...all].sort().join(', ')} } from './column';`;
  });
}

function collectorText({ id, camel, title }: Names): string {
  return `import type { Collector } from '../../collector';

const rows = 1000;

/** ${title}: how many plugins there are of each type. */
export const ${camel}: Collector = {
  id: '${id}',
  costClass: 'light',
  timeoutMs: 2_000,
  when: 'end',
  sources: [
    {
      sql: \`SELECT PLUGIN_TYPE AS NAME, COUNT(*) AS ENTRIES FROM information_schema.PLUGINS
GROUP BY PLUGIN_TYPE ORDER BY ENTRIES DESC LIMIT \${rows}\`,
      bound: { rows, by: 'entries' },
    },
  ],
};
`;
}
