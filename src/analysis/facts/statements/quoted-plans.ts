import { counted } from '../../../shared/base/units';
import type { FactDefinition } from '../inputs/definition';
import { type FactReader, onceForFacts } from '../inputs/fact-reader';
import { cellNumber } from '../inputs/observed';

const source =
  'EXPLAIN that a text quotes: columns type, key and rows (MySQL manual, "EXPLAIN Output Format")';
const needs = ['section.explains'] as const;

/** What plans read that a text quotes: which statement it is, and how often it runs, is not known. */
export const quotedPlanFacts: FactDefinition[] = [
  {
    id: 'quoted_plan_rows',
    unit: 'count',
    type: 'number',
    needs,
    doc: {
      what: 'Most rows that a quoted plan estimates to read from one table.',
      formula: 'largest rows of EXPLAIN without a digest; derived tables and lookups of one row left out',
      source,
    },
    compute: (read) => largestStep(read).rows,
  },
  {
    id: 'quoted_plan_scans',
    unit: 'none',
    type: 'boolean',
    needs,
    doc: {
      what: 'Whether that table, or that index, is read as a whole.',
      formula: 'type is ALL or index',
      source,
    },
    compute: (read) => isScan(largestStep(read).access),
  },
  {
    id: 'quoted_plan_text',
    unit: 'none',
    type: 'string',
    needs,
    doc: { what: 'That step of the plan.', formula: 'type, table, key and rows', source },
    compute: (read) => {
      const { table, access, key, rows } = largestStep(read);
      const by = key === null ? '' : ` by index ${key}`;
      return `${access} of ${table}${by}, ${counted(rows, 'row')}`;
    },
  },
  {
    id: 'quoted_join_table',
    unit: 'none',
    type: 'string',
    needs,
    doc: {
      what: 'Table that a quoted plan joins by reading it whole.',
      formula:
        'step behind the first of its SELECT, or of a dependent subquery, with type ALL or index, no derived table; that with the largest rows x rows of the first step',
      source,
    },
    compute: (read) => worstJoin(read).table,
  },
  {
    id: 'quoted_join_rows',
    unit: 'count',
    type: 'number',
    needs,
    doc: { what: 'Rows that are read of it each time.', formula: 'rows of that step', source },
    compute: (read) => worstJoin(read).rows,
  },
  {
    id: 'quoted_join_outer_rows',
    unit: 'count',
    type: 'number',
    needs,
    doc: {
      what: 'Rows of the table before it in the plan: for each of them it is read.',
      formula: 'rows of the first step of its SELECT',
      source,
    },
    compute: (read) => worstJoin(read).outer,
  },
];

interface Join {
  table: string;
  rows: number;
  outer: number;
}

/** The join without an index, or the subquery for each row, that compares most pairs of rows. */
const worstJoin = onceForFacts((read: FactReader): Join => {
  const joins: Join[] = [];
  const firsts = new Map<string, number>();
  for (const row of read.rows('explains')) {
    const rows = cellNumber(row.rows_estimated);
    if (row.digest != null || rows === null || row.table_name == null) continue;
    const select = String(row.id ?? '');
    const isDependent = /^dependent/i.test(String(row.select_type ?? ''));
    const outer = firsts.get(select) ?? (isDependent ? [...firsts.values()][0] : undefined);
    if (!firsts.has(select)) firsts.set(select, rows);
    const table = String(row.table_name);
    if (outer !== undefined && isScan(String(row.access_type)) && !table.startsWith('<'))
      joins.push({ table, rows, outer });
  }
  const [worst] = joins.sort((a, b) => b.rows * b.outer - a.rows * a.outer);
  return worst ?? read.missing('absent', 'No quoted plan joins a table by reading it whole.');
});

function isScan(access: string): boolean {
  return /^(?:all|index)$/i.test(access);
}

interface Step {
  table: string;
  access: string;
  key: string | null;
  rows: number;
}

function largestStep(read: FactReader): Step {
  const steps = read.rows('explains').flatMap((row): Step[] => {
    const { digest, table_name: table, access_type: access, index_name: key } = row;
    const rows = cellNumber(row.rows_estimated);
    if (digest != null || rows === null || table == null || access == null) return [];
    if (/^(?:const|eq_ref|system)$/i.test(String(access)) || String(table).startsWith('<')) return [];
    return [{ table: String(table), access: String(access), key: key == null ? null : String(key), rows }];
  });
  const [largest] = steps.sort((a, b) => b.rows - a.rows);
  return largest ?? read.missing('absent', 'No plan is quoted.');
}
