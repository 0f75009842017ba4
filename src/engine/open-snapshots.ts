import type { Analysis } from '../shared/analysis';
import { LatchkeyError } from '../shared/error';
import type { Snapshot } from '../shared/snapshot';
import type { Engine } from './engine';

const keptOpen = 4;

export interface OpenSnapshot {
  path: string;
  snapshot: Snapshot;
  /** Made when first asked for, then kept while the user's locks and mutes stay the same. */
  analysis(): Promise<Analysis>;
}

/** The snapshots read most lately, by id, so that a page does not read the file again. */
export class OpenSnapshots {
  readonly #engine: Engine;
  readonly #open = new Map<string, OpenSnapshot>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  add(path: string, snapshot: Snapshot): OpenSnapshot {
    let made: { mark: string; analysis: Promise<Analysis> } | undefined;
    const entry: OpenSnapshot = {
      path,
      snapshot,
      analysis: async () => {
        // Locks and mutes may change at any time, also from the command line.
        const mark = JSON.stringify(await this.#engine.decisions());
        if (made?.mark !== mark) made = { mark, analysis: this.#engine.analyze(snapshot, path) };
        return made.analysis;
      },
    };
    this.#open.delete(snapshot.id);
    this.#open.set(snapshot.id, entry);
    for (const id of this.#open.keys()) {
      if (this.#open.size <= keptOpen) break;
      this.#open.delete(id);
    }
    return entry;
  }

  /** @param pathOf where the snapshot lies when it is not open any more */
  async get(id: string, pathOf: (id: string) => Promise<string | undefined>): Promise<OpenSnapshot> {
    const entry = this.#open.get(id);
    if (entry !== undefined) return entry;
    const path = await pathOf(id);
    if (path === undefined) {
      throw new LatchkeyError('not-found', 'This snapshot is not in the history any more.', {
        hint: 'Open its file again.',
      });
    }
    return this.add(path, await this.#engine.readSnapshot(path));
  }

  forget(id: string): void {
    this.#open.delete(id);
  }
}
