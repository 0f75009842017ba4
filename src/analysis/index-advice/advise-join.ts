import { adviseIndex, type IndexAdvice, type TableFacts } from './advise';
import type { JoinedTable, JoinStatement } from './join';
import type { Predicate } from './statement';

/** One line of EXPLAIN: a table in the order in which the server reads them. */
export interface PlanStep {
  /** The name that the statement gives the table. */
  alias: string;
  /** ALL and index read the whole of it. */
  access: string;
  /** Rows that the server expects to read of it each time; null: not reported. */
  rows: number | null;
  /** Indexes that the server thought of; null: none. */
  possible: string | null;
}

/** Whether a step reads the whole table or the whole of an index. */
export function readsAll({ access }: PlanStep): boolean {
  return /^(ALL|index)$/i.test(access);
}

/**
 * The index for the table of a join that is read as a whole: by the columns that a row of the tables before it, or a value, fixes.
 *
 * @param plan as EXPLAIN shows it; null where there is none. Then the order is known of a LEFT JOIN, and of two tables of which only one is
 *   compared with values.
 * @param tableOf what is known of a table; undefined: its columns were not read
 */
export function adviseJoin(
  join: JoinStatement,
  plan: readonly PlanStep[] | null,
  tableOf: (table: JoinedTable) => TableFacts | undefined,
): IndexAdvice {
  const order = plan === null ? orderByText(join, tableOf) : orderByPlan(join, plan);
  if (order === null) return none('it joins tables; look at EXPLAIN for the one that is scanned');
  let first: IndexAdvice | null = null;
  for (const at of order.scanned) {
    const table = order.tables[at];
    const facts = table === undefined ? undefined : tableOf(table);
    if (table === undefined || facts === undefined) continue;
    const advice = adviseIndex(
      {
        kind: 'select',
        schema: table.schema,
        table: table.table,
        where: conditionsOn(join, table, order.tables.slice(0, at), tableOf),
        sort: [],
        limited: false,
        returned: null,
      },
      facts,
    );
    if (advice.kind === 'create') {
      const how =
        plan === null
          ? 'looked up for each row of the other table'
          : 'which EXPLAIN shows is read as a whole';
      return { ...advice, serves: `${advice.serves} in the join to ${table.table}, ${how}` };
    }
    first ??= none(`${table.table} is read as a whole: ${advice.reason}`);
  }
  return first ?? none('it joins tables, and EXPLAIN shows none that is read as a whole');
}

interface Order {
  tables: JoinedTable[];
  /** Places of those that are read as a whole, the largest first. */
  scanned: number[];
}

function orderByPlan(join: JoinStatement, plan: readonly PlanStep[]): Order {
  const steps = plan.flatMap((step) => {
    const table = join.tables.find(({ alias }) => same(alias, step.alias));
    return table === undefined ? [] : [{ table, step }];
  });
  const scanned = steps
    .map(({ step }, at) => ({ step, at }))
    .filter(({ step }) => readsAll(step))
    .sort((a, b) => (b.step.rows ?? 0) - (a.step.rows ?? 0) || b.at - a.at)
    .map(({ at }) => at);
  return { tables: steps.map(({ table }) => table), scanned };
}

function orderByText(
  join: JoinStatement,
  tableOf: (table: JoinedTable) => TableFacts | undefined,
): Order | null {
  const [left, right] = join.tables;
  if (left === undefined || right === undefined || join.tables.length !== 2) return null;
  if (right.outer) return { tables: [left, right], scanned: [1] };
  const bound = [left, right].map((table) => valuesOn(join, table, tableOf).length > 0);
  if (bound[0] === bound[1]) return null;
  return { tables: bound[0] === true ? [left, right] : [right, left], scanned: [1] };
}

/** What values and the rows of the tables read before fix of a table. */
function conditionsOn(
  join: JoinStatement,
  table: JoinedTable,
  before: readonly JoinedTable[],
  tableOf: (table: JoinedTable) => TableFacts | undefined,
): Predicate[] {
  const owner = ownerIn(join, tableOf);
  const joined = join.equal.flatMap(([a, b]): Predicate[] => {
    const [left, right] = [owner(a), owner(b)];
    if (left === table && right !== null && before.includes(right))
      return [{ column: a.column, kind: 'equal' }];
    if (right === table && left !== null && before.includes(left))
      return [{ column: b.column, kind: 'equal' }];
    return [];
  });
  return [...joined, ...valuesOn(join, table, tableOf)];
}

function valuesOn(
  join: JoinStatement,
  table: JoinedTable,
  tableOf: (table: JoinedTable) => TableFacts | undefined,
): Predicate[] {
  const owner = ownerIn(join, tableOf);
  return join.values.filter((one) => owner(one) === table).map(({ column, kind }) => ({ column, kind }));
}

/** The table of a column: the one that it names, else the only one that has such a column. */
function ownerIn(join: JoinStatement, tableOf: (table: JoinedTable) => TableFacts | undefined) {
  return ({ of, column }: { of: string | null; column: string }): JoinedTable | null => {
    const able = join.tables.filter((table) =>
      of === null
        ? (tableOf(table)?.columns ?? []).some(({ name }) => same(name, column))
        : same(table.alias, of),
    );
    return able.length === 1 ? (able[0] ?? null) : null;
  };
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function none(reason: string): IndexAdvice & { kind: 'none' } {
  return { kind: 'none', reason };
}
