import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordingStore, Store } from '../store';

/** The databases of history and recordings, opened when they are first asked for, so that the command line never loads SQLite in vain. */
export interface History {
  /** Tried anew each time until it succeeds: a disk that was full may have room later. */
  store(): Promise<Store>;
  recordings(): Promise<RecordingStore>;
  close(): Promise<void>;
}

export function openHistory(dataFolder: string): History {
  let opened: Promise<Store> | undefined;
  let recordings: Promise<RecordingStore> | undefined;

  async function open(): Promise<Store> {
    await mkdir(dataFolder, { recursive: true, mode: 0o700 });
    const { openStore } = await import('../store');
    return openStore(join(dataFolder, 'history.sqlite'));
  }

  async function openRecordings(): Promise<RecordingStore> {
    await mkdir(dataFolder, { recursive: true, mode: 0o700 });
    const store = await import('../store');
    return store.openRecordings(join(dataFolder, 'recordings.sqlite'));
  }

  return {
    store: () => {
      opened ??= open().catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      return opened;
    },
    recordings: () => {
      recordings ??= openRecordings().catch((error: unknown) => {
        recordings = undefined;
        throw error;
      });
      return recordings;
    },
    close: async () => {
      // One that could not be opened has been reported to whoever asked for it, and leaves nothing to close.
      const held = await Promise.allSettled([recordings, opened]);
      for (const each of held) if (each.status === 'fulfilled') each.value?.close();
    },
  };
}
