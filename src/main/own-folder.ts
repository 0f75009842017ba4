import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolderWith } from '../shared/base/make-folder';

/** Makes a folder of this user only, and what is missing above it. @throws Error when it cannot be written */
export function makeOwnFolder(folder: string): void {
  makeFolderWith(
    {
      make: (path) => mkdirSync(path, { mode: 0o700 }),
      isFolder: (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true,
      parentOf: dirname,
    },
    folder,
  );
}
