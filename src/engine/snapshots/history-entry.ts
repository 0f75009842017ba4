import { readSnapshotContent } from '../../files/snapshot/snapshot-file';
import type { SnapshotSummary } from '../../shared/snapshot';
import type { SnapshotRepository } from '../../store';

/** Letters of the digest in the id of a copy. */
const digestLetters = 16;

/**
 * The entry of a snapshot in the history. An id can be copied, by hand or by an export: a document with the id of another
 * one gets an entry of its own beside it, and says so in its title. The same document opened from elsewhere keeps the
 * place where it was, as long as it is still there.
 */
export async function historyEntry(
  snapshots: SnapshotRepository,
  summary: SnapshotSummary & { content: string },
): Promise<SnapshotSummary> {
  const known = snapshots.get(summary.id);
  if (known === undefined) return summary;
  const isSame = (known.content ?? (await contentAt(known.path))) === summary.content;
  if (!isSame) {
    const { id, title, content } = summary;
    const note = title.endsWith('copy') ? '' : ', not the one known by this id';
    return { ...summary, id: `${id}~${content.slice(0, digestLetters)}`, title: `${title}${note}` };
  }
  const isThere = known.path !== summary.path && (await contentAt(known.path)) === summary.content;
  return isThere ? { ...summary, path: known.path } : summary;
}

/** Digest of what the file holds; null: it cannot be read. */
async function contentAt(path: string): Promise<string | null> {
  try {
    return (await readSnapshotContent(path)).content;
  } catch {
    return null;
  }
}
