import { sql, sqlList, sqlName } from '../../shared/writers/sql';
import type { PlainToken } from './plain-tokens';

/** A table as a statement means it: its schema is the written one, or the default of its session. */
export interface ReadTable {
  schema: string;
  table: string;
}

/** What a server says that a name stands for. */
export interface FoundTable extends ReadTable {
  /** The indexes that a statement can name. */
  indexes: readonly string[];
}

type Piece = string | { name: ReadTable } | { indexes: ReadTable };

/** A SELECT as it was understood: the tables that it names and the functions that it calls. Only its reader makes one. */
class ReadSelect {
  readonly tables: readonly ReadTable[];
  /** And words of the language that stand before a parenthesis, lest one be a function to a server; in upper case. */
  readonly functions: readonly string[];
  readonly #pieces: readonly Piece[];

  constructor(pieces: readonly Piece[], functions: ReadonlySet<string>) {
    this.#pieces = pieces;
    this.functions = [...functions];
    const tables = pieces.flatMap((piece) =>
      typeof piece !== 'string' && 'name' in piece ? [piece.name] : [],
    );
    this.tables = tables;
  }

  /**
   * Its text, rewritten: one space between all tokens, every name in backticks, every table in full. A table without
   * index hints of its own is given one that names all its indexes: that changes no plan, but a server refuses an index
   * hint on a view while it opens it (error 1176), before anything of it is evaluated. So the statement fails, should a name
   * stand for a view by then (tried on 5.6.24, 9.7.4, 10.11.18, 11.8.6).
   */
  write(found: (table: ReadTable) => FoundTable): string {
    return this.#pieces
      .map((piece) => {
        if (typeof piece === 'string') return piece;
        if ('name' in piece) {
          const { schema, table } = found(piece.name);
          return `${sqlName(schema).text}.${sqlName(table).text}`;
        }
        return sql`USE INDEX (${sqlList(found(piece.indexes).indexes.map(sqlName))})`.text;
      })
      .join(' ');
  }
}
export type SelectText = ReadSelect;

/** Collects what is understood of a statement. */
export class SelectWriter {
  readonly #pieces: Piece[] = [];
  readonly #functions = new Set<string>();
  #glued = '';

  raw(text: string): void {
    this.#push(text);
  }

  name(name: string): void {
    this.#push(sqlName(name).text);
  }

  /** The parenthesis stands right after the name: so it is a function of the server's own, whatever the sql_mode. */
  call(name: string): void {
    this.#functions.add(name);
    this.#push(`${name}(`);
  }

  wordBeforeParenthesis(word: string): void {
    this.#functions.add(word);
    this.#push(word);
  }

  /** Double quotes become single ones: so it is no name, whatever the sql_mode. */
  string({ raw, text }: PlainToken): void {
    this.#push(raw.startsWith('"') ? `'${text.replaceAll('""', '"').replaceAll("'", "''")}'` : raw);
  }

  /** What stands right before a string. */
  introducer(word: string): void {
    this.#glued = word;
  }

  table(table: ReadTable): void {
    this.#pieces.push({ name: table });
  }

  indexesOf(table: ReadTable): void {
    this.#pieces.push({ indexes: table });
  }

  readsTable(): boolean {
    return this.#pieces.some((piece) => typeof piece !== 'string');
  }

  done(): SelectText {
    return new ReadSelect(this.#pieces, this.#functions);
  }

  #push(text: string): void {
    this.#pieces.push(`${this.#glued}${text}`);
    this.#glued = '';
  }
}
