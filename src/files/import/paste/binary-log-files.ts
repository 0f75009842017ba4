import type { SectionId } from '../../../evidence/sections';
import type { Cell } from '../../../shared/snapshot';

/** `-rw-rw---- 1 mysql mysql 104857887 Sep  8 00:40 mysql-bin.000001`: a relay log is none. */
const listed =
  /^\s{0,20}-[rwx-]{9}[.+]? {1,10}\d{1,4} \S{1,40} {1,10}\S{1,40} {1,20}(\d{1,15}) .{6,30} (?:\S{0,200}\/)?((?!\S*relay)[\w.-]{0,60}bin[\w-]{0,40}\.\d{6})$/;
const most = 10_000;

/** Binary logs that `ls -l` lists. Push lines, then `end()`. */
export class BinaryLogFiles {
  readonly #rows = new Map<string, Cell[]>();

  push(line: string): boolean {
    const [, size, name] = line.length > 400 ? [] : (listed.exec(line) ?? []);
    if (size === undefined || name === undefined || this.#rows.size >= most) return false;
    this.#rows.set(name, [name, size]);
    return true;
  }

  /** Rows of SHOW BINARY LOGS; null: there is none. */
  end(): { section: SectionId; columns: string[]; rows: Cell[][] } | null {
    return this.#rows.size === 0
      ? null
      : { section: 'binary-logs', columns: ['Log_name', 'File_size'], rows: [...this.#rows.values()] };
  }
}
