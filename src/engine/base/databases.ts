import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeOwnFolder } from '../../files/make-folder';
import { toLatchkeyError } from '../../shared/base/error';
import type { Profile } from '../../shared/rpc/connection';
import type { FleetIndexStore, RecordingStore, Store } from '../../store';
import { texts } from './texts';

/** The databases of history and recordings, opened when they are first asked for, so that the command line never loads SQLite in vain. */
export interface Databases {
  /** Tried again each time until it succeeds: a disk that was full may have room later. */
  history(): Promise<Store>;
  /** The saved connections, for what only looks for known servers: none where the history cannot be opened. */
  knownProfiles(): Promise<Profile[]>;
  /** Whether anything was kept yet; opens and makes nothing. */
  hasHistory(): boolean;
  recordings(): Promise<RecordingStore>;
  /** What was found in the snapshots of folders. */
  fleetIndex(): Promise<FleetIndexStore>;
  /** Opens both, and shows what was wrong with either: one sentence each. Never rejects. */
  problems(): Promise<string[]>;
  close(): Promise<void>;
}

/** @param onRecovered called with each sentence about a database that could not be used as it was, when it is opened */
export function openDatabases(
  dataFolder: string,
  onRecovered: (remark: string) => void = () => {},
): Databases {
  let opened: Promise<Store> | undefined;
  let recordings: Promise<RecordingStore> | undefined;
  let fleetIndex: Promise<FleetIndexStore> | undefined;

  async function open(): Promise<Store> {
    makeOwnFolder(dataFolder);
    const { openStore } = await import('../../store');
    const store = openStore(join(dataFolder, 'history.sqlite'));
    store.recovered.forEach(onRecovered);
    return store;
  }

  async function openRecordings(): Promise<RecordingStore> {
    makeOwnFolder(dataFolder);
    const store = (await import('../../store')).openRecordings(join(dataFolder, 'recordings.sqlite'));
    store.recovered.forEach(onRecovered);
    return store;
  }

  async function openIndex(): Promise<FleetIndexStore> {
    makeOwnFolder(dataFolder);
    const store = (await import('../../store')).openFleetIndex(join(dataFolder, 'fleet-index.sqlite'));
    store.recovered.forEach(onRecovered);
    return store;
  }

  const history = async (): Promise<Store> => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    const store = await opened;
    if (!store.isLost()) return store;
    opened = undefined;
    return history();
  };
  const recorded = async (): Promise<RecordingStore> => {
    recordings ??= openRecordings().catch((error: unknown) => {
      recordings = undefined;
      throw error;
    });
    const store = await recordings;
    if (!store.isLost()) return store;
    recordings = undefined;
    return recorded();
  };

  const indexed = async (): Promise<FleetIndexStore> => {
    fleetIndex ??= openIndex().catch((error: unknown) => {
      fleetIndex = undefined;
      throw error;
    });
    const store = await fleetIndex;
    if (!store.isLost()) return store;
    fleetIndex = undefined;
    return indexed();
  };

  const hasHistory = () => existsSync(join(dataFolder, 'history.sqlite'));
  const savedProfiles = async (): Promise<Profile[]> => {
    try {
      return (await history()).profiles.list();
    } catch (error) {
      onRecovered(texts.savedConnectionsAreNotKnown(toLatchkeyError(error).message));
      return [];
    }
  };

  return {
    history,
    knownProfiles: async () => (hasHistory() ? await savedProfiles() : []),
    hasHistory,
    recordings: recorded,
    fleetIndex: indexed,
    problems: async () => {
      const stores = await Promise.allSettled([history(), recorded()]);
      return stores.flatMap((one) =>
        one.status === 'fulfilled' ? one.value.recovered : [toLatchkeyError(one.reason).message],
      );
    },
    close: async () => {
      // One that could not be opened has been reported to whoever asked for it, and leaves nothing to close.
      const held = await Promise.allSettled([recordings, fleetIndex, opened]);
      for (const each of held) if (each.status === 'fulfilled') each.value?.close();
    },
  };
}
