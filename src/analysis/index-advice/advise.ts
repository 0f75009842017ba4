import { counted } from '../../shared/base/units';
import { isCopyableName, type Sql, sql, sqlList, sqlName } from '../../shared/writers/sql';
import { visible } from '../../shared/writers/visible';
import type { Predicate, SortColumn, TableStatement } from './statement';

/** An index of a table, in the order of its columns. */
export interface TableIndex {
  name: string;
  unique: boolean;
  columns: readonly string[];
  /** Distinct values of its first column, of its first two ...; null: not known. */
  cardinalities: readonly (number | null)[];
}

interface TableColumn {
  name: string;
  /** As COLUMN_TYPE prints it, `varchar(64)`. */
  type: string;
}

/** What is known of a table. */
export interface TableFacts {
  schema: string;
  name: string;
  /** By statistics; null: not known. */
  rows: number | null;
  indexes: readonly TableIndex[];
  columns: readonly TableColumn[];
  /** The server keeps descending indexes (MySQL 8.0+, MariaDB 10.8+). */
  descendingIndexes: boolean;
}

/** A proposal with what it serves, or the reason why there is none. */
export type IndexAdvice =
  | { kind: 'create'; sql: string; columns: string[]; serves: string; replaces: string[] }
  | { kind: 'none'; reason: string };

/** Below this many rows a scan costs as much as a lookup. */
const smallTable = 1000;
/** A value of a column that stands in more than this share of the rows narrows nothing down. */
const unselectiveShare = 0.2;
/** More columns than this cost every write more than covering saves. */
const mostColumns = 5;

/**
 * The index that serves a statement on one table, by the rules of [percona-blog] Indexing 101: columns compared for
 * equality first, then one range or the columns of the sort, then what makes it covering.
 */
export function adviseIndex(statement: TableStatement, table: TableFacts): IndexAdvice {
  if (table.rows !== null && table.rows < smallTable) {
    return none(`the table has about ${counted(table.rows, 'row')}; a scan is right`);
  }
  const known = new Set(table.columns.map(({ name }) => name.toLowerCase()));
  const named = [
    ...statement.where.map(({ column }) => column),
    ...statement.sort.map(({ column }) => column),
  ];
  const stranger = named.find((name) => !known.has(name.toLowerCase()));
  if (stranger !== undefined) return none(`${stranger} is no column of ${table.schema}.${table.name}`);

  const plan = planOf(statement, table);
  if ('reason' in plan) return none(plan.reason);
  const { columns: leading, serves } = plan;
  const existing = table.indexes.find(({ columns }) => servesAlready(columns, leading, plan.equal));
  if (existing !== undefined) {
    return none(
      `index ${existing.name} (${existing.columns.join(', ')}) fits already; if it is not used, most rows qualify, or the types or collations of both sides differ`,
    );
  }
  const indexable = leading.map(({ column }) => typeOf(table, column));
  if (indexable.some((type) => /^(json|geometry|point|polygon|linestring)/i.test(type))) {
    return none('one of its columns is of a type that an ordinary index cannot hold');
  }
  const covering = coveringColumns(statement, table, leading);
  const all = [
    ...leading.map(({ column, descending }) => ({ column, descending })),
    ...covering.map(ascending),
  ];
  const columns = all.map(({ column }) => column);
  const replaces = table.indexes
    .filter(({ name, unique, columns: others }) => !unique && name !== 'PRIMARY' && isPrefix(others, columns))
    .map(({ name }) => name);
  const strange = [table.schema, table.name, ...columns].find((name) => !isCopyableName(name));
  if (strange !== undefined) return none(`a name has characters that are not seen: ${visible(strange)}`);
  const listed = sqlList(all.map((one) => definitionOf(one, table)));
  const covers =
    covering.length > 0 ? '; it holds every column that is asked for, so that the rows need not be read' : '';
  return {
    kind: 'create',
    sql: sql`CREATE INDEX ${sqlName(indexName(columns))} ON ${sqlName(table.schema)}.${sqlName(table.name)} (${listed});`
      .text,
    columns,
    serves: `${serves}${covers}`,
    replaces,
  };
}

