import { leftOut } from '../../evidence/sections/left-out';
import { histogramQuantile } from '../../experiment/statistics/histogram';
import { namedTables } from '../../knowledge/sql/named-tables';
import { isSystemSchema } from '../../knowledge/sql/system-schemas';
import { compareVersions } from '../../shared/server';
import type { Snapshot } from '../../shared/snapshot';
import {
  type TopSql,
  type TopSqlColumn,
  type TopSqlMark,
  type TopSqlOrder,
  type TopStatement,
  topSqlColumns,
  topSqlSchemaName,
  topSqlSources,
} from '../../shared/top-sql';
import { factCatalog } from '../facts/catalog';
import { FactReader } from '../facts/inputs/fact-reader';
import { FactSet } from '../facts/inputs/fact-set';
import { MissingInput } from '../facts/inputs/fact-value';
import { cellNumber, Observed } from '../facts/inputs/observed';
import { ownStatements } from '../facts/inputs/own-statements';
import { picoseconds, sectionDeltas } from '../facts/inputs/section-deltas';
import { statementAdvice } from '../facts/statements/index-advice';
import { explainTree } from './explain-tree';
import { type ReadStatements, readDigests, readPrepared, type StatementTotals } from './read-statements';

const needs = [
  'section.statement-digests',
  'section.slow-log',
  'section.prepared-statements',
  'section.digest-histograms',
  'section.explains',
  'section.table-indexes',
  'section.table-columns',
  'section.schema-sizes',
  'fact.statement_rate',
] as const;

/** From this share of the statements on, digests are taken to hold the load; below it prepared statements are looked at too. */
const enoughCovered = 0.5;
const manyRows = 100;

/**
 * The statements of a snapshot by what they cost: of the window where digests were read at both ends of it, else since they
 * were reset. A pure function of the snapshot.
 * @param options.limit statements that are listed; totals and shares are of all of them
 */
export function topSql(
  snapshot: Snapshot,
  options: { path: string | null; by?: TopSqlOrder | undefined; limit?: number | undefined },
): TopSql {
  const { path, by = 'time', limit = 20 } = options;
  const observed = new Observed(snapshot);
  const read = new FactReader(observed, new FactSet(observed, factCatalog()), { id: 'top-sql', needs });
  const cut = snapshot.sections['statement-digests']?.data?.end?.truncated;
  const isLog = cut === leftOut.slowLog;
  const digests = readDigests(read, 'statement-digests', isLog);
  const log = readDigests(read, 'slow-log', true);
  const main = 'reason' in digests && !('reason' in log) ? log : digests;
  const prepared = readPrepared(read);
  const isOwn = ownStatements(snapshot);
  const split = (found: ReadStatements) =>
    'reason' in found ? [] : found.statements.filter(({ calls }) => calls > 0);
  const ofMain = split(main);
  const seconds = 'reason' in main ? null : main.seconds;
  const covered = coveredBy(read, ofMain, seconds);
  const remarks: string[] = [];
  let all = ofMain;
  // Totals since each was prepared do not go with those of a window.
  const openPrepared = isSameSpan(main, prepared) ? split(prepared) : [];
  if (openPrepared.length > 0 && ('reason' in main || (covered !== null && covered < enoughCovered))) {
    all = [...ofMain, ...openPrepared];
    remarks.push(
      'Digests do not include executions of prepared statements here: those open at the end of the window are listed from prepared_statements_instances. Those closed earlier are missing.',
    );
  }
  const others = all.filter(({ text, source }) => source === 'slow-log' || !isOwn(text));
  const own = all.filter((one) => !others.includes(one));
  const total = sum(others, (one) => one.seconds);
  const span = spanOf(main, prepared);
  const sorted = [...others].sort((a, b) => orders[by](b) - orders[by](a) || b.seconds - a.seconds);
  const listed = (by === 'time' ? sorted : sorted.filter((one) => orders[by](one) > 0)).slice(0, limit);
  const context: Context = {
    ...{ read, snapshot, total, seconds: span.seconds, of: span.of },
    tables: tablesByStatement(others),
    advice: adviceOf(read),
    plans: plansOf(read),
    histograms: histogramsOf(read),
  };
  const statements = listed.map((one) => described(one, context));
  if (!('reason' in main) && main.cut && !isLog)
    remarks.push('The server keeps more statements than were read; those with the most time were read.');
  if (isLog || main === log)
    remarks.push('A slow log holds only statements above long_query_time: shares are of those.');
  if (others.length > 0 && covered !== null && covered < 0.9 && all === ofMain) {
    const percent = Math.round(covered * 100);
    remarks.push(
      covered < enoughCovered
        ? `Digests hold only ${percent} % of the statements that the server counted: this list does not show the load. ${withoutDigest(prepared)}`
        : `Digests hold ${percent} % of the statements that the server counted: the rest had no digest.`,
    );
  }
  return {
    schema: topSqlSchemaName,
    snapshot: { id: snapshot.id, path, server: snapshot.server },
    span,
    sources: [...new Set(all.map(({ source }) => source))],
    totals: {
      count: others.length,
      shown: statements.length,
      calls: sum(others, ({ calls }) => calls),
      seconds: total,
      covered,
    },
    by,
    statements,
    own: {
      count: own.length,
      calls: sum(own, ({ calls }) => calls),
      seconds: sum(own, (one) => one.seconds),
    },
    unknown: unknownOf(statements, context),
    remarks,
    reason: others.length > 0 ? null : nothingOf(main, prepared, covered),
  };
}

