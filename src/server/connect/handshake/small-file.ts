import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { LatchkeyError } from '../../../shared/base/error';
import { fileSizes } from '../../../shared/base/file-sizes';
import { texts } from './texts';

/**
 * Reads a key, a certificate or a list of hosts: a regular file of at most 8 MiB. A named pipe is not waited for and a
 * device not read. `what`: how messages call it.
 * @throws LatchkeyError file-not-found when it cannot be read, file-unreadable when it is something else
 */
export async function readSmallFile(path: string, what: string): Promise<Buffer> {
  try {
    const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const found = await handle.stat();
      if (!found.isFile()) throw unreadable('is not a regular file');
      if (found.size > fileSizes.key) throw unreadable(`has more than ${fileSizes.key} bytes`);
      // Files of /proc have no size, and others may grow.
      const room = Buffer.alloc(found.size === 0 ? 65_536 : found.size);
      // The length by name: Node 16 reads nothing without.
      const { bytesRead } = await handle.read(room, 0, room.length, 0);
      return room.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (cause) {
    if (cause instanceof LatchkeyError) throw cause;
    throw new LatchkeyError('file-not-found', texts.theCannotBeRead(what, path), { cause });
  }

  function unreadable(why: string): LatchkeyError {
    return new LatchkeyError('file-unreadable', texts.the(what, path, why), { hint: texts.checkThePath });
  }
}
