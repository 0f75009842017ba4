import { grouped } from '../../../shared/base/units';
import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';
import { sectionDeltas } from '../inputs/section-deltas';

const needs = ['section.error-counts'] as const;
const source =
  'performance_schema.events_errors_summary_global_by_error (MySQL 8.0+); MySQL manual, "Server Error Message Reference"';
/** Fewer since the start are no sign of anything. */
const leastShown = 10;

interface Refusal {
  errors: readonly number[];
  by: string;
  what: string;
  /** Status variables that count the same, of which each server has one at most: they tell it where errors are not counted. */
  counters?: readonly string[];
}

/** What refuses statements or connections, by the errors that clients are given. */
const refusals: Readonly<Record<string, Refusal>> = {
  user_limit: {
    errors: [1203, 1226],
    by: 'the limits of accounts (max_user_connections)',
    what: 'an account was at a limit of its own, mostly max_user_connections',
  },
  packet: { errors: [1153, 1301], by: 'max_allowed_packet', what: 'a packet or result was too large' },
  table_full: { errors: [1114], by: 'a full table', what: 'a table, mostly one in memory, was full' },
  sort_memory: { errors: [1038], by: 'sort_buffer_size', what: 'a row did not fit the sort buffer' },
  transaction_cache: {
    errors: [1197],
    by: 'max_binlog_cache_size',
    what: 'a transaction did not fit the binary log cache',
  },
  time_limit: {
    errors: [3024],
    by: 'the time limit of statements',
    what: 'a statement ran into its limit of time',
    counters: ['Max_execution_time_exceeded', 'Max_statement_time_exceeded'],
  },
  lock_memory: { errors: [1206], by: 'the memory for locks', what: 'the buffer pool had no room for locks' },
  memory: { errors: [1037, 1041], by: 'memory', what: 'the server got no memory' },
  thread_stack: { errors: [1119, 1436], by: 'thread_stack', what: 'the stack of a thread was used up' },
  reprepare: {
    errors: [1615],
    by: 'the table caches (prepared again)',
    what: 'a prepared statement had to be prepared again and again',
  },
  read_only: {
    errors: [1290, 1836],
    by: 'read_only',
    what: 'an option such as read_only forbids the statement',
  },
  join_size: { errors: [1104], by: 'max_join_size', what: 'a join would have examined too many rows' },
  disk: { errors: [1021, 1026], by: 'the disk', what: 'the disk was full or a write failed' },
  threads: { errors: [1135], by: 'the limit of threads', what: 'no thread could be started' },
  prepared: { errors: [1461], by: 'max_prepared_stmt_count', what: 'too many prepared statements existed' },
};

/** Facts on what statements and connections were refused by. */
export const refusalFacts: FactDefinition[] = [
  ...Object.entries(refusals).map(
    ([id, { errors, what, counters = [] }]): FactDefinition => ({
      id: `refused_by_${id}_rate`,
      unit: 'count/s',
      type: 'number',
      needs: [...needs, ...counters.map((name) => `status.${name}` as const)],
      doc: {
        what: `Times per second that ${what}.`,
        formula: [
          `increase of SUM_ERROR_RAISED of ${errors.join(' and ')} / seconds`,
          ...counters.map((name) => `${name} per second where errors are not counted`),
        ].join('; '),
        source,
      },
      compute: (read) => {
        if ('reason' in read.rowsOrReason('error-counts')) {
          const counted = counters.map((name) => read.rateReading(name)).find(({ known }) => known);
          if (counted?.known) return counted.value;
        }
        const met = sectionDeltas(
          read,
          'error-counts',
          ({ error_number: number }) => String(number),
          ({ error_number: number }) => errors.includes(Number(number)),
        );
        const raised = met.reduce((sum, delta) => sum + (delta.increase('sum_error_raised') ?? 0), 0);
        return raised / read.sectionSeconds('error-counts');
      },
    }),
  ),
  {
    id: 'refusals_counted',
    unit: 'count',
    type: 'number',
    needs,
    doc: {
      what: 'Statements and connections that limits of the server have refused since errors are counted.',
      formula: `SUM_ERROR_RAISED of ${Object.values(refusals)
        .flatMap(({ errors }) => errors)
        .join(', ')}, of each limit ${leastShown} or more`,
      source,
    },
    compute: (read) => counted(read).reduce((sum, [, count]) => sum + count, 0),
  },
  {
    id: 'refusals_text',
    unit: 'none',
    type: 'string',
    needs,
    doc: { what: 'By what, the most frequent first.', formula: 'the same, three at most', source },
    compute: (read) =>
      counted(read)
        .slice(0, 3)
        .map(([by, count]) => `${grouped(count)} by ${by}`)
        .join(', '),
  },
];

/** What refused, with how often since the start; the most frequent first. */
function counted(read: FactReader): [by: string, count: number][] {
  const rows = read.rows('error-counts');
  return Object.values(refusals)
    .map(({ errors, by }): [string, number] => [
      by,
      rows
        .filter(({ error_number: number }) => errors.includes(Number(number)))
        .reduce((sum, { sum_error_raised: raised }) => sum + Number(raised ?? 0), 0),
    ])
    .filter(([, count]) => count >= leastShown)
    .sort(([, one], [, other]) => other - one);
}
