import type { SectionRow } from '../../evidence/sections';
import { fingerprintKey } from '../../knowledge/sql/fingerprint';
import { lex } from '../../knowledge/sql/lexer';
import type { Reason } from '../../shared/reason';
import type { TopSqlSource } from '../../shared/top-sql';
import type { FactReader } from '../facts/inputs/fact-reader';
import { MissingInput } from '../facts/inputs/fact-value';
import { cellNumber } from '../facts/inputs/observed';
import { picoseconds, sectionDeltas } from '../facts/inputs/section-deltas';

/** Sums of one statement; times in seconds. null: its source does not count this. */
export interface StatementTotals {
  key: string;
  source: TopSqlSource;
  schema: string | null;
  digest: string | null;
  text: string;
  calls: number;
  seconds: number;
  examined: number | null;
  sent: number | null;
  affected: number | null;
  tmp: number | null;
  tmpDisk: number | null;
  lock: number | null;
  cpu: number | null;
  mergePasses: number | null;
  errors: number | null;
  warnings: number | null;
  noIndex: number | null;
  noGoodIndex: number | null;
  fullJoin: number | null;
  quantiles: { p95: number; p99: number } | null;
  firstSeen: string | null;
  lastSeen: string | null;
  sample: string | null;
}

/** What was read from one source, or why nothing was. */
export type ReadStatements =
  | {
      statements: StatementTotals[];
      of: 'window' | 'since-reset' | 'slow-log';
      seconds: number | null;
      cut: boolean;
    }
  | { reason: Reason };

type DigestSection = 'statement-digests' | 'slow-log';
type Counted = 'statement-digests' | 'slow-log' | 'prepared-statements';

/**
 * Statements by digest, of the window where there are both ends of it, else since the digests were reset.
 * @param isLog the rows are those of a slow log
 */
export function readDigests(read: FactReader, section: DigestSection, isLog: boolean): ReadStatements {
  return reading(() => {
    const { rows, seconds, cut } = counted(
      read,
      section,
      (row) => `${row.schema_name ?? ''}\n${row.digest ?? ''}`,
    );
    // MariaDB 10.2 has the column and leaves it at 0, however much is read.
    const isAbove0 = (column: string) => rows.some(({ of }) => (of(column) ?? 0) > 0);
    const countsRows = isAbove0('sum_rows_examined') || !isAbove0('sum_select_scan');
    const statements = rows.map(({ row, of }): StatementTotals => {
      const digest = row as Partial<SectionRow<'statement-digests'>>;
      const quantile = (value: unknown) => (cellNumber(value as never) ?? 0) * picoseconds;
      return {
        key: `${isLog ? 'slow-log' : 'digests'}:${row.schema_name ?? ''}:${row.digest ?? ''}`,
        source: isLog ? 'slow-log' : 'digests',
        schema: row.schema_name == null ? null : String(row.schema_name),
        digest: row.digest == null ? null : String(row.digest),
        // A full table counts every further statement in one row without a digest.
        text:
          row.digest == null
            ? 'all statements beyond performance_schema_digests_size'
            : String(row.digest_text ?? '').trim(),
        calls: of('count_star') ?? 0,
        seconds: (of('sum_timer_wait') ?? 0) * picoseconds,
        examined: countsRows ? of('sum_rows_examined') : null,
        sent: of('sum_rows_sent'),
        affected: of('sum_rows_affected'),
        tmp: of('sum_created_tmp_tables'),
        tmpDisk: of('sum_created_tmp_disk_tables'),
        lock: times(of('sum_lock_time')),
        // The column is there from 8.0.28 on, and stays 0 while the consumer events_statements_cpu is off.
        cpu: isAbove0('sum_cpu_time') ? times(of('sum_cpu_time')) : null,
        mergePasses: of('sum_sort_merge_passes'),
        errors: of('sum_errors'),
        warnings: of('sum_warnings'),
        noIndex: of('sum_no_index_used'),
        noGoodIndex: of('sum_no_good_index_used'),
        fullJoin: of('sum_select_full_join'),
        quantiles:
          digest.quantile_95 == null || digest.quantile_99 == null
            ? null
            : { p95: quantile(digest.quantile_95), p99: quantile(digest.quantile_99) },
        firstSeen: moment(row.first_seen),
        lastSeen: moment(row.last_seen),
        sample: digest.query_sample_text == null ? null : String(digest.query_sample_text),
      };
    });
    return { statements, of: isLog ? 'slow-log' : seconds === null ? 'since-reset' : 'window', seconds, cut };
  });
}

/**
 * Prepared statements by their text. The server keeps them by connection and forgets them with it: what was prepared and
 * closed within the window is not among them.
 */
