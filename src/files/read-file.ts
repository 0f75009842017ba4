import { open, stat } from 'node:fs/promises';
import { LatchkeyError } from '../shared/base/error';
import { systemCode } from './system-code';

/**
 * Reads a whole file. `what`: how messages call it ("snapshot"). `maxBytes`: a larger one is refused unread, and so is
 * what is no regular file: opening a named pipe waits for ever, and a device may never end.
 * Throws `file-not-found` or `file-unreadable`.
 */
export async function readWholeFile(file: string, what: string, maxBytes: number): Promise<Buffer> {
  try {
    const kind = await stat(file);
    if (!kind.isFile() && !kind.isDirectory()) {
      throw new LatchkeyError('file-unreadable', `The ${what} ${file} is not a regular file.`, {
        hint: 'Copy it into a file first.',
      });
    }
    const handle = await open(file, 'r');
    try {
      const { size } = await handle.stat();
      if (size > maxBytes) {
        throw new LatchkeyError(
          'file-unreadable',
          `The ${what} ${file} has ${size} bytes; at most ${maxBytes} are read.`,
        );
      }
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw readError(error, file, what);
  }
}

/** Turns what the operating system said on reading into a typed error with something to do. */
export function readError(error: unknown, file: string, what: string): LatchkeyError {
  if (error instanceof LatchkeyError) return error;
  switch (systemCode(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new LatchkeyError('file-not-found', `There is no ${what} ${file}.`, {
        hint: 'Check the path.',
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
    return new LatchkeyError('file-unreadable', `Cannot read the ${what} ${file}: ${why}.`, {
      hint,
      cause: error,
    });
  }
}
