import { LatchkeyError } from '../../shared/base/error';
import { type Snapshot, snapshotSchema } from '../../shared/snapshot';
import { writeFileAtomic } from '../atomic-write';
import { readWholeFile } from '../read-file';
import { contentDigest } from './snapshot-content';
import { packDocument, snapshotLimits, unpackDocument } from './snapshot-encoding';
import { acceptSnapshot } from './snapshot-migration';

/**
 * Reads a `.lks` file: gzip JSON (plain JSON is taken too), checked, brought to the current format. Throws
 * `file-not-found`, `file-unreadable`, `not-a-snapshot`, `snapshot-truncated`, `snapshot-corrupt` or
 * `snapshot-newer`; the message says what is wrong and where.
 */
export async function readSnapshot(path: string): Promise<Snapshot> {
  const bytes = await readWholeFile(path, 'snapshot', snapshotLimits.textBytes);
  return acceptSnapshot(await unpackDocument(bytes, path), path);
}

/** The same, with the digest of what the file holds. */
export async function readSnapshotContent(path: string): Promise<{ snapshot: Snapshot; content: string }> {
  const bytes = await readWholeFile(path, 'snapshot', snapshotLimits.textBytes);
  const document = await unpackDocument(bytes, path);
  const content = contentDigest(document);
  return { snapshot: acceptSnapshot(document, path), content };
}

/**
 * Writes a `.lks` file atomically. A snapshot that keeps literals is made readable by its owner only. Throws
 * `disk-full` or `write-failed`; a file that was there before is then untouched.
 */
export async function writeSnapshot(path: string, snapshot: Snapshot): Promise<void> {
  const result = snapshotSchema.safeParse(snapshot);
  if (!result.success) {
    throw new LatchkeyError('internal', 'The snapshot does not fit its own schema and was not written.', {
      cause: result.error,
    });
  }
  let packed: Buffer;
  try {
    packed = await packDocument(snapshot);
  } catch (error) {
    // JSON.stringify throws a RangeError when the text is longer than a string can be.
    throw new LatchkeyError('write-failed', `The snapshot is too large to be written to ${path}.`, {
      hint: 'Take a shorter window or a longer sampling interval.',
      cause: error,
    });
  }
  await writeFileAtomic(path, packed, {
    what: 'snapshot',
    ...(snapshot.literals === 'kept' ? { mode: 0o600 } : {}),
  });
}
