import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import {
  type Baseline,
  fleetEntry,
  fleetOf,
  fleetSettings,
  type JudgedEntry,
  type ServerInput,
} from '../../analysis';
import type { FleetFile } from '../../files/fleet/fleet-folder';
import { readSnapshot } from '../../files/snapshot/snapshot-file';
import type { Clock } from '../../shared/base/clock';
import { LatchkeyError } from '../../shared/base/error';
import type { Fleet, FleetSettings } from '../../shared/fleet';
import type { JobContext } from '../../shared/progress';
import type { Profile } from '../../shared/rpc/connection';
import type { ReadFleetRequest } from '../../shared/rpc/fleet';
import type { FleetIndex, IndexedFile } from '../../store';
import type { FilesContext } from '../analyses/judge-files';
import type { Databases } from '../base/databases';
import type { Snapshots } from '../snapshots/snapshots';
import { type FleetSource, fleetSource } from './fleet-source';
import { indexFiles } from './index-files';
import { texts } from './texts';

/** A fleet with what is needed to go on from it: histories, and settings on demand. */
export interface ReadFleet {
  fleet: Fleet;
  servers: readonly ServerInput[];
  /** Settings of a snapshot of the fleet; empty where it has none. */
  settingsOf(path: string): FleetSettings;
}

/** What a fleet is read with. */
export interface Reading extends FilesContext {
  databases: Pick<Databases, 'fleetIndex'>;
  snapshots: Pick<Snapshots, 'analyze'>;
  clock: Clock;
  /** The saved connections. */
  profiles(): Promise<readonly Profile[]>;
}

/** Judges a folder of snapshots, a single one, or those of an inventory as a fleet. What was judged before by the same rules is not read again. */
export async function readFleet(
  services: Reading,
  request: ReadFleetRequest,
  job: JobContext,
): Promise<ReadFleet> {
  const source = await fleetSource(path.resolve(request.path), services.profiles);
  const index = await openIndex(services, job);
  const { asJudged = false } = request;
  const indexing = { index, judgedBy: await judgedBy(services), asJudged };
  const rows = new Map<string, IndexedFile>();
  const rootOf = new Map<string, string>();
  for (const { root, files } of source.parts) {
    await indexFiles(services, root, files, indexing, job);
    const known = index.read(root);
    for (const file of files) {
      const row = known.get(file.path);
      if (row !== undefined) rows.set(file.path, row);
      rootOf.set(file.path, root);
    }
  }
  const settingsOf = (file: string) =>
    index.settings(rootOf.get(file) ?? '', file) ?? new Map<string, string>();
  const files = source.parts.flatMap((part) => part.files);
  const all = serversOf(files, rows, source, settingsOf);
  const servers = all.filter(({ labels }) =>
    Object.entries(request.where ?? {}).every(([name, value]) => labels[name] === value),
  );
  const problems = files.flatMap((file) => {
    const row = rows.get(file.path);
    return row !== undefined && 'problem' in row ? [{ path: file.path, error: row.problem }] : [];
  });
  const pinned = request.baselineFile ?? request.baseline ?? source.baseline;
  const outdated = [...rows.values()].filter((row) => row.judgedBy !== indexing.judgedBy).length;
  const judged = fleetOf({
    source: request.path,
    madeAt: services.clock.now().toISOString(),
    servers,
    problems,
    baseline: pinned === null ? null : await baselineOf(pinned, all, services),
    ignore: [...source.ignore, ...(request.ignore ?? [])],
  });
  const fleet = outdated === 0 ? judged : { ...judged, outdated };
  return { fleet, servers, settingsOf };
}

/** Without SQLite (Node.js 20) everything is judged each time. */
async function openIndex({ databases }: Reading, job: JobContext): Promise<FleetIndex> {
  try {
    return (await databases.fleetIndex()).index;
  } catch (error) {
    if (!(error instanceof LatchkeyError) || !['write-failed', 'disk-full'].includes(error.code)) throw error;
    job.warn?.(`What is found is not remembered, and every file is judged each time: ${error.message}`);
    return (await import('../../store')).unkeptFleetIndex();
  }
}

/** Raised when what is kept of a judged snapshot becomes another. */
const entryVersion = 2;

async function judgedBy({ rules, decisions }: Reading): Promise<string> {
  const { locks, mutes } = await decisions.read();
  const text = JSON.stringify([entryVersion, await rules.digest(), locks, mutes]);
  return createHash('sha256').update(text).digest('hex');
}

function serversOf(
  files: readonly FleetFile[],
  rows: ReadonlyMap<string, IndexedFile>,
  { labels, errors }: FleetSource,
  settingsOf: (path: string) => FleetSettings,
): ServerInput[] {
  const histories = new Map<string, JudgedEntry[]>();
  for (const name of labels.keys()) histories.set(name, []);
  for (const { path: at, server } of files) {
    const history = histories.get(server) ?? [];
    histories.set(server, history);
    const row = rows.get(at);
    if (row !== undefined && 'entry' in row) history.push({ path: at, entry: row.entry });
  }
  return [...histories].map(([name, found]) => {
    const history = found.sort((a, b) => (a.entry.createdAt < b.entry.createdAt ? -1 : 1));
    const newest = history.at(-1);
    return {
      name,
      labels: labels.get(name) ?? {},
      history,
      settings: newest === undefined ? null : settingsOf(newest.path),
      error: errors.get(name),
    };
  });
}

/** @throws LatchkeyError 'usage' where the name is of no server of the fleet, and of no file */
async function baselineOf(
  pinned: string,
  servers: readonly ServerInput[],
  { snapshots }: Reading,
): Promise<Baseline> {
  const server = servers.find(({ name }) => name === pinned);
  const newest = server?.history.at(-1);
  if (newest !== undefined) {
    return { name: pinned, entry: newest.entry, settings: server?.settings ?? new Map() };
  }
  if (server === undefined && (await stat(pinned).catch(() => null))?.isFile() === true) {
    const snapshot = await readSnapshot(pinned);
    const entry = fleetEntry(snapshot, await snapshots.analyze(snapshot, pinned));
    return { name: path.basename(pinned), entry, settings: fleetSettings(snapshot) };
  }
  throw new LatchkeyError(
    'usage',
    server === undefined ? texts.theBaselineIsNeitherA(pinned) : texts.theBaselineHasNoSnapshot(pinned),
    {
      hint: texts.servers(
        servers
          .map(({ name }) => name)
          .join(', ')
          .slice(0, 500),
      ),
    },
  );
}
