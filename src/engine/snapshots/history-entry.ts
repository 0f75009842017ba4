import { readSnapshotContent } from '../../files/snapshot/snapshot-file';
import { type SnapshotSummary, summarise } from '../../shared/snapshot';
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
  const known = await knownEntry(snapshots, summary.id);
  if (known === undefined) return summary;
  const isSame = known.content === summary.content;
  if (!isSame) {
    const { id, title, content } = summary;
    const note = title.endsWith('copy') ? '' : ', not the one known by this id';
    return { ...summary, id: `${id}~${content.slice(0, digestLetters)}`, title: `${title}${note}` };
  }
  const isThere = known.path !== summary.path && (await contentAt(known.path)) === summary.content;
  return isThere ? { ...summary, path: known.path } : summary;
}

/**
 * An entry of the history. One that was written before the history kept what its file holds is given that now, permanently,
 * where the file says of itself what the entry says; where it says something else, no content is that of the entry.
 */
export async function knownEntry(
  snapshots: SnapshotRepository,
  id: string,
): Promise<SnapshotSummary | undefined> {
  const known = snapshots.get(id);
  if (known === undefined || known.content !== undefined) return known;
  let held: Awaited<ReturnType<typeof readSnapshotContent>>;
  try {
    held = await readSnapshotContent(known.path);
  } catch {
    // Not there, or not to be read: whoever opens it is reported.
    return known;
  }
  const found = summarise(known.path, held.snapshot);
  const isSame =
    found.id === known.id &&
    found.createdAt === known.createdAt &&
    found.windowSeconds === known.windowSeconds &&
    found.complete === known.complete &&
    found.target === known.target &&
    found.server.serverKey === known.server.serverKey &&
    found.server.versionText === known.server.versionText;
  if (!isSame) return { ...known, content: '' };
  const bound = { ...known, content: held.content };
  snapshots.add(bound);
  return bound;
}

/** Digest of what the file holds; null: it cannot be read. */
async function contentAt(path: string): Promise<string | null> {
  try {
    return (await readSnapshotContent(path)).content;
  } catch {
    return null;
  }
}