interface ExplainPlan {
  columns: SortColumn[];
  /** How many of them are compared for equality: their order among themselves does not matter. */
  equal: number;
  serves: string;
}

function planOf(statement: TableStatement, table: TableFacts): ExplainPlan | { reason: string } {
  const of = (...kinds: Predicate['kind'][]) =>
    unique(statement.where.filter(({ kind }) => kinds.includes(kind)).map(({ column }) => column));
  const ordered = statement.sort.some(({ column }) => !of('equal').includes(column));
  // Behind several values of a list the order is lost: with a LIMIT the list counts as a range, else it comes first.
  const listIsRange = ordered && statement.limited;
  const equal = listIsRange ? of('equal') : of('equal', 'list');
  const selective = equal.filter((column) => !isUnselective(column, table));
  const ranges = (listIsRange ? of('list', 'range', 'pattern') : of('range', 'pattern')).filter(
    (column) => !equal.includes(column),
  );
  const sort =
    of('list').length > 0 && !listIsRange
      ? []
      : statement.sort.filter(({ column }) => !equal.includes(column));
  const sortable = sameDirection(sort) || table.descendingIndexes;
  if (equal.length > 0 && selective.length === 0 && ranges.length === 0 && sort.length === 0) {
    return {
      reason: `${equal.join(', ')} narrows nothing down: a value stands in a fifth of the rows or more; a scan is right`,
    };
  }
  const first = inOrderOfExisting(equal, table).map(ascending);
  const equality = equal.length === 0 ? [] : [`${equal.join(', ')} compared for equality`];
  const range = mostSelective(ranges, table);
  const sortsByRange = sort[0] !== undefined && ranges.includes(sort[0].column);

  if (sort.length > 0 && sortable && (ranges.length === 0 || sortsByRange)) {
    if (equal.length === 0 && ranges.length === 0 && !statement.limited) {
      return {
        reason:
          'it has no condition that an index serves and no LIMIT, so every row is read; a scan is right',
      };
    }
    const order = sameDirection(sort) ? sort.map(({ column }) => ascending(column)) : sort;
    const both = sortsByRange ? 'the range and the order' : 'the order';
    return {
      columns: [...first, ...order],
      equal: first.length,
      serves: sentence([...equality, `${both} by ${sort.map(({ column }) => column).join(', ')}`]),
    };
  }
  if (range !== null) {
    const choice =
      sort.length > 0 && statement.limited
        ? `; the rows are then sorted. If the range holds most rows, (${[...equal, ...sort.map(({ column }) => column)].join(', ')}) is better, as LIMIT ends the read early`
        : '';
    const left = ranges.filter((column) => column !== range);
    const ifPrefix = of('pattern').includes(range)
      ? '; not where its pattern begins with a wildcard, which takes a full-text index'
      : '';
    const filtered = left.length === 0 ? '' : `; ${left.join(', ')} can only filter`;
    return {
      columns: [...first, ascending(range)],
      equal: first.length,
      serves: `${sentence([...equality, `the range of ${range}`])}${ifPrefix}${filtered}${choice}`,
    };
  }
  if (first.length > 0) return { columns: first, equal: first.length, serves: sentence(equality) };
  return {
    reason:
      statement.where.length === 0
        ? 'it has no condition that an index serves, so every row is read; a scan is right'
        : 'no condition compares a bare column with values (functions, <> and NOT cannot be looked up)',
  };
}

function sentence(parts: string[]): string {
  return `serves ${parts.join(', then ')}`;
}

/** Cardinality shows only for columns that lead an index. Rows for a value above a fifth of the table: unselective. */
function isUnselective(column: string, table: TableFacts): boolean {
  const values = valuesOf(column, table);
  return values !== null && values > 0 && 1 / values >= unselectiveShare;
}

/** Of several ranges one can be served: that of the column with most values; without figures the first. */
function mostSelective(ranges: readonly string[], table: TableFacts): string | null {
  const [first = null, ...others] = ranges;
  let best = first;
  for (const other of others) {
    if (best !== null && (valuesOf(other, table) ?? 0) > (valuesOf(best, table) ?? 0)) best = other;
  }
  return best;
}

