import { addTo, groupedBy } from '../../../shared/base/grouped';
import { formatCount } from '../../../shared/base/units';
import { compareVersions } from '../../../shared/server';
import {
  adviseIndex,
  adviseJoin,
  asDigest,
  type IndexAdvice,
  type PlanStep,
  parseJoin,
  parseStatement,
  readsAll,
  type TableFacts,
} from '../../index-advice';
import type { FactDefinition } from '../inputs/definition';
import {
  type Digest,
  digestInputs,
  digests,
  digestsWithRows,
  digestText,
  isUnselective,
  scans,
  statementTime,
} from '../inputs/digest-deltas';
import type { FactReader } from '../inputs/fact-reader';
import { mostListedStatement } from '../inputs/listed-sessions';
import { cellNumber } from '../inputs/observed';
import type { Row } from '../inputs/row-delta';

const needs = [
  ...digestInputs,
  'section.table-indexes',
  'section.table-columns',
  'section.schema-sizes',
  'section.explains',
] as const;
const source =
  '[percona-blog] Indexing 101; statement digests, INFORMATION_SCHEMA.STATISTICS and COLUMNS of the tables of costly statements, EXPLAIN where the server keeps a sample';
/** Statements that are looked at, those with most time first. */
const examinedDigests = 10;
const shown = 3;
const notRead = 'the columns of';
/** Share of the statement time from which a statement whose table was not read leaves the rule not checked. */
const judgedShare = 0.05;

/** Facts on the indexes that the statements which scan would need. */
export const indexAdviceFacts: FactDefinition[] = [
  {
    id: 'index_proposals',
    unit: 'count',
    type: 'number',
    needs,
    doc: {
      what: 'Indexes that would serve the statements which scan or use an index that hardly narrows down.',
      formula: 'different CREATE INDEX for the ten of these statements with most time',
      source,
    },
    compute: (read) => proposals(read).length,
  },
  {
    id: 'index_proposal_share',
    unit: 'ratio',
    type: 'number',
    needs,
    doc: {
      what: 'Share of the statement time spent in statements that these indexes would serve.',
      formula: 'SUM_TIMER_WAIT of these statements / that of all, within the window',
      source,
    },
    compute: (read) => proposals(read).reduce((sum, { share }) => sum + share, 0),
  },
  ...Array.from(
    { length: shown },
    (_, at): FactDefinition => ({
      id: `index_proposal_${at + 1}`,
      unit: 'none',
      type: 'string',
      needs,
      doc: {
        what: `Proposal ${at + 1} by the time it concerns: the statement that makes it, what it serves and what it makes superfluous.`,
        formula:
          'equality columns, then one range or the sort columns, then covering; what exists is considered',
        source,
      },
      compute: (read) =>
        proposals(read)[at]?.text ?? read.missing('absent', `There are fewer than ${at + 1} proposals.`),
    }),
  ),
  {
    id: 'listed_index_proposal',
    unit: 'none',
    type: 'string',
    needs: [
      ...(['section.processlist', 'section.table-indexes', 'section.table-columns'] as const),
      ...(['section.schema-sizes', 'section.explains'] as const),
    ],
    doc: {
      what: 'Index that would serve the statement which most sessions executed when the process list was read.',
      formula: 'as for the statements with digests, from the text of the process list',
      source: 'process list, INFORMATION_SCHEMA.STATISTICS and COLUMNS of the tables that it names',
    },
    compute: (read) => {
      const { statement, schema } = mostListedStatement(read);
      const advice = adviceFor(
        { schema_name: schema, digest_text: asDigest(statement) },
        tablesOf(read),
        null,
      );
      if (advice.kind === 'none') return read.missing('absent', `No index is proposed: ${advice.reason}.`);
      return `${advice.sql} It ${advice.serves}.`;
    },
  },
  {
    id: 'index_none',
    unit: 'none',
    type: 'string',
    needs,
    doc: {
      what: 'Why no index is proposed for others of these statements.',
      formula: 'reason of each, those with most time first',
      source,
    },
    compute: (read) => {
      const reasons = candidates(read).flatMap(({ delta, advice, plan }) =>
        advice.kind === 'none' ? [`${digestText(delta)} - ${advice.reason}${planText(plan, '; ')}`] : [],
      );
      return reasons.slice(0, shown).join('; ') || read.missing('absent', 'Every one has a proposal.');
    },
  },
];

/**
 * The index that a statement lacks, or the reason why none is proposed.
 * @throws MissingInput where the columns of tables were not read
 */
export function statementAdvice(read: FactReader): (row: Digest['row']) => IndexAdvice {
  const tables = tablesOf(read);
  const plans = plansOf(read);
  return (row) => adviceFor(row, tables, plans.get(planKey(row)) ?? null);
}

interface Candidate {
  delta: Digest;
  advice: IndexAdvice;
  /** What EXPLAIN says of it; null where it was not explained. */
  plan: PlanStep[] | null;
}

interface Proposal {
  sql: string;
  text: string;
  share: number;
}

/** One for each different index, that of most time first. */
function proposals(read: FactReader): Proposal[] {
  const total = statementTime(digests(read)) || read.missing('error', 'No statement ran.');
  const found = new Map<string, Proposal>();
  let unread: { share: number; reason: string } | null = null;
  for (const { delta, advice, plan } of candidates(read)) {
    const share = statementTime([delta]) / total;
    if (advice.kind === 'none') {
      if (advice.reason.startsWith(notRead) && share >= judgedShare)
        unread ??= { share, reason: advice.reason };
      continue;
    }
    const before = found.get(advice.sql);
    if (before !== undefined) {
      before.share += share;
      continue;
    }
    const superfluous =
      advice.replaces.length === 0 ? '' : ` Index ${advice.replaces.join(', ')} is then superfluous.`;
    const text = `${advice.sql} It ${advice.serves}.${superfluous}${planText(plan)} For: ${digestText(delta)}`;
    found.set(advice.sql, { sql: advice.sql, text, share });
  }
  // That nothing is proposed says nothing where the tables of a costly statement were not read.
  if (found.size === 0 && unread !== null) {
    const percent = Math.round(unread.share * 100);
    read.missing('not-read', `For a statement with ${percent} % of the statement time ${unread.reason}.`);
  }
  return [...found.values()].sort((a, b) => b.share - a.share);
}

