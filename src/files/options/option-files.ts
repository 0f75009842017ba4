import { constants } from 'node:fs';
import { chown, copyFile, realpath, stat, unlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import type { ServerKind } from '../../knowledge/catalog/variable-catalog';
import { fromBytes, type OptionTree, serverRules, toBytes } from '../../knowledge/option-file';
import { LatchkeyError } from '../../shared/base/error';
import { requireReadable } from '../../shared/base/file-sizes';
import { writeError, writeFileAtomic } from '../atomic-write';
import { readWholeFile } from '../read-file';
import { systemCode } from '../system-code';
import { readOptionTree } from './option-tree';
import { texts } from './texts';

export { type CompletedTarget, completeTarget } from './target-options';

/** An option file as a plan is written into it: its text, and with all that it includes. */
export async function readPlanTarget(
  file: string,
  server: ServerKind,
): Promise<{ path: string; text: string; tree: OptionTree }> {
  const text = await readOptionFile(file);
  const tree = await readOptionTree([{ path: file, required: true }], { rules: serverRules(server) });
  return { path: file, text, tree };
}

/**
 * The text of an option file; bytes that are not UTF-8 are in it as lone surrogates (see `fromBytes`), so that
 * `writeTextFile` releases every byte. Throws `file-not-found` or `file-unreadable`.
 */
export async function readOptionFile(file: string): Promise<string> {
  const bytes = await readWholeFile(file, 'option file');
  return fromBytes(bytes.toString('latin1'));
}

/**
 * Writes a text atomically. An option file (`*.cnf`, `*.ini`) that was there with other content is copied beside
 * itself first, as `my.cnf.bak`, `my.cnf.bak2` and so on; permissions and owner stay. A link is followed.
 * @param expected what the file held when the text was made from it; if it holds something else by now, nothing is
 *   written (`write-failed`)
 * @returns the path of the copy; null: none was needed
 * Throws `disk-full` or `write-failed`; the file is then as it was.
 */
export async function writeTextFile(file: string, text: string, expected?: string): Promise<string | null> {
  const bytes = Buffer.from(toBytes(text), 'latin1');
  if (!/\.(?:cnf|ini)$/i.test(file)) {
    await writeFileAtomic(file, bytes);
    return null;
  }
  const what = 'option file';
  requireReadable(what, file, bytes.length);
  const existing = await existingFile(file);
  if (expected !== undefined && existing !== null) refuseOverwriting(file, existing.bytes, expected);
  if (existing?.bytes.equals(bytes) === true) return null;
  let copy: string | null = null;
  try {
    copy = existing === null || existing.bytes.length === 0 ? null : await backUp(existing);
    await writeFileAtomic(file, bytes, { what, keepOwner: true });
    return copy;
  } catch (error) {
    if (copy !== null) await unlink(copy).catch(() => undefined);
    throw withAnotherPath(error, file);
  }
}

interface ExistingFile {
  /** Behind any link. */
  path: string;
  bytes: Buffer;
  owner: { uid: number; gid: number };
}

async function existingFile(file: string): Promise<ExistingFile | null> {
  try {
    const real = await realpath(file);
    const found = await stat(real);
    if (!found.isFile()) return null;
    const bytes = await readWholeFile(real, 'option file');
    return { path: real, bytes, owner: { uid: found.uid, gid: found.gid } };
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error instanceof LatchkeyError ? error : writeError(error, file, 'option file');
  }
}

function refuseOverwriting(file: string, present: Buffer, expected: string): void {
  if (present.equals(Buffer.from(toBytes(expected), 'latin1'))) return;
  throw new LatchkeyError('write-failed', texts.theOptionFileHasChanged(file), {
    hint: texts.readItAgainAndLook,
  });
}

/** The copy must not end in `.cnf`: a server would read it as well where the folder is included. */
async function backUp({ path: file, owner }: ExistingFile): Promise<string> {
  for (let number = 1; ; number += 1) {
    const copy = path.resolve(`${file}.bak${number === 1 ? '' : number}`);
    try {
      await copyFile(file, copy, constants.COPYFILE_EXCL);
      // Only root can; a copy of one's own may hold a password no more than the file itself, as the mode is copied.
      await chown(copy, owner.uid, owner.gid).catch(() => undefined);
      return copy;
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw writeError(error, copy, 'backup');
    }
  }
}

/** Where the account may not write, the user can save elsewhere; `cp` onto a file keeps its owner and permissions. */
function withAnotherPath(error: unknown, file: string): unknown {
  const cause = error instanceof LatchkeyError ? systemCode(error.cause) : undefined;
  if (!(error instanceof LatchkeyError) || !['EACCES', 'EPERM', 'EROFS'].includes(cause ?? '')) return error;
  const other = path.join(homedir(), path.basename(file));
  return new LatchkeyError(error.code, error.message, {
    hint: texts.saveItToAnotherPath(other, other, path.resolve(file)),
    cause: error.cause,
  });
}
