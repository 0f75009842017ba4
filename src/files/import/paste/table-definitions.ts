import type { SectionId } from '../../../evidence/sections';
import type { Cell } from '../../../shared/snapshot';

/** A definition that is read; `primary`: it has a primary key. */
interface Definition {
  schema: string | null;
  name: string;
  primary: boolean;
  unique: { name: string; columns: string[] } | null;
  notNull: Set<string>;
}

const most = 200;
const begins =
  /\bCREATE TABLE (?:IF NOT EXISTS )?(?:[`"]?([\w$]{1,64})[`"]?\.)?[`"]?([\w$]{1,64})[`"]? {0,4}\($/i;
const asked = /\bshow create table [`"]?([\w$]{1,64})[`"]?\.[`"]?([\w$]{1,64})/i;

/**
 * Tables without a primary key among those of which a text quotes SHOW CREATE TABLE. Those that have one say nothing of the
 * other tables of the server. Push lines, then `end()`.
 */
export class TableDefinitions {
  readonly #rows: Cell[][] = [];
  #open: Definition | null = null;
  /** Schemas by table, as they were asked for. */
  readonly #schemas = new Map<string, string>();

  push(line: string): void {
    if (line.length > 2_000) return;
    const [, schema, table] = asked.exec(line) ?? [];
    if (schema !== undefined && table !== undefined && this.#schemas.size < most)
      this.#schemas.set(table, schema);
    const begun = begins.exec(line.trimEnd());
    if (begun !== null) {
      const name = begun[2] ?? '';
      this.#open = {
        schema: begun[1] ?? this.#schemas.get(name) ?? null,
        name,
        primary: false,
        unique: null,
        notNull: new Set(),
      };
      return;
    }
    if (this.#open !== null) this.#within(this.#open, line.trim());
  }

  /** null: none. */
  end(): { section: SectionId; columns: string[]; rows: Cell[][] } | null {
    return this.#rows.length === 0
      ? null
      : {
          section: 'tables-without-primary-key',
          columns: ['TABLE_SCHEMA', 'TABLE_NAME', 'ENGINE', 'UNIQUE_KEY'],
          rows: this.#rows,
        };
  }

  #within(open: Definition, line: string): void {
    const engine = /^\).{0,200}?\bENGINE ?= ?(\w{1,30})/i.exec(line)?.[1];
    if (engine !== undefined) {
      this.#close(open, engine);
      return;
    }
    // A definition that is cut before its end may have its key in the part that is not there.
    if (line.startsWith(')') || line === '') {
      this.#open = null;
      return;
    }
    if (/\bPRIMARY KEY\b/i.test(line)) open.primary = true;
    const [, name, columns] =
      /^UNIQUE (?:KEY|INDEX) [`"]?([\w$]{1,64})[`"]? \(([^)]{1,600})\)/i.exec(line) ?? [];
    if (name !== undefined && open.unique === null)
      open.unique = { name, columns: (columns ?? '').split(',').map(bare) };
    const column = /^[`"]([\w$]{1,64})[`"] .{1,1000}\bNOT NULL\b/i.exec(line)?.[1];
    if (column !== undefined) open.notNull.add(column);
  }

  #close(open: Definition, engine: string): void {
    this.#open = null;
    if (open.primary || this.#rows.length >= most) return;
    const { unique, notNull } = open;
    const finds = unique?.columns.every((column) => notNull.has(column)) === true;
    this.#rows.push([open.schema, open.name, engine, finds ? (unique?.name ?? null) : null]);
  }
}

function bare(column: string): string {
  return column.replaceAll(/[`"\s]|\(\d{1,5}/g, '');
}
