import { type Companion, findStalls, type IntervalSeries, type Stall } from '../knowledge/micro-stalls';
import { sessionClasses, sessionSeries } from '../knowledge/session-waits';
import type { Snapshot } from '../shared/snapshot';
import { combine } from './facts/interval-values';
import { Observed } from './facts/observed';
import { differences } from './facts/window';

/** Levels that may tell why throughput stood still; names as servers and the sampler spell them. */
const levels: readonly string[] = [
  'Threads_running',
  'Innodb_row_lock_current_waits',
  'Innodb_data_pending_fsyncs',
  'Innodb_data_pending_reads',
  'Innodb_data_pending_writes',
  'Innodb_os_log_pending_fsyncs',
  'Innodb_os_log_pending_writes',
  'Innodb_buffer_pool_pages_dirty',
  'Innodb_history_list_length',
  'innodb_metrics.trx_rseg_history_len',
  sessionSeries.active,
  ...sessionClasses.filter((name) => name !== 'running').map(sessionSeries.ofClass),
];

/** Counters whose rate may rise at a stall. */
const rates: readonly string[] = [
  'Innodb_buffer_pool_wait_free',
  'Innodb_log_waits',
  'Innodb_buffer_pool_pages_flushed',
  'Innodb_buffer_pool_reads',
  'Innodb_data_fsyncs',
  'Innodb_row_lock_waits',
  'Threads_created',
  'Opened_tables',
  'Created_tmp_disk_tables',
  'Com_flush',
];

/** The stalls of the sampled window, in order of time; null: nothing was sampled in which one could show. */
export function stallsOf(snapshot: Snapshot): Stall[] | null {
  return observedStalls(new Observed(snapshot));
}

export function observedStalls(observed: Observed): Stall[] | null {
  const throughput = throughputOf(observed);
  if (throughput.length === 0) return null;
  const times = observed.snapshot.samples?.times ?? [];
  return findStalls({
    endsMs: observed.intervals.map(({ index }) => times[index] ?? 0),
    lengthsMs: observed.intervals.map(({ seconds }) => seconds * 1000),
    throughput,
    companions: companionsOf(observed),
  });
}

/** Statements without Latchkey's own, commits, and rows changed: a stall of writes alone shows in the last two. */
function throughputOf(observed: Observed): IntervalSeries[] {
  const own = observed.ownStatementsPerSecond;
  const statements = observed
    .rateInIntervals('Questions')
    ?.map((rate) => (rate === null ? null : Math.max(0, rate - own)));
  const changes = ['Innodb_rows_inserted', 'Innodb_rows_updated', 'Innodb_rows_deleted']
    .map((name) => observed.rateInIntervals(name))
    .reduce((total, rate) =>
      total === null || rate === null ? null : combine(total, rate, (a, b) => a + b),
    );
  const named: [string, (number | null)[] | null | undefined][] = [
    ['statements', statements],
    ['commits', observed.rateInIntervals('Handler_commit')],
    ['changed rows', changes],
  ];
  return named.flatMap(([name, values]) => (values == null ? [] : [{ name, values }]));
}

function companionsOf(observed: Observed): Companion[] {
  const companions: Companion[] = [];
  for (const name of levels) {
    const values = observed.levelInIntervals(name);
    if (values !== null) companions.push({ name, values, onlyRises: false });
  }
  for (const name of rates) {
    const values = observed.rateInIntervals(name);
    if (values !== null) companions.push({ name, values, onlyRises: true });
  }
  const age = checkpointAge(observed);
  if (age !== null) companions.push({ name: 'checkpoint age', values: age, onlyRises: false });
  return companions;
}

/** Bytes at the end of each interval, from whatever this server tells. */
function checkpointAge(observed: Observed): (number | null)[] | null {
  const direct =
    observed.levelInIntervals('Innodb_checkpoint_age') ??
    observed.levelInIntervals('innodb_metrics.log_lsn_checkpoint_age');
  if (direct !== null) return direct;
  const current = observed.series('Innodb_redo_log_current_lsn');
  const checkpoint = observed.series('Innodb_redo_log_checkpoint_lsn');
  if (current === undefined || checkpoint === undefined) return null;
  const ages = differences(current, checkpoint);
  return observed.intervals.map(({ index }) => ages[index] ?? null);
}
