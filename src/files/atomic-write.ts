import { randomBytes } from 'node:crypto';
import { type FileHandle, open, readlink, realpath, rename, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { LatchkeyError } from '../shared/base/error';
import { systemCode } from './system-code';
import { texts } from './texts';

/**
 * `mode`: permission bits of a new file; an existing file keeps its own. `what`: how messages call the file.
 * `keepOwner`: refuse rather than let the file pass to the writing account, as its readers could lose it.
 */
export interface WriteOptions {
  mode?: number;
  what?: string;
  keepOwner?: boolean;
}

/**
 * Writes a whole file so that a reader sees the old content or the new, never a part: temporary file in the same
 * folder, fsync, rename, fsync of the folder. A symbolic link is followed, so that what it points to is replaced
 * and not the link. A device or pipe (`/dev/stdout`) is written to in place.
 *
 * Returns the path in effect. Throws `disk-full` or `write-failed`; the temporary file is then gone and an
 * existing file is as it was.
 */
export async function writeFileAtomic(
  file: string,
  content: string | Uint8Array,
  options: WriteOptions = {},
): Promise<string> {
  const what = options.what ?? 'file';
  const target = await resolveTarget(file, what);
  const existing = await statOrNull(target, what);
  if (existing?.isDirectory() === true) {
    throw new LatchkeyError('write-failed', texts.cannotWriteTheItIs(what, file), {
      hint: texts.giveTheNameOfA,
    });
  }
  if (existing !== null && !existing.isFile()) {
    await writeInPlace(target, content, what);
    return target;
  }
  const kept = existing === null ? null : { uid: existing.uid, gid: existing.gid };
  const mode = existing === null ? options.mode : existing.mode & 0o7777;
  await replaceFile(target, content, { mode, owner: kept, keepOwner: options.keepOwner ?? false }, what);
  return target;
}

/** The file a link points to; the path itself where there is no file yet. A link to nothing is not replaced. */
async function resolveTarget(file: string, what: string): Promise<string> {
  try {
    return await realpath(file);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw writeError(error, file, what);
  }
  const link = await readlink(file).catch(() => null);
  if (link === null) return path.resolve(file);
  throw new LatchkeyError('write-failed', texts.cannotWriteTheItIsA(what, file, link), {
    hint: texts.giveThePathThatThe,
  });
}

async function statOrNull(file: string, what: string) {
  try {
    return await stat(file);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw writeError(error, file, what);
  }
}

async function writeInPlace(file: string, content: string | Uint8Array, what: string): Promise<void> {
  try {
    const handle = await open(file, 'w');
    try {
      await handle.writeFile(content);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw writeError(error, file, what);
  }
}

async function replaceFile(
  file: string,
  content: string | Uint8Array,
  {
    mode,
    owner,
    keepOwner,
  }: { mode: number | undefined; owner: { uid: number; gid: number } | null; keepOwner: boolean },
  what: string,
): Promise<void> {
  // Not built from the file's own name: that may already be as long as a name can be.
  const temporary = path.join(path.dirname(file), `.latchkey-${randomBytes(6).toString('hex')}.tmp`);
  let handle: FileHandle | undefined;
  try {
    handle = await open(temporary, 'wx', mode);
    if (owner !== null) await handOver(handle, owner, keepOwner);
    // The mode given to open() is cut by the umask; an existing file keeps exactly what it had.
    if (mode !== undefined) await handle.chmod(mode);
    await handle.writeFile(content);
    await handle.sync();
    await handle.close();
    await rename(temporary, file);
  } catch (error) {
    // Closing twice is refused by Node and harmless; the first failure is the one to report.
    await handle?.close().catch(() => undefined);
    await unlink(temporary).catch(() => undefined);
    throw writeError(error, file, what);
  }
  await syncFolder(path.dirname(file));
}

/** Only root may give a file away; anyone else's new file is rightly their own, unless the owner has to stay. */
async function handOver(
  handle: FileHandle,
  owner: { uid: number; gid: number },
  required: boolean,
): Promise<void> {
  const mine = await handle.stat();
  if (mine.uid === owner.uid && mine.gid === owner.gid) return;
  try {
    await handle.chown(owner.uid, owner.gid);
  } catch (error) {
    if (required) throw error;
  }
}

/** Makes the rename durable. Some file systems and Windows cannot sync a folder: the file itself is safe by then. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    return;
  }
}

/** Turns what the operating system said on writing into a typed error with something to do. */
export function writeError(error: unknown, file: string, what: string): LatchkeyError {
  const folder = path.dirname(path.resolve(file));
  switch (systemCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new LatchkeyError('disk-full', texts.noSpaceLeftOnThe(what, file), {
        hint: texts.freeSomeSpaceInOr(folder),
        cause: error,
      });
    case 'EROFS':
      return failed('the file system is read-only', 'Choose a folder on a writable file system.');
    case 'EACCES':
    case 'EPERM':
      return failed('permission denied', `Your account needs write permission in ${folder}.`);
    case 'ENOENT':
      return failed(`there is no folder ${folder}`, 'Create the folder first, or choose another.');
    case 'ENOTDIR':
      return failed(`${folder} is not a folder`, 'Choose another path.');
    case 'ENAMETOOLONG':
      return failed('the name is too long', 'Choose a shorter name.');
    case 'EISDIR':
      return failed('it is a folder', 'Give the name of a file.');
    default:
      return failed(error instanceof Error ? error.message : String(error), undefined);
  }

  function failed(why: string, hint: string | undefined): LatchkeyError {
    return new LatchkeyError('write-failed', texts.cannotWriteThe(what, file, why), {
      hint,
      cause: error,
    });
  }
}
