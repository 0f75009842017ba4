import { parseSize } from '../../../shared/base/units';

/** `mem_limit: 512m` of compose, `--memory=2g` and `-m 2g` of docker run. */
const direct =
  /(?:^|\s)(?:mem_limit:|--memory[= ]) {0,4}["']?(\d{1,7}(?:\.\d{1,3})?) ?([kmg]i?b?)["']?(?:\s|$)/i;
const heading = /^(\s{0,40})(?:- )?(limits|requests|reservations)"?:\s{0,4}(?:\{(.{0,200})\})?\s*$/;
const memory = /^(\s{0,40})"?memory"?: {0,4}["']?(\d{1,12}(?:\.\d{1,3})?) ?([KMG]i?B?)?["']?,?\s*$/i;
const inline = /\bmemory"?: {0,4}["']?(\d{1,12}(?:\.\d{1,3})?) ?([KMG]i?B?)?/i;

/**
 * The memory that a container may have, as compose files, `docker run` and pods of Kubernetes limit it. Push lines; where
 * several differ (a file of several containers) none of them counts.
 */
export class ContainerLimits {
  readonly #found = new Set<number>();
  #isLimits = false;

  /** Bytes; undefined: no limit, or several. */
  get memoryBytes(): number | undefined {
    const [only] = this.#found;
    return this.#found.size === 1 ? only : undefined;
  }

  push(line: string): void {
    if (line.length > 300 || !/mem|limits|requests|reservations/i.test(line)) return;
    const [, amount, unit] = direct.exec(line) ?? [];
    if (amount !== undefined) this.#add(amount, unit);
    const [, , kind, rest] = heading.exec(line) ?? [];
    if (kind !== undefined) {
      this.#isLimits = kind === 'limits';
      const [, within, size] = (this.#isLimits && rest !== undefined ? inline.exec(rest) : null) ?? [];
      if (within !== undefined) this.#add(within, size);
      return;
    }
    const [, , limit, size] = memory.exec(line) ?? [];
    if (limit !== undefined && this.#isLimits) this.#add(limit, size);
  }

  #add(amount: string, unit = ''): void {
    // Kubernetes counts `512M` in thousands, compose in powers of two: the difference is none that a size turns on.
    const bytes = unit === '' ? Number(amount) : parseSize(`${amount}${unit.charAt(0).toUpperCase()}`);
    if (bytes !== null && bytes >= 16 * 1024 ** 2) this.#found.add(Math.round(bytes));
  }
}