function valuesOf(column: string, table: TableFacts): number | null {
  const leading = table.indexes.find(({ columns }) => same(columns[0], column));
  return leading?.cardinalities[0] ?? null;
}

/**
 * The columns compared for equality, in any order: that of the longest existing index which starts with some of them,
 * so that the new index replaces it; then as written.
 */
function inOrderOfExisting(equal: readonly string[], table: TableFacts): string[] {
  let best: string[] = [];
  for (const { columns, name } of table.indexes) {
    if (name === 'PRIMARY' || !columns.every((column) => equal.some((one) => same(one, column)))) continue;
    if (columns.length > best.length) best = equalIn(columns, equal);
  }
  return [...best, ...equal.filter((column) => !best.includes(column))];
}

function equalIn(columns: readonly string[], equal: readonly string[]): string[] {
  return columns.flatMap((column) => equal.find((one) => same(one, column)) ?? []);
}

/** An index that starts with the same columns, those of equality in any order. */
function servesAlready(columns: readonly string[], wanted: readonly SortColumn[], equal: number): boolean {
  if (columns.length < wanted.length) return false;
  const start = columns.slice(0, equal);
  return wanted.every(({ column }, index) =>
    index < equal ? start.some((one) => same(one, column)) : same(columns[index], column),
  );
}

/** Columns that a SELECT needs besides, if they are few, short and not in the primary key (which InnoDB adds). */
function coveringColumns(
  statement: TableStatement,
  table: TableFacts,
  leading: readonly SortColumn[],
): string[] {
  if (statement.kind !== 'select' || statement.returned === null) return [];
  const primary = table.indexes.find(({ name }) => name === 'PRIMARY')?.columns ?? [];
  const needed = unique([...statement.returned, ...statement.where.map(({ column }) => column)]).filter(
    (column) => !leading.some((one) => same(one.column, column)) && !primary.some((one) => same(one, column)),
  );
  const short = needed.every((column) => isShort(typeOf(table, column)));
  const prefixed = leading.some(({ column }) => isPrefixed(typeOf(table, column)));
  return short && !prefixed && leading.length + needed.length <= mostColumns ? needed : [];
}

/** Numbers, dates, and strings of up to 64 characters. */
function isShort(type: string): boolean {
  if (/text|blob|json|geometry/i.test(type)) return false;
  const length = /(?:char|binary)\((\d+)\)/i.exec(type)?.[1];
  return length === undefined || Number(length) <= 64;
}

function definitionOf({ column, descending }: SortColumn, table: TableFacts): Sql {
  const prefix = isPrefixed(typeOf(table, column)) ? sql`(64)` : sql``;
  return sql`${sqlName(column)}${prefix}${descending ? sql` DESC` : sql``}`;
}

/** Texts and long strings are indexed by their beginning: an InnoDB index column holds 767 or 3072 bytes. */
function isPrefixed(type: string): boolean {
  if (/text|blob/i.test(type)) return true;
  const length = /^var(?:char|binary)\((\d+)\)/i.exec(type)?.[1];
  return length !== undefined && Number(length) > 191;
}

function typeOf(table: TableFacts, column: string): string {
  return table.columns.find(({ name }) => same(name, column))?.type ?? '';
}

function indexName(columns: readonly string[]): string {
  return `ix_${columns.join('_').replace(/\W/g, '_')}`.slice(0, 64);
}

function isPrefix(shorter: readonly string[], longer: readonly string[]): boolean {
  return shorter.length <= longer.length && shorter.every((column, index) => same(column, longer[index]));
}

function sameDirection(sort: readonly SortColumn[]): boolean {
  return sort.every(({ descending }) => descending === sort[0]?.descending);
}

function ascending(column: string): SortColumn {
  return { column, descending: false };
}

function same(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && a.toLowerCase() === b?.toLowerCase();
}

function unique(names: readonly string[]): string[] {
  return names.filter((name, index) => names.findIndex((other) => same(other, name)) === index);
}

function none(reason: string): IndexAdvice {
  return { kind: 'none', reason };
}
