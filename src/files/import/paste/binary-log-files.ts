import type { SectionId } from '../../../evidence/sections';
import type { Cell } from '../../../shared/snapshot';
import { sizeValue } from './values';

/** A relay log is no binary log. */
const file = '(?:\\S{0,200}\\/)?((?!\\S*relay)[\\w.-]{0,60}bin[\\w-]{0,40}\\.\\d{6,9})';
const size = '(\\d{1,15}(?:[.,]\\d{1,3})?) ?([KMGT]?)i?B?';
/** `-rw-rw---- 1 mysql mysql 104857887 Sep  8 00:40 mysql-bin.000001`, and with `-h` `1.1G`; some mark runnable files. */
const listed = new RegExp(
  `^\\s{0,20}-[rwxsStT-]{9}[.+@]? {1,10}\\d{1,4} \\S{1,40} {1,20}\\S{1,40} {1,20}${size} .{6,40} ${file}\\*?$`,
);
/** `1.1G	mysql-bin.000311` of `du -h`; without `-h` it counts KiB. */
const used = new RegExp(`^\\s{0,20}${size}\\s{1,10}${file}$`);
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
    const [, amount, unit = '', name] = listed.exec(line) ?? [];
    if (amount !== undefined) return this.#add(name, bytesOf(amount, unit, 1));
    const [, blocks, blockUnit = '', other] = used.exec(line) ?? [];
    if (blocks !== undefined) return this.#add(other, bytesOf(blocks, blockUnit, 1024));
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

/** @param alone what a number without a unit counts */
function bytesOf(amount: string, unit: string, alone: number): number | null {
  const plain = amount.replace(',', '.');
  return unit === '' ? Math.round(Number(plain) * alone) : sizeValue(`${plain}${unit.toUpperCase()}`);
}
