import { mkdirSync, statSync } from 'node:fs';
import { chmod, link, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { LatchkeyError } from '../../../shared/base/error';
import { makeFolderWith } from '../../../shared/base/make-folder';
import { texts } from './texts';

/** What the journal asks of a file system; each promise that resolves is kept across a loss of power. */
export interface JournalFiles {
  /** Makes the folder, for its owner only. */
  makeFolder(path: string): Promise<void>;
  /** Names in the folder; [] where there is none. */
  names(folder: string): Promise<string[]>;
  /** null where there is no such file. */
  read(path: string): Promise<string | null>;
  /** Writes a file of the owner only and brings its content to the disk; not yet its name. */
  write(path: string, text: string): Promise<void>;
  /**
   * Writes into the space that a file has already, and fills the rest of it with blanks; nothing is allocated.
   * @returns false when the text is longer than the file, which then stays as it is
   */
  overwrite(path: string, text: string): Promise<boolean>;
  rename(from: string, to: string): Promise<void>;
  /** Gives a file a second name; false when that name is taken. Atomic. */
  link(from: string, to: string): Promise<boolean>;
  remove(path: string): Promise<void>;
  /** Brings the names in a folder to the disk (fsync(2): a file's own fsync does not). */
  syncFolder(folder: string): Promise<void>;
}

const ownFolders = {
  make: (path: string) => mkdirSync(path, { mode: 0o700 }),
  isFolder: (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true,
  parentOf: dirname,
};

/** The machine's own file system. */
export const diskFiles: JournalFiles = {
  makeFolder: (path) =>
    writing(path, async () => {
      const made = makeFolderWith(ownFolders, path);
      if (made === undefined) await chmod(path, 0o700);
      else await diskFiles.syncFolder(dirname(made));
    }),
  names: async (folder) => {
    try {
      return (await ifPresent(() => readdir(folder))) ?? [];
    } catch (cause) {
      throw new LatchkeyError('file-unreadable', texts.theJournalOfChangesCannot(folder, errorCode(cause)), {
        hint: texts.whatIsToBeRestored,
        cause,
      });
    }
  },
  read: (path) => ifPresent(() => readFile(path, 'utf8')),
  write: (path, text) =>
    writing(path, async () => {
      const file = await open(path, 'w', 0o600);
      try {
        await file.writeFile(text, 'utf8');
        await file.sync();
      } finally {
        await file.close();
      }
    }),
  overwrite: (path, text) =>
    writing(path, async () => {
      const file = await open(path, 'r+');
      try {
        const bytes = Buffer.alloc((await file.stat()).size, ' ');
        if (Buffer.byteLength(text, 'utf8') > bytes.length) return false;
        bytes.write(text, 'utf8');
        await file.write(bytes, 0, bytes.length, 0);
        await file.sync();
        return true;
      } finally {
        await file.close();
      }
    }),
  rename: (from, to) => writing(to, () => rename(from, to)),
  link: (from, to) =>
    writing(to, async () => {
      try {
        await link(from, to);
        return true;
      } catch (error) {
        if (errorCode(error) === 'EEXIST') return false;
        throw error;
      }
    }),
  remove: (path) => writing(path, () => rm(path, { force: true })),
  syncFolder: async (folder) => {
    // Windows cannot open a folder; NTFS logs its names itself.
    if (process.platform === 'win32') return;
    await writing(folder, async () => {
      const handle = await open(folder, 'r');
      try {
        await handle.sync();
      } finally {
        await handle.close();
      }
    });
  },
};

async function ifPresent<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return null;
    throw error;
  }
}

async function writing<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const full = ['ENOSPC', 'EDQUOT'].includes(errorCode(error));
    throw new LatchkeyError(
      full ? 'disk-full' : 'write-failed',
      full ? texts.theDiskIsFullThe(path) : texts.theJournalOfChangesCould(path),
      { hint: texts.nothingIsSetOnA, cause: error },
    );
  }
}

/** Whether the journal's disk takes nothing: it is full, read-only, or not this account's to write. */
export function isUnwritable(error: unknown): boolean {
  return error instanceof LatchkeyError && ['disk-full', 'write-failed'].includes(error.code);
}

function errorCode(error: unknown): string {
  return error instanceof Error ? String(Reflect.get(error, 'code')) : '';
}
