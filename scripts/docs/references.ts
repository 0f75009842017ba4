import { readFileSync } from 'node:fs';
import { readRuleFiles } from '../../src/files/rules/rule-files';
import { commandLineAttacks, heldOff, windowAttacks } from '../../test/hostile/attacks/index.ts';
import { cliReference } from './cli-reference';
import { collectorsReference } from './collectors-reference';
import { coverageReference } from './coverage-reference';
import { privacyReference } from './privacy-reference';
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
    'docs/privacy.md': privacyReference(readFileSync('docs/privacy.md', 'utf8')),
    'docs/probes.md': probesReference(),
    'docs/variables.md': variablesReference(),
    'docs/security.md': securityReference(claimingTests(), [
      ...commandLineAttacks.filter(heldOff).map((attack) => ({
        attack,
        path: attack.quick ? 'test/hostile/hostile.live.test.ts' : null,
      })),
      ...windowAttacks.filter(heldOff).map((attack) => ({ attack, path: 'e2e/attacks.spec.ts' })),
    ]),
    'docs/status.md': statusReference(),
    'docs/wait-objects.md': waitObjectsReference(),
  };
}
