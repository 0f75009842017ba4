import { constants } from 'node:fs';
import { access, open, stat } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, constants as zlib } from 'node:zlib';
import { LatchkeyError } from '../shared/base/error';

/**
 * Refuses an output file that cannot be written before a long measurement begins. Throws `write-failed`. The disk
 * may still fill up later; that is reported when it happens.
 */
export async function checkOutputFile(file: string): Promise<void> {
  const folder = path.dirname(path.resolve(file));
  const refuse = (why: string, hint: string, cause?: unknown) =>
    new LatchkeyError('write-failed', `Cannot write ${file}: ${why}.`, { hint, cause });
  const existing = await stat(file).catch(() => null);
  if (existing?.isDirectory() === true) throw refuse('it is a folder', 'Give the name of a file with -o.');
  if (existing !== null && !existing.isFile()) return;
  try {
    await access(folder, constants.W_OK);
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (missing)
      throw refuse(`there is no folder ${folder}`, 'Create the folder first, or choose another.', error);
    throw refuse(`${folder} cannot be written to`, 'Choose another folder with -o.', error);
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
    throw new LatchkeyError('write-failed', `Cannot write ${file}: it is there already and is no snapshot.`, {
      hint: 'Choose another name with -o, or remove the file first.',
    });
  }
  if (!force) {
    throw new LatchkeyError('write-failed', `Cannot write ${file}: it is there already.`, {
      hint: 'Give --force to write over that snapshot, or choose another name with -o.',
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
