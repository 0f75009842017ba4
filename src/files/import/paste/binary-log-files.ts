import type { SectionId } from '../../../evidence/sections';
import type { Cell } from '../../../shared/snapshot';
import { listedFile } from './listed-file';

/** A relay log is no binary log. */
const file = /^(?!.*relay)[\w.-]{0,60}bin[\w-]{0,40}\.\d{6,9}$/;
/** `| binlog.000871 | 1073742334 | No |`, and without bars. */
const shown =
  /^\s{0,20}\|?\s{0,4}((?!\S*relay)[\w.-]{0,60}bin[\w-]{0,40}\.\d{6,9})\s{0,20}[|\t ]\s{0,20}(\d{1,15})(?:\s{0,20}[|\t ]\s{0,20}(?:No|Yes))?\s{0,20}\|?$/i;
const most = 10_000;

/** Binary logs that `ls -l` and `du` list, or SHOW BINARY LOGS. Push lines, then `end()`. */
export class BinaryLogFiles {
  readonly #rows = new Map<string, Cell[]>();
  /** A name of the vertical form that waits for its size. */
  #name: string | null = null;

  push(line: string): boolean {
    if (line.length > 400 || this.#rows.size >= most) return false;
    if (this.#vertical(line)) return true;
    const onDisk = listedFile(line);
    if (onDisk !== null && file.test(onDisk.name)) return this.#add(onDisk.name, onDisk.bytes);
    const [, log, bytes] = shown.exec(line) ?? [];
    return this.#add(log, bytes === undefined ? null : Number(bytes));
  }

  /** Rows of SHOW BINARY LOGS; null: there is none. */
  end(): { section: SectionId; columns: string[]; rows: Cell[][] } | null {
    return this.#rows.size === 0
      ? null
      : { section: 'binary-logs', columns: ['Log_name', 'File_size'], rows: [...this.#rows.values()] };
  }

  #vertical(line: string): boolean {
    const [, heading, text = ''] = /^\s{0,40}(Log_name|File_size):\s{0,10}(\S{1,100})$/.exec(line) ?? [];
    if (heading === undefined) return false;
    if (heading === 'Log_name') this.#name = text;
    else if (this.#name !== null && /^\d{1,15}$/.test(text)) this.#add(this.#name, Number(text));
    return true;
  }

  #add(name: string | undefined, bytes: number | null): boolean {
    if (name === undefined || bytes === null) return false;
    this.#rows.set(name, [name, String(bytes)]);
    return true;
  }
}
