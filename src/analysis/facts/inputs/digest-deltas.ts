import { onceFor } from '../../../shared/base/once-for';
import type { FactReader } from './fact-reader';
import { picoseconds, type RowDelta, sectionDeltas } from './section-deltas';

/** What a digest counted within the window. */
export type Digest = RowDelta<'statement-digests'>;

/** What facts on digests read. */
export const digestInputs = ['section.statement-digests', 'fact.statement_rate'] as const;
export const digestSource = 'performance_schema.events_statements_summary_by_digest (picoseconds)';

/**
 * Increases by digest, of other sessions: Latchkey's own and the server's dictionary queries are left out. Missing where the
 * digests cover less than half of the statements: some servers have none for prepared statements.
 */
export function digests(read: FactReader): Digest[] {
  const found = otherDigests(read);
  const counted = executionsOf(found);
  // A slow log alone is judged by what it holds: how many statements there were besides nobody knows.
  const seconds = read.sectionSecondsOrNull('statement-digests');
  const statements = seconds === null ? 0 : read.factOr('statement_rate', 0) * seconds;
  // A list of those that take most is not all there is; prepared statements without a digest leave all the others.
  const isSelection = read.isTruncated('statement-digests', 'end') && isEmptyAtStart(read);
  if (statements > 0 && counted < 0.5 * statements && !isSelection) {
    read.missing(
      'not-instrumented',
      `Only ${Math.round((100 * counted) / statements)} % of the statements have a digest; prepared statements have none in this version.`,
    );
  }
  return found;
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
  return ofOthers(allDigests(read));
}

const ofOthers = onceFor((digests: Digest[]) =>
  digests.filter(({ row }) => {
    // Texts that are looked for as they are: a pattern without regard to capitals takes ten times as long.
    const text = String(row.digest_text ?? '').toLowerCase();
    return !text.startsWith('show ') && !ownWords.some((word) => text.includes(word));
  }),
);
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

/**
 * Rows examined for each row returned or changed. An execution that gave nothing counts as one row: the number is of the
 * statement and does not grow with the window.
 */
export function rowsPerResult(delta: Digest): number {
  const results = (delta.increase('sum_rows_sent') ?? 0) + (delta.increase('sum_rows_affected') ?? 0);
  const executions = delta.increase('count_star') ?? 0;
  return (delta.increase('sum_rows_examined') ?? 0) / Math.max(1, executions, results);
}
