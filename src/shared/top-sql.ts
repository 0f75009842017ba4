import { z } from 'zod';
import { serverIdentitySchema } from './server';

export const topSqlSchemaName = 'latchkey/top-sql/1';

/** What the list can be ordered by, with how the order is called. */
export const topSqlOrders = {
  time: 'Total time',
  calls: 'Calls',
  rows: 'Rows examined',
  tmp: 'Temporary tables',
  lock: 'Lock time',
  errors: 'Errors',
} as const;
export const topSqlOrderSchema = z.enum(
  Object.keys(topSqlOrders) as [keyof typeof topSqlOrders, ...(keyof typeof topSqlOrders)[]],
);
export type TopSqlOrder = z.infer<typeof topSqlOrderSchema>;

/** Where the figures of a statement come from. */
export const topSqlSources = {
  digests: 'statement digests (events_statements_summary_by_digest)',
  prepared: 'prepared statements (prepared_statements_instances)',
  'slow-log': 'slow query log',
} as const;
export const topSqlSourceSchema = z.enum(
  Object.keys(topSqlSources) as [keyof typeof topSqlSources, ...(keyof typeof topSqlSources)[]],
);
export type TopSqlSource = z.infer<typeof topSqlSourceSchema>;

/** What stands out about a statement, with the words for it. */
export const topSqlMarks = {
  'no-index': 'no index used',
  'no-good-index': 'range checked for each record',
  'full-join': 'join without index',
  'many-rows': '100 rows or more examined per row returned',
  'tmp-disk': 'temporary tables on disk',
  'sort-merge': 'sort merge passes',
  errors: 'errors',
} as const;
export const topSqlMarkSchema = z.enum(
  Object.keys(topSqlMarks) as [keyof typeof topSqlMarks, ...(keyof typeof topSqlMarks)[]],
);
export type TopSqlMark = z.infer<typeof topSqlMarkSchema>;

/** One table of a plan, as EXPLAIN FORMAT=TRADITIONAL prints it; `children`: what is read for it, or inside it. */
export interface ExplainNode {
  id: number | null;
  selectType: string;
  table: string | null;
  access: string | null;
  possibleKeys: string | null;
  key: string | null;
  ref: string | null;
  rows: number | null;
  filteredPercent: number | null;
  extra: string | null;
  children: ExplainNode[];
}
export const explainNodeSchema: z.ZodType<ExplainNode> = z.lazy(() =>
  z.object({
    id: z.number().nullable(),
    selectType: z.string(),
    table: z.string().nullable(),
    access: z.string().nullable(),
    possibleKeys: z.string().nullable(),
    key: z.string().nullable(),
    ref: z.string().nullable(),
    rows: z.number().nullable(),
    filteredPercent: z.number().nullable(),
    extra: z.string().nullable(),
    children: z.array(explainNodeSchema),
  }),
);

const perCall = z.number().nonnegative().nullable();

/** A statement of the window. Times are seconds; null: not known, for the reason that `unknown` of the document gives. */
export const topStatementSchema = z.object({
  /** One of a kind within the document. */
  key: z.string(),
  source: topSqlSourceSchema,
  schema: z.string().nullable(),
  /** Without its literals. */
  text: z.string(),
  calls: z.number().nonnegative(),
  callsPerSecond: perCall,
  /** Of the time of all statements but Latchkey's own, 0 to 1. */
  share: z.number().min(0).max(1),
  totalSeconds: z.number().nonnegative(),
  meanSeconds: z.number().nonnegative(),
  p95Seconds: perCall,
  p99Seconds: perCall,
  /** `window`: of the calls of the window; `since-reset`: of all calls since the digests were reset. */
  percentilesOf: z.enum(['window', 'since-reset']).nullable(),
  rowsExaminedPerCall: perCall,
  rowsSentPerCall: perCall,
  rowsAffectedPerCall: perCall,
  tmpTablesPerCall: perCall,
  tmpDiskTablesPerCall: perCall,
  lockSecondsPerCall: perCall,
  cpuSecondsPerCall: perCall,
  sortMergePassesPerCall: perCall,
  errors: perCall,
  warnings: perCall,
  /** Calls that used no index, of all its calls. */
  noIndexShare: perCall,
  marks: z.array(topSqlMarkSchema),
  firstSeen: z.string().nullable(),
  lastSeen: z.string().nullable(),
  /** The tables that it names, and the other statements of the window that name them. */
  tables: z.array(z.object({ name: z.string(), usedBy: z.array(z.string()) })),
  /** One call with its values; else why there is none. */
  sample: z.object({ text: z.string().nullable(), reason: z.string() }),
  /** EXPLAIN; null: why it was not explained. */
  plan: z.object({ nodes: z.array(explainNodeSchema).nullable(), reason: z.string() }),
  index: z.union([
    z.object({
      kind: z.literal('create'),
      sql: z.string(),
      serves: z.string(),
      replaces: z.array(z.string()),
    }),
    z.object({ kind: z.literal('none'), reason: z.string() }),
  ]),
});
export type TopStatement = z.infer<typeof topStatementSchema>;

/** The figures of a statement that a source may not know. */
export const topSqlColumns = {
  callsPerSecond: 'Calls per second',
  p95Seconds: 'p95',
  p99Seconds: 'p99',
  rowsExaminedPerCall: 'Rows examined',
  rowsSentPerCall: 'Rows sent',
  tmpTablesPerCall: 'Temporary tables',
  tmpDiskTablesPerCall: 'Temporary tables on disk',
  lockSecondsPerCall: 'Lock time',
  cpuSecondsPerCall: 'CPU time',
  errors: 'Errors',
  noIndexShare: 'No index used',
} as const;
export type TopSqlColumn = keyof typeof topSqlColumns;

export const topSqlSchema = z.object({
  schema: z.literal(topSqlSchemaName),
  snapshot: z.object({ id: z.string(), path: z.string().nullable(), server: serverIdentitySchema }),
  /** What the figures are over: the window, or all time since the digests were reset. Seconds null: not known. */
  span: z.object({ of: z.enum(['window', 'since-reset', 'slow-log']), seconds: z.number().nullable() }),
  sources: z.array(topSqlSourceSchema),
  /** All statements but Latchkey's own; `shown` of `count` are listed. */
  totals: z.object({
    count: z.number().int().nonnegative(),
    shown: z.number().int().nonnegative(),
    calls: z.number().nonnegative(),
    seconds: z.number().nonnegative(),
    /** Of the statements that the server counted (Questions), how many these are, 0 to 1; null: not known. */
    covered: z.number().nullable(),
  }),
  by: topSqlOrderSchema,
  statements: z.array(topStatementSchema),
  /** Statements that Latchkey itself sent: no part of the list or the totals. */
  own: z.object({ count: z.number().int().nonnegative(), calls: z.number(), seconds: z.number() }),
  /** Figures that no statement of the list has, or none of one source, and why. */
  unknown: z.array(z.object({ column: z.string(), title: z.string(), reason: z.string() })),
  remarks: z.array(z.string()),
  /** Why there is no list at all; null: there is one. */
  reason: z.object({ text: z.string(), remedy: z.string().optional() }).nullable(),
});
export type TopSql = z.infer<typeof topSqlSchema>;
