import { stat } from 'node:fs/promises';
import path from 'node:path';
import { type FleetFile, fleetFile, listFleetFiles } from '../../files/fleet/fleet-folder';
import { readRounds } from '../../files/fleet/rounds';
import { type ErrorDocument, LatchkeyError } from '../../shared/base/error';
import type { Labels } from '../../shared/fleet';
import type { Inventory } from '../../shared/fleet-inventory';
import type { FleetRounds } from '../../shared/fleet-rounds';
import type { Profile } from '../../shared/rpc/connection';
import { readInventory } from './inventory';
import { texts } from './texts';

/** The files of a fleet, and what is known of their servers before anything is judged. */
export interface FleetSource {
  /** Files by the folder under which the index remembers them. */
  parts: { root: string; files: FleetFile[] }[];
  labels: ReadonlyMap<string, Labels>;
  errors: ReadonlyMap<string, ErrorDocument>;
  ignore: readonly string[];
  baseline: string | null;
}

/**
 * Lists a folder, a file, or what an inventory names. Throws `file-not-found`, `file-unreadable`, or `usage` for an inventory that
 * is not valid.
 */
export async function fleetSource(
  given: string,
  profiles: () => Promise<readonly Profile[]>,
): Promise<FleetSource> {
  if (/\.ya?ml$/i.test(given)) return ofInventory(await readInventory(given, profiles));
  if (!(await isFolder(given))) {
    const file = await fleetFile(given);
    return { ...known(null), parts: [{ root: given, files: [file] }] };
  }
  const files = await listFleetFiles(given);
  const rounds = await readRounds(given);
  if (files.length === 0 && rounds === null) {
    throw new LatchkeyError('file-not-found', texts.thereIsNoSnapshotIn(given), {
      hint: texts.snapshotsEndInLksFolders,
    });
  }
  return { ...known(rounds), parts: [{ root: given, files }] };
}

function known(rounds: FleetRounds | null): Omit<FleetSource, 'parts'> {
  const last = rounds?.rounds.at(-1)?.servers ?? [];
  return {
    labels: new Map(rounds?.servers.map(({ name, labels }) => [name, labels])),
    errors: new Map(last.flatMap(({ name, error }) => (error === undefined ? [] : [[name, error] as const]))),
    ignore: rounds?.ignore ?? [],
    baseline: rounds?.baseline ?? null,
  };
}

async function ofInventory(inventory: Inventory): Promise<FleetSource> {
  const { folder, servers, ignore, baseline } = inventory;
  const names = new Set(servers.map(({ name }) => name));
  const parts: FleetSource['parts'] = [];
  const errors = new Map<string, ErrorDocument>();
  let rounds: FleetRounds | null = null;
  if (folder !== null && (await isFolder(folder))) {
    rounds = await readRounds(folder);
    parts.push({
      root: folder,
      files: (await listFleetFiles(folder)).filter(({ server }) => names.has(server)),
    });
  }
  for (const { name, snapshots } of servers) {
    if (snapshots === null) continue;
    try {
      const files = (await isFolder(snapshots))
        ? await listFleetFiles(snapshots)
        : [await fleetFile(snapshots)];
      parts.push({ root: snapshots, files: files.map((file) => ({ ...file, server: name })) });
    } catch (error) {
      if (!(error instanceof LatchkeyError)) throw error;
      errors.set(name, error.toDocument());
    }
  }
  if (parts.length === 0 && errors.size === 0) {
    throw new LatchkeyError('file-not-found', texts.theInventoryNamesNoFolder(inventory.path), {
      hint: texts.giveItAFolderSnapshots,
    });
  }
  return {
    parts,
    labels: new Map(servers.map(({ name, labels }) => [name, labels])),
    errors: new Map([...known(rounds).errors].filter(([name]) => names.has(name)).concat([...errors])),
    ignore,
    baseline:
      baseline === null || names.has(baseline)
        ? baseline
        : path.resolve(path.dirname(inventory.path), baseline),
  };
}

async function isFolder(given: string): Promise<boolean> {
  return (await stat(given).catch(() => null))?.isDirectory() === true;
}
