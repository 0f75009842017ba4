/** The definition of a table, as SHOW CREATE TABLE writes it. */
export interface QuotedDefinition {
  schema: string | null;
  name: string;
  /** Its columns and keys, a trimmed line for each. */
  lines: readonly string[];
  /** Its last line: `) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4`. */
  options: string;
}

const most = 5_000;
/** More than a table of InnoDB has columns and keys: its primary key follows the last column. */
const mostLines = 5_000;
const longest = 4_000;
const begins =
  /\bCREATE TABLE (?:IF NOT EXISTS )?(?:[`"]?([\w$]{1,64})[`"]?\.)?[`"]?([\w$]{1,64})[`"]? {0,4}\($/i;
const asked = /\bshow create table [`"]?([\w$]{1,64})[`"]?\.[`"]?([\w$]{1,64})/i;

/** Reads the definitions of tables that a text quotes. Push lines; `whole` are those that were read to their end. */
export class QuotedDefinitions {
  readonly #whole: QuotedDefinition[] = [];
  #open: { name: string; schema: string | null; lines: string[] } | null = null;
  /** Schemas by table, as they were asked for. */
  readonly #schemas = new Map<string, string>();

  /** @returns whether the line belongs to a definition */
  push(line: string): boolean {
    if (line.length > longest) return this.#open !== null;
    const [, askedSchema, table] = asked.exec(line) ?? [];
    if (askedSchema !== undefined && table !== undefined && this.#schemas.size < most)
      this.#schemas.set(table, askedSchema);
    const [, schema, name] = begins.exec(line.trimEnd()) ?? [];
    if (name !== undefined) {
      this.#open = { schema: schema ?? this.#schemas.get(name) ?? null, name, lines: [] };
      return true;
    }
    if (this.#open === null) return false;
    this.#within(this.#open, line.trim());
    return true;
  }

  get whole(): readonly QuotedDefinition[] {
    return this.#whole;
  }

  #within(open: { name: string; schema: string | null; lines: string[] }, line: string): void {
    // A definition that is cut before its end may have its key and its character set in the part that is not there.
    if (line === '') this.#open = null;
    else if (line.startsWith(')')) {
      this.#open = null;
      if (this.#whole.length < most) this.#whole.push({ ...open, options: line });
    } else if (open.lines.length < mostLines) open.lines.push(line);
  }
}
