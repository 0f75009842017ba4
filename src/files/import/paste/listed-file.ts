import { sizeValue } from './values';

const size = '(\\d{1,15}(?:[.,]\\d{1,3})?) ?([KMGT]?)i?B?';
/** `-rw-rw---- 1 mysql mysql 104857887 Sep  8 00:40 mysql-bin.000001`, and with `-h` `1.1G`; some mark runnable files. */
const listed = new RegExp(
  `^\\s{0,20}-[rwxsStT-]{9}[.+@]? {1,10}\\d{1,4} \\S{1,40} {1,20}\\S{1,40} {1,20}${size} .{6,40} (\\S{1,260}?)\\*?$`,
);
/** `1.1G	mysql-bin.000311` of `du -h`; without `-h` it counts KiB. */
const used = new RegExp(`^\\s{0,20}${size}\\s{1,10}(\\S{1,260})$`);

/** A file that `ls -l` or `du` lists: its name without the folder, and its bytes. null: the line is of neither. */
export function listedFile(line: string): { name: string; bytes: number } | null {
  const [, amount, unit = '', path = ''] = listed.exec(line) ?? [];
  if (amount !== undefined) return fileOf(path, bytesOf(amount, unit, 1));
  const [, blocks, blockUnit = '', other = ''] = used.exec(line) ?? [];
  return blocks === undefined ? null : fileOf(other, bytesOf(blocks, blockUnit, 1024));
}

function fileOf(path: string, bytes: number | null): { name: string; bytes: number } | null {
  return bytes === null ? null : { name: path.slice(path.lastIndexOf('/') + 1), bytes };
}

/** @param alone what a number without a unit counts */
function bytesOf(amount: string, unit: string, alone: number): number | null {
  const plain = amount.replace(',', '.');
  return unit === '' ? Math.round(Number(plain) * alone) : sizeValue(`${plain}${unit.toUpperCase()}`);
}
