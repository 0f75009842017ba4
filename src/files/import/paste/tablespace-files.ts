import type { SectionId } from '../../../evidence/sections';
import type { Cell } from '../../../shared/snapshot';
import { listedFile } from './listed-file';

/** Files of tablespaces that no table has for itself, by their names as shipped. */
const kinds: readonly (readonly [string, RegExp])[] = [
  ['temporary', /^ibtmp\d{1,2}$/],
  ['system', /^ibdata\d{1,2}$/],
  ['undo', /^undo_?\d{3}$|^[\w-]{1,60}\.ibu$/],
];

/** System, undo and temporary tablespaces that `ls -l` and `du` list. Push lines, then `end()`. */
export class TablespaceFiles {
  readonly #bytes = new Map<string, Map<string, number>>();

  push(line: string): boolean {
    if (line.length > 400 || !/ib(?:tmp|data)\d|undo_?\d|\.ibu/.test(line)) return false;
    const file = listedFile(line);
    const kind = file === null ? undefined : kinds.find(([, pattern]) => pattern.test(file.name))?.[0];
    if (file === null || kind === undefined) return false;
    // What is listed twice is the same file, later.
    const files = this.#bytes.get(kind) ?? new Map<string, number>();
    this.#bytes.set(kind, files.set(file.name, file.bytes));
    return true;
  }

  /** null: none is listed. */
  end(): { section: SectionId; columns: string[]; rows: Cell[][] } | null {
    if (this.#bytes.size === 0) return null;
    const rows = [...this.#bytes].map(([kind, files]): Cell[] => [
      kind,
      files.size,
      [...files.values()].reduce((sum, bytes) => sum + bytes, 0),
    ]);
    return { section: 'shared-tablespaces', columns: ['KIND', 'FILES', 'FILE_SIZE'], rows };
  }
}
