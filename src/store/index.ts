import { openDatabase } from './open-database';
import { type ProbeResultRepository, probeResultRepository } from './probe-results';
import { type ProfileRepository, profileRepository } from './profiles';
import { recordingMigrations } from './recordings/migrations';
import { type RecordingRepository, recordingRepository } from './recordings/recordings';
import { type SnapshotRepository, snapshotRepository } from './snapshots';

export type { ProfileRepository } from './profiles';
export type { RecordingRepository } from './recordings/recordings';
export type { SnapshotRepository } from './snapshots';

/** The app's own memory: which snapshots there are, which connections were used, and what probes found. */
export interface Store {
  snapshots: SnapshotRepository;
  profiles: ProfileRepository;
  probes: ProbeResultRepository;
  /** Sentences about a database that could not be used as it was; empty when all is well. */
  recovered: string[];
  close(): void;
}

/**
 * Opens the history database, making or migrating it as needed. Its folder must exist.
 * @throws LatchkeyError 'write-failed' when it cannot be opened for another reason than damage
 */
export function openStore(file: string, now: () => Date = () => new Date()): Store {
  const { database, recovered } = openDatabase(file, now());
  return {
    snapshots: snapshotRepository(database),
    profiles: profileRepository(database),
    probes: probeResultRepository(database),
    recovered,
    close: () => {
      database.close();
    },
  };
}

/** Recordings have a file of their own: it grows large, and what befalls it leaves the history alone. */
export interface RecordingStore {
  recordings: RecordingRepository;
  recovered: string[];
  close(): void;
}

/**
 * Opens the database of recordings, making or migrating it as needed. Its folder must exist.
 * @throws LatchkeyError 'write-failed' when it cannot be opened for another reason than damage
 */
export function openRecordings(file: string, now: () => Date = () => new Date()): RecordingStore {
  const kind = { name: 'recordings', migrations: recordingMigrations, checked: false };
  const { database, recovered } = openDatabase(file, now(), kind);
  return {
    recordings: recordingRepository(database),
    recovered,
    close: () => {
      database.close();
    },
  };
}
