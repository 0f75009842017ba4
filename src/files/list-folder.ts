import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { LatchkeyError } from '../shared/base/error';
import { texts } from './texts';

/**
 * What a folder holds, in no order; counted while it is listed, so that one of millions is refused early.
 * @throws LatchkeyError file-unreadable beyond `most`; the system's own error when it cannot be listed
 */
export async function listFolder(
  folder: string,
  most: number,
  encoding: BufferEncoding = 'utf8',
): Promise<Dirent[]> {
  const entries: Dirent[] = [];
  for await (const entry of await opendir(folder, { encoding })) {
    if (entries.length >= most) {
      throw new LatchkeyError('file-unreadable', texts.theFolderHoldsMoreThan(folder, most), {
        hint: texts.giveAFolderWithWhat,
      });
    }
    entries.push(entry);
  }
  return entries;
}
