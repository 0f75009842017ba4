import { expect, test } from 'vitest';
import { workedCases } from '../../bench/diagnosis/production/cases.ts';
import { generate } from '../../bench/diagnosis/production/generate.ts';
import { FactSet } from '../../src/analysis/facts/inputs/fact-set.ts';
import { Observed } from '../../src/analysis/facts/inputs/observed.ts';
import { WhatIf } from '../../src/analysis/plan/what-if.ts';
import { productRules } from './rule-files.ts';

const rules = productRules();

/** What a rule would say of a production case with another setting in force. */
function outcome(caseId: string, rule: string, settings: Record<string, number>): string {
  const one = workedCases().find(({ id }) => id === caseId);
  if (one === undefined) throw new Error(`no case ${caseId}`);
  const observed = new Observed(generate(one).snapshot, rules.lookUp);
  const facts = new FactSet(observed, rules.facts);
  const whatIf = new WhatIf({ observed, facts, rules });
  return whatIf.outcome(rule, new Map(Object.entries(settings)))?.kind ?? 'untouched';
}

const MiB = 1024 ** 2;

test.each([
  ['table-cache-20-80', 'table-cache-overflow', { table_open_cache: 4000 }, { table_open_cache: 40 }],
  ['sort-spill-57', 'sort-merge-passes', { sort_buffer_size: 64 * MiB }, { sort_buffer_size: 512 * 1024 }],
  [
    'tmp-spill-few-heavy-80',
    'temporary-tables-on-disk',
    { tmp_table_size: 1024 * MiB },
    { tmp_table_size: 17 * MiB },
  ],
])('%s: %s is gone with enough, and stays with too little', (id, rule, enough, little) => {
  expect(outcome(id, rule, enough)).not.toBe('fired');
  expect(outcome(id, rule, little)).toBe('fired');
});

test('in the MEMORY engine nothing is said of temporary tables that go to disk: BLOBs go there whatever the size', () => {
  expect(outcome('tmp-spill-mariadb118', 'temporary-tables-on-disk', { tmp_table_size: 1024 * MiB })).toBe(
    'fired',
  );
});
