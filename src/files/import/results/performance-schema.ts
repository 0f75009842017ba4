import { createHash } from 'node:crypto';
import type { SectionId } from '../../../evidence/sections';
import type { Cell } from '../../../shared/snapshot';
import { bytesOf, isOfOnePart, picosecondsOf, scaled, selectedColumn } from './columns';
import type { ResultKind } from './result-kind';

/** An answer of the Performance Schema, the sys schema or the information schema, by its columns. */
interface Answer {
  title: string;
  section: SectionId;
  /** Columns by which it is known, in lower case; one of each. */
  needed: readonly string[];
  /** Column of the answer by column of the section; absent: those of the section as they are. */
  names?: Readonly<Record<string, string>>;
  /** Columns of the section that hold picoseconds or bytes, which views round for people. */
  times?: readonly string[];
  sizes?: readonly string[];
  /** What the instruments of its rows begin with, where several answers have the same columns. */
  events?: string;
  /** It has no other columns. */
  isExact?: true;
  /** `host` and the like are its own columns. */
  hasParts?: true;
  /** What a row lacks. */
  complete?: (row: Record<string, Cell>) => void;
}

const timed = [
  'sum_timer_wait',
  'avg_timer_wait',
  'max_timer_wait',
  'min_timer_wait',
  'sum_lock_time',
  'sum_cpu_time',
];
const timedIo = [
  ...timed,
  ...['read', 'write', 'fetch', 'insert', 'update', 'delete', 'misc'].map((what) => `sum_timer_${what}`),
];

const summary = (title: string, section: SectionId, events: string): Answer => ({
  title,
  section,
  needed: ['event_name', 'sum_timer_wait'],
  times: timed,
  events,
});

/** Where somebody selected the mean of an execution and not the sum. */
const perExecution = ['sum_rows_sent', 'sum_rows_examined', 'sum_rows_affected'] as const;

/**
 * A statement has a digest of its own: of one whose digest nobody selected, its text stands for it. `*` in the column full_scan
 * of the views of sys: no index was used.
 */
export function completeStatement(row: Record<string, Cell>): void {
  row.digest ??= createHash('md5')
    .update(String(row.digest_text ?? ''))
    .digest('hex');
  row.schema_name ??= null;
  const executions = Number(row.count_star);
  for (const sum of perExecution) {
    const mean = row[`${sum}_mean`];
    delete row[`${sum}_mean`];
    if (row[sum] == null && mean != null && executions > 0) row[sum] = Math.round(Number(mean) * executions);
  }
  for (const sum of ['sum_created_tmp_tables', 'sum_created_tmp_disk_tables']) {
    const other = `${sum}_other`;
    if (other in row) row[sum] ??= row[other] ?? null;
    delete row[other];
  }
  if (row.sum_timer_wait == null && row.avg_timer_wait != null && executions > 0)
    row.sum_timer_wait = Math.round(Number(row.avg_timer_wait) * executions);
  if ('full_scan' in row) row.sum_no_index_used ??= row.full_scan === '*' ? (row.count_star ?? null) : 0;
  delete row.full_scan;
}

/** Which instrument a file is of, by its name; null: none that is known. */
function fileEvent(file: string): string | null {
  const [, event = null] = fileEvents.find(([pattern]) => pattern.test(file)) ?? [];
  return event === null ? null : `wait/io/file/${event}`;
}

/** What a row of a view lacks: the instrument of its file. */
function completeFile(row: Record<string, Cell>): void {
  row.event_name ??= fileEvent(String(row.file_name ?? ''));
}

