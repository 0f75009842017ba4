import type { Kind } from '../kind.ts';
import { callKind } from './call.ts';
import { collectorKind } from './collector.ts';
import { commandKind } from './command.ts';
import { documentMigrationKind } from './document-migration.ts';
import { factKind } from './fact.ts';
import { importKind } from './import.ts';
import { migrationKind } from './migration.ts';
import { outputKind } from './output.ts';
import { pageKind } from './page.ts';
import { probeKind } from './probe.ts';
import { ruleKind } from './rule.ts';
import { serverKind } from './server.ts';

/** Everything that can be added, in the order of CONTRIBUTING.md. */
export const kinds: readonly Kind[] = [
  ruleKind,
  factKind,
  collectorKind,
  probeKind,
  outputKind,
  importKind,
  pageKind,
  callKind,
  commandKind,
  serverKind,
  migrationKind,
  documentMigrationKind,
];
