import type { SectionId } from '../../../evidence/sections';
import type { Cell } from '../../../shared/snapshot';
import type { QuotedDefinition } from './quoted-definitions';

const most = 200;
const mostColumns = 2_000;
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
 * is only where it is the name itself, so a pair counts where the names of both columns leave no choice. Push the lines outside
 * of definitions, then `end()`.
 */
export class QuotedJoins {
  readonly #equal = new Map<string, readonly [Side, Side]>();

  push(line: string): void {
    if (line.length > 4_000 || !line.includes('=')) return;
    for (const [, left = '', a = '', right = '', b = ''] of line.matchAll(equality)) {
      if (this.#equal.size >= most || same(left, right)) continue;
      this.#equal.set([left, a, right, b].join('\0').toLowerCase(), [
        { table: left, name: a },
        { table: right, name: b },
      ]);
    }
  }

  /** null: no pair is known from both sides. */
  end(
    definitions: readonly QuotedDefinition[],
  ): { section: SectionId; columns: string[]; rows: Cell[][] } | null {
    const columns = definitions.flatMap(columnsOf).slice(0, mostColumns);
    const rows = [...this.#equal.values()].flatMap(([one, other]) => {
      const pairs = new Map<string, readonly [Column, Column]>();
      const rights = meant(columns, other);
      for (const left of meant(columns, one))
        for (const right of rights) {
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
}

interface Side {
  /** Its table, or an alias of it. */
  table: string;
  name: string;
}

/** Columns of a definition, with the character set that those without one of their own take from the table. */
function columnsOf({ name: table, lines, options }: QuotedDefinition): Column[] {
  const charset = /\bCHARSET ?= ?(\w{2,20})/i.exec(options)?.[1] ?? null;
  const collation = /\bCOLLATE ?= ?(\w{2,40})/i.exec(options)?.[1] ?? null;
  return lines.flatMap((line) => {
    const [, name, type = '', rest = ''] = column.exec(line) ?? [];
    if (name === undefined) return [];
    const own = {
      charset: /\bCHARACTER SET (\w{2,20})/i.exec(rest)?.[1] ?? null,
      collation: /\bCOLLATE (\w{2,40})/i.exec(rest)?.[1] ?? null,
    };
    return [withDefaults({ table, name, type, ...own }, charset, collation)];
  });
}

/** Columns that may be meant: those of the table of that name, else of any. */
function meant(columns: readonly Column[], { table, name }: Side): Column[] {
  const named = columns.filter((one) => same(one.name, name));
  const own = named.filter((one) => same(one.table, table));
  return own.length > 0 ? own : named;
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
