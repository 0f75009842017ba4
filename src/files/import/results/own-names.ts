import type { SectionId } from '../../../evidence/sections';
import type { Cell } from '../../../shared/snapshot';
import { isOfOnePart, picosecondsOf, scaled, selectedColumn } from './columns';
import { completeStatement } from './performance-schema';
import type { ResultKind } from './result-kind';

// People head the columns of the Performance Schema with names of their own: `wait`, `cnt`, `total_s`. What a column is
// follows from what stands in it and from the unit in its heading.

/** What a heading of somebody's own may say; the first that matches takes the column. */
const roles: readonly (readonly [string, RegExp])[] = [
  ['sum_lock_time', /^(?:sum_|total_)?lock(?:_|\b).{0,40}$/],
  [
    'sum_rows_examined_mean',
    /^(?:avg_|mean_)?rows?_?(?:examined|exam|ex|read|scanned)_?(?:avg|mean|per_exec(?:ution)?|per_call)$|^(?:avg|mean)_rows?_?(?:examined|exam|ex|read|scanned)$/,
  ],
  [
    'sum_rows_sent_mean',
    /^rows?_?(?:sent|returned)_?(?:avg|mean|per_exec(?:ution)?|per_call)$|^(?:avg|mean)_rows?_?(?:sent|returned)$/,
  ],
  ['full_scan', /^full_scan$/],
  [
    'sum_rows_examined',
    /^(?:sum_|total_)?(?:rows?_?(?:examined|exam|ex|read|scanned)|examined(?:_rows)?|scanned)$/,
  ],
  ['sum_rows_sent', /^(?:sum_|total_)?(?:rows?_?(?:sent|returned)|sent(?:_rows)?)$/],
  ['sum_created_tmp_disk_tables', /^(?:sum_|created_)?(?:tmp_disk_tables|disk_tmp(?:_tables)?|tmp_disk)$/],
  ['sum_created_tmp_tables', /^(?:sum_|created_)?(?:tmp_tables|tmp)$/],
  ['sum_no_index_used', /^(?:sum_)?no_index(?:_used)?(?:_count)?$/],
  ['sum_sort_merge_passes', /^(?:sum_)?(?:sort_)?merge_passes$/],
  ['avg_timer_wait', /^(?:avg|average|mean)(?:_|\b).{0,40}$/],
  ['max_timer_wait', /^max(?:imum)?(?:_|\b).{0,40}$/],
  ['min_timer_wait', /^min(?:imum)?(?:_|\b).{0,40}$/],
  ['schema_name', /^(?:schema|schema_name|db|database)$/],
  ['digest', /^digest$/],
  [
    'count_star',
    /^(?:cnt|count|counts|calls|execs?|exec_count|executions|events|total_(?:events|count|calls|waits)|waits?_?(?:count|cnt)|num|n|times|queries|count\(\*\)|total)$/,
  ],
  [
    'sum_timer_wait',
    /(?:^|_)(?:time|latency|wait|waited|elapsed|secs?|seconds|total|sum|s|ms|us|h|min)(?:_|$|\b)/,
  ],
];

const units: readonly (readonly [RegExp, number])[] = [
  [/(?:^|[_( ])(?:s|secs?|seconds)\)?$/, 1e12],
  [/(?:^|[_( ])(?:ms|msecs?|milliseconds)\)?$/, 1e9],
  [/(?:^|[_( ])(?:us|usecs?|microseconds)\)?$/, 1e6],
  [/(?:^|[_( ])(?:mins?|minutes)\)?$/, 60e12],
  [/(?:^|[_( ])(?:h|hours)\)?$/, 3600e12],
  [/(?:^|[_( ])(?:ps|picoseconds)\)?$/, 1],
];

const isTime = (role: string) => /_timer_wait$|_lock_time$/.test(role);

interface Column {
  index: number;
  own: string;
  cell: (text: string | undefined) => Cell;
}