function candidates(read: FactReader): Candidate[] {
  const tables = tablesOf(read);
  const plans = plansOf(read);
  return digestsWithRows(read)
    .filter((delta) => scans(delta) || isUnselective(delta))
    .sort((a, b) => (b.increase('sum_timer_wait') ?? 0) - (a.increase('sum_timer_wait') ?? 0))
    .slice(0, examinedDigests)
    .map((delta) => {
      const plan = plans.get(planKey(delta.row)) ?? null;
      return { delta, advice: adviceFor(delta.row, tables, plan), plan };
    });
}

function adviceFor(
  row: Pick<Digest['row'], 'digest_text' | 'schema_name'>,
  tables: ReadonlyMap<string, TableFacts>,
  plan: PlanStep[] | null,
): IndexAdvice {
  const text = String(row.digest_text ?? '');
  const join = parseJoin(text);
  if (join !== null) {
    return adviseJoin(join, plan, ({ schema, table }) =>
      tables.get(tableKey(schema ?? row.schema_name ?? '', table)),
    );
  }
  const statement = parseStatement(text);
  if ('reason' in statement) return { kind: 'none', reason: statement.reason };
  const table = tables.get(tableKey(statement.schema ?? row.schema_name ?? '', statement.table));
  if (table === undefined) return { kind: 'none', reason: `${notRead} ${statement.table} were not read` };
  return adviseIndex(statement, table);
}

/** What EXPLAIN said of each statement that was explained; where the server keeps no samples, nothing. */
function plansOf(read: FactReader): Map<string, PlanStep[]> {
  const explains = read.rowsOrReason('explains');
  const plans = new Map<string, PlanStep[]>();
  for (const row of 'rows' in explains ? explains.rows : []) {
    if (row.access_type == null || row.table_name == null) continue;
    const step = {
      alias: String(row.table_name),
      access: String(row.access_type),
      rows: cellNumber(row.rows_estimated),
      possible: row.possible_keys == null ? null : String(row.possible_keys),
    };
    addTo(plans, planKey(row), step);
  }
  return plans;
}

function planKey(row: Row<'explains' | 'statement-digests'>): string {
  return `${row.schema_name ?? ''}\n${row.digest ?? ''}`;
}

/** The tables that EXPLAIN shows are read as a whole, in words; empty where there is no plan or no such table. */
function planText(plan: PlanStep[] | null, before = ' '): string {
  const steps = (plan ?? []).filter(readsAll).map(({ alias, access, rows, possible }) => {
    const read = rows === null ? '' : `, about ${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`;
    return `${alias} ${access}${read}${possible === null ? '' : `, although ${possible} would do`}`;
  });
  return steps.length === 0 ? '' : `${before}EXPLAIN: ${steps.join('; ')}.`;
}

/** The tables whose columns were read, with their indexes. */
function tablesOf(read: FactReader): Map<string, TableFacts> {
  const sizes = read.rowsOrReason('schema-sizes');
  const rowCounts = new Map(
    ('rows' in sizes ? sizes.rows : []).map((row) => [keyOf(row), cellNumber(row.table_rows)]),
  );
  const columns = groupedBy(read.rows('table-columns'), keyOf);
  const indexes = groupedBy(read.rows('table-indexes'), keyOf);
  return new Map(
    [...columns].map(([key, rows]) => [
      key,
      {
        schema: String(rows[0]?.table_schema),
        name: String(rows[0]?.table_name),
        rows: rowCounts.get(key) ?? null,
        columns: rows.map((row) => ({ name: String(row.column_name), type: String(row.column_type) })),
        indexes: indexesOf(indexes.get(key) ?? []),
        descendingIndexes: hasDescendingIndexes(read),
      },
    ]),
  );
}

function indexesOf(rows: readonly Row<'table-indexes'>[]): TableFacts['indexes'] {
  const byName = new Map<string, Row<'table-indexes'>[]>();
  for (const row of rows) {
    if (String(row.index_type ?? 'BTREE') !== 'BTREE' || row.column_name == null) continue;
    const name = String(row.index_name);
    addTo(byName, name, row);
  }
  return [...byName].map(([name, parts]) => {
    const sorted = [...parts].sort((a, b) => Number(a.seq_in_index) - Number(b.seq_in_index));
    return {
      name,
      unique: sorted[0] !== undefined && Number(sorted[0].non_unique) === 0,
      columns: sorted.map((row) => String(row.column_name)),
      cardinalities: sorted.map((row) => cellNumber(row.cardinality)),
    };
  });
}

function hasDescendingIndexes({ server }: FactReader): boolean {
  const since = server.flavour === 'mariadb' ? ([10, 8, 0] as const) : ([8, 0, 0] as const);
  return compareVersions(server.version, [...since]) >= 0;
}

function keyOf(row: Row<'schema-sizes' | 'table-columns' | 'table-indexes'>): string {
  return tableKey(row.table_schema ?? '', String(row.table_name));
}

function tableKey(schema: string | number, table: string): string {
  return `${schema}\n${table}`.toLowerCase();
}