const fileEvents: readonly (readonly [RegExp, string])[] = [
  [/#innodb_temp|ibtmp\d|\/#sql/, 'innodb/innodb_temp_file'],
  [/#ib_redo\d|ib_logfile\d/, 'innodb/innodb_log_file'],
  [/\.ibd$|ibdata\d|undo_?\d/, 'innodb/innodb_data_file'],
  [/relay-?(?:log|bin)[^/]*\.\d{6,}$/, 'sql/relaylog'],
  [/\.\d{6,}$/, 'sql/binlog'],
];

/** Columns of sys.statement_analysis and of the views statements_with_... (MySQL manual, "sys Schema Views"). */
const statementColumns: Readonly<Record<string, string>> = {
  digest_text: 'query',
  schema_name: 'db',
  digest: 'digest',
  count_star: 'exec_count',
  sum_errors: 'err_count',
  sum_warnings: 'warn_count',
  sum_timer_wait: 'total_latency',
  max_timer_wait: 'max_latency',
  avg_timer_wait: 'avg_latency',
  sum_lock_time: 'lock_latency',
  sum_cpu_time: 'cpu_latency',
  sum_rows_sent: 'rows_sent',
  sum_rows_examined: 'rows_examined',
  sum_rows_affected: 'rows_affected',
  sum_rows_sent_mean: 'rows_sent_avg',
  sum_rows_examined_mean: 'rows_examined_avg',
  sum_rows_affected_mean: 'rows_affected_avg',
  full_scan: 'full_scan',
  sum_created_tmp_tables: 'tmp_tables',
  sum_created_tmp_disk_tables: 'tmp_disk_tables',
  // statements_with_temp_tables
  sum_created_tmp_tables_other: 'memory_tmp_tables',
  sum_created_tmp_disk_tables_other: 'disk_tmp_tables',
  sum_sort_rows: 'rows_sorted',
  sum_sort_merge_passes: 'sort_merge_passes',
  sum_no_index_used: 'no_index_used_count',
  sum_no_good_index_used: 'no_good_index_used_count',
  first_seen: 'first_seen',
  last_seen: 'last_seen',
};

const answers: readonly Answer[] = [
  {
    title: 'statement digests',
    section: 'statement-digests',
    needed: ['digest_text', 'count_star', 'sum_timer_wait'],
    times: timed,
    complete: completeStatement,
  },
  {
    title: 'statement digests',
    section: 'statement-digests',
    needed: ['query', 'exec_count', 'total_latency'],
    names: statementColumns,
    times: timed,
    complete: completeStatement,
  },
  summary('waits by event', 'pfs-waits-global', 'wait/'),
  summary('stages of statements', 'stages', 'stage/'),
  summary('statements by kind', 'statements-by-event', 'statement/'),
  {
    title: 'waits by event',
    section: 'pfs-waits-global',
    needed: ['events', 'total', 'total_latency'],
    names: {
      event_name: 'events',
      count_star: 'total',
      sum_timer_wait: 'total_latency',
      avg_timer_wait: 'avg_latency',
      max_timer_wait: 'max_latency',
    },
    times: timed,
    events: 'wait/',
  },
  // sys.io_global_by_wait_by_latency: instruments of files, without what they all begin with.
  {
    title: 'waits by event',
    section: 'pfs-waits-global',
    needed: ['event_name', 'total', 'total_latency', 'read_latency', 'write_latency'],
    // Fewer columns than all waits have: it is another view, which stands only where that one is not there.
    names: { event_name: 'event_name', count_star: 'total', sum_timer_wait: 'total_latency' },
    times: timed,
    complete: (row) => {
      const name = String(row.event_name ?? '');
      if (!name.startsWith('wait/')) row.event_name = `wait/io/file/${name}`;
    },
  },
  {
    title: 'I/O by table',
    section: 'table-io',
    needed: ['object_schema', 'object_name', 'sum_timer_wait'],
    times: timedIo,
  },
  // The view of sys has the rows that were read without an index.
  {
    title: 'tables with full table scans',
    section: 'table-io',
    needed: ['object_schema', 'object_name', 'rows_full_scanned', 'latency'],
    names: {
      object_schema: 'object_schema',
      object_name: 'object_name',
      count_read: 'rows_full_scanned',
      sum_timer_wait: 'latency',
    },
    times: timedIo,
  },
  {
    title: 'I/O by file',
    section: 'file-io',
    needed: ['file_name', 'count_read', 'count_write'],
    times: timedIo,
    complete: completeFile,
  },
  {
    title: 'I/O by file',
    section: 'file-io',
    needed: ['file', 'total', 'total_latency', 'count_read', 'count_write'],
    names: {
      file_name: 'file',
      count_star: 'total',
      sum_timer_wait: 'total_latency',
      count_read: 'count_read',
      sum_timer_read: 'read_latency',
      count_write: 'count_write',
      sum_timer_write: 'write_latency',
      count_misc: 'count_misc',
      sum_timer_misc: 'misc_latency',
    },
    times: timedIo,
    complete: completeFile,
  },
  // sys.io_global_by_file_by_bytes
  {
    title: 'I/O by file',
    section: 'file-io',
    needed: ['file', 'total_read', 'total_written'],
    names: {
      file_name: 'file',
      count_read: 'count_read',
      sum_number_of_bytes_read: 'total_read',
      count_write: 'count_write',
      sum_number_of_bytes_write: 'total_written',
    },
    sizes: ['sum_number_of_bytes_read', 'sum_number_of_bytes_write'],
    complete: completeFile,
  },
  {
    title: 'errors of statements',
    section: 'error-counts',
    needed: ['error_number', 'sum_error_raised'],
  },
  {
    title: 'replication workers',
    section: 'replication-workers',
    needed: ['worker_id', 'service_state'],
    hasParts: true,
  },
  {
    title: 'rows of the host cache',
    section: 'host-errors',
    needed: ['ip', 'sum_connect_errors'],
    hasParts: true,
  },
  {
    title: 'prepared statements',
    section: 'prepared-statements',
    needed: ['statement_name', 'sql_text', 'count_execute'],
    hasParts: true,
  },
  {
    title: 'buffer pool instances',
    section: 'buffer-pools',
    needed: ['pool_id', 'pool_size', 'free_buffers'],
  },
  {
    title: 'metadata locks',
    section: 'metadata-locks',
    needed: ['object_type', 'object_name', 'lock_type', 'lock_status'],
    hasParts: true,
  },
  {
    title: 'unused indexes',
    section: 'unused-indexes',
    needed: ['object_schema', 'object_name', 'index_name'],
    names: { table_schema: 'object_schema', table_name: 'object_name', index_name: 'index_name' },
    isExact: true,
  },
  {
    title: 'redundant indexes',
    section: 'redundant-indexes',
    needed: ['table_schema', 'table_name', 'redundant_index_name', 'dominant_index_name'],
    names: {
      table_schema: 'table_schema',
      table_name: 'table_name',
      index_name: 'redundant_index_name',
      index_columns: 'redundant_index_columns',
      covered_by: 'dominant_index_name',
      covered_by_columns: 'dominant_index_columns',
    },
  },
  {
    title: 'AUTO_INCREMENT columns',
    section: 'auto-increment',
    needed: ['table_name', 'column_name', 'auto_increment', 'max_value'],
  },
  {
    title: 'memory by instrument',
    section: 'memory-pfs',
    needed: ['event_name', 'current_alloc'],
    names: {
      event_name: 'event_name',
      current_count_used: 'current_count',
      current_number_of_bytes_used: 'current_alloc',
      high_number_of_bytes_used: 'high_alloc',
    },
    sizes: ['current_number_of_bytes_used', 'high_number_of_bytes_used'],
  },
  {
    title: 'memory by instrument',
    section: 'memory-pfs',
    needed: ['event_name', 'current_number_of_bytes_used'],
    sizes: ['current_number_of_bytes_used', 'high_number_of_bytes_used'],
  },
];

/** The kinds of answer that the list above describes. */
export const performanceSchemaAnswers: readonly ResultKind[] = answers.map(kindOf);

function kindOf(answer: Answer): ResultKind {
  const { title, section, needed, names, events, isExact, hasParts } = answer;
  return {
    title,
    matches: (headings, { rows }) => {
      const columns = headings.map((heading) => selectedColumn(heading).name);
      if (!needed.every((name) => columns.includes(name))) return false;
      if (isExact === true && columns.length > needed.length) return false;
      if (hasParts !== true && isOfOnePart(columns)) return false;
      if (events === undefined) return true;
      const at = columns.indexOf(names?.event_name ?? 'event_name');
      return rows.some((row) => row[at]?.startsWith(events) === true);
    },
    pieces: (headings, { rows, at }) => {
      const taken = headings.flatMap((heading, index) => {
        const { name, factor } = selectedColumn(heading);
        const own = names === undefined ? name : nameIn(names, name);
        return own === undefined ? [] : [{ own, index, factor }];
      });
      const read = rows.map((row): Record<string, Cell> => {
        const cells = Object.fromEntries(
          taken.map(({ own, index, factor }) => [own, cellIn(answer, own, row[index], factor)]),
        );
        answer.complete?.(cells);
        return cells;
      });
      const columns = [...new Set(read.flatMap((row) => Object.keys(row)))];
      return [
        {
          kind: 'table',
          section,
          columns: columns.map((name) => name.toUpperCase()),
          rows: read.map((row) => columns.map((name) => row[name] ?? null)),
          at,
        },
      ];
    },
  };
}

function nameIn(names: Readonly<Record<string, string>>, column: string): string | undefined {
  return Object.keys(names).find((own) => names[own] === column);
}

function cellIn({ times, sizes }: Answer, own: string, text: string | undefined, factor: number): Cell {
  if (factor !== 1) return scaled(text, factor);
  if (times?.includes(own) === true) return picosecondsOf(text);
  return sizes?.includes(own) === true ? bytesOf(text) : scaled(text, 1);
}