/** The columns that are known for what they are; of a time only where its unit is. */
function columnsOf(headings: readonly string[], rows: readonly string[][], subject: number): Column[] {
  const taken: Column[] = [];
  for (const [index, heading] of headings.entries()) {
    if (index === subject) continue;
    const selected = selectedColumn(heading);
    const name = selected.name.replaceAll(/[ .-]+/g, '_');
    const own = /^(?:sum|avg|max|min|count)_(?:timer_|rows_|created_|no_index|lock_|star|sort_)/.test(
      selected.name,
    )
      ? selected.name
      : roles.find(([, pattern]) => pattern.test(name))?.[0];
    if (own === undefined || taken.some((one) => one.own === own)) continue;
    const factor = isTime(own)
      ? factorOf(selected.name, selected.factor, name, rows, index)
      : selected.factor;
    if (factor === null) continue;
    taken.push({
      index,
      own,
      cell: (text) => (isTime(own) && factor === 1 ? picosecondsOf(text) : scaled(text, factor)),
    });
  }
  return taken;
}

/** By what a time is to be multiplied to be picoseconds; 1 where its values say so themselves; null: nobody knows. */
function factorOf(
  own: string,
  quotient: number,
  name: string,
  rows: readonly string[][],
  index: number,
): number | null {
  if (quotient !== 1) return quotient;
  if (/^(?:sum|avg|max|min)_timer_/.test(own)) return 1;
  const unit = units.find(([pattern]) => pattern.test(name))?.[1];
  if (unit !== undefined) return unit;
  const cells = rows.map((row) => row[index]?.trim() ?? '').filter((text) => text !== '' && text !== 'NULL');
  const saysUnit = (text: string) =>
    /^\d[\d.]{0,20} ?(?:[pnuµm]?s|m|h|d|w)$/.test(text) || /^\d{1,5}:\d\d:\d\d/.test(text);
  if (cells.length > 0 && cells.every(saysUnit)) return 1;
  // Whole numbers this large are of no other unit: a thousand seconds are 10^15 of them.
  return cells.length > 0 && cells.every((text) => /^\d{1,30}$/.test(text)) && Number(cells[0]) >= 1e11
    ? 1
    : null;
}

/** The column of which the values are what is counted; -1: there is none. */
function subjectOf(headings: readonly string[], rows: readonly string[][], pattern: RegExp): number {
  return headings.findIndex(
    (_, index) => rows.length > 0 && rows.every((row) => pattern.test(row[index]?.trim() ?? '')),
  );
}

function ownNamed(
  title: string,
  section: SectionId,
  subject: string,
  pattern: RegExp,
  fill: (row: Record<string, Cell>) => void,
): ResultKind {
  return {
    title,
    matches: (headings, { rows }) => {
      const at = subjectOf(headings, rows, pattern);
      if (at < 0 || headings.length < 3 || isOfOnePart(headings)) return false;
      const owns = columnsOf(headings, rows, at).map(({ own }) => own);
      return owns.includes('count_star') && owns.some((own) => /^(?:sum|avg)_timer_wait$/.test(own));
    },
    pieces: (headings, { rows, at }) => {
      const place = subjectOf(headings, rows, pattern);
      const columns = columnsOf(headings, rows, place);
      const read = rows.map((row) => {
        const cells: Record<string, Cell> = { [subject]: row[place]?.trim() ?? null };
        for (const { own, index, cell } of columns) cells[own] = cell(row[index]);
        fill(cells);
        return cells;
      });
      const names = Object.keys(read[0] ?? {});
      return [
        {
          kind: 'table',
          section,
          columns: names.map((name) => name.toUpperCase()),
          rows: read.map((row) => names.map((name) => row[name] ?? null)),
          at,
        },
      ];
    },
  };
}

export const ownNamedWaits = ownNamed(
  'waits by event',
  'pfs-waits-global',
  'event_name',
  /^(?:wait\/|idle$)/,
  () => undefined,
);

export const ownNamedStatements = ownNamed(
  'statement digests',
  'statement-digests',
  'digest_text',
  /^(?:\(?SELECT|INSERT|UPDATE|DELETE|REPLACE|WITH|COMMIT|CALL|SET|SHOW|BEGIN|START|ROLLBACK|LOAD|CREATE|ALTER|DROP|TRUNCATE|ANALYZE|OPTIMIZE|LOCK|UNLOCK|NULL$)/i,
  completeStatement,
);
