import type { SectionId } from '../../../evidence/sections';
import type { Cell } from '../../../shared/snapshot';

/** `# idx_a is a left-prefix of idx_a_b`. */
const relation = /^#\s{1,4}(\S{1,64}) is a (?:left-prefix|duplicate) of (\S{1,64})\s{0,10}$/;
const removal = /^ALTER TABLE `([^`]{1,64})`\.`([^`]{1,64})` DROP INDEX `([^`]{1,64})`/;
/** `#   UNIQUE KEY `idx_a` (`a`,`b`),` of the definitions below it. */
const definition =
  /^#\s{1,8}(?:UNIQUE |FULLTEXT |SPATIAL )?(?:PRIMARY )?KEY\s{0,2}(?:`([^`]{1,64})` )?\((.{1,300}?)\)(?: USING \w{1,10})?,?\s{0,4}$/;
const mostKeys = 2_000;

/** The report of pt-duplicate-key-checker: each index that another one covers. Push lines, then `end()`. */
export class DuplicateKeys {
  #covered: { index: string; by: string } | null = null;
  readonly #columns = new Map<string, string>();
  readonly #rows: Cell[][] = [];

  push(line: string): void {
    if (line.length > 400) return;
    const [, index, by] = line.startsWith('#') ? (relation.exec(line) ?? []) : [];
    if (index !== undefined && by !== undefined) {
      this.#covered = { index, by };
      this.#columns.clear();
      return;
    }
    const [, name = 'PRIMARY', columns] = line.startsWith('#') ? (definition.exec(line) ?? []) : [];
    if (columns !== undefined) this.#columns.set(name, columns.replaceAll('`', '').replaceAll(',', ', '));
    const [, schema, table, dropped] = line.startsWith('ALTER ') ? (removal.exec(line) ?? []) : [];
    const covered = this.#covered;
    if (dropped === undefined || covered?.index !== dropped || this.#rows.length >= mostKeys) return;
    this.#rows.push([
      ...[schema ?? null, table ?? null, dropped, this.#columns.get(dropped) ?? null],
      ...[covered.by, this.#columns.get(covered.by) ?? null],
    ]);
    this.#covered = null;
  }

  /** null: there is none. */
  end(): { section: SectionId; columns: string[]; rows: Cell[][] } | null {
    return this.#rows.length === 0
      ? null
      : {
          section: 'redundant-indexes',
          columns: [
            'TABLE_SCHEMA',
            'TABLE_NAME',
            'INDEX_NAME',
            'INDEX_COLUMNS',
            'COVERED_BY',
            'COVERED_BY_COLUMNS',
          ],
          rows: this.#rows,
        };
  }
}
