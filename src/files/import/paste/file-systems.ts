import { parseSize } from '../../../shared/base/units';
import type { StatedSpace } from '../piece';

const size = '(\\d{1,15}(?:[.,]\\d{1,3})?) ?([KMGTP]?)i?B?';
/** `/dev/sda2  20G  19G  512M  98% /var/lib/mysql` of `df`, with a type or without, in the words of any locale above it. */
const row = new RegExp(
  `^\\s{0,20}\\S{1,120}\\s{1,60}(?:[a-z][\\w.]{1,20}\\s{1,20})?${size}\\s{1,30}${size}\\s{1,30}${size}\\s{1,20}(\\d{1,3}) ?%\\s{1,20}(\\/\\S{0,200})$`,
);
/** Where the packages of all distributions and images put the data. */
const dataFolder = '/var/lib/mysql';
const ofServer = /mysql|mariadb|percona/i;

interface FileSystem {
  free: number;
  total: number;
}

/** The room on the file systems that `df` lists. Push lines, then `end()`. */
export class FileSystems {
  readonly #found = new Map<string, FileSystem>();

  push(line: string): void {
    if (line.length > 600 || !line.includes('%')) return;
    const match = row.exec(line.replace(/^\s{0,20}df(?: -\w{1,5})?: /, ''));
    if (match === null || this.#found.size >= 1_000) return;
    const [, total = '', totalUnit = '', , , free = '', freeUnit = '', share = '', mount = ''] = match;
    // A number without a unit counts KiB, but none is no size of a unit.
    const found = { total: bytesOf(total, totalUnit), free: bytesOf(free, freeUnit) };
    if (found.total > 0 && found.free <= found.total && Number(share) <= 100) this.#found.set(mount, found);
  }

  /** Whether one of them is the server's own, by its name. */
  get isOfServer(): boolean {
    return [...this.#found.keys()].some((mount) => ofServer.test(mount));
  }

  /** @param hasBinaryLogs whether the text lists binary logs: they lie with the data, unless it says otherwise */
  end(hasBinaryLogs: boolean): StatedSpace | null {
    const data = this.#data();
    const temporary = this.#found.get('/tmp');
    if (data === undefined && temporary === undefined) return null;
    return {
      ...(data === undefined ? {} : { dataFree: data.free, dataTotal: data.total }),
      ...(data === undefined || !hasBinaryLogs ? {} : { binlogFree: data.free, binlogTotal: data.total }),
      ...(temporary === undefined ? {} : { tmpFree: temporary.free, tmpTotal: temporary.total }),
    };
  }

  /** That of the server's own folder; else the one which holds the usual folder. */
  #data(): FileSystem | undefined {
    const mounts = [...this.#found.keys()];
    const own = mounts.filter((mount) => ofServer.test(mount));
    const holding = mounts.filter((mount) => `${dataFolder}/`.startsWith(mount === '/' ? '/' : `${mount}/`));
    const [longest] = (own.length > 0 ? own : holding).sort((a, b) => b.length - a.length);
    return longest === undefined || own.length > 1 ? undefined : this.#found.get(longest);
  }
}

function bytesOf(amount: string, unit: string): number {
  const plain = amount.replace(',', '.');
  return Math.round(unit === '' ? Number(plain) * 1024 : (parseSize(`${plain}${unit}`) ?? 0));
}
