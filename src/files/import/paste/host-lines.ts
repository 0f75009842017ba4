import { defined } from '../../../shared/base/defined';
import { formatBytes, parseSize } from '../../../shared/base/units';

import { CgroupFiles } from './cgroup-files';
import { ContainerLimits } from './container-limits';
import { StatedMachine } from './stated-machine';

/** What a line of top, free, lscpu, /proc/meminfo or prose says of the machine. */
export interface HostLine {
  memoryBytes?: number;
  cpus?: number;
}

const kib = 1024;
const units: Readonly<Record<string, number>> = { kib: kib, mib: kib ** 2, gib: kib ** 3 };

interface HostPattern {
  pattern: RegExp;
  read: (match: RegExpExecArray) => HostLine | null;
}

const bytesOf = (bytes: number | null): HostLine | null =>
  bytes !== null && bytes >= 64 * kib ** 2 ? { memoryBytes: Math.round(bytes) } : null;
const plain = (text: string) => Number(text.replaceAll(',', ''));

const patterns: readonly HostPattern[] = [
  // top: `MiB Mem :  15905.2 total`, and in older releases `Mem:  16318504k total`.
  {
    pattern: /^\s*([KMG]iB) Mem ?: {0,10}(\d[\d.,]{0,15}) total/i,
    read: ([, unit = '', total = '']) => bytesOf(plain(total) * (units[unit.toLowerCase()] ?? 1)),
  },
  { pattern: /^\s*Mem: {1,30}(\d{4,12})k total/, read: ([, total = '']) => bytesOf(Number(total) * kib) },
  // /proc/meminfo
  { pattern: /^\s*MemTotal: {1,20}(\d{4,12}) kB/, read: ([, total = '']) => bytesOf(Number(total) * kib) },
  // free -h
  {
    pattern: /^\s*Mem: {1,30}(\d{1,5}(?:[.,]\d{1,2})?)([MGT])i?B? {1,12}\d/,
    read: ([, total = '', unit = '']) => bytesOf(parseSize(`${total.replace(',', '.')}${unit}`)),
  },
  // lscpu
  { pattern: /^\s*CPU\(s\): {1,40}(\d{1,4})\s*$/, read: ([, cpus = '']) => ({ cpus: Number(cpus) }) },
  // Facts of Ansible.
  {
    pattern: /^\s{0,60}"?ansible_memtotal_mb"?\s{0,4}[:=\t]\s{0,4}(\d{2,9}),?\s*$/,
    read: ([, total = '']) => bytesOf(Number(total) * kib ** 2),
  },
  {
    pattern: /^\s{0,60}"?ansible_processor_vcpus"?\s{0,4}[:=\t]\s{0,4}(\d{1,4}),?\s*$/,
    read: ([, cpus = '']) => ({ cpus: Number(cpus) }),
  },
  // `total RAM   1,846 MB`, `RAM: 32GB`
  {
    pattern:
      /^\s*(?:total |physical |installed )?(?:RAM|memory)\s{0,20}[:=]?\s{1,20}(\d[\d.,]{0,12}) ?([MGT])i?B\s*$/i,
    read: ([, amount = '', unit = '']) =>
      bytesOf(parseSize(`${amount.replaceAll(/,(?=\d{3}\b)/g, '').replace(',', '.')}${unit.toUpperCase()}`)),
  },
];

/** free, free -m and free -g name no unit: the heading says `total used free`. */
const freeHeading = /^\s*total {2,20}used {2,20}free\b/;
const freeRow = /^\s*Mem: {1,30}(\d{1,15}(?: {1,30}\d{1,15}){2,6})\s*$/;

/** `Swap:  8191  7123  1068` of free, `Swap:  8.0Gi  7.0Gi  1.0Gi` of free -h: the second is in use. */
const swapRow =
  /^\s{0,4}Swap: {1,30}\d{1,15}(?:[.,]\d{1,2})?(?:[BKMGT]i?B?)? {1,30}(\d{1,15}(?:[.,]\d{1,2})?)(?:([KMGT])i?B?|B)? {1,30}\d/;

