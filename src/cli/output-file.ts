import { constants } from 'node:fs';
import { access, open, stat } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, constants as zlib } from 'node:zlib';
import { LatchkeyError } from '../shared/base/error';
import { texts } from './texts';

/**
 * Refuses an output file that cannot be written before a long measurement begins. Throws `write-failed`. The disk
 * may still fill up later; that is reported when it happens.
 */
export async function checkOutputFile(file: string): Promise<void> {
  const folder = path.dirname(path.resolve(file));
  const refuse = (why: string, hint: string, cause?: unknown) =>
    new LatchkeyError('write-failed', texts.cannotWrite(file, why), { hint, cause });
  const existing = await stat(file).catch(() => null);
  if (existing?.isDirectory() === true) throw refuse(texts.itIsAFolder, texts.giveTheNameOfA);
  if (existing !== null && !existing.isFile()) return;
  try {
    await access(folder, constants.W_OK);
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (missing) throw refuse(texts.thereIsNoFolder(folder), texts.createTheFolderFirstOr, error);
    throw refuse(texts.cannotBeWrittenTo(folder), texts.chooseAnotherFolderWithO, error);
  }
}

/**
 * As `checkOutputFile`, for a snapshot: a file that is there already is written over only where `force` is given, and
 * only when it is a snapshot itself or empty. Throws `write-failed`.
 */
export async function checkSnapshotFile(file: string, force: boolean): Promise<void> {
  await checkOutputFile(file);
  const existing = await stat(file).catch(() => null);
  if (existing === null || !existing.isFile() || existing.size === 0) return;
  if (!(await looksLikeSnapshot(file))) {
    throw new LatchkeyError('write-failed', texts.cannotWriteItIsThere(file), {
      hint: texts.chooseAnotherNameWithO,
    });
  }
  if (!force) {
    throw new LatchkeyError('write-failed', texts.cannotWriteItIsThereAlready(file), {
      hint: texts.giveForceToWriteOver,
    });
  }
}

/** Gzip, or the start of plain JSON with the name of a schema of Latchkey. */
async function looksLikeSnapshot(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, 0);
    if (buffer[0] === 0x1f && buffer[1] === 0x8b) return unpacksToSnapshot(buffer.subarray(0, bytesRead));
    return buffer.subarray(0, bytesRead).includes('latchkey/snapshot/');
  } finally {
    await handle.close();
  }
}

/** The first kilobytes of a gzip file, unpacked as far as they go. */
function unpacksToSnapshot(start: Buffer): boolean {
  try {
    return gunzipSync(start, { finishFlush: zlib.Z_SYNC_FLUSH }).includes('latchkey/snapshot/');
  } catch {
    return false;
  }
}
