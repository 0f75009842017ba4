import { expect, test } from 'vitest';
import { analyze } from '../../src/analysis';
import { productRules } from './rule-files';
import { type Build, buildSnapshot } from './snapshot-builder';

const rules = productRules();
const planOf = (build: Build) => analyze(buildSnapshot(build), rules, { path: null }).plan;

test.each<[string, Build['server'], string]>([
  ['MySQL 5.5', { flavour: 'mysql', version: [5, 5, 62] }, 'table_open_cache'],
  ['MariaDB 5.5', { flavour: 'mariadb', version: [5, 5, 68] }, 'table_open_cache'],
  ['MariaDB 10.1', { flavour: 'mariadb', version: [10, 1, 48] }, 'table_open_cache'],
])('%s: advice on what has been stable is in the plan', (_name, server, variable) => {
  const plan = planOf({ ...(server === undefined ? {} : { server }), variables: { table_open_cache: 4 } });
  expect(plan.changes.map((change) => change.variable)).toContain(variable);
});

test('MySQL 5.5: a buffer pool far below its default is raised at the next start', () => {
  const plan = planOf({
    server: { flavour: 'mysql', version: [5, 5, 62] },
    variables: { innodb_buffer_pool_size: 25_165_824 },
  });
  expect(plan.changes).toMatchObject([{ variable: 'innodb_buffer_pool_size', when: 'restart' }]);
});