/** The command itself, behind a prompt. */
const freeCommand =
  /(?:^|[$#>] {0,4})(?:sudo {1,4})?free(?: {1,4}-[tlws]{1,3})? {1,4}(?:-([bkmg])|--(?:bytes|kibi|mebi|gibi))\b/;
const unitsOfFree: Readonly<Record<string, number>> = { b: 1, k: kib, m: kib ** 2, g: kib ** 3 };

/** Push lines, then read `memoryBytes` and `cpus`; the first that says it counts. */
export class HostLineReader {
  #memoryBytes: number | undefined;
  #available: number | undefined;
  #swapUsed: number | undefined;
  /** Bytes that a figure of the last `free` stands for; null: not known. */
  #freeUnit: number | null = null;
  #cpus: number | undefined;
  #isFree = false;
  #hasAvailable = false;
  /** What `free` was asked to count in; null: not said. */
  #unit: number | null = null;
  /** By the server's own settings; 0: not known. A server that runs with its buffer pool has more memory than that. */
  poolBytes = 0;
  /** What the buffer pool holds by the status; 0: not known. There the server's memory is in use, not only asked for. */
  heldBytes = 0;
  #isKilled = false;
  readonly #limits = new ContainerLimits();
  readonly #cgroup = new CgroupFiles();
  readonly #stated = new StatedMachine();

  /** Swap space in use, by `free`; of the machine. */
  get swapUsedBytes(): number | undefined {
    return this.#swapUsed;
  }

  /** The limit of a container is what the server has. */
  get memoryBytes(): number | undefined {
    return this.#limit ?? this.#memoryBytes;
  }

  /** Whether the text shows how the server's container is started, without any file of settings. */
  get isBareStart(): boolean {
    return this.#limits.isBareStart;
  }

  /** What sentences say of the machine: a tool knows better. */
  get stated(): { memoryBytes?: number; cpus?: number; dataBytes?: number } {
    const { cpus, dataBytes } = this.#stated;
    return defined({ memoryBytes: this.#sentence, cpus, dataBytes });
  }

  /** What free and top say can be had without swapping; of the machine, so not of a container. */
  get memoryAvailableBytes(): number | undefined {
    return this.#limit === undefined
      ? this.#available
      : (this.#limits.availableBytes ?? this.#cgroup.availableBytes);
  }

  /** Linux gives memory when it is touched: a pool above the limit is what containers are killed for, until it is filled. */
  get #limit(): number | undefined {
    return above(this.heldBytes, this.#limits.memoryBytes ?? this.#cgroup.memoryBytes);
  }

  /** A sentence may speak of another machine, unless the text is about a server that memory runs out for. */
  get #sentence(): number | undefined {
    return above(this.#isKilled ? this.heldBytes : this.poolBytes, this.#stated.memoryBytes);
  }

  /** Processes that the kernel has killed in the server's control group. */
  get oomKills(): number {
    return this.#cgroup.oomKills;
  }

  /** Why a memory that the text gives was not taken. */
  get leftOut(): string[] {
    const pool =
      this.heldBytes > 0 && this.heldBytes >= (this.#limits.memoryBytes ?? 0)
        ? `the buffer pool holds ${formatBytes(this.heldBytes)}`
        : `innodb_buffer_pool_size is ${formatBytes(this.poolBytes)}`;
    return [
      { what: 'The limit of a container', bytes: this.#limits.memoryBytes, taken: this.#limit },
      { what: 'The memory that a sentence gives', bytes: this.#stated.memoryBytes, taken: this.#sentence },
    ].flatMap(({ what, bytes, taken }) =>
      bytes === undefined || taken !== undefined
        ? []
        : [`${what} (${formatBytes(bytes)}) was left out: ${pool}, so the server has more`],
    );
  }

  get cpus(): number | undefined {
    return this.#cpus;
  }

  #takeSwap(line: string): void {
    const [, used = '', unit] = swapRow.exec(line) ?? [];
    if (used === '') return;
    const bytes =
      unit === undefined
        ? this.#freeUnit === null
          ? null
          : Number(used) * this.#freeUnit
        : parseSize(`${used.replace(',', '.')}${unit}`);
    if (bytes !== null) this.#swapUsed ??= Math.round(bytes);
  }

  #takeAvailable(line: string, row: string | undefined): void {
    const [, unit = '', amount] = availableOfTop.exec(line) ?? [];
    if (amount !== undefined)
      this.#available ??= Math.round(Number(amount) * (units[unit.toLowerCase()] ?? 1));
    const cells = row?.trim().split(/ +/).map(Number) ?? [];
    const [total = 0] = cells;
    // Six columns end in `available`; with `buffers` and `cached` of old, there is none.
    if (!this.#hasAvailable || cells.length !== 6 || total === 0) return;
    const bytes = freeBytes(cells, this.#unit);
    if (bytes !== null) this.#available ??= Math.round(((cells[5] ?? 0) * bytes) / total);
  }

  push(line: string): void {
    this.#limits.push(line);
    this.#cgroup.push(line);
    this.#stated.push(line);
    this.#isKilled ||= line.length <= 2_000 && memoryRanOut.test(line);
    if (line.length > 300 || !/mem|ram|cpu|total|free|swap/i.test(line)) return;
    this.#takeSwap(line);
    const asked = freeCommand.exec(line);
    if (asked !== null) this.#unit = unitsOfFree[asked[1] ?? ''] ?? null;
    const row = this.#isFree ? freeRow.exec(line)?.[1] : undefined;
    this.#takeAvailable(line, row);
    if (row !== undefined) {
      const cells = row.trim().split(/ +/).map(Number);
      const bytes = freeBytes(cells, this.#unit);
      this.#freeUnit = bytes === null || !cells[0] ? null : bytes / cells[0];
    }
    this.#isFree = freeHeading.test(line);
    if (this.#isFree) this.#hasAvailable = /\bavailable\s*$/.test(line);
    const said =
      row === undefined ? hostLine(line) : bytesOf(freeBytes(row.trim().split(/ +/).map(Number), this.#unit));
    this.#memoryBytes ??= said?.memoryBytes;
    this.#cpus ??= said?.cpus;
  }
}

/** What kernels, orchestrators, the server and people say when memory is gone. */
const memoryRanOut =
  /\boom[-_ ]?kill|\bOOM\b|\bout of memory\b|\bKilled process \d|\bcannot allocate memory\b/i;

/** undefined: it is not more. */
function above(least: number, bytes: number | undefined): number | undefined {
  return bytes !== undefined && bytes > least ? bytes : undefined;
}

/** `KiB Swap: 1048572 total, 40960 free, 1007612 used. 4120 avail Mem` of top. */
const availableOfTop = /^\s*([KMG]iB) Swap ?: .{10,120} (\d[\d.]{0,15}) avail Mem/i;

/**
 * `free` counts KiB, `free -m` MiB, `free -g` GiB, `free -b` bytes: which of them follows from the size, and between small
 * machines in KiB and large ones in MiB from the pages of 4 KiB, of which every figure in KiB is a multiple.
 * @param row the figures of the row, the total first
 * @returns null where two units give a machine that there may be
 */
function freeBytes(row: readonly number[], unit: number | null): number | null {
  const [total = 0] = row;
  if (unit !== null) return total * unit;
  // No machine with a server has so few MiB.
  if (total < 200) return total * kib ** 3;
  // Up to 1.9 GiB in MiB, or the GiB of a machine of 200 GiB and more.
  if (total < 1900) return null;
  if (total < 64_000) return total * kib ** 2;
  if (total < 2_000_000) return total * (row.every((each) => each % 4 === 0) ? kib : kib ** 2);
  if (total < 1e9) return total * kib;
  // Up to 3 TiB in KiB, or a few GiB in bytes.
  return total < 3.2e9 ? null : total;
}

function hostLine(line: string): HostLine | null {
  for (const { pattern, read } of patterns) {
    const match = pattern.exec(line);
    if (match !== null) return read(match);
  }
  return null;
}
