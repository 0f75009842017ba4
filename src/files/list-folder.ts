import { type Dirent, opendirSync } from 'node:fs';
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
  for await (const entry of await opendir(folder, { encoding })) add(entry, entries, folder, most);
  return entries;
}

/** The same without giving way to anything else: each batch of a few names would wait its turn. */
export function listSmallFolder(folder: string, most: number): Dirent[] {
  const entries: Dirent[] = [];
  const opened = opendirSync(folder);
  try {
    for (let entry = opened.readSync(); entry !== null; entry = opened.readSync())
      add(entry, entries, folder, most);
  } finally {
    opened.closeSync();
  }
  return entries;
}

function add(entry: Dirent, entries: Dirent[], folder: string, most: number): void {
  if (entries.length >= most) {
    throw new LatchkeyError('file-unreadable', texts.theFolderHoldsMoreThan(folder, most), {
      hint: texts.giveAFolderWithWhat,
    });
  }
  entries.push(entry);
}
