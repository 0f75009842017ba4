import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { LatchkeyError } from '../shared/base/error';
import { makeFolderWith } from '../shared/base/make-folder';
import { writeError } from './atomic-write';
import { systemCode } from './system-code';
import { texts } from './texts';

/**
 * Makes a folder and what is missing above it. @param mode permission bits of each that is made
 * @throws LatchkeyError 'write-failed' or 'disk-full'
 */
export function makeFolder(folder: string, mode?: number): void {
  try {
    makeFolderWith(
      {
        make: (path) => mkdirSync(path, mode === undefined ? {} : { mode }),
        isFolder: (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true,
        parentOf: dirname,
      },
      resolve(folder),
    );
  } catch (error) {
    const why = reasons[systemCode(error) ?? ''];
    if (why === undefined) throw writeError(error, folder, 'folder');
    throw new LatchkeyError('write-failed', texts.cannotWriteThe('folder', folder, why), {
      hint: texts.chooseAnotherFolder,
      cause: error,
    });
  }
}

/** What is wrong with the way to it, where that is not what a file meets. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: texts.noFolderCanBeMade,
  ENOTDIR: texts.aPartOfItIsNoFolder,
  EEXIST: texts.aPartOfItIsNoFolder,
};

/**
 * Makes a folder of Latchkey's own, for its user only.
 * @throws LatchkeyError 'write-failed' or 'disk-full', which names the way to another place
 */
export function makeOwnFolder(folder: string): void {
  try {
    makeFolder(folder, 0o700);
  } catch (error) {
    if (!(error instanceof LatchkeyError)) throw error;
    throw new LatchkeyError(error.code, error.message, { hint: texts.setLatchkeyHome, cause: error.cause });
  }
}