const orders: Record<TopSqlOrder, (one: StatementTotals) => number> = {
  time: (one) => one.seconds,
  calls: (one) => one.calls,
  rows: (one) => one.examined ?? 0,
  tmp: (one) => one.tmp ?? 0,
  lock: (one) => one.lock ?? 0,
  errors: (one) => one.errors ?? 0,
};

interface Context {
  read: FactReader;
  snapshot: Snapshot;
  /** Of all statements but Latchkey's own. */
  total: number;
  seconds: number | null;
  of: TopSql['span']['of'];
  tables: TableUse;
  advice: ReturnType<typeof adviceOf>;
  plans: ReturnType<typeof plansOf>;
  histograms: ReturnType<typeof histogramsOf>;
}

function described(one: StatementTotals, context: Context): TopStatement {
  const { total, seconds, tables } = context;
  const each = (value: number | null) => (value === null ? null : value / one.calls);
  const percentiles = percentilesOf(one, context);
  return {
    key: one.key,
    source: one.source,
    schema: one.schema,
    text: one.text,
    calls: one.calls,
    callsPerSecond: seconds === null ? null : one.calls / seconds,
    share: total > 0 ? Math.min(1, one.seconds / total) : 0,
    totalSeconds: one.seconds,
    meanSeconds: one.seconds / one.calls,
    p95Seconds: percentiles?.p95 ?? null,
    p99Seconds: percentiles?.p99 ?? null,
    percentilesOf: percentiles?.of ?? null,
    rowsExaminedPerCall: each(one.examined),
    rowsSentPerCall: each(one.sent),
    rowsAffectedPerCall: each(one.affected),
    tmpTablesPerCall: each(one.tmp),
    tmpDiskTablesPerCall: each(one.tmpDisk),
    lockSecondsPerCall: each(one.lock),
    cpuSecondsPerCall: each(one.cpu),
    sortMergePassesPerCall: each(one.mergePasses),
    errors: one.errors,
    warnings: one.warnings,
    noIndexShare: each(one.noIndex),
    marks: marksOf(one),
    firstSeen: one.firstSeen,
    lastSeen: one.lastSeen,
    tables: (tables.of.get(one.key) ?? []).map((name) => ({
      name,
      usedBy: (tables.by.get(name) ?? []).filter((key) => key !== one.key),
    })),
    sample: sampleOf(one, context),
    plan: context.plans(one),
    index: context.advice(one),
  };
}

function marksOf(one: StatementTotals): TopSqlMark[] {
  const results = Math.max(one.calls, (one.sent ?? 0) + (one.affected ?? 0));
  const marks: [TopSqlMark, boolean][] = [
    ['no-index', (one.noIndex ?? 0) > 0],
    ['no-good-index', (one.noGoodIndex ?? 0) > 0],
    ['full-join', (one.fullJoin ?? 0) > 0],
    ['many-rows', (one.examined ?? 0) >= manyRows * results],
    ['tmp-disk', (one.tmpDisk ?? 0) > 0],
    ['sort-merge', (one.mergePasses ?? 0) > 0],
    ['errors', (one.errors ?? 0) > 0],
  ];
  return marks.flatMap(([mark, is]) => (is ? [mark] : []));
}

function percentilesOf(
  one: StatementTotals,
  { histograms, of }: Context,
): { p95: number | null; p99: number | null; of: 'window' | 'since-reset' } | null {
  const buckets =
    one.source === 'digests' && of === 'window'
      ? histograms.get(`${one.schema ?? ''}\n${one.digest}`)
      : undefined;
  const quantile = (share: number) => histogramQuantile(buckets ?? [], share)?.value ?? null;
  const p95 = quantile(0.95);
  if (p95 !== null) return { p95, p99: quantile(0.99), of: 'window' };
  return one.quantiles === null ? null : { ...one.quantiles, of: 'since-reset' };
}

