import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { factDefinitions } from '../../src/analysis/facts/catalog';
import { appliesTo, referenceServers } from '../../src/analysis/rules/server-range';
import {
  catalogedVariables,
  tabledVariables,
  variableFacts,
} from '../../src/knowledge/catalog/variable-catalog';
import { productRules } from '../analysis/rule-files';
import { pluginVariables } from './plugin-variables';

const root = join(import.meta.dirname, '../..');
const rules = productRules();

test('a variable that a rule advises has exact facts on every server that the rule applies to and that has it', () => {
  const wrong: string[] = [];
  for (const rule of rules.rules) {
    const servers = referenceServers.filter((server) => appliesTo(rule.applies, server));
    for (const { variable } of rule.advice) {
      const known = servers.flatMap((server) => variableFacts(variable, server) ?? []);
      if (known.length === 0) wrong.push(`${rule.id}: ${variable} on no server`);
      if (known.some(({ basis }) => basis === 'neighbours'))
        wrong.push(`${rule.id}: ${variable} is inferred only`);
    }
  }
  expect(wrong).toEqual([]);
});

/** The memory budget adds them up as the server reports them: what live servers report of them is enough. */
const addedUp = [
  'extra_max_connections',
  'replica_pending_jobs_size_max',
  'slave_parallel_max_queued',
  'slave_pending_jobs_size_max',
];

/** Names of zones, a path, and what MySQL has as an option alone: read as they are reported. */
const asReported = ['system_time_zone', 'time_zone', 'datadir', 'skip_grant_tables'];

test('every variable that a fact reads has a table by hand', () => {
  const cataloged = catalogedVariables();
  expect(addedUp.filter((name) => ![...cataloged].includes(name))).toEqual([]);
  const tabled = new Set([...tabledVariables(), ...addedUp, ...asReported]);
  const read = factDefinitions.flatMap(({ id, needs }) =>
    needs
      .filter((need) => need.startsWith('variable.'))
      .map((need) => ({ id, name: need.slice('variable.'.length) })),
  );
  expect(read.length).toBeGreaterThan(15);
  expect(read.filter(({ name }) => !tabled.has(name) && !pluginVariables.has(name))).toEqual([]);
});

test('every variable named in the code of judging is in the catalog', () => {
  const known = new Set([...catalogedVariables(), ...pluginVariables]);
  const named = new Map<string, string>();
  for (const file of sources(join(root, 'src/analysis'))) {
    const text = readFileSync(file, 'utf8');
    // Whole literals that start as variables do: innodb_..., or what is read as a variable.
    for (const [, literal = ''] of text.matchAll(/'(innodb_[a-z_]+|variable\.[a-z_]+)'/g)) {
      named.set(literal.replace('variable.', ''), file);
    }
    for (const [, name = ''] of text.matchAll(/\b(?:valueOf|variable|hasVariable)\('([a-z_]+)'\)/g)) {
      named.set(name, file);
    }
  }
  expect(named.size).toBeGreaterThan(15);
  // A fact may begin like a variable.
  const facts = new Set(factDefinitions.map(({ id }) => id));
  expect([...named].filter(([name]) => !known.has(name) && !facts.has(name))).toEqual([]);
});

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => join(folder, file));
}
