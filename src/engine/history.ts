import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Store } from '../store';

/** The history database, opened when it is first asked for, so that the command line never loads SQLite in vain. */
export interface History {
  store(): Promise<Store>;
  close(): Promise<void>;
}

export function openHistory(dataFolder: string): History {
  let opened: Promise<Store> | undefined;

  async function open(): Promise<Store> {
    await mkdir(dataFolder, { recursive: true, mode: 0o700 });
    const { openStore } = await import('../store');
    return openStore(join(dataFolder, 'history.sqlite'));
  }

  return {
    store: () => {
      opened ??= open();
      return opened;
    },
    close: async () => {
      if (opened !== undefined) (await opened).close();
    },
  };
}
