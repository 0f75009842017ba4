import { readSnapshotContent } from '../../files/snapshot/snapshot-file';
import type { Analysis } from '../../shared/analysis';
import { LatchkeyError } from '../../shared/base/error';
import type { Decisions } from '../../shared/decisions';
import type { Snapshot, SnapshotSummary } from '../../shared/snapshot';
import { texts } from './texts';

const keptOpen = 4;

export interface OpenSnapshot {
  /** null: it lies in no file. */
  path: string | null;
  snapshot: Snapshot;
  /** Made when first asked for, then kept while the user's locks and mutes stay the same. */
  analysis(): Promise<Analysis>;
}

/** How a snapshot is judged, and what the user has decided, on which that depends. */
export interface Judging {
  decisions(): Promise<Decisions>;
  analyze(snapshot: Snapshot, path: string | null): Promise<Analysis>;
}

/** The snapshots read most lately, by id, so that a page does not read the file again. */
export class OpenSnapshots {
  readonly #judging: Judging;
  readonly #open = new Map<string, OpenSnapshot>();

  constructor(judging: Judging) {
    this.#judging = judging;
  }

  /** @param id of the entry in the history, which is not always that of the document */
  add(id: string, path: string | null, snapshot: Snapshot): OpenSnapshot {
    let made: { planDigest: string; analysis: Promise<Analysis> } | undefined;
    const entry: OpenSnapshot = {
      path,
      snapshot,
      analysis: async () => {
        // Locks and mutes may change at any time, also from the command line.
        const planDigest = JSON.stringify(await this.#judging.decisions());
        if (made?.planDigest !== planDigest)
          made = { planDigest, analysis: this.#judging.analyze(snapshot, path) };
        return made.analysis;
      },
    };
    this.#open.delete(id);
    this.#open.set(id, entry);
    for (const oldest of this.#open.keys()) {
      if (this.#open.size <= keptOpen) break;
      this.#open.delete(oldest);
    }
    return entry;
  }

  /** @param entryOf what the history knows of a snapshot that is not open any more */
  async get(
    id: string,
    entryOf: (id: string) => Promise<Pick<SnapshotSummary, 'path' | 'content'> | undefined>,
  ): Promise<OpenSnapshot> {
    const open = this.#open.get(id);
    if (open !== undefined) return open;
    const entry = await entryOf(id);
    if (entry === undefined) {
      throw new LatchkeyError('not-found', texts.thisSnapshotIsNotIn, {
        hint: texts.openItsFileAgain,
      });
    }
    const { snapshot, content } = await readSnapshotContent(entry.path);
    requireContent(entry, content);
    return this.add(id, entry.path, snapshot);
  }

  forget(id: string): void {
    this.#open.delete(id);
  }
}

/** @throws LatchkeyError 'file-unreadable' where the file holds another snapshot than the history knows */
export function requireContent(
  { path, content }: Pick<SnapshotSummary, 'path' | 'content'>,
  found: string,
): void {
  if (content === undefined || content === found) return;
  throw new LatchkeyError('file-unreadable', texts.holdsAnotherSnapshotThanThe(path), {
    hint: texts.theFileWasChangedOr,
  });
}