/** The buckets of each statement that has a histogram, as they grew within the window. */
function histogramsOf(read: FactReader): Map<string, { low: number; high: number; count: number }[]> {
  const found = new Map<string, { low: number; high: number; count: number }[]>();
  if (
    'reason' in read.rowsOrReason('digest-histograms', 'start') ||
    'reason' in read.rowsOrReason('digest-histograms')
  )
    return found;
  const key = (row: { schema_name?: unknown; digest?: unknown }) =>
    `${row.schema_name ?? ''}\n${row.digest ?? ''}`;
  // A statement without a row at the start may have been left out there: what it counted before is not known.
  const atStart = new Set(read.rows('digest-histograms', 'start').map(key));
  for (const { row, increase } of sectionDeltas(
    read,
    'digest-histograms',
    (one) => `${key(one)}\n${one.bucket_number}`,
  )) {
    if (!atStart.has(key(row))) continue;
    const buckets = found.get(key(row)) ?? [];
    buckets.push({
      low: (cellNumber(row.bucket_timer_low) ?? 0) * picoseconds,
      high: (cellNumber(row.bucket_timer_high) ?? 0) * picoseconds,
      count: increase('count_bucket') ?? 0,
    });
    found.set(key(row), buckets);
  }
  for (const buckets of found.values()) buckets.sort((a, b) => a.low - b.low);
  return found;
}

interface TableUse {
  /** Tables by the key of a statement. */
  of: Map<string, string[]>;
  /** Keys of statements by table, the costliest first. */
  by: Map<string, string[]>;
}

const mostUsers = 20;

function tablesByStatement(statements: readonly StatementTotals[]): TableUse {
  const use: TableUse = { of: new Map(), by: new Map() };
  for (const { key, schema, text } of [...statements].sort((a, b) => b.seconds - a.seconds)) {
    const names = namedTables({ schema: schema ?? '', text }).map((one) =>
      one.schema === '' ? one.table : `${one.schema}.${one.table}`,
    );
    use.of.set(key, names);
    for (const name of names) {
      const users = use.by.get(name) ?? [];
      if (users.length < mostUsers) users.push(key);
      use.by.set(name, users);
    }
  }
  return use;
}

function adviceOf(read: FactReader): (one: StatementTotals) => TopStatement['index'] {
  let advise: ReturnType<typeof statementAdvice>;
  try {
    advise = statementAdvice(read);
  } catch (thrown) {
    if (!(thrown instanceof MissingInput)) throw thrown;
    const { text } = thrown.reason;
    return () => ({ kind: 'none', reason: `Not judged: ${text}` });
  }
  return (one) => {
    const results = Math.max(one.calls, (one.sent ?? 0) + (one.affected ?? 0));
    const tables = namedTables({ schema: one.schema ?? '', text: one.text });
    if (tables.length === 0) return { kind: 'none', reason: 'None needed: it names no table.' };
    if (tables.some(({ schema }) => isSystemSchema(schema)))
      return { kind: 'none', reason: 'None proposed: its tables belong to the server.' };
    if (one.examined === null) return { kind: 'none', reason: 'Not judged: rows examined are not known.' };
    if ((one.noIndex ?? 0) === 0 && one.examined < manyRows * results)
      return { kind: 'none', reason: 'None needed: it uses an index and examines few rows for each result.' };
    const advice = advise({
      schema_name: one.schema,
      digest: one.digest,
      digest_text: one.text.replace(/^EXECUTE /, ''),
    });
    if (advice.kind === 'none') return { kind: 'none', reason: `None proposed: ${advice.reason}.` };
    return { kind: 'create', sql: advice.sql, serves: advice.serves, replaces: advice.replaces };
  };
}

function plansOf(read: FactReader): (one: StatementTotals) => TopStatement['plan'] {
  const found = read.rowsOrReason('explains');
  if ('reason' in found) return () => ({ nodes: null, reason: found.reason.text });
  return (one) => {
    const rows = found.rows.filter(
      ({ schema_name, digest }) => digest === one.digest && String(schema_name ?? '') === (one.schema ?? ''),
    );
    const [first] = rows;
    if (one.source === 'digests' && one.schema === null)
      return { nodes: null, reason: 'Not explained: it ran without a default schema.' };
    if (first === undefined || one.digest === null)
      return { nodes: null, reason: 'Not explained: only the costliest SELECTs that scan are.' };
    if (first.not_explained != null) return { nodes: null, reason: String(first.not_explained) };
    return { nodes: explainTree(rows), reason: '' };
  };
}

