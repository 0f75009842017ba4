import { expect, test } from 'vitest';
import { productRules } from '../../../test/analysis/rule-files';
import { type Build, buildSnapshot } from '../../../test/analysis/snapshot-builder';
import type { Finding } from '../../shared/analysis';
import { noChoices, type PlanFormat } from '../../shared/plan';
import { analyze } from '../analyze';
import { renderPlan } from '../outputs';
import { buildPlan } from './build-plan';

// A value that needs a restart stands beside what the running server takes until then.

const mib = 1024 ** 2;
const gib = 1024 ** 3;
const rules = productRules();

const chunky: Build = {
  variables: {
    innodb_buffer_pool_size: 8 * gib,
    innodb_buffer_pool_instances: 8,
    innodb_buffer_pool_chunk_size: gib,
  },
};
const reserved: Build = {
  server: { flavour: 'mariadb', version: [10, 11, 13] },
  variables: {
    innodb_buffer_pool_size: 128 * mib,
    innodb_buffer_pool_size_max: 2 * gib,
    innodb_buffer_pool_chunk_size: 0,
  },
};
const fewFiles: Build = {
  variables: { table_open_cache: 400, open_files_limit: 5000, max_connections: 151 },
};

function planned(build: Build, set: Record<string, string>, locked: string[] = []) {
  const snapshot = buildSnapshot(build);
  const analysis = analyze(snapshot, rules, { path: null });
  const plan = buildPlan(snapshot, [], { ...noChoices, set, locked });
  const text = (format: PlanFormat, undo = false) =>
    renderPlan(plan, analysis, format, null, undo ? { undo } : {}).text;
  return { plan, text };
}

test('a pool beyond the range that was reserved at start grows to its end now', () => {
  const { plan, text } = planned(reserved, { innodb_buffer_pool_size: '4G' });
  expect(plan.changes).toMatchObject([{ when: 'restart', stored: 4 * gib, atOnce: 2 * gib }]);
  expect(text('set-global')).toContain(`SET GLOBAL innodb_buffer_pool_size = ${2 * gib};`);
  expect(text('set-global')).toContain('the next start sets 4G');
  expect(text('set-global')).toContain(`SET GLOBAL innodb_buffer_pool_size = ${128 * mib};`);
  expect(text('set-global', true)).toMatch(/^SET GLOBAL innodb_buffer_pool_size = 134217728;/m);
  expect(text('cnf')).toMatch(/^innodb_buffer_pool_size = 4G$/m);
  expect(text('cnf')).toContain('2G can be set until then');
  expect(text('now-and-file')).toMatch(/^SET GLOBAL innodb_buffer_pool_size = 2147483648;/m);
  expect(text('now-and-file')).toContain('| innodb_buffer_pool_size = 4G');
  expect(text('ansible')).toContain('value: "2147483648"');
  expect(text('markdown')).toContain('2G now');
});

test('MySQL 5.6 and a pool at the end of its range have nothing for now', () => {
  const full = { ...reserved.variables, innodb_buffer_pool_size: 2 * gib };
  for (const build of [
    { ...reserved, variables: full },
    {
      server: { flavour: 'mysql' as const, version: [5, 6, 51] as [number, number, number] },
      variables: { innodb_buffer_pool_size: gib },
    },
  ]) {
    const { plan, text } = planned(build, { innodb_buffer_pool_size: '4G' });
    expect(plan.changes).toMatchObject([{ when: 'restart', stored: 4 * gib }]);
    expect(plan.changes[0]).not.toHaveProperty('atOnce');
    expect(text('set-global')).not.toMatch(/^SET GLOBAL/m);
  }
});

test('a size that SET GLOBAL takes as it is needs no second one', () => {
  const { plan } = planned(chunky, { innodb_buffer_pool_size: '16G' });
  expect(plan.changes).toMatchObject([{ when: 'now', stored: 16 * gib }]);
  expect(plan.changes[0]).not.toHaveProperty('atOnce');
});

test('a table cache beyond the files that may be open is raised with them, and now as far as they go', () => {
  const { plan, text } = planned(fewFiles, { table_open_cache: '8000' });
  expect(plan.changes).toMatchObject([
    { variable: 'table_open_cache', when: 'restart', stored: 8000, atOnce: 2000 },
    { variable: 'open_files_limit', when: 'restart', stored: 20_000 },
  ]);
  expect(text('set-persist')).toMatch(/^SET GLOBAL table_open_cache = 2000;/m);
  expect(text('set-persist')).not.toMatch(/^SET PERSIST /m);
  expect(text('set-persist-only')).toMatch(/^SET PERSIST_ONLY table_open_cache = 8000;/m);
});

test('where the files stay as they are, rules get as many open tables as these carry', () => {
  const snapshot = buildSnapshot(fewFiles);
  const asked: Finding = {
    ...{ ruleId: 'asks', area: 'tables', title: 'Asks', severity: 'warning', role: 'lever' },
    ...{ standing: 'finding', explainedBy: [], rank: 1, evidence: [], actions: [], probe: null, sources: [] },
    ...{ explanation: '', refutedBy: '', impact: { share: null, basis: 'estimated', text: '' } },
    confidence: { level: 'high', reason: '', firedSeconds: null, seenSeconds: null },
    advice: [
      {
        ...{ variable: 'table_open_cache', current: 400, proposed: 8000, unit: 'none', scope: 'global' },
        ...{ dynamic: true, restart: false, stopWhen: '', memoryEffect: null, risk: '', sideEffects: '' },
      },
    ],
  };
  const { changes } = buildPlan(snapshot, [asked], { ...noChoices, locked: ['open_files_limit'] });
  expect(changes).toMatchObject([{ variable: 'table_open_cache', when: 'now', stored: 2000 }]);
});
