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
import { type FleetFile, fleetFile, listFleetFiles } from '../../files/fleet/fleet-folder';
import { readRounds } from '../../files/fleet/rounds';
import type { DecisionFiles } from '../../files/rules/decisions';
import { readSnapshot } from '../../files/snapshot/snapshot-file';
import type { Clock } from '../../shared/base/clock';
import { LatchkeyError } from '../../shared/base/error';
import type { Fleet, FleetSettings } from '../../shared/fleet';
import type { FleetRounds } from '../../shared/fleet-rounds';
import type { JobContext } from '../../shared/progress';
import type { ReadFleetRequest } from '../../shared/rpc/fleet';
import type { FleetIndex } from '../../store';
import type { Databases } from '../base/databases';
import type { LoadedRules } from '../base/loaded-rules';
import type { Snapshots } from '../snapshots/snapshots';
import { judgeFiles } from './judge-files';

/** A fleet with what is needed to go on from it: histories, and settings on demand. */
export interface ReadFleet {
  fleet: Fleet;
  servers: readonly ServerInput[];
  /** Settings of a snapshot of the fleet; empty where it has none. */
  settingsOf(path: string): FleetSettings;
}

/** What a fleet is read with. */
export interface Reading {
  databases: Pick<Databases, 'fleetIndex'>;
  decisions: Pick<DecisionFiles, 'read'>;
  rules: Pick<LoadedRules, 'digest'>;
  snapshots: Pick<Snapshots, 'analyze'>;
  clock: Clock;
}

/** Files and what is known of their servers, before anything is judged. */
interface Source {
  root: string;
  files: FleetFile[];
  rounds: FleetRounds | null;
}

/** Judges a folder of snapshots, or a single one, as a fleet. What was judged before by the same rules is not read again. */
export async function readFleet(
  services: Reading,
  request: ReadFleetRequest,
  job: JobContext,
): Promise<ReadFleet> {
  const { root, files, rounds } = await sourceOf(path.resolve(request.path));
  const index = await openIndex(services, job);
  const judge = {
    judgedBy: await judgedBy(services),
    analyze: services.snapshots.analyze.bind(services.snapshots),
  };
  await judgeFiles(root, files, judge, index, job);
  const known = index.read(root);
  const settingsOf = (file: string) => index.settings(root, file) ?? new Map<string, string>();
  const all = serversOf(files, known, rounds, settingsOf);
  const servers = all.filter(({ labels }) =>
    Object.entries(request.where ?? {}).every(([name, value]) => labels[name] === value),
  );
  const problems = files.flatMap((file) => {
    const row = known.get(file.path);
    return row !== undefined && 'problem' in row ? [{ path: file.path, error: row.problem }] : [];
  });
  const pinned = request.baseline ?? rounds?.baseline ?? null;
  const fleet = fleetOf({
    source: request.path,
    madeAt: services.clock.now().toISOString(),
    servers,
    problems,
    baseline: pinned === null ? null : await baselineOf(pinned, all, services),
    ignore: [...(rounds?.ignore ?? []), ...(request.ignore ?? [])],
  });
  return { fleet, servers, settingsOf };
}

async function sourceOf(given: string): Promise<Source> {
  const found = await stat(given).catch(() => null);
  if (found?.isDirectory() !== true) {
    const file = await fleetFile(given);
    return { root: given, files: [file], rounds: null };
  }
  const files = await listFleetFiles(given);
  const rounds = await readRounds(given);
  if (files.length === 0 && rounds === null) {
    throw new LatchkeyError('file-not-found', `There is no snapshot in the folder ${given}.`, {
      hint: 'Snapshots end in .lks; folders below it are searched too. latchkey fleet snapshot takes some.',
    });
  }
  return { root: given, files, rounds };
}

/** Without SQLite (Node.js 20) everything is judged each time. */
async function openIndex({ databases }: Reading, job: JobContext): Promise<FleetIndex> {
  try {
    return (await databases.fleetIndex()).index;
  } catch (error) {
    if (!(error instanceof LatchkeyError) || error.code !== 'write-failed') throw error;
    job.warn?.(`What is found is not remembered, and every file is judged each time: ${error.message}`);
    return (await import('../../store')).unkeptFleetIndex();
  }
}

/** Raised when what is kept of a judged snapshot becomes another. */
const entryVersion = 1;

async function judgedBy({ rules, decisions }: Reading): Promise<string> {
  const { locks, mutes } = await decisions.read();
  const text = JSON.stringify([entryVersion, await rules.digest(), locks, mutes]);
  return createHash('sha256').update(text).digest('hex');
}

function serversOf(
  files: readonly FleetFile[],
  known: ReturnType<FleetIndex['read']>,
  rounds: FleetRounds | null,
  settingsOf: (path: string) => FleetSettings,
): ServerInput[] {
  const histories = new Map<string, JudgedEntry[]>();
  for (const { server } of files) histories.set(server, []);
  for (const { name } of rounds?.servers ?? []) histories.set(name, []);
  for (const { path: at, server } of files) {
    const row = known.get(at);
    if (row !== undefined && 'entry' in row) histories.get(server)?.push({ path: at, entry: row.entry });
  }
  const last = rounds?.rounds.at(-1)?.servers ?? [];
  return [...histories].map(([name, found]) => {
    const history = found.sort((a, b) => (a.entry.createdAt < b.entry.createdAt ? -1 : 1));
    const newest = history.at(-1);
    return {
      name,
      labels: rounds?.servers.find((server) => server.name === name)?.labels ?? {},
      history,
      settings: newest === undefined ? null : settingsOf(newest.path),
      error: last.find((server) => server.name === name)?.error,
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
    server === undefined
      ? `The baseline "${pinned}" is neither a server of this fleet nor a file.`
      : `The baseline "${pinned}" has no snapshot that can be read.`,
    {
      hint: `Servers: ${servers
        .map(({ name }) => name)
        .join(', ')
        .slice(0, 500)}`,
    },
  );
}
