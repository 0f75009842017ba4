import { addImport, append } from '../edits.ts';
import { foldersIn } from '../folders.ts';
import type { Kind, Names } from '../kind.ts';
import { ruleText } from './rule.ts';

export const factKind: Kind = {
  id: 'fact',
  title: 'a fact',
  groups: foldersIn('src/analysis/facts', 'server').filter((name) => name !== 'inputs'),
  generated: true,
  steps: [
    {
      path: 'src/analysis/facts/<group>/<id>.ts',
      does: 'create',
      what: 'the fact: id, unit, the inputs that it may read, what it is, formula, source, and the formula as code',
      write: factText,
    },
    {
      path: 'src/analysis/facts/<group>/<id>.test.ts',
      does: 'create',
      what: 'its value on a built snapshot, and that it is unknown where an input is missing',
      write: testText,
    },
    {
      path: 'src/analysis/facts/catalog.ts',
      does: 'edit',
      what: 'the import, and a place in `factDefinitions`',
      edit: (text, { group, id, camel }) =>
        append(
          addImport(text, `import { ${camel}Facts } from './${group}/${id}';`),
          'export const factDefinitions: readonly FactDefinition[] = [',
          `  ...${camel}Facts,`,
        ),
    },
    {
      path: 'rules/observability/<id>.yaml',
      does: 'create',
      what: 'a rule that reads it: a fact that no rule, fact or headline reads is refused. An existing rule will do, or another area',
      write: ({ id, title, snake }) => ruleText({ group: 'observability', id, title }, `fact.${snake}`),
    },
    { path: 'docs/rules.md', does: 'generate', what: 'the list of facts and rules' },
    {
      path: 'samples',
      does: 'by hand',
      what: '`*.analysis.json`: each golden analysis lists every rule that stays silent, so a new one adds a line to each: `LATCHKEY_UPDATE_GOLDEN=1 npx vitest run --project unit test/golden` writes them; review the difference',
    },
  ],
  remarks: [
    'A fact that belongs to those of an existing file is an entry of its list: then only that file, the test and the rule change.',
    'A fact reads only what `needs` declares: variables, status variables, sections, facts of the host, other facts. Reading anything else is an error.',
    'Status variables have to be in the status catalog (`src/knowledge/catalog/status`).',
  ],
  tests: ['src/analysis/facts', 'test/analysis/facts.test.ts', 'test/analysis/rules.test.ts', 'test/golden'],
};

function factText({ camel, snake, title }: Names): string {
  return `import type { FactDefinition } from '../inputs/definition';

/** ${title}. */
export const ${camel}Facts: FactDefinition[] = [
  {
    id: '${snake}',
    unit: 'count/s',
    type: 'number',
    needs: ['status.Slow_queries'],
    doc: {
      what: 'Statements per second that took longer than long_query_time.',
      formula: 'Slow_queries per second',
      source: 'MySQL manual, "Slow_queries"',
    },
    compute: (read) => read.rate('Slow_queries'),
    perSecond: (read) => read.rateInIntervals('Slow_queries'),
  },
];
`;
}

function testText({ id, camel, snake, title }: Names): string {
  return `import { expect, test } from 'vitest';
import { buildSnapshot } from '../../../../test/analysis/snapshot-builder';
import { factCatalog } from '../catalog';
import { FactSet } from '../inputs/fact-set';
import { Observed } from '../inputs/observed';
import { ${camel}Facts } from './${id}';

test('${title}: its value, and unknown without its input', () => {
  const catalog = factCatalog(${camel}Facts);
  const sampled = buildSnapshot({ counters: { Slow_queries: [0, 2, 6] } });
  expect(new FactSet(new Observed(sampled), catalog).reading('${snake}')).toMatchObject({ value: 3 });
  const empty = new FactSet(new Observed(buildSnapshot({})), catalog);
  expect(empty.reading('${snake}').known).toBe(false);
});
`;
}
