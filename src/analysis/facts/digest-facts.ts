import type { Unit } from '../../shared/analysis';
import type { FactDefinition } from './definition';
import {
  digestInputs,
  digestSource,
  digests,
  digestText,
  isUnselective,
  rowsPerResult,
  statementTime,
  topBy,
} from './digest-deltas';
import type { FactReader } from './fact-reader';
import type { RowDelta } from './section-deltas';

/** Facts on which statement costs, fails, warns or reads more than it gives. */
export const digestFacts: FactDefinition[] = [
  number(
    'statement_seconds',
    'count',
    'Statements running at any moment, on average.',
    'SUM_TIMER_WAIT of all digests / seconds',
    (read, all) => statementTime(all) / read.sectionSeconds('statement-digests'),
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
    (_, all) => {
      const top = slowest(all);
      return top === undefined ? 0 : statementTime([top]) / (top.increase('count_star') || 1);
    },
  ),
  number(
    'top_digest_rate',
    'count/s',
    'Executions of that statement per second.',
    'COUNT_STAR / seconds',
    (read, all) => (slowest(all)?.increase('count_star') ?? 0) / read.sectionSeconds('statement-digests'),
  ),
  number(
    'top_digest_p95',
    'seconds',
    'Time that 95 of 100 executions of that statement stayed below, since its digest was first seen.',
    'QUANTILE_95 (MySQL 8.0+), from the histogram of the digest',
    (read, all) => {
      const quantile = slowest(all)?.row.quantile_95;
      if (quantile == null)
        return read.missing('absent', 'This server keeps no histogram of the times of a statement.');
      return Number(quantile) * 1e-12;
    },
  ),
  text('top_digest', 'That statement, without its literals.', slowest),
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
  text('error_top_digest', 'The statement with most errors, without its literals.', (all) =>
    topBy(all, (delta) => delta.increase('sum_errors') ?? 0),
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
  text('warning_top_digest', 'The statement with most warnings, without its literals.', (all) =>
    topBy(all, (delta) => delta.increase('sum_warnings') ?? 0),
  ),
  number(
    'unselective_time_share',
    'ratio',
    'Share of the statement time spent in statements that use an index and still examine 100 rows or more for each one they return or change. Those that aggregate are left out: they must read what they sum up.',
    'SUM_TIMER_WAIT of these digests / that of all',
    (read, all) => {
      const total = statementTime(all);
      return total > 0
        ? statementTime(all.filter(isUnselective)) / total
        : read.missing('error', 'No statement ran.');
    },
  ),
  number(
    'unselective_rows',
    'count',
    'Rows that the heaviest of these examines for each row it returns or changes.',
    'SUM_ROWS_EXAMINED / max(1, SUM_ROWS_SENT + SUM_ROWS_AFFECTED)',
    (_, all) => {
      const top = slowest(all.filter(isUnselective));
      return top === undefined ? 0 : rowsPerResult(top);
    },
  ),
  text('unselective_top_digest', 'The heaviest of these, without its literals.', (all) =>
    slowest(all.filter(isUnselective)),
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

function number(
  id: string,
  unit: Unit,
  what: string,
  formula: string,
  value: (read: FactReader, all: RowDelta[]) => number,
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

function text(id: string, what: string, find: (all: RowDelta[]) => RowDelta | undefined): FactDefinition {
  return {
    id,
    unit: 'none',
    type: 'string',
    needs: digestInputs,
    doc: { what, formula: 'DIGEST_TEXT', source: digestSource },
    compute: (read) => digestText(find(digests(read))),
  };
}

function slowest(all: readonly RowDelta[]): RowDelta | undefined {
  return topBy(all, (delta) => delta.increase('sum_timer_wait') ?? 0);
}

function sum(all: readonly RowDelta[], column: string): number {
  return all.reduce((total, delta) => total + (delta.increase(column) ?? 0), 0);
}

function executions(read: FactReader, all: readonly RowDelta[]): number {
  return sum(all, 'count_star') || read.missing('error', 'No statement ran.');
}
