import type { LatchkeyError } from '../shared/base/error';
import { damagedInUse, guarded, isDamaged, moveAside } from './damage';
import { type FleetIndex, fleetIndexRepository } from './fleet-index/fleet-index';
import { fleetIndexMigrations } from './fleet-index/migrations';
import { type MetricsStoreRepository, metricsStoreRepository } from './metrics-stores';
import { type DatabaseKind, historyDatabase, openDatabase } from './open-database';
import { type ProbeResultRepository, probeResultRepository } from './probe-results';
import { type ProfileRepository, profileRepository } from './profiles';
import { type ProofRepository, proofRepository } from './proofs';
import { unreadableRemarks } from './readable-rows';
import { recordingMigrations } from './recordings/migrations';
import { type RecordingRepository, recordingRepository } from './recordings/recordings';
import { type SnapshotRepository, snapshotRepository } from './snapshots';
import { type WorkRepository, workRepository } from './work';

export { type FleetIndex, type IndexedFile, unkeptFleetIndex } from './fleet-index/fleet-index';
export type { ProfileRepository } from './profiles';
export type { RecordingRepository } from './recordings/recordings';
export type { SnapshotRepository } from './snapshots';

/** The app's own memory: which snapshots there are, which connections were used, and what probes found. */
export interface Store {
  snapshots: SnapshotRepository;
  profiles: ProfileRepository;
  metricsStores: MetricsStoreRepository;
  probes: ProbeResultRepository;
  proofs: ProofRepository;
  work: WorkRepository;
  /** Sentences about a database that could not be used as it was; empty when all is well. */
  recovered: string[];
  /** True once damage was found while it was in use: the file was moved aside, and it has to be reopened. */
  isLost(): boolean;
  close(): void;
}

/**
 * Opens the history database, making or migrating it as needed. Its folder must exist.
 * @throws LatchkeyError 'write-failed' when it cannot be opened for another reason than damage
 */
export function openStore(file: string, now: () => Date = () => new Date()): Store {
  const { database, recovered, guard, count, isLost } = openGuarded(file, now, historyDatabase);
  const [snapshots, profiles, metricsStores, probes, proofs, work] = [
    snapshotRepository(database),
    profileRepository(database),
    metricsStoreRepository(database),
    probeResultRepository(database),
    proofRepository(database),
    workRepository(database),
  ];
  const unreadable = unreadableRemarks(file, [
    { what: 'snapshots', count: () => count('snapshots'), list: snapshots.list },
    { what: 'connections', count: () => count('profiles'), list: profiles.list },
    { what: 'metrics stores', count: () => count('metrics_stores'), list: metricsStores.list },
    { what: 'plans of snapshots', count: () => count('snapshot_work'), list: work.list },
    { what: 'probe results', count: () => count('probe_results'), list: probes.list },
    { what: 'proofs', count: () => count('proofs'), list: proofs.list },
  ]);
  return {
    snapshots: guard(snapshots),
    profiles: guard(profiles),
    metricsStores: guard(metricsStores),
    probes: guard(probes),
    proofs: guard(proofs),
    work: guard(work),
    recovered: [...recovered, ...unreadable],
    isLost,
    close: () => {
      database.close();
    },
  };
}

/** Recordings have a file of their own: it grows large, and what befalls it leaves the history alone. */
export interface RecordingStore {
  recordings: RecordingRepository;
  recovered: string[];
  isLost(): boolean;
  close(): void;
}

/**
 * Opens the database of recordings, making or migrating it as needed. Its folder must exist.
 * @throws LatchkeyError 'write-failed' when it cannot be opened for another reason than damage
 */
export function openRecordings(file: string, now: () => Date = () => new Date()): RecordingStore {
  const kind = { name: 'recordings', migrations: recordingMigrations, checked: false };
  const { database, recovered, guard, count, isLost } = openGuarded(file, now, kind);
  const recordings = recordingRepository(database);
  const unreadable = unreadableRemarks(file, [
    { what: 'recordings', count: () => count('recordings'), list: recordings.list },
  ]);
  return {
    recordings: guard(recordings, ['begin']),
    recovered: [...recovered, ...unreadable],
    isLost,
    close: () => {
      database.close();
    },
  };
}

/** The index of fleets has a file of its own: it can be large, and is made again where it is missing. */
export interface FleetIndexStore {
  index: FleetIndex;
  recovered: string[];
  isLost(): boolean;
  close(): void;
}

/**
 * Opens the index of fleets, making or migrating it as needed. Its folder must exist.
 * @throws LatchkeyError 'write-failed' when it cannot be opened for another reason than damage
 */
export function openFleetIndex(file: string, now: () => Date = () => new Date()): FleetIndexStore {
  const kind = { name: 'fleet index', migrations: fleetIndexMigrations, checked: false };
  const { database, recovered, guard, isLost } = openGuarded(file, now, kind);
  return {
    index: guard(fleetIndexRepository(database)),
    recovered,
    isLost,
    close: () => {
      database.close();
    },
  };
}

/** Tables whose rows are counted. */
type Listed =
  | 'snapshots'
  | 'profiles'
  | 'metrics_stores'
  | 'probe_results'
  | 'proofs'
  | 'snapshot_work'
  | 'recordings';

/** The database, and what moves it aside when damage shows while it is in use. */
function openGuarded(file: string, now: () => Date, kind: DatabaseKind) {
  const { database, recovered } = openDatabase(file, now(), kind);
  let lost: LatchkeyError | null = null;
  const onThrown = (thrown: unknown) => {
    if (lost !== null) throw lost;
    if (!isDamaged(thrown)) return;
    database.close();
    lost = damagedInUse(kind.name, file, moveAside(file, now()), thrown);
    throw lost;
  };
  return {
    database,
    recovered,
    guard: <T extends object>(repository: T, deep: readonly (keyof T)[] = []) =>
      guarded(repository, onThrown, deep),
    count: (table: Listed) => Number(database.prepare(`SELECT count(*) FROM ${table}`).pluck().get()),
    isLost: () => lost !== null,
  };
}
