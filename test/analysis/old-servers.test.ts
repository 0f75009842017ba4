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

test('what a paste does not hold is said beside the finding, with the value that would follow', () => {
  const taken = buildSnapshot({
    server: { flavour: 'mysql', version: [5, 1, 73] },
    variables: { query_cache_type: 'ON' },
    status: { Qcache_hits: 20_000, Qcache_inserts: 4_000_000, Qcache_lowmem_prunes: 2_000_000 },
  });
  const origin = {
    kind: 'import',
    target: 'post',
    tool: 'client output',
    importedAt: taken.createdAt,
  } as const;
  const snapshot = { ...taken, origin, server: { ...taken.server, uptimeSeconds: null } };
  const { findings } = analyze(snapshot, rules, { path: null });
  const finding = findings.find(({ ruleId }) => ruleId === 'query-cache-seldom-hit');
  expect(finding?.advice.map(({ variable }) => variable)).toEqual(['query_cache_type']);
  expect(finding?.actions.join('\n')).toContain(
    'No value for query_cache_size is in the plan, because its present value was not read.',
  );
});

test('a variable that this server does not have is no advice, and nothing is said of it', () => {
  const snapshot = buildSnapshot({
    server: { flavour: 'mysql', version: [5, 7, 44] },
    variables: { innodb_log_file_size: 4_194_304, innodb_log_files_in_group: 2 },
  });
  const { findings } = analyze(snapshot, rules, { path: null });
  const finding = findings.find(({ ruleId }) => ruleId === 'redo-log-tiny');
  expect(finding?.advice.map(({ variable }) => variable)).toEqual(['innodb_log_file_size']);
  expect(finding?.actions.join('\n')).not.toContain('innodb_redo_log_capacity');
});
