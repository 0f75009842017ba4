import type { JournalFiles } from '../../src/server/change/journal/journal-files';

/**
 * A disk that can lose power: contents are kept once written (the journal syncs each), but a name that was given,
 * changed or taken away is kept for certain only once its folder was synced. Before every operation `tick` may throw:
 * the process dies there.
 */
export class ModelDisk implements JournalFiles {
  #names = new Map<string, string>();
  #kept = new Map<string, string>();
  /** Changes of names since the last sync, in order. */
  #loose: { path: string; text: string | null }[] = [];
  readonly #tick: () => void;

  constructor(tick: () => void, survivors: ReadonlyMap<string, string> = new Map()) {
    this.#tick = tick;
    this.#names = new Map(survivors);
    this.#kept = new Map(survivors);
  }

  /** What a process that starts now on this machine finds: everything, synced or not. */
  afterProcessDeath(): Map<string, string> {
    return new Map(this.#names);
  }

  /** What is found after the power came back: of the changes that were not synced, those that `survives` lets through. */
  afterPowerLoss(survives: (index: number) => boolean): Map<string, string> {
    const found = new Map(this.#kept);
    this.#loose.forEach(({ path, text }, index) => {
      if (!survives(index)) return;
      if (text === null) found.delete(path);
      else found.set(path, text);
    });
    return found;
  }

  async makeFolder(): Promise<void> {
    this.#tick();
  }

  async names(folder: string): Promise<string[]> {
    this.#tick();
    return [...this.#names.keys()]
      .filter((path) => path.startsWith(`${folder}/`))
      .map((path) => path.slice(folder.length + 1));
  }

  async read(path: string): Promise<string | null> {
    this.#tick();
    return this.#names.get(path) ?? null;
  }

  async write(path: string, text: string): Promise<void> {
    this.#tick();
    this.#put(path, text);
  }

  async overwrite(path: string, text: string): Promise<boolean> {
    this.#tick();
    const size = this.#names.get(path)?.length;
    if (size === undefined) throw new Error(`${path} is not there`);
    if (text.length > size) return false;
    this.#put(path, text.padEnd(size));
    return true;
  }

  async rename(from: string, to: string): Promise<void> {
    this.#tick();
    const text = this.#names.get(from);
    if (text === undefined) throw new Error(`${from} is not there`);
    this.#put(to, text);
    this.#put(from, null);
  }

  async link(from: string, to: string): Promise<boolean> {
    this.#tick();
    if (this.#names.has(to)) return false;
    this.#put(to, this.#names.get(from) ?? '');
    return true;
  }

  async remove(path: string): Promise<void> {
    this.#tick();
    if (this.#names.has(path)) this.#put(path, null);
  }

  async syncFolder(): Promise<void> {
    this.#tick();
    this.#kept = new Map(this.#names);
    this.#loose = [];
  }

  #put(path: string, text: string | null): void {
    if (text === null) this.#names.delete(path);
    else this.#names.set(path, text);
    this.#loose.push({ path, text });
  }
}
