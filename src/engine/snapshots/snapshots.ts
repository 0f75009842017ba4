import { rm } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { analyze } from '../../analysis';
import { makeOwnFolder } from '../../files/make-folder';
import type { DecisionFiles } from '../../files/rules/decisions';
import { contentDigest } from '../../files/snapshot/snapshot-content';
import { readSnapshot, readSnapshotContent, writeSnapshot } from '../../files/snapshot/snapshot-file';
import type { Analysis } from '../../shared/analysis';
import { LatchkeyError } from '../../shared/base/error';
import { type Snapshot, type SnapshotSummary, summarise } from '../../shared/snapshot';
import { fileName, fileNamePart } from '../../shared/writers/file-name';
import type { Databases } from '../base/databases';
import type { LoadedRules } from '../base/loaded-rules';
import { historyEntry, knownEntry } from './history-entry';
import { type OpenSnapshot, OpenSnapshots } from './open-snapshots';
import { texts } from './texts';

const previewsHeld = 2;

export interface SnapshotsContext {
  databases: Databases;
  decisions: DecisionFiles;
  rules: LoadedRules;
  /** Where the snapshots of the history are kept that were taken here. */
  folder: string;
}

/** Snapshots by id: those that are open, and those that the history knows. */
export class Snapshots {
  readonly #context: SnapshotsContext;
  readonly #open: OpenSnapshots;
  readonly #previews = new Map<string, Snapshot>();

  constructor(context: SnapshotsContext) {
    this.#context = context;
    this.#open = new OpenSnapshots({
      decisions: () => context.decisions.read(),
      analyze: (snapshot, path) => this.analyze(snapshot, path),
    });
  }

  /** @throws LatchkeyError 'not-found' for one that is neither open nor in the history */
  get(id: string): Promise<OpenSnapshot> {
    return this.#open.get(id, (wanted) => this.entry(wanted));
  }

  /** What the history knows of it. */
  async entry(id: string): Promise<SnapshotSummary | undefined> {
    return knownEntry(await this.#history(), id);
  }

  /** Newest first. */
  async list(): Promise<SnapshotSummary[]> {
    return (await this.#history()).list();
  }

  /** Opens a file that the history shall not know. @returns its id here, which is its path */
  async read(path: string): Promise<{ id: string; snapshot: Snapshot }> {
    const snapshot = await readSnapshot(path);
    this.#open.add(path, path, snapshot);
    return { id: path, snapshot };
  }

  /** Opens a file, and notes it in the history. */
  async open(path: string): Promise<SnapshotSummary> {
    const absolute = resolve(path);
    const { snapshot, content } = await readSnapshotContent(absolute);
    return this.#remember(absolute, snapshot, content);
  }

  /** Keeps what was just made: in the file, or with `null` in the history. It stays open. */
  async keep(snapshot: Snapshot, file: string | null): Promise<SnapshotSummary> {
    if (file !== null) {
      await writeSnapshot(file, snapshot);
      this.#open.add(snapshot.id, file, snapshot);
      return summarise(resolve(file), snapshot);
    }
    const { folder } = this.#context;
    makeOwnFolder(folder);
    const path = join(folder, snapshotFileName(snapshot));
    await writeSnapshot(path, snapshot);
    return this.#remember(path, snapshot, contentDigest(snapshot));
  }

  /**
   * Holds what was just made, without a file and unknown to the history, until it is kept or others have followed. It can
   * be judged meanwhile.
   */
  preview(snapshot: Snapshot): SnapshotSummary {
    this.#previews.set(snapshot.id, snapshot);
    this.#open.add(snapshot.id, null, snapshot);
    for (const oldest of this.#previews.keys()) {
      if (this.#previews.size <= previewsHeld) break;
      this.#previews.delete(oldest);
    }
    return summarise('', snapshot);
  }

  /** @throws LatchkeyError 'not-found' where it is not held any more */
  async keepPreview(id: string): Promise<SnapshotSummary> {
    const snapshot = this.#previews.get(id);
    if (snapshot === undefined) {
      throw new LatchkeyError('not-found', texts.whatWasReadIsNot, {
        hint: texts.importItAgain,
      });
    }
    this.#previews.delete(id);
    return this.keep(snapshot, null);
  }

  async remove(id: string): Promise<void> {
    const history = await this.#history();
    const path = history.get(id)?.path;
    history.delete(id);
    (await this.#context.databases.history()).work.delete(id);
    this.#open.forget(id);
    // A file that the user opened from elsewhere is theirs; only Latchkey's own are removed with their last entry.
    if (
      path?.startsWith(this.#context.folder + sep) === true &&
      !history.list().some((other) => other.path === path)
    )
      await rm(path, { force: true });
  }

  /** Judges a snapshot by the rules, locks and mutes of today. @param path where it lies; null: in no file */
  async analyze(snapshot: Snapshot, path: string | null): Promise<Analysis> {
    const { locks, mutes } = await this.#context.decisions.read();
    return analyze(snapshot, await this.#context.rules.set(), { path, locks, mutes });
  }

  async #history() {
    return (await this.#context.databases.history()).snapshots;
  }

  async #remember(path: string, snapshot: Snapshot, content: string): Promise<SnapshotSummary> {
    const history = await this.#history();
    const entry = await historyEntry(history, { ...summarise(path, snapshot), content });
    this.#open.add(entry.id, path, snapshot);
    history.add(entry);
    return { ...entry, path };
  }
}

/** `2026-11-21T03-04-05_root@localhost-3306_1a2b3c4d.lks` */
function snapshotFileName(snapshot: Snapshot): string {
  const target = fileNamePart(snapshot.origin.target, 60);
  return fileName(`${snapshot.createdAt.slice(0, 19)}_${target}_${snapshot.id.slice(0, 8)}`, 'lks');
}
