import { histogramQuantile } from '../../../experiment/statistics/histogram';
import type { Unit } from '../../../shared/analysis';
import type { FactDefinition } from '../inputs/definition';
import {
  type Digest,
  digestInputs,
  digestSource,
  digests,
  digestsWithRows,
  digestText,
  isUnselective,
  rowsPerResult,
  statementTime,
  topBy,
  watchingDigests,
} from '../inputs/digest-deltas';
import { type FactReader, onceForFacts } from '../inputs/fact-reader';
import { picoseconds, sectionDeltas } from '../inputs/section-deltas';

/** As a digest shows a list of several values. */
const valueList = /\bIN\s{0,2}\(\s{0,2}\.\.\.\s{0,2}\)/i;

/** Statements whose work shows in the rows that they read, send and change. */
const readsOrChanges = /^\s{0,20}(?:select|insert|update|delete|replace)\b/i;
/** What takes its time without reading rows, or without counting them: the handler of InnoDB counts a whole table by itself. */
const worksUnseen =
  /\b(?:sleep|get_lock|benchmark|match|count|master_pos_wait|source_pos_wait|wait_for_executed_gtid_set)\s?\(/i;
/** Rows of an execution up to which a statement has hardly any work of its own. */
const fewRows = 20;
/** Seconds that so few rows never take to read, even from a disk drive. */
const longForFewRows = 0.5;

/** Facts on which statement costs, fails, warns or reads more than it gives. */
export const digestFacts: FactDefinition[] = [
  number(
    'commit_statement_seconds',
    'seconds',
    'Time that a COMMIT takes on average, among the statements that were seen.',
    'SUM_TIMER_WAIT / COUNT_STAR of COMMIT',
    (read, all) => {
      const commits = all.filter((delta) => /^\s*commit\b/i.test(digestText(delta)));
      const times = commits.reduce((sum, delta) => sum + (delta.increase('count_star') ?? 0), 0);
      return times === 0 ? read.missing('absent', 'No COMMIT was seen.') : statementTime(commits) / times;
    },
  ),
  number(
    'statement_seconds',
    'count',
    'Statements running at any moment, on average.',
    'SUM_TIMER_WAIT of all digests / seconds',
    (read, all) => statementTime(all) / read.sectionSeconds('statement-digests'),
  ),
  number(
    'statement_time_seen',
    'seconds',
    'Time of all statements that were seen, however long that was.',
    'SUM_TIMER_WAIT of all digests',
    (_, all) => statementTime(all),
  ),
  number(
    'statements_given',
    'count',
    'How many statements all shares of statement time are of, where somebody gave some of them: a selection, a slow log.',
    'rows of the section',
    (read, all) =>
      read.isSelection('statement-digests')
        ? all.length
        : read.missing('absent', 'All statements of the server are there.'),
  ),
  number(
    'watching_time_share',
    'ratio',
    'Share of the statement time that statements took which look at the server itself (SHOW, information_schema, performance_schema), without those of Latchkey.',
    'SUM_TIMER_WAIT of these digests / that of all, within the window; from a twentieth on for each of them',
    (read, all) => {
      const watching = watchingDigests(read);
      return shareOfTime(read, all, (delta) => watching.includes(delta));
    },
  ),
  text('watching_top_digest', 'The one of them that takes most time, without its literals.', (_, read) =>
    topBy(watchingDigests(read), (delta) => delta.increase('sum_timer_wait') ?? 0),
  ),
  number(
    'top_digest_share',
    'ratio',
    'Share of the statement time that one statement took: the one with most.',
    'its SUM_TIMER_WAIT / that of all',
    (read, all) => {
      const total = statementTime(all);
      if (total === 0) return read.missing('error', 'No statement ran.');
      const top = slowest(all);
      return top === undefined ? 0 : statementTime([top]) / total;
    },
  ),
  number(
    'top_digest_seconds',
    'seconds',
    'Mean time of that statement.',
    'SUM_TIMER_WAIT / COUNT_STAR',
    (read, all) => {
      const top = slowest(all);
      if (top === undefined) return 0;
      return statementTime([top]) / (executionsOf(read, top) || 1);
    },
  ),
  number(
    'top_digest_rate',
    'count/s',
    'Executions of that statement per second.',
    'COUNT_STAR / seconds',
    (read, all) => {
      const top = slowest(all);
      return (top === undefined ? 0 : executionsOf(read, top)) / read.sectionSeconds('statement-digests');
    },
  ),
  rowsOfTop(
    'top_digest_rows',
    'Rows that an execution of that statement examines on average.',
    'sum_rows_examined',
  ),
  rowsOfTop(
    'top_digest_sent',
    'Rows that an execution of that statement sends to its client on average.',
    'sum_rows_sent',
  ),
  {
    id: 'top_digest_p95',
    unit: 'seconds',
    type: 'number',
    needs: [...digestInputs, 'section.digest-histograms'],
    doc: {
      what: 'Time that 95 of 100 executions of that statement stayed below.',
      formula: 'quantile of the increase of COUNT_BUCKET within the window, interpolated in its bucket',
      source: 'performance_schema.events_statements_histogram_by_digest (MySQL 8.0+; picoseconds)',
    },
    compute: (read) => {
      const top = slowest(digests(read));
      const buckets = sectionDeltas(
        read,
        'digest-histograms',
        (row) => String(row.bucket_number),
        ({ digest, schema_name }) => digest === top?.row.digest && schema_name === top?.row.schema_name,
      );
      const quantile = histogramQuantile(
        buckets.map((bucket) => ({
          low: Number(bucket.row.bucket_timer_low) * picoseconds,
          high: Number(bucket.row.bucket_timer_high) * picoseconds,
          count: bucket.increase('count_bucket') ?? 0,
        })),
        0.95,
      );
      return quantile?.value ?? read.missing('absent', 'There is no histogram of that statement.');
    },
  },
  number(
    'small_statement_share',
    'ratio',
    'Share of the statement time spent in statements that examine, send and change 20 rows at most, hardly wait for locks and still take half a second and more.',
    'SUM_TIMER_WAIT of these digests / that of all',
    (read, all) => shareOfTime(read, all, (delta) => smallAndSlow(read).includes(delta)),
  ),
  number(
    'small_statement_count',
    'count',
    'Executions of these statements.',
    'COUNT_STAR of these digests',
    (read) => sum(smallAndSlow(read), 'count_star'),
  ),
  number(
    'small_statement_seconds',
    'seconds',
    'Mean time of these statements.',
    'SUM_TIMER_WAIT / COUNT_STAR of these digests',
    (read) => {
      const found = smallAndSlow(read);
      return found.length === 0
        ? read.missing('absent', 'There is no such statement.')
        : statementTime(found) / sum(found, 'count_star');
    },
  ),
  text('small_statement_top', 'The one of them that takes most time, without its literals.', (_, read) =>
    slowest(smallAndSlow(read)),
  ),
  text('top_digest', 'That statement, without its literals.', slowest),
  number(
    'statement_lock_share',
    'ratio',
    'Share of the statement time that was spent waiting for locks of tables and, where the server counts them, of rows.',
    'SUM_LOCK_TIME / SUM_TIMER_WAIT of all digests; the Performance Schema counts row locks from MySQL 8.0.28 on, a slow log always',
    (read, all) => {
      const total = statementTime(all);
      if (total === 0) return read.missing('error', 'No statement ran.');
      if (all.every((delta) => delta.increase('sum_lock_time') === null))
        return read.missing('absent', 'The times of locks were not recorded.');
      return (sum(all, 'sum_lock_time') * picoseconds) / total;
    },
  ),
  text('lock_top_digest', 'The statement that waited longest for locks, without its literals.', (all) =>
    topBy(all, (delta) => delta.increase('sum_lock_time') ?? 0),
  ),
  number(
    'statement_error_rate',
    'count/s',
    'Statements per second that ended in an error.',
    'SUM_ERRORS of all digests / seconds',
    (read, all) => sum(all, 'sum_errors') / read.sectionSeconds('statement-digests'),
  ),
  number(
    'statement_error_share',
    'ratio',
    'Share of the statements that ended in an error.',
    'SUM_ERRORS / COUNT_STAR of all digests',
    (read, all) => sum(all, 'sum_errors') / executions(read, all),
  ),
  text('error_top_digest', 'The statement with most errors, without its literals.', withMostErrors),
  number(
    'error_top_digest_share',
    'ratio',
    'Share of the executions of that statement which ended in an error.',
    'its SUM_ERRORS / its COUNT_STAR',
    (read, all) => {
      const top = withMostErrors(all);
      if (top === undefined) return read.missing('absent', 'No statement ended in an error.');
      return (top.increase('sum_errors') ?? 0) / (executionsOf(read, top) || 1);
    },
  ),
  number(
    'statement_warning_rate',
    'count/s',
    'Warnings per second.',
    'SUM_WARNINGS of all digests / seconds',
    (read, all) => sum(all, 'sum_warnings') / read.sectionSeconds('statement-digests'),
  ),
  number(
    'statement_warning_share',
    'ratio',
    'Warnings for each statement.',
    'SUM_WARNINGS / COUNT_STAR of all digests',
    (read, all) => sum(all, 'sum_warnings') / executions(read, all),
  ),
  {
    id: 'range_limit_rate',
    unit: 'count/s',
    type: 'number',
    needs: ['section.error-counts', ...digestInputs],
    doc: {
      what: 'Times per second that the range optimiser gave up because its memory was used up (warning 3170).',
      formula:
        'increase of SUM_ERROR_RAISED of ER_CAPACITY_EXCEEDED / seconds; where errors are not counted (before 8.0), executions per second of statements with a list (IN), of which each scanned a table and raised a warning',
      source:
        'MySQL manual, "Limiting Memory Use for Range Optimization"; events_errors_summary_global_by_error',
    },
    compute: (read) => {
      if ('reason' in read.rowsOrReason('error-counts')) return scanningListRate(read);
      const met = sectionDeltas(
        read,
        'error-counts',
        (row) => String(row.error_number),
        (row) => String(row.error_number) === '3170',
      );
      return (met[0]?.increase('sum_error_raised') ?? 0) / read.sectionSeconds('error-counts');
    },
  },
  {
    id: 'top_error',
    unit: 'none',
    type: 'string',
    needs: ['section.error-counts'],
    doc: {
      what: 'The error that statements met most.',
      formula: 'ERROR_NAME with the largest increase of SUM_ERROR_RAISED',
      source: 'performance_schema.events_errors_summary_global_by_error (MySQL 8.0+)',
    },
    compute: (read) => {
      const top = topBy(
        sectionDeltas(read, 'error-counts', (row) => String(row.error_number)),
        (delta) => delta.increase('sum_error_raised') ?? 0,
      );
      return top === undefined
        ? read.missing('absent', 'No error was raised.')
        : `${top.row.error_name} (${top.row.error_number})`;
    },
  },
  text('warning_top_digest', 'The statement with most warnings, without its literals.', (all) =>
    topBy(all, (delta) => delta.increase('sum_warnings') ?? 0),
  ),
  number(
    'unselective_time_share',
    'ratio',
    'Share of the statement time spent in statements that use an index and still examine 100 rows or more for each one they return or change. Those that aggregate are left out: they must read what they sum up.',
    'SUM_TIMER_WAIT of these digests / that of all',
    (read) => shareOfTime(read, digestsWithRows(read), isUnselective),
  ),
  number(
    'unselective_rows',
    'count',
    'Rows that the heaviest of these examines for each row it returns or changes, at most those of one execution.',
    'SUM_ROWS_EXAMINED / max(COUNT_STAR, SUM_ROWS_SENT + SUM_ROWS_AFFECTED)',
    (read) => {
      const top = slowest(digestsWithRows(read).filter(isUnselective));
      return top === undefined ? 0 : rowsPerResult(top);
    },
  ),
  text('unselective_top_digest', 'The heaviest of these, without its literals.', (_, read) =>
    slowest(digestsWithRows(read).filter(isUnselective)),
  ),
  number(
    'tmp_disk_time_share',
    'ratio',
    'Share of the statement time spent in statements whose temporary tables go to disk, one in ten of them or more.',
    'SUM_TIMER_WAIT of the digests with SUM_CREATED_TMP_DISK_TABLES of a tenth of SUM_CREATED_TMP_TABLES / that of all',
    (read, all) =>
      shareOfTime(read, all, (delta) => {
        const onDisk = delta.increase('sum_created_tmp_disk_tables') ?? 0;
        return onDisk > 0 && onDisk >= 0.1 * (delta.increase('sum_created_tmp_tables') ?? 0);
      }),
  ),
  number(
    'merge_pass_time_share',
    'ratio',
    'Share of the statement time spent in statements whose sorts spill, one pass in ten executions or more.',
    'SUM_TIMER_WAIT of the digests with SUM_SORT_MERGE_PASSES of a tenth of COUNT_STAR / that of all',
    (read, all) =>
      shareOfTime(read, all, (delta) => {
        const passes = delta.increase('sum_sort_merge_passes') ?? 0;
        return passes > 0 && passes >= 0.1 * (delta.increase('count_star') ?? 0);
      }),
  ),
  text(
    'tmp_disk_top_digest',
    'The statement that made most temporary tables on disk, without its literals.',
    (all) => topBy(all, (delta) => delta.increase('sum_created_tmp_disk_tables') ?? 0),
  ),
  text(
    'merge_pass_top_digest',
    'The statement whose sorts took most merge passes, without its literals.',
    (all) => topBy(all, (delta) => delta.increase('sum_sort_merge_passes') ?? 0),
  ),
  text(
    'full_join_top_digest',
    'The statement with most joins without an index, without its literals.',
    (all) => topBy(all, (delta) => delta.increase('sum_select_full_join') ?? 0),
  ),
];

const smallAndSlow = onceForFacts((read) => digests(read).filter(isSmallAndSlow));

/** Whether it takes long without locks and with hardly a row; a statement whose rows were not counted is none. */
function isSmallAndSlow(delta: Digest): boolean {
  const text = String(delta.row.digest_text ?? '');
  const count = delta.increase('count_star') ?? 0;
  const seconds = statementTime([delta]);
  if (count === 0 || seconds < longForFewRows * count) return false;
  if (!readsOrChanges.test(text) || worksUnseen.test(text)) return false;
  const changed = delta.increase('sum_rows_affected');
  // Whether an INSERT brings one row or ten thousand shows in what it changed alone.
  if (changed === null && /^\s{0,20}(?:insert|replace)/i.test(text)) return false;
  const examined = delta.increase('sum_rows_examined');
  if (examined === null) return false;
  const rows = examined + (delta.increase('sum_rows_sent') ?? 0) + (changed ?? 0);
  return rows <= fewRows * count && (delta.increase('sum_lock_time') ?? 0) * picoseconds < 0.25 * seconds;
}

/** How often it ran; leaves where a text gives its load alone. */
function executionsOf(read: FactReader, delta: Digest): number {
  return delta.increase('count_star') ?? read.missing('absent', 'How often the statement ran is not shown.');
}

function number(
  id: string,
  unit: Unit,
  what: string,
  formula: string,
  value: (read: FactReader, all: Digest[]) => number,
): FactDefinition {
  return {
    id,
    unit,
    type: 'number',
    needs: digestInputs,
    doc: { what, formula: `${formula}, within the window`, source: digestSource },
    compute: (read) => value(read, digests(read)),
  };
}

function rowsOfTop(id: string, what: string, column: 'sum_rows_examined' | 'sum_rows_sent'): FactDefinition {
  return number(id, 'count', what, `${column.toUpperCase()} / COUNT_STAR`, (read, all) => {
    const top = slowest(all);
    const rows = top?.increase(column) ?? null;
    if (top === undefined || rows === null) return read.missing('absent', 'The rows were not recorded.');
    return rows / (executionsOf(read, top) || 1);
  });
}

function text(
  id: string,
  what: string,
  find: (all: Digest[], read: FactReader) => Digest | undefined,
): FactDefinition {
  return {
    id,
    unit: 'none',
    type: 'string',
    needs: digestInputs,
    doc: { what, formula: 'DIGEST_TEXT', source: digestSource },
    compute: (read) => digestText(find(digests(read), read)),
  };
}

function shareOfTime(read: FactReader, all: Digest[], belongs: (delta: Digest) => boolean): number {
  const total = statementTime(all);
  return total > 0 ? statementTime(all.filter(belongs)) / total : read.missing('error', 'No statement ran.');
}

function slowest(all: readonly Digest[]): Digest | undefined {
  return topBy(all, (delta) => delta.increase('sum_timer_wait') ?? 0);
}

function withMostErrors(all: readonly Digest[]): Digest | undefined {
  return topBy(all, (delta) => delta.increase('sum_errors') ?? 0);
}

function sum(all: readonly Digest[], column: Parameters<Digest['increase']>[0]): number {
  return all.reduce((total, delta) => total + (delta.increase(column) ?? 0), 0);
}

function executions(read: FactReader, all: readonly Digest[]): number {
  return sum(all, 'count_star') || read.missing('error', 'No statement ran.');
}

/** Executions per second of statements with a list of values that scanned a table and raised a warning, nearly each time. */
function scanningListRate(read: FactReader): number {
  const met = digests(read).filter((delta) => {
    const most = 0.9 * (delta.increase('count_star') ?? 0);
    const mostly = (column: 'sum_select_scan' | 'sum_warnings') => (delta.increase(column) ?? 0) >= most;
    return (
      most > 0 && valueList.test(digestText(delta)) && mostly('sum_select_scan') && mostly('sum_warnings')
    );
  });
  return sum(met, 'count_star') / read.sectionSeconds('statement-digests');
}
