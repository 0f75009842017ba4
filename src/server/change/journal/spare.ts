import { type JournalEntry, journalEntrySchema } from '../../../shared/change';
import type { JournalFiles } from './journal-files';

/** Beside what the entry needs: what a restore adds to it. */
const roomBytes = 64 * 1024;

/**
 * Room for an entry on the disk, taken before the first SET, so that a disk which is full later takes the notes of a
 * restore all the same. Two files are written in turn, in place: one of them is whole whenever the power fails. (A file
 * system that never writes in place, such as Btrfs or ZFS, may refuse even that; the restore then goes on without its
 * notes.)
 */
export class Spare {
  readonly #paths: readonly [string, string];
  readonly #files: JournalFiles;

  constructor(base: string, files: JournalFiles) {
    this.#paths = [`${base}.spare-0`, `${base}.spare-1`];
    this.#files = files;
  }

  /** @throws LatchkeyError disk-full, write-failed */
  async reserve(entry: JournalEntry): Promise<void> {
    const blank = ' '.repeat(2 * Buffer.byteLength(JSON.stringify(entry), 'utf8') + roomBytes);
    for (const path of this.#paths) await this.#files.write(path, blank);
  }

  /** The newest entry that was written here; null: there is none. */
  async read(): Promise<JournalEntry | null> {
    const found = await Promise.all(this.#paths.map((path) => this.#readOne(path)));
    return found.reduce(newer, null);
  }

  /** @returns whether there was room; the log of statements is left out where it does not fit */
  async write(entry: JournalEntry): Promise<boolean> {
    const [first, second] = await Promise.all(this.#paths.map((path) => this.#readOne(path)));
    const path =
      newer(first ?? null, second ?? null) === first && first !== null ? this.#paths[1] : this.#paths[0];
    if ((await this.#files.read(path)) === null) return false;
    const short = { ...entry, statements: [] };
    return (
      (await this.#files.overwrite(path, JSON.stringify(entry))) ||
      (await this.#files.overwrite(path, JSON.stringify(short)))
    );
  }

  async remove(): Promise<void> {
    for (const path of this.#paths) await this.#files.remove(path);
  }

  async #readOne(path: string): Promise<JournalEntry | null> {
    const text = await this.#files.read(path);
    if (text === null || text.trim() === '') return null;
    try {
      const parsed = journalEntrySchema.safeParse(JSON.parse(text));
      return parsed.success ? parsed.data : null;
    } catch {
      // Torn by a loss of power: the other one is whole.
      return null;
    }
  }
}

/** Of two copies of an entry the one that was written later. */
export function newer(one: JournalEntry | null, other: JournalEntry | null): JournalEntry | null {
  if (one === null || other === null) return one ?? other;
  return (other.revision ?? 0) > (one.revision ?? 0) ? other : one;
}
