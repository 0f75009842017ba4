/** Pages of 4 KiB that the host moved from and to swap, per second. */
export interface Swapping {
  swapInPages: number;
  swapOutPages: number;
}

const pageBytes = 4096;
const units: Readonly<Record<string, number>> = { k: 1000, K: 1024, m: 1_000_000, M: 1024 ** 2 };
const command = /\bvmstat\b[^|]{0,60}?\s-S {0,2}([kKmM])\b/;
const heading = /^\s{0,20}r\s{1,10}b\s{1,10}swpd\s.{0,200}\bsi\s{1,10}so\s/;
const row = /^\s{0,20}\d{1,6}(?:\s{1,14}\d{1,15}){6,24}\s*$/;

/**
 * Rows of vmstat: KiB a second from and to swap, or the unit that -S asked for. The first row under the first heading is an
 * average since the machine started (vmstat(8)), so it counts only where there is no other.
 */
export class VmstatLines {
  #columns: string[] | null = null;
  #unit = 1024;
  readonly #rows: { in: number; out: number }[] = [];

  push(line: string): void {
    if (line.length > 300) return;
    const asked = command.exec(line)?.[1];
    if (asked !== undefined) this.#unit = units[asked] ?? 1024;
    if (heading.test(line)) {
      this.#columns = line.trim().split(/\s+/);
      return;
    }
    if (this.#columns === null || !row.test(line)) return;
    const cells = line.trim().split(/\s+/).map(Number);
    const [read, written] = ['si', 'so'].map((name) => cells[this.#columns?.indexOf(name) ?? -1]);
    if (read !== undefined && written !== undefined && this.#rows.length < 100_000)
      this.#rows.push({ in: read, out: written });
  }

  end(): Swapping | null {
    const [first, ...later] = this.#rows;
    if (first === undefined) return null;
    const counted = later.length > 0 ? later : [first];
    const mean = (of: (one: { in: number; out: number }) => number) =>
      Math.round(
        (counted.reduce((sum, one) => sum + of(one), 0) / counted.length) * (this.#unit / pageBytes),
      );
    return { swapInPages: mean((one) => one.in), swapOutPages: mean((one) => one.out) };
  }
}
