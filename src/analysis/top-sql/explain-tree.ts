import type { ExplainNode } from '../../shared/top-sql';
import { cellNumber } from '../facts/inputs/observed';
import type { Row } from '../facts/inputs/row-delta';

/**
 * The rows of EXPLAIN FORMAT=TRADITIONAL as a tree: a node for each SELECT with its tables in join order; derived tables,
 * materialised subqueries and the parts of a UNION beneath the table that reads them, other subqueries beneath the SELECT
 * before them.
 */
export function explainTree(rows: readonly Row<'explains'>[]): ExplainNode[] {
  const selects = new Map<number, ExplainNode>();
  const roots: ExplainNode[] = [];
  const tables: ExplainNode[] = [];
  for (const row of rows) {
    const table = nodeOf(row);
    tables.push(table);
    if (table.id === null) {
      roots.push(table);
      continue;
    }
    const select = selects.get(table.id) ?? selectNode(table.id, table.selectType);
    selects.set(table.id, select);
    select.children.push(table);
  }
  const placed = new Set<number>();
  for (const table of tables) {
    for (const id of readBy(table.table)) {
      const inner = selects.get(id);
      // A table that names its own SELECT, or one twice, is not a tree: the first place counts.
      if (inner === undefined || placed.has(id) || holds(inner, table)) continue;
      table.children.push(inner);
      placed.add(id);
    }
  }
  const ids = [...selects.keys()].sort((a, b) => a - b);
  for (const id of ids) {
    const select = selects.get(id);
    if (select === undefined || placed.has(id)) continue;
    const before = ids.filter((other) => other < id && isSubquery(select.selectType)).at(-1);
    const outer = before === undefined ? undefined : selects.get(before);
    if (outer === undefined || holds(select, outer)) roots.push(select);
    else outer.children.push(select);
  }
  return roots;
}

function selectNode(id: number, selectType: string): ExplainNode {
  const nothing = { access: null, possibleKeys: null, key: null, ref: null, rows: null };
  return { id, selectType, table: null, ...nothing, filteredPercent: null, extra: null, children: [] };
}

function nodeOf(row: Row<'explains'>): ExplainNode {
  const text = (value: unknown) => (value == null ? null : String(value));
  return {
    id: cellNumber(row.id),
    selectType: text(row.select_type) ?? '',
    table: text(row.table_name),
    access: text(row.access_type),
    possibleKeys: text(row.possible_keys),
    key: text(row.index_name),
    ref: text(row.ref),
    rows: cellNumber(row.rows_estimated),
    filteredPercent: cellNumber(row.filtered_percent),
    extra: text(row.extra),
    children: [],
  };
}

/** `<derived2>`, `<subquery3>`, `<union1,2>`: the SELECTs whose result such a table is. */
function readBy(table: string | null): number[] {
  const numbers = /^<(?:derived|subquery|union|materialized)([\d,]+)>$/.exec(table ?? '')?.[1];
  return numbers === undefined ? [] : numbers.split(',').map(Number);
}

function isSubquery(selectType: string): boolean {
  return /SUBQUERY/i.test(selectType);
}

function holds(tree: ExplainNode, wanted: ExplainNode): boolean {
  return tree === wanted || tree.children.some((child) => holds(child, wanted));
}
