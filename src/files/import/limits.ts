import { LatchkeyError } from '../../shared/base/error';
import { formatBytes } from '../../shared/base/units';

/** Bounds on what is read from files of unknown origin. */
export interface ImportLimits {
  /** Files, folders, links and the like in a folder or archive. */
  entries: number;
  /** Bytes that an archive may hold unpacked. */
  unpackedBytes: number;
  /** How many times larger than packed an archive may be; text of servers seldom passes 40. */
  ratio: number;
  /** Up to this many unpacked bytes the ratio is not looked at: a small text may be very regular. */
  ratioFromBytes: number;
  /** Text that must be held as a whole (an option file, an InnoDB status). */
  wholeBytes: number;
  /** A longer line is cut. */
  lineLength: number;
  /** Folders within folders. */
  depth: number;
  /** Status readings of a series; beyond it every second one is dropped. */
  readings: number;
  /** Rows of one result. */
  rows: number;
  /** Different statements of a slow log. */
  digests: number;
}

export const importLimits: ImportLimits = {
  entries: 20_000,
  unpackedBytes: 8 * 1024 ** 3,
  ratio: 200,
  ratioFromBytes: 64 * 1024 ** 2,
  wholeBytes: 16 * 1024 ** 2,
  lineLength: 1024 ** 2,
  depth: 16,
  readings: 3600,
  rows: 20_000,
  digests: 10_000,
};

/** A long name, a long link and extended attributes may stand before each entry of a tar archive. */
const headersPerEntry = 4;

/** The whole import is refused, not one file of it. */
export class BundleRefused extends LatchkeyError {}

/** Counts what an archive or folder gives, and refuses it when that passes the limits. `name`: for messages. */
export class Budget {
  readonly #name: string;
  readonly #limits: ImportLimits;
  #entries = 0;
  #headers = 0;
  #packed = 0;
  #unpacked = 0;

  constructor(name: string, limits: ImportLimits) {
    this.#name = name;
    this.#limits = limits;
  }

  /** One more file. */
  entry(): void {
    this.#entries += 1;
    this.entries(this.#entries);
  }

  /** One more header of an archive: an entry of any kind may have records about it before it. */
  header(): void {
    this.#headers += 1;
    const most = this.#limits.entries * headersPerEntry;
    if (this.#headers > most) throw this.#refuse(`it holds more than ${most} headers`);
  }

  /** The number of files is known beforehand. */
  entries(count: number): void {
    if (count > this.#limits.entries) {
      throw this.#refuse(`it holds more than ${this.#limits.entries} files and folders`);
    }
  }

  /** Names and remarks of all files, held together. */
  names(bytes: number): void {
    if (bytes > this.#limits.wholeBytes) {
      throw this.#refuse(`the names in it are longer than ${formatBytes(this.#limits.wholeBytes)}`);
    }
  }

  packed(bytes: number): void {
    this.#packed += bytes;
  }

  unpacked(bytes: number): void {
    this.#unpacked += bytes;
    this.check(this.#packed, this.#unpacked);
  }

  /** Refuses sizes before anything is unpacked, as an archive's own directory shows them. */
  check(packed: number, unpacked: number): void {
    const { unpackedBytes, ratio, ratioFromBytes } = this.#limits;
    if (unpacked > unpackedBytes) {
      throw this.#refuse(`unpacked it is larger than ${formatBytes(unpackedBytes)}`);
    }
    if (unpacked > ratioFromBytes && unpacked > ratio * Math.max(packed, 1)) {
      throw this.#refuse(
        `${formatBytes(packed)} of it unpack to more than ${formatBytes(unpacked - 1)}, over ${ratio} times as much, as no diagnostics do`,
      );
    }
  }

  #refuse(why: string): BundleRefused {
    return new BundleRefused('file-unreadable', `${this.#name} is refused: ${why}.`, {
      hint: 'Unpack what you trust yourself and import the folder, or a part of it.',
    });
  }
}
