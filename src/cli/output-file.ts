import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { LatchkeyError } from '../shared/error';

/**
 * Refuses an output file that cannot be written before a long measurement begins. Throws `write-failed`. The disk
 * may still fill up later; that is told when it happens.
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
