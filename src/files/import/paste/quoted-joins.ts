import type { SectionId } from '../../../evidence/sections';
import type { Cell } from '../../../shared/snapshot';

const most = 200;
const begins =
  /\bCREATE TABLE (?:IF NOT EXISTS )?(?:[`"]?[\w$]{1,64}[`"]?\.)?[`"]?([\w$]{1,64})[`"]? {0,4}\($/i;
const column = /^[`"]([\w$]{1,64})[`"] ([a-z]{3,20}(?:\([^)]{1,200}\))?)([\s\S]{0,600})$/i;
const equality =
  /(?<![\w$.`])[`"]?([\w$]{1,64})[`"]?\.[`"]?([\w$]{1,64})[`"]? ?= ?[`"]?([\w$]{1,64})[`"]?\.[`"]?([\w$]{1,64})[`"]?(?![\w$.`(])/g;

interface Column {
  table: string;
  name: string;
  type: string;
  charset: string | null;
  collation: string | null;
}

/** Texts alone have a character set. */
const isText = /^(?:char|varchar|tinytext|text|mediumtext|longtext|enum|set)\b/i;

/**
 * Columns that a quoted statement joins, of tables whose definitions the text quotes as well. An alias says of which table a column
 * is only where it is the name itself, so a pair counts where the names of both columns leave no choice. Push lines, then `end()`.
 */
export class QuotedJoins {
  readonly #columns: Column[] = [];
  /** Columns of the definition that is being read; null: none is. */
  #open: { table: string; columns: Column[] } | null = null;
  readonly #equal = new Map<string, readonly [Side, Side]>();

  push(line: string): void {
    if (line.length > 4_000) return;
    const begun = begins.exec(line.trimEnd())?.[1];
    if (begun !== undefined) this.#open = { table: begun, columns: [] };
    else if (this.#open !== null) this.#within(this.#open, line.trim());
    else if (line.includes('=')) this.#join(line);
  }

  /** null: no pair is known from both sides. */
  end(): { section: SectionId; columns: string[]; rows: Cell[][] } | null {
    const rows = [...this.#equal.values()].flatMap(([one, other]) => {
      const pairs = new Map<string, readonly [Column, Column]>();
      for (const left of this.#of(one))
        for (const right of this.#of(other)) {
          if (left.table === right.table) continue;
          // Of columns of one name either may be meant by either side.
          const key = [`${left.table}.${left.name}`, `${right.table}.${right.name}`].sort().join('\0');
          if (!pairs.has(key)) pairs.set(key, [left, right]);
        }
      const [pair] = pairs.values();
      return pair === undefined || pairs.size > 1 ? [] : [rowOf(...pair)];
    });
    return rows.length === 0
      ? null
      : {
          section: 'quoted-joins',
          columns: [
            'LEFT_COLUMN',
            'LEFT_TYPE',
            'LEFT_COLLATION',
            'RIGHT_COLUMN',
            'RIGHT_TYPE',
            'RIGHT_COLLATION',
          ],
          rows,
        };
  }

  #of({ table, name }: Side): Column[] {
    const named = this.#columns.filter((one) => same(one.name, name));
    const own = named.filter((one) => same(one.table, table));
    return own.length > 0 ? own : named;
  }

  #within(open: { table: string; columns: Column[] }, line: string): void {
    if (line.startsWith(')') || line === '') {
      const charset = /\bCHARSET ?= ?(\w{2,20})/i.exec(line)?.[1] ?? null;
      const collation = /\bCOLLATE ?= ?(\w{2,40})/i.exec(line)?.[1] ?? null;
      // Of a definition that is cut before its end nobody knows the character set.
      for (const one of line === '' ? [] : open.columns)
        if (this.#columns.length < most) this.#columns.push(withDefaults(one, charset, collation));
      this.#open = null;
      return;
    }
    const [, name, type = '', rest = ''] = column.exec(line) ?? [];
    if (name === undefined || open.columns.length >= most) return;
    const charset = /\bCHARACTER SET (\w{2,20})/i.exec(rest)?.[1] ?? null;
    const collation = /\bCOLLATE (\w{2,40})/i.exec(rest)?.[1] ?? null;
    open.columns.push({ table: open.table, name, type, charset, collation });
  }

  #join(line: string): void {
    for (const [, left = '', a = '', right = '', b = ''] of line.matchAll(equality)) {
      if (this.#equal.size >= most || same(left, right)) continue;
      this.#equal.set([left, a, right, b].join('\0').toLowerCase(), [
        { table: left, name: a },
        { table: right, name: b },
      ]);
    }
  }
}

interface Side {
  /** Its table, or an alias of it. */
  table: string;
  name: string;
}

function withDefaults(one: Column, charset: string | null, collation: string | null): Column {
  if (!isText.test(one.type)) return { ...one, charset: null, collation: null };
  const own = one.charset ?? one.collation?.split('_')[0] ?? null;
  if (own !== null) return { ...one, charset: own };
  return { ...one, charset: charset ?? collation?.split('_')[0] ?? null, collation };
}

/** `utf8` is the name of utf8mb3 before MySQL 8.0.28 and MariaDB 10.6. */
function rowOf(left: Column, right: Column): Cell[] {
  const [one, other] = [left, right].map(({ charset }) => (charset === 'utf8' ? 'utf8mb3' : charset));
  const isOfOne = one === null || other === null || one === other;
  // Collations of one character set cannot be compared without the server's refusal; where one is the default it is not known.
  const shown = ({ charset, collation }: Column) => (isOfOne ? null : (collation ?? charset));
  return [left, right].flatMap((side) => [`${side.table}.${side.name}`, side.type, shown(side)]);
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