export function readPrepared(read: FactReader): ReadStatements {
  return reading(() => {
    const { rows, seconds, cut } = counted(
      read,
      'prepared-statements',
      (row) => `${row.owner_thread_id ?? ''}\n${row.statement_id ?? ''}`,
    );
    const merged = new Map<string, StatementTotals>();
    for (const { row, of } of rows) {
      // Its row was not among those that were read at the start: nothing is known of it, and nothing is added.
      if (of('count_execute') === null) continue;
      const text = String(row.sql_text ?? '').trim();
      const key = `prepared:${fingerprintKey(text)}`;
      const one: StatementTotals = {
        key,
        source: 'prepared',
        schema: row.owner_object_schema == null ? null : String(row.owner_object_schema),
        digest: null,
        text: withoutValues(text),
        calls: of('count_execute') ?? 0,
        seconds: (of('sum_timer_execute') ?? 0) * picoseconds,
        examined: of('sum_rows_examined'),
        sent: of('sum_rows_sent'),
        affected: of('sum_rows_affected'),
        tmp: of('sum_created_tmp_tables'),
        tmpDisk: of('sum_created_tmp_disk_tables'),
        lock: times(of('sum_lock_time')),
        cpu: null,
        mergePasses: of('sum_sort_merge_passes'),
        errors: of('sum_errors'),
        warnings: of('sum_warnings'),
        noIndex: of('sum_no_index_used'),
        noGoodIndex: of('sum_no_good_index_used'),
        fullJoin: of('sum_select_full_join'),
        quantiles: null,
        firstSeen: null,
        lastSeen: null,
        sample: null,
      };
      const known = merged.get(key);
      merged.set(key, known === undefined ? one : sumOf(known, one));
    }
    return {
      statements: [...merged.values()],
      of: seconds === null ? 'since-reset' : 'window',
      seconds,
      cut,
    };
  });
}

function sumOf(a: StatementTotals, b: StatementTotals): StatementTotals {
  const plus = (x: number | null, y: number | null) => (x === null || y === null ? null : x + y);
  return {
    ...a,
    calls: a.calls + b.calls,
    seconds: a.seconds + b.seconds,
    examined: plus(a.examined, b.examined),
    sent: plus(a.sent, b.sent),
    affected: plus(a.affected, b.affected),
    tmp: plus(a.tmp, b.tmp),
    tmpDisk: plus(a.tmpDisk, b.tmpDisk),
    lock: plus(a.lock, b.lock),
    mergePasses: plus(a.mergePasses, b.mergePasses),
    errors: plus(a.errors, b.errors),
    warnings: plus(a.warnings, b.warnings),
    noIndex: plus(a.noIndex, b.noIndex),
    noGoodIndex: plus(a.noGoodIndex, b.noGoodIndex),
    fullJoin: plus(a.fullJoin, b.fullJoin),
  };
}

interface CountedRow<S extends Counted> {
  row: SectionRow<S>;
  /** What a column counted; null: not counted here, or not known. */
  of(column: string): number | null;
}

/** The rows of a section with what each counted within the window, or in all where it was read once only. */
function counted<S extends Counted>(
  read: FactReader,
  section: S,
  key: (row: SectionRow<S>) => string,
): { rows: CountedRow<S>[]; seconds: number | null; cut: boolean } {
  const seconds = read.sectionSecondsOrNull(section);
  const cut = read.isTruncated(section, 'end');
  if (seconds === null) {
    const rows = read.rows(section).map((row) => ({
      row,
      of: (column: string) => notNegative(cellNumber(row[column as keyof typeof row] as never)),
    }));
    return { rows, seconds, cut };
  }
  const rows = sectionDeltas(read, section, key).map(({ row, increase }) => ({
    row,
    of: (column: string) => increase(column as Parameters<typeof increase>[0]),
  }));
  return { rows, seconds, cut };
}

function reading(take: () => ReadStatements): ReadStatements {
  try {
    return take();
  } catch (thrown) {
    if (thrown instanceof MissingInput) return { reason: thrown.reason };
    throw thrown;
  }
}

/** A statement with ? for each value; where the snapshot holds none, it is so already. */
function withoutValues(sql: string): string {
  const isValue = (kind: string) => kind === 'string' || kind === 'number';
  return Array.from(lex(sql, 'usual'), ({ kind, text }) => (isValue(kind) ? '?' : text)).join('');
}

function notNegative(value: number | null): number | null {
  return value === null || value < 0 ? null : value;
}

function times(value: number | null): number | null {
  return value === null ? null : value * picoseconds;
}

function moment(value: unknown): string | null {
  return value == null || value === '' ? null : String(value);
}
