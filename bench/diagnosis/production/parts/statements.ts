import { createHash } from 'node:crypto';
import type { Draft, Row } from '../draft.ts';
import type { Model } from '../model.ts';
import type { Statement } from '../world.ts';

const picoseconds = 1e9;
/** For each millisecond. */
const perMs = picoseconds;

/** Digests, statements by kind, and the tables that they use. */
export function applyStatements(draft: Draft, model: Model): void {
  draft.rows('statement-digests', (end) =>
    model.statements.map((one) => digestRow(one, model, draft.at('statement-digests', end), draft)),
  );
  draft.rows('statements-by-event', (end) => kindRows(model, draft.at('statements-by-event', end)));
  draft.rows('stages', () => []);
  draft.rows('prepared-statements', () => []);
  draft.rows('error-counts', () => []);
  const reason = { code: 'too-large' as const, text: 'Histograms are no part of this snapshot.' };
  draft.skip('digest-histograms', reason);
  draft.skip('statement-histogram', reason);
}

export function digestOf(sql: string): string {
  return createHash('sha256').update(sql).digest('hex');
}

/** Counted at a moment: what ran in 0.6 of the uptime at the rate of the window, and since the window began. */
function counted(perSecond: number, model: Model, seconds: number): number {
  return Math.round(perSecond * (0.6 * model.uptime + seconds));
}

function digestRow(one: Statement, model: Model, seconds: number, draft: Draft): Row {
  const count = (each: number) => counted(one.perSecond * each, model, seconds);
  const ms = one.ms + model.waitMs(one);
  // The server counts how a SELECT reads its tables; of a change it says only that no index served it.
  const is = (access: Statement['access']) => count(one.access === access && isQuery(one.sql) ? 1 : 0);
  const noIndex = one.access === 'scan' || one.access === 'join';
  return {
    schema_name: 'shop',
    digest: draft.variable('version')?.startsWith('8') ? digestOf(one.sql) : digestOf(one.sql).slice(0, 32),
    digest_text: one.sql,
    count_star: count(1),
    sum_timer_wait: counted(one.perSecond * ms * perMs, model, seconds),
    min_timer_wait: Math.round(ms * perMs * 0.4),
    avg_timer_wait: Math.round(ms * perMs),
    max_timer_wait: Math.round(ms * perMs * 40),
    sum_lock_time: counted(one.perSecond * (one.rowLockMs + one.metadataLockMs) * perMs, model, seconds),
    sum_errors: count(one.errors),
    sum_warnings: count(one.warnings),
    sum_rows_affected: count(one.affected),
    sum_rows_sent: count(one.sent),
    sum_rows_examined: count(one.examined),
    sum_created_tmp_disk_tables: count(one.tmpDisk),
    sum_created_tmp_tables: count(one.tmp + one.tmpDisk),
    sum_select_full_join: is('join'),
    sum_select_full_range_join: 0,
    sum_select_range: is('range'),
    sum_select_scan: is('scan'),
    sum_sort_merge_passes: count(one.merges),
    sum_sort_range: 0,
    sum_sort_rows: count(one.sorted),
    sum_sort_scan: count(one.sorted > 0 ? 1 : 0),
    sum_no_index_used: count(noIndex ? 1 : 0),
    sum_no_good_index_used: 0,
    first_seen: moment(draft, -model.uptime),
    last_seen: moment(draft, seconds),
    quantile_95: Math.round(ms * perMs * 2.2),
    quantile_99: Math.round(ms * perMs * 4),
    sum_cpu_time: 0,
  };
}

/** Whether it reads only. */
export function isQuery(sql: string): boolean {
  return /^(?:SELECT|WITH)\b/.test(sql);
}

/** As the server prints it. @param seconds from the beginning of the samples */
export function moment(draft: Draft, seconds: number): string {
  const at = new Date(Date.parse(draft.samples.startedAt) + 1000 * seconds);
  return `${at.toISOString().slice(0, 19).replace('T', ' ')}.000000`;
}

function kindRows(model: Model, seconds: number): Row[] {
  const kinds = new Map<string, Statement[]>();
  for (const one of model.statements) {
    const kind = `statement/sql/${(/^\w+/.exec(one.sql)?.[0] ?? 'select').toLowerCase().replace('with', 'select')}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), one]);
  }
  return [...kinds].map(([event_name, all]) => {
    const sum = (of: (one: Statement) => number) =>
      counted(
        all.reduce((total, one) => total + one.perSecond * of(one), 0),
        model,
        seconds,
      );
    return {
      event_name,
      count_star: sum(() => 1),
      sum_timer_wait: sum((one) => (one.ms + model.waitMs(one)) * perMs),
      max_timer_wait: 40 * perMs,
      sum_lock_time: sum((one) => (one.rowLockMs + one.metadataLockMs) * perMs),
      sum_errors: sum((one) => one.errors),
      sum_rows_affected: sum((one) => one.affected),
      sum_rows_sent: sum((one) => one.sent),
      sum_rows_examined: sum((one) => one.examined),
      sum_created_tmp_disk_tables: sum((one) => one.tmpDisk),
      sum_created_tmp_tables: sum((one) => one.tmp + one.tmpDisk),
      sum_select_scan: sum((one) => (one.access === 'scan' && isQuery(one.sql) ? 1 : 0)),
      sum_sort_merge_passes: sum((one) => one.merges),
      sum_no_index_used: sum((one) => (one.access === 'scan' || one.access === 'join' ? 1 : 0)),
    };
  });
}
