import type { Cell } from '../../../shared/snapshot';
import { parseJoin } from '../../index-advice';
import type { FactDefinition } from '../inputs/definition';
import { type Digest, digestInputs, digests, digestText, statementTime } from '../inputs/digest-deltas';
import type { FactReader } from '../inputs/fact-reader';
import type { Row } from '../inputs/row-delta';

const needs = [...digestInputs, 'section.table-columns'] as const;
const source =
  'MySQL manual, "Type Conversion in Expression Evaluation" and "Comparison of Nonbinary Strings": an index serves a comparison only of like types and one collation';
/** Statements that are looked at, those with most time first. */
const examined = 20;

/** By the first word of a column's type. */
const families: readonly (readonly [family: string, pattern: RegExp])[] = [
  ['number', /^(tinyint|smallint|mediumint|int|bigint|decimal|numeric|float|double|year|bit)\b/i],
  ['text', /^(char|varchar|tinytext|text|mediumtext|longtext|enum|set)\b/i],
  ['binary', /^(binary|varbinary|tinyblob|blob|mediumblob|longblob)\b/i],
  ['time', /^(date|datetime|timestamp|time)\b/i],
];

/** What is compared of a column. */
interface Kind {
  column_type: Cell | undefined;
  collation_name: Cell | undefined;
}

type Column = Row<'table-columns'>;

interface Mismatch {
  delta: Digest;
  text: string;
}

/** Facts on joins whose columns are of different types or collations, so that no index serves them. */
export const joinColumnFacts: FactDefinition[] = [
  {
    id: 'join_mismatch_share',
    unit: 'ratio',
    type: 'number',
    needs,
    doc: {
      what: 'Share of the statement time spent in joins that compare columns of different kinds of type or of different collations.',
      formula: `SUM_TIMER_WAIT of these statements / that of all, of the ${examined} statements with most time`,
      source,
    },
    compute: (read) => {
      const total = statementTime(digests(read));
      if (total === 0) return read.missing('error', 'No statement ran.');
      return statementTime(mismatches(read).map(({ delta }) => delta)) / total;
    },
  },
  {
    id: 'join_mismatch',
    unit: 'none',
    type: 'string',
    needs,
    doc: {
      what: 'The columns of the one with most time.',
      formula: 'both columns with type and collation',
      source,
    },
    compute: (read) => mismatches(read)[0]?.text ?? read.missing('absent', 'There is none.'),
  },
  {
    id: 'quoted_join_mismatch',
    unit: 'none',
    type: 'string',
    needs: ['section.quoted-joins'],
    doc: {
      what: 'Columns of different kinds of type or character sets that a quoted statement joins.',
      formula:
        'both columns of the first such join, with type and collation, by the quoted definitions of their tables',
      source,
    },
    compute: (read) => quotedMismatch(read) ?? read.missing('absent', 'Quoted joins compare like columns.'),
  },
];

function quotedMismatch(read: FactReader): string | null {
  for (const row of read.rows('quoted-joins')) {
    const left = { column_type: row.left_type ?? null, collation_name: row.left_collation ?? null };
    const right = { column_type: row.right_type ?? null, collation_name: row.right_collation ?? null };
    if (differ(left, right))
      return `${kindText(String(row.left_column), left)} = ${kindText(String(row.right_column), right)}`;
  }
  return null;
}

function mismatches(read: FactReader): Mismatch[] {
  const columns = new Map<string, Column>();
  for (const row of read.rows('table-columns'))
    columns.set(key(String(row.table_schema), String(row.table_name), String(row.column_name)), row);
  return [...digests(read)]
    .sort((a, b) => statementTime([b]) - statementTime([a]))
    .slice(0, examined)
    .flatMap((delta) => {
      const text = mismatchOf(delta, columns);
      return text === null ? [] : [{ delta, text }];
    });
}

function mismatchOf(delta: Digest, columns: ReadonlyMap<string, Column>): string | null {
  const join = parseJoin(digestText(delta));
  if (join === null) return null;
  const own = String(delta.row.schema_name ?? '');
  const find = (of: string | null, column: string): Column | undefined => {
    const tables = join.tables.filter(({ alias }) => of === null || alias.toLowerCase() === of.toLowerCase());
    const found = tables.flatMap(({ schema, table }) => columns.get(key(schema ?? own, table, column)) ?? []);
    return found.length === 1 ? found[0] : undefined;
  };
  for (const [left, right] of join.equal) {
    const [a, b] = [find(left.of, left.column), find(right.of, right.column)];
    if (a !== undefined && b !== undefined && differ(kindOf(a), kindOf(b)))
      return `${shown(a)} = ${shown(b)}`;
  }
  return null;
}

function key(schema: string, table: string, column: string): string {
  return `${schema}\0${table}\0${column}`.toLowerCase();
}

/** Different kinds of type, or texts of different collations. What is not known does not differ. */
function differ(a: Kind, b: Kind): boolean {
  const [one, other] = [familyOf(a), familyOf(b)];
  if (one === null || other === null) return false;
  if (one !== other) return true;
  if (one !== 'text' || a.collation_name == null || b.collation_name == null) return false;
  return String(a.collation_name) !== String(b.collation_name);
}

function familyOf({ column_type: type }: Kind): string | null {
  return families.find(([, pattern]) => pattern.test(String(type ?? '')))?.[0] ?? null;
}

function shown(column: Column): string {
  return kindText(`${column.table_name}.${column.column_name}`, kindOf(column));
}

function kindOf({ column_type, collation_name }: Column): Kind {
  return { column_type, collation_name };
}

function kindText(name: string, { column_type: type, collation_name: collation }: Kind): string {
  return `${name} (${type}${collation == null ? '' : `, ${collation}`})`;
}
