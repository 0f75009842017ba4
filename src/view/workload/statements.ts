import { countIn } from '../../shared/base/plausible-number';
import type { Cell, Section, Table } from '../../shared/snapshot';

/** What one kind of statement (a digest) cost over the window. */
export interface StatementRow {
  /** Schema and digest: unlike the text, one of a kind. */
  key: string;
  text: string;
  /** Of the time of all statements in the window, 0 to 1. */
  share: number;
  /** Executions per second. */
  perSecond: number;
  /** Mean time of one in seconds. */
  mean: number;
  /** Rows examined for each row sent; null: it sent none. */
  examinedPerSent: number | null;
}

interface Totals {
  text: string;
  count: number;
  /** Picoseconds, as Performance Schema counts. */
  timer: number;
  examined: number;
  sent: number;
}

/**
 * The statements of the window by total time, from both ends of `statement-digests` (manual, "Statement Summary
 * Tables"). Where the start was cut by its bound, a digest that it does not hold is left out: what it had counted
 * until then is not known. null when there are not two ends to compare.
 */
export function topStatements(section: Section, limit: number): StatementRow[] | null {
  const { start, end } = section.data ?? {};
  if (start?.table === undefined || end?.table === undefined) return null;
  const seconds = (Date.parse(end.at) - Date.parse(start.at)) / 1000;
  if (!(seconds > 0)) return null;
  const before = readTotals(start.table);
  const spent: (Totals & { key: string })[] = [];
  for (const [key, after] of readTotals(end.table)) {
    const first = before.get(key);
    if (first === undefined && start.truncated !== undefined) continue;
    const count = after.count - (first?.count ?? 0);
    const timer = after.timer - (first?.timer ?? 0);
    // Less than before: the table was truncated or the server restarted in between.
    // Or there is no number that can be believed.
    if (!(count > 0 && timer > 0)) continue;
    const examined = after.examined - (first?.examined ?? 0);
    spent.push({ key, text: after.text, count, timer, examined, sent: after.sent - (first?.sent ?? 0) });
  }
  const all = spent.reduce((sum, { timer }) => sum + timer, 0);
  return spent
    .sort((a, b) => b.timer - a.timer)
    .slice(0, limit)
    .map(({ key, text, count, timer, examined, sent }) => ({
      key,
      text,
      share: timer / all,
      perSecond: count / seconds,
      mean: timer / 1e12 / count,
      examinedPerSent: sent > 0 && examined >= 0 ? examined / sent : null,
    }));
}

function readTotals(table: Table): Map<string, Totals> {
  const columns = table.columns.map((column) => column.toLowerCase());
  const totals = new Map<string, Totals>();
  for (const row of table.rows) {
    const cell = (name: string): Cell => row[columns.indexOf(name)] ?? null;
    const number = (name: string) => countIn(cell(name));
    const digest = cell('digest');
    totals.set(JSON.stringify([cell('schema_name'), digest]), {
      // A full table counts every further statement in one row without a digest.
      text:
        digest === null
          ? 'all statements beyond performance_schema_digests_size'
          : String(cell('digest_text') ?? '').trim(),
      count: number('count_star'),
      timer: number('sum_timer_wait'),
      examined: number('sum_rows_examined'),
      sent: number('sum_rows_sent'),
    });
  }
  return totals;
}
