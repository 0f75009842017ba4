import { parseSize } from '../../../shared/base/units';
import type { Cell } from '../../../shared/snapshot';

/** `memory/sql/THD::main_mem_root   11.42 GiB`: instrument and size, of an answer that lost its heading. */
const row =
  /^[\s|]{0,20}(memory\/\w{1,40}\/[\w:.<>~ -]{1,120}?)\s{0,10}[|\t ]\s{0,20}(\d{1,20}(?:\.\d{1,4})?) {0,2}(bytes|[KMGT]i?B)?[\s|]{0,20}$/i;
const most = 1_000;

/** Memory by instrument of which somebody copied name and size alone. Push lines, then `end()`. */
export class MemoryRows {
  readonly #rows: Cell[][] = [];

  push(line: string): void {
    if (!line.includes('memory/') || line.length > 400 || this.#rows.length >= most) return;
    const [, name = '', amount = '', unit = ''] = row.exec(line) ?? [];
    if (name === '') return;
    const bytes = parseSize(/^bytes$/i.test(unit) ? amount : `${amount}${unit.slice(0, 1)}`);
    if (bytes !== null) this.#rows.push([name.trim(), Math.round(bytes)]);
  }

  /** null: there are none; one alone may be an example. */
  end(): { section: 'memory-pfs'; columns: string[]; rows: Cell[][] } | null {
    if (this.#rows.length < 2) return null;
    return {
      section: 'memory-pfs',
      columns: ['EVENT_NAME', 'CURRENT_NUMBER_OF_BYTES_USED'],
      rows: this.#rows,
    };
  }
}
