import { onceFor } from '../../../shared/base/once-for';
import type { FactReader } from './fact-reader';
import { picoseconds, type RowDelta, sectionDeltas } from './section-deltas';

/** What a digest counted within the window. */
export type Digest = RowDelta<'statement-digests'>;

/** What facts on digests read. */
export const digestInputs = [
  'section.statement-digests',
  'section.statements-by-event',
  'fact.statement_rate',
] as const;
export const digestSource = 'performance_schema.events_statements_summary_by_digest (picoseconds)';

/**
 * Increases by digest, of other sessions: Latchkey's own and the server's dictionary queries are left out. Missing where the
 * digests cover less than half of the statements, and of their time: some servers have none for prepared statements.
 */
export function digests(read: FactReader): Digest[] {
  const found = otherDigests(read);
  // A slow log alone is judged by what it holds: how many statements there were besides nobody knows.
  const seconds = read.sectionSecondsOrNull('statement-digests');
  const statements = seconds === null ? 0 : read.factOr('statement_rate', 0) * seconds;
  // The server counts SHOW and dictionary queries of others as statements too.
  const ofAll = executionsOf(allDigests(read)) - read.ownStatementsPerSecond * (seconds ?? 0);
  const counted = Math.max(executionsOf(found), ofAll);
  // A list of those that take most is not all there is; prepared statements without a digest leave all the others.
  const isSelection = read.isTruncated('statement-digests', 'end') && isEmptyAtStart(read);
  if (statements > 0 && counted < 0.5 * statements && !isSelection && !(coveredTime(read) >= 0.5)) {
    read.missing(
      'not-instrumented',
      `Only ${Math.round((100 * counted) / statements)} % of the statements have a digest; prepared statements have none in this version.`,
    );
  }
  return found;
}

/** Share of the time of all statements that those with a digest took; NaN: not known. */
function coveredTime(read: FactReader): number {
  const ends = [
    read.rowsOrReason('statements-by-event', 'start'),
    read.rowsOrReason('statements-by-event', 'end'),
  ];
  if (ends.some((end) => 'reason' in end)) return Number.NaN;
  const events = read.deltasOnce('statements-by-event', () =>
    sectionDeltas(read, 'statements-by-event', ({ event_name: name }) => String(name)),
  );
  const total = events.reduce((sum, delta) => sum + (delta.increase('sum_timer_wait') ?? 0), 0) * picoseconds;
  return statementTime(allDigests(read)) / total;
}

function isEmptyAtStart(read: FactReader): boolean {
  const before = read.rowsOrReason('statement-digests', 'start');
  return 'rows' in before && before.rows.length === 0;
}

const executionsOf = onceFor((deltas: Digest[]) =>
  deltas.reduce((sum, delta) => sum + (delta.increase('count_star') ?? 0), 0),
);

/**
 * The same, where the server counts in them how many rows it examined. MariaDB 10.2.11 has the column and leaves it at 0,
 * which would make every scan look like none.
 */
export function digestsWithRows(read: FactReader): Digest[] {
  const found = digests(read);
  const isAbove0 = (column: 'sum_rows_examined' | 'sum_select_scan') =>
    found.some(({ row }) => Number(row[column] ?? 0) > 0);
  if (!isAbove0('sum_rows_examined') && isAbove0('sum_select_scan')) {
    read.missing('not-instrumented', 'This server counts no rows examined in its statement digests.');
  }
  return found;
}

/** Increases by digest, of all sessions. */
export function allDigests(read: FactReader): Digest[] {
  return read.deltasOnce('statement-digests', () =>
    sectionDeltas(read, 'statement-digests', (row) => `${row.schema_name ?? ''}\n${row.digest ?? ''}`),
  );
}

function otherDigests(read: FactReader): Digest[] {
  const split = byPurpose(allDigests(read));
  split.watching ??= othersWatching(split, read);
  split.others ??= [...split.load, ...split.watching];
  return split.others;
}

/** What others watch the server with, where that is part of its load. */
export function watchingDigests(read: FactReader): Digest[] {
  const others = digests(read);
  const { watching = [] } = byPurpose(allDigests(read));
  return others.filter((delta) => watching.includes(delta));
}

interface ByPurpose {
  load: Digest[];
  /** What looks at the server itself: Latchkey, the server's dictionary, monitoring tools. */
  monitoring: Digest[];
  /** What others watch the server with, where that is part of its load. */
  watching?: Digest[];
  /** The load, and what watches it. */
  others?: Digest[];
}

const byPurpose = onceFor((digests: Digest[]): ByPurpose => {
  const [load, monitoring]: [Digest[], Digest[]] = [[], []];
  for (const delta of digests) {
    // Texts that are looked for as they are: a pattern without regard to capitals takes ten times as long.
    const text = String(delta.row.digest_text ?? '').toLowerCase();
    const looks = text.startsWith('show ') || ownWords.some((word) => text.includes(word));
    (looks ? monitoring : load).push(delta);
  }
  return { load, monitoring };
});

