import { LatchkeyError } from '../../shared/base/error';
import { fitsOf } from '../../shared/base/fits';
import { JsonRefused } from '../../shared/base/json-budget';
import { type Snapshot, snapshotSchema } from '../../shared/snapshot';
import { writeFileAtomic } from '../atomic-write';
import { readWholeFile } from '../read-file';
import { contentDigest } from './snapshot-content';
import { packSnapshot, unpackDocument } from './snapshot-encoding';
import { acceptSnapshot } from './snapshot-migration';
import { texts } from './texts';

/**
 * Reads a `.lks` file: gzip JSON (plain JSON is taken too), checked, brought to the current format. Throws
 * `file-not-found`, `file-unreadable`, `not-a-snapshot`, `snapshot-truncated`, `snapshot-corrupt` or
 * `snapshot-newer`; the message says what is wrong and where.
 */
export async function readSnapshot(path: string): Promise<Snapshot> {
  const bytes = await readWholeFile(path, 'snapshot');
  return acceptSnapshot(await unpackDocument(bytes, path), path);
}

/** The same, with the digest of what the file holds. */
export async function readSnapshotContent(path: string): Promise<{ snapshot: Snapshot; content: string }> {
  const bytes = await readWholeFile(path, 'snapshot');
  const document = await unpackDocument(bytes, path);
  const content = contentDigest(document);
  return { snapshot: acceptSnapshot(document, path), content };
}

/**
 * Writes a `.lks` file atomically. A snapshot that keeps literals is made readable by its owner only. Throws
 * `disk-full` or `write-failed`; a file that was there before is then untouched. One that is too large to be read again is
 * written with less of what is largest in it.
 */
export async function writeSnapshot(path: string, snapshot: Snapshot): Promise<void> {
  const problem = fitsOf(snapshotSchema)(snapshot) ? undefined : snapshotSchema.safeParse(snapshot).error;
  if (problem !== undefined) {
    throw new LatchkeyError('internal', texts.theSnapshotDoesNotFit, { cause: problem });
  }
  let packed: Buffer;
  try {
    packed = await packSnapshot(snapshot);
  } catch (error) {
    if (!(error instanceof JsonRefused)) throw error;
    throw new LatchkeyError('write-failed', texts.theSnapshotIsNotWritten(path, error.message), {
      hint: texts.latchkeyCouldNotReadIt,
      cause: error,
    });
  }
  await writeFileAtomic(path, packed, {
    what: 'snapshot',
    ...(snapshot.literals === 'kept' ? { mode: 0o600 } : {}),
  });
}
