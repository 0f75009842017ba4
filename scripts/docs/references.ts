import { readFileSync } from 'node:fs';
import { readRuleFiles } from '../../src/files/rules/rule-files';
import { commandLineAttacks, heldOff, windowAttacks } from '../../test/hostile/attacks/index.ts';
import { addingReference } from './adding-reference';
import { roomsDiagram, roomsReference } from './architecture-reference';
import { cliReference } from './cli-reference';
import { collectorsReference } from './collectors-reference';
import { coverageReference } from './coverage-reference';
import { withGeneratedPart } from './generated-part';
import { privacyReference } from './privacy-reference';
import { probesReference } from './probes-reference';
import { rulesReference } from './rules-reference';
import { claimingTests, securityReference } from './security-reference';
import { statusReference } from './status-reference';
import { variablesReference } from './variables-reference';
import { waitObjectsReference } from './wait-objects-reference';

/** Every page that is made, or holds a part that is, by its path from the root, which must be the current folder. */
export async function references(): Promise<Record<string, string>> {
  const rules = await readRuleFiles(['rules']);
  return {
    'CONTRIBUTING.md': withGeneratedPart(readFileSync('CONTRIBUTING.md', 'utf8'), 'lists', addingReference()),
    'docs/architecture.md': withGeneratedPart(
      withGeneratedPart(readFileSync('docs/architecture.md', 'utf8'), 'rooms', roomsReference()),
      'diagram',
      roomsDiagram(),
    ),
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