/** From this share of the time of all statements on, what watches a server is part of its load. */
const watchingIsLoad = 0.05;
/** A statement that others send too is theirs where it ran so many times as often as Latchkey sent it. */
const oftenerThanOwn = 3;

function othersWatching({ load, monitoring }: ByPurpose, read: FactReader): Digest[] {
  const least = watchingIsLoad * (statementTime(load) + statementTime(monitoring));
  const heavy = monitoring.filter((delta) => statementTime([delta]) >= Math.max(least, Number.EPSILON));
  if (heavy.length === 0) return [];
  const timesSent = read.ownExecutions();
  return heavy.filter(
    (delta) =>
      (delta.increase('count_star') ?? 0) > oftenerThanOwn * timesSent(String(delta.row.digest_text ?? '')),
  );
}

const ownWords = ['performance_schema', 'information_schema', 'latchkey'];

/**
 * What the digests of other sessions counted per second: a lower bound, for not each statement has a digest. 0 where
 * the digests were not read at both ends.
 */
export function rateByDigests(read: FactReader, column: Parameters<Digest['increase']>[0]): number {
  const seconds = read.sectionSecondsOrNull('statement-digests');
  if (seconds === null || 'reason' in read.rowsOrReason('statement-digests', 'start')) return 0;
  const counted = otherDigests(read).reduce((sum, delta) => sum + (delta.increase(column) ?? 0), 0);
  return counted / seconds;
}

/** Seconds that these statements took together. */
export function statementTime(deltas: Digest[]): number {
  return deltas.reduce((sum, delta) => sum + (delta.increase('sum_timer_wait') ?? 0), 0) * picoseconds;
}

/** Text of a digest, cut to what a sentence can hold. */
export function digestText(delta: Digest | undefined): string {
  const text = String(delta?.row.digest_text ?? 'none');
  return text.length > 160 ? `${text.slice(0, 157)}...` : text;
}

/** The digest with the most of something; undefined: none has any. */
export function topBy<D>(deltas: readonly D[], amount: (delta: D) => number): D | undefined {
  let top: { delta: D; amount: number } | undefined;
  for (const delta of deltas) {
    const found = amount(delta);
    if (found > (top?.amount ?? 0)) top = { delta, amount: found };
  }
  return top?.delta;
}

/**
 * No index was used, or the whole of one was read in its order although the statement has a condition; and 100 rows or more
 * were examined for each one returned or changed.
 */
export function scans(delta: Digest): boolean {
  return readsAll(delta) && rowsPerResult(delta) >= 100;
}

/** Select_scan counts scans of a whole index too, which NO_INDEX_USED does not (JT_INDEX_SCAN in sql_select.cc). */
function readsAll(delta: Digest): boolean {
  if ((delta.increase('sum_no_index_used') ?? 0) > 0) return true;
  const executions = delta.increase('count_star') ?? 0;
  const wholeTables = delta.increase('sum_select_scan') ?? 0;
  return (
    wholeTables > 0 &&
    wholeTables >= 0.5 * executions &&
    /\bWHERE\b/i.test(String(delta.row.digest_text ?? ''))
  );
}

const aggregates =
  /\b(COUNT|SUM|AVG|MIN|MAX|GROUP_CONCAT|STD|STDDEV|VARIANCE) ?\(|\bGROUP BY\b|\bDISTINCT\b/i;

/** An index was used, and 100 rows or more were examined all the same; statements that aggregate must do so. */
export function isUnselective(delta: Digest): boolean {
  if (readsAll(delta)) return false;
  if (aggregates.test(String(delta.row.digest_text ?? ''))) return false;
  const examined = delta.increase('sum_rows_examined') ?? 0;
  const perExecution = examined / (delta.increase('count_star') || 1);
  return perExecution >= 1000 && rowsPerResult(delta) >= 100;
}

/** Writes that change each row they examine, or up to a limit; an UPDATE without a limit looks for a few. */
const changesWhatItReads = /^\s{0,20}(?:DELETE|INSERT|REPLACE)\b|^\s{0,20}UPDATE\b.{0,4000}\bLIMIT\b/is;

/**
 * Rows examined for each row returned or changed; 1 where a slow log does not say how many a statement changed that may have
 * changed all of them. An execution that gave nothing counts as one row: the number is of the
 * statement and does not grow with the window.
 */
export function rowsPerResult(delta: Digest): number {
  const changed = delta.increase('sum_rows_affected');
  if (changed === null && changesWhatItReads.test(String(delta.row.digest_text ?? ''))) return 1;
  const results = (delta.increase('sum_rows_sent') ?? 0) + (changed ?? 0);
  const executions = delta.increase('count_star') ?? 0;
  return (delta.increase('sum_rows_examined') ?? 0) / Math.max(1, executions, results);
}