function sampleOf({ sample, source }: StatementTotals, { snapshot }: Context): TopStatement['sample'] {
  if (sample !== null) return { text: sample, reason: '' };
  const { server, literals } = snapshot;
  const keeps = server.flavour === 'mysql' && compareVersions(server.version, [8, 0, 0]) >= 0;
  if (source === 'digests' && !keeps)
    return { text: null, reason: 'This server keeps no sample of a statement: MySQL 8.0 and later do.' };
  return {
    text: null,
    reason:
      literals === 'removed'
        ? 'Literals are removed from this snapshot.'
        : 'The snapshot holds no sample of it.',
  };
}

/** How many of the statements that the server counted these are; null: not known. */
function coveredBy(
  read: FactReader,
  found: readonly StatementTotals[],
  seconds: number | null,
): number | null {
  const rate = read.factReading('statement_rate');
  if (seconds === null || !rate.known || typeof rate.value !== 'number' || !(rate.value > 0)) return null;
  return Math.min(1, sum(found, ({ calls }) => calls) / (rate.value * seconds));
}

function isSameSpan(main: ReadStatements, prepared: ReadStatements): boolean {
  return 'reason' in main || ('of' in prepared && main.of === prepared.of);
}

function spanOf(main: ReadStatements, prepared: ReadStatements): TopSql['span'] {
  const from = 'reason' in main ? prepared : main;
  return 'reason' in from ? { of: 'window', seconds: null } : { of: from.of, seconds: from.seconds };
}

/** Why digests hold so little. MariaDB 11.4.5 lists prepared statements and leaves COUNT_EXECUTE of each at 0. */
function withoutDigest(prepared: ReadStatements): string {
  const listed = 'reason' in prepared ? [] : prepared.statements;
  const uncounted =
    listed.length > 0 && listed.every(({ calls }) => calls === 0)
      ? ', and prepared_statements_instances, which lists them, counts no execution (COUNT_EXECUTE)'
      : '';
  return `Executions of prepared statements have no digest in this version${uncounted}.`;
}

function nothingOf(main: ReadStatements, prepared: ReadStatements, covered: number | null): TopSql['reason'] {
  if (!('reason' in main) && covered !== null && covered < enoughCovered)
    return {
      text: `The server counted statements, and only Latchkey's own have a digest. ${withoutDigest(prepared)}`,
      remedy: 'Write a slow query log with long_query_time = 0 for a minute, and import it.',
    };
  if (!('reason' in main)) return { text: 'No statement ran within the window.' };
  const { text, remedy } = main.reason;
  return remedy === undefined ? { text } : { text, remedy };
}

/** The figures that no statement of the list has, or none of a source, each with the reason. */
function unknownOf(statements: readonly TopStatement[], context: Context): TopSql['unknown'] {
  if (statements.length === 0) return [];
  const sources = [...new Set(statements.map(({ source }) => source))];
  return (Object.keys(topSqlColumns) as TopSqlColumn[]).flatMap((column) => {
    const title = topSqlColumns[column];
    if (statements.every((one) => one[column] === null))
      return [{ column, title, reason: whyUnknown(column, statements, context) }];
    // One source may count what another does not.
    return sources.flatMap((source) => {
      const ofSource = statements.filter((one) => one.source === source);
      if (ofSource.some((one) => one[column] !== null)) return [];
      const from = `${title}, ${topSqlSources[source]}`;
      return [{ column, title: from, reason: whyUnknown(column, ofSource, context) }];
    });
  });
}

function whyUnknown(
  column: TopSqlColumn,
  statements: readonly TopStatement[],
  { snapshot: { server }, of }: Context,
): string {
  const isLog = statements.every(({ source }) => source === 'slow-log');
  const isPrepared = statements.every(({ source }) => source === 'prepared');
  const isOld = server.flavour === 'mysql' && compareVersions(server.version, [8, 0, 28]) < 0;
  if (column === 'callsPerSecond')
    return of === 'window'
      ? 'Statements were read once only: a rate needs both ends of a window.'
      : 'The totals are since the digests were reset, and when that was is not known.';
  if (isLog) return 'The slow log, as read, does not contain it.';
  if (isPrepared) return 'The server does not count it for prepared statements.';
  if (column === 'cpuSecondsPerCall')
    return server.flavour === 'mariadb' || isOld
      ? 'This server does not count CPU time by statement: MySQL 8.0.28 and later do.'
      : 'The consumer events_statements_cpu is off.';
  if (column === 'p95Seconds' || column === 'p99Seconds')
    return server.flavour === 'mariadb' || compareVersions(server.version, [8, 0, 0]) < 0
      ? 'This server keeps no histogram by statement: MySQL 8.0 and later do.'
      : 'No histogram of these statements was read.';
  return 'The server does not count it, or it was reset within the window.';
}

function sum<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((total, one) => total + of(one), 0);
}
