import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { LatchkeyError } from '../shared/base/error';
import { type FileKind, fileSizes } from '../shared/base/file-sizes';
import { formatBytes } from '../shared/base/units';
import { systemCode } from './system-code';
import { texts } from './texts';

/**
 * Reads a whole file. `kind`: how messages call it. One that is larger than its kind may be is refused, and so is what is
 * no regular file: a named pipe is not waited for, and a device may never end.
 * Throws `file-not-found` or `file-unreadable`.
 */
export async function readWholeFile(file: string, kind: FileKind): Promise<Buffer> {
  try {
    const handle = await open(file, forReading);
    try {
      const found = await handle.stat();
      requireWhole(found, file, kind);
      return await readAtMost(handle, found.size, file, kind);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw readError(error, file, kind);
  }
}

/**
 * The same without giving way to anything else: for hundreds of small files, of which each step of each would wait its turn.
 */
export function readSmallFile(file: string, kind: FileKind): Buffer {
  try {
    const descriptor = openSync(file, forReading);
    try {
      const found = fstatSync(descriptor);
      requireWhole(found, file, kind);
      const chunks: Buffer[] = [];
      let length = 0;
      for (;;) {
        const room = Buffer.allocUnsafe(Math.max(found.size - length, 0) + 4096);
        const bytesRead = readSync(descriptor, room, 0, room.length, null);
        // Nearly always: all that the file was said to hold, and no more.
        if (length === 0 && bytesRead > 0 && bytesRead === found.size) return room.subarray(0, bytesRead);
        if (bytesRead === 0) return Buffer.concat(chunks, length);
        length += bytesRead;
        if (length > fileSizes[kind]) throw tooLarge(file, kind);
        chunks.push(room.subarray(0, bytesRead));
      }
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw readError(error, file, kind);
  }
}

const forReading = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

function requireWhole(found: Stats, file: string, kind: FileKind): void {
  if (!found.isFile() && !found.isDirectory()) {
    throw new LatchkeyError('file-unreadable', texts.theIsNotARegular(kind, file), {
      hint: texts.copyItIntoAFile,
    });
  }
  if (found.size > fileSizes[kind]) throw tooLarge(file, kind);
}

/** Files of /proc have no size, and others grow while they are read. */
async function readAtMost(handle: FileHandle, size: number, file: string, kind: FileKind): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for (;;) {
    const room = Buffer.allocUnsafe(Math.max(size - length + 1, 64 * 1024));
    const { bytesRead } = await handle.read(room, 0, room.length, null);
    if (bytesRead === 0) return Buffer.concat(chunks, length);
    length += bytesRead;
    if (length > fileSizes[kind]) throw tooLarge(file, kind);
    chunks.push(room.subarray(0, bytesRead));
  }
}

function tooLarge(file: string, kind: FileKind): LatchkeyError {
  const most = formatBytes(fileSizes[kind]);
  return new LatchkeyError('file-unreadable', texts.theIsLargerThanIt(kind, file, most));
}

/** Turns what the operating system said on reading into a typed error with something to do. */
export function readError(error: unknown, file: string, what: string): LatchkeyError {
  if (error instanceof LatchkeyError) return error;
  switch (systemCode(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new LatchkeyError('file-not-found', texts.thereIsNo(what, file), {
        hint: texts.checkThePath,
        cause: error,
      });
    case 'EACCES':
    case 'EPERM':
      return unreadable('permission denied', 'Your account needs permission to read it.');
    case 'EISDIR':
      return unreadable('it is a folder', 'Give the name of a file.');
    default:
      return unreadable(error instanceof Error ? error.message : String(error), undefined);
  }

  function unreadable(why: string, hint: string | undefined): LatchkeyError {
    return new LatchkeyError('file-unreadable', texts.cannotReadThe(what, file, why), {
      hint,
      cause: error,
    });
  }
}
