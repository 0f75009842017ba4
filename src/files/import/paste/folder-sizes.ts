import { parseSize } from '../../../shared/base/units';

/** `412G    /var/lib/mysql` of `du -sh`. */
const row = /^\s{0,20}(\d{1,12}(?:[.,]\d{1,3})?)\s?([KMGTP])i?B?\s{1,40}((?:\/|\.\/)\S{0,200}|\w{2,40})\/?$/i;
/** The folder of all data, by the names that packages and people give it. */
const dataFolder =
  /(?:^|\/)(?:mysql|mariadb|percona|mysql[-_]?data|mysqld|datadir)(?:\/(?:data|datadir))?\/?$/i;

/** Folders of the same name that hold no data. */
const otherFolder = /\/(?:logs?|backups?|bak|dumps?|etc|usr|tmp|run|snapshots?)\//i;

/** How much the data folder takes, by `du`. Push lines; the largest stands. */
export class FolderSizes {
  /** null: no folder of data was listed. */
  bytes: number | null = null;

  push(line: string): void {
    if (line.length > 300 || !line.includes('/')) return;
    const [, amount = '', unit = '', folder = ''] = row.exec(line) ?? [];
    if (unit === '' || !dataFolder.test(folder) || otherFolder.test(folder)) return;
    const bytes = parseSize(`${amount.replace(',', '.')}${unit.toUpperCase()}`);
    if (bytes !== null) this.bytes = Math.max(this.bytes ?? 0, bytes);
  }
}
