import { readFileSync } from 'node:fs';
import { readRuleFiles } from '../../src/files/rule-files';
import { cliReference } from './cli-reference';
import { collectorsReference } from './collectors-reference';
import { coverageReference } from './coverage-reference';
import { probesReference } from './probes-reference';
import { rulesReference } from './rules-reference';
import { claimingTests, securityReference } from './security-reference';
import { statusReference } from './status-reference';
import { variablesReference } from './variables-reference';
import { waitObjectsReference } from './wait-objects-reference';

/** Every page of docs/ that is made, by its path from the root, which must be the current folder. */
export async function references(): Promise<Record<string, string>> {
  const rules = await readRuleFiles(['rules']);
  return {
    'docs/cli.md': cliReference(),
    'docs/rules.md': rulesReference(rules),
    'docs/coverage.md': coverageReference(
      readFileSync('scripts/docs/coverage.yaml', 'utf8'),
      readFileSync('scripts/docs/literature.yaml', 'utf8'),
      rules,
    ),
    'docs/collectors.md': collectorsReference(),
    'docs/probes.md': probesReference(),
    'docs/variables.md': variablesReference(),
    'docs/security.md': securityReference(claimingTests()),
    'docs/status.md': statusReference(),
    'docs/wait-objects.md': waitObjectsReference(),
  };
}
