import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseVersion } from '../../../src/shared/server.ts';
import type { Snapshot } from '../../../src/shared/snapshot.ts';
import { Draft } from './draft.ts';
import { type Model, modelOf } from './model.ts';
import { applyFiles } from './parts/files.ts';
import { applyInnodb } from './parts/innodb.ts';
import { applyInstruments } from './parts/instruments.ts';
import { applyMachine } from './parts/machine.ts';
import { applyOthers } from './parts/others.ts';
import { applyReplication } from './parts/replication.ts';
import { applySchema } from './parts/schema.ts';
import { applySessions } from './parts/sessions.ts';
import { applySettings } from './parts/settings.ts';
import { applyStatements } from './parts/statements.ts';
import { applyStatus } from './parts/status.ts';
import { seconds } from './units.ts';
import type { ProductionCase } from './world.ts';

/** The snapshot of a case, and the figures that it was made of. */
export function generate(one: ProductionCase): { snapshot: Snapshot; model: Model } {
  const { world } = one;
  const base = JSON.parse(
    gunzipSync(readFileSync(join(import.meta.dirname, 'bases', `${one.base}.lks`))).toString('utf8'),
  ) as Snapshot;
  const draft = new Draft(base, seconds(world.uptime), world.flatTop ? 0 : 1);
  identify(draft, one);
  applySettings(draft, one);
  const model = modelOf(world, draft.snapshot, (name) => draft.variable(name));
  applyStatus(draft, model);
  applyInnodb(draft, model);
  applyStatements(draft, model);
  applySessions(draft, model);
  applyFiles(draft, model);
  applySchema(draft, model);
  applyReplication(draft, model);
  applyMachine(draft, model);
  applyOthers(draft, world);
  applyInstruments(draft, model);
  return { snapshot: draft.snapshot, model };
}

function identify(draft: Draft, { id, world }: ProductionCase): void {
  const { snapshot } = draft;
  snapshot.origin.target = `${id} (edited)`;
  snapshot.server.hosting = world.hosting;
  snapshot.server.uptimeSeconds = Math.round(seconds(world.uptime) + draft.length);
  if (world.flavour !== undefined) snapshot.server.flavour = world.flavour;
  if (world.version !== undefined) {
    const version = parseVersion(world.version);
    if (version === null) throw new Error(`${id}: no version: ${world.version}`);
    snapshot.server.version = version;
    snapshot.server.versionText = world.version;
    draft.set('version', world.version);
  }
  snapshot.statements = snapshot.statements.slice(0, 20);
}
