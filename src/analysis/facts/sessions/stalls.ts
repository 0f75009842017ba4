import {
  type Companion,
  findFalls,
  findStalls,
  type IntervalSeries,
  type Stall,
  type StallInput,
} from '../../../evidence/series/micro-stalls';
import { sessionClasses, sessionSeries } from '../../../knowledge/waits/session-waits';
import type { Series, Snapshot } from '../../../shared/snapshot';
import type { FactReader, SampledTimes } from '../inputs/fact-reader';
import { combine } from '../inputs/interval-values';
import type { Need } from '../inputs/need';
import { Observed } from '../inputs/observed';
import { differences } from '../inputs/window';

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

/** Statements, commits and changed rows: what a stall shows in. */
const throughputs: readonly string[] = [
  'Questions',
  'Handler_commit',
  'Innodb_rows_inserted',
  'Innodb_rows_updated',
  'Innodb_rows_deleted',
];
const checkpointAges: readonly string[] = [
  'Innodb_checkpoint_age',
  'innodb_metrics.log_lsn_checkpoint_age',
  'Innodb_redo_log_current_lsn',
  'Innodb_redo_log_checkpoint_lsn',
];
/** Every series that `stallsOf` reads, in lower case: who stores hours of samples need not fetch the others. */
const seriesRead = [...throughputs, ...levels, ...rates, ...checkpointAges];
export const stallSeries: ReadonlySet<string> = new Set(seriesRead.map((name) => name.toLowerCase()));
/** The same as inputs that a fact declares. */
export const stallNeeds = seriesRead.map(
  (name): Need => (isOfSessions(name) ? 'samples.sessions' : `status.${name}`),
);

/** A missed tick or two are bridged: what stalls a server may well stall its answer to us. Longer is a gap. */
const longestBridgeMs = 5000;

/** Neighbouring samples that were both taken. */
interface Pair {
  from: number;
  to: number;
  lengthMs: number;
}

/** The stalls of the sampled window and falls of the load that lasted, in order of time; null: nothing was sampled in which one could show. */
export function stallsOf(snapshot: Snapshot): Stall[] | null {
  const observed = new Observed(snapshot);
  const input = stallInput({
    sampledTimes: snapshot.samples,
    ownStatementsPerSecond: observed.ownStatementsPerSecond,
    series: (name) => observed.series(name),
  });
  if (input === null) return null;
  const falls = findFalls(input);
  const stalls = findStalls(input).filter((stall) => !falls.some((fall) => overlap(stall, fall)));
  return [...stalls, ...falls].sort((a, b) => a.startMs - b.startMs);
}

function overlap(a: Stall, b: Stall): boolean {
  return a.startMs < b.startMs + b.lengthMs && b.startMs < a.startMs + a.lengthMs;
}

/** What stalls are found in. */
interface StallEvidence extends Pick<FactReader, 'sampledTimes' | 'ownStatementsPerSecond'> {
  series(name: string): Series | undefined;
}

/** Whether a series counts sampled sessions. */
export function isOfSessions(name: string): name is `sessions.${string}` {
  return name.startsWith('sessions.');
}

export function stallsIn(read: StallEvidence): Stall[] | null {
  const input = stallInput(read);
  return input === null ? null : findStalls(input);
}

function stallInput(read: StallEvidence): StallInput | null {
  const samples = read.sampledTimes;
  const pairs = samples === null ? [] : pairsOf(samples, read.series('Questions'));
  const throughput = throughputOf(read, pairs);
  if (samples === null || throughput.length === 0) return null;
  return {
    endsMs: pairs.map(({ to }) => samples.times[to] ?? 0),
    lengthsMs: pairs.map(({ lengthMs }) => lengthMs),
    throughput,
    // Read only where there is a stall.
    companions: () => companionsOf(read, pairs),
  };
}

function pairsOf({ times, restarts, intervalMs }: SampledTimes, statements: Series | undefined): Pair[] {
  const taken = statements?.values;
  if (taken === undefined) return [];
  const longestMs = Math.max(longestBridgeMs, 2.5 * intervalMs);
  const pairs: Pair[] = [];
  let from: number | null = null;
  taken.forEach((value, to) => {
    if (value === null) return;
    const lengthMs = (times[to] ?? 0) - (times[from ?? to] ?? 0);
    const isWhole = from !== null && !restarts.some((at) => at > (from ?? to) && at <= to);
    if (from !== null && isWhole && lengthMs > 0 && lengthMs <= longestMs) pairs.push({ from, to, lengthMs });
    from = to;
  });
  return pairs;
}

function rateIn(series: Series | undefined, pairs: readonly Pair[]): (number | null)[] | null {
  if (series === undefined || series.kind !== 'counter') return null;
  return pairs.map(({ from, to, lengthMs }) => {
    const before = series.values[from];
    const after = series.values[to];
    return before == null || after == null || after < before ? null : ((after - before) * 1000) / lengthMs;
  });
}

function levelIn(series: Series | undefined, pairs: readonly Pair[]): (number | null)[] | null {
  if (series === undefined) return null;
  const base = Number(series.base);
  return pairs.map(({ to }) => {
    const value = series.values[to];
    return value == null ? null : value + base;
  });
}

/** Statements without Latchkey's own, commits, and rows changed: a stall of writes alone shows in the last two. */
function throughputOf(read: StallEvidence, pairs: readonly Pair[]): IntervalSeries[] {
  const own = read.ownStatementsPerSecond;
  const rate = (name: string) => rateIn(read.series(name), pairs);
  const statements = rate('Questions')?.map((one) => (one === null ? null : Math.max(0, one - own)));
  // The sampler leaves out counters that never moved: one that is not there adds nothing.
  const changes = throughputs
    .slice(2)
    .flatMap((name) => [rate(name) ?? []])
    .filter((one) => one.length > 0)
    .reduce((total, one) => (total.length === 0 ? one : combine(total, one, (a, b) => a + b)), []);
  const named: [string, (number | null)[] | null | undefined][] = [
    ['statements', statements],
    ['commits', rate('Handler_commit')],
    ['changed rows', changes.length === 0 ? null : changes],
  ];
  return named.flatMap(([name, values]) => (values == null || pairs.length === 0 ? [] : [{ name, values }]));
}

function companionsOf(read: StallEvidence, pairs: readonly Pair[]): Companion[] {
  const companions: Companion[] = [];
  for (const name of levels) {
    const values = levelIn(read.series(name), pairs);
    if (values !== null) companions.push({ name, values, onlyRises: false });
  }
  for (const name of rates) {
    const values = rateIn(read.series(name), pairs);
    if (values !== null) companions.push({ name, values, onlyRises: true });
  }
  const age = checkpointAge(read, pairs);
  if (age !== null) companions.push({ name: 'checkpoint age', values: age, onlyRises: false });
  return companions;
}

/** Bytes at the end of each pair of samples, from whatever this server shows. */
function checkpointAge(read: StallEvidence, pairs: readonly Pair[]): (number | null)[] | null {
  const direct =
    levelIn(read.series('Innodb_checkpoint_age'), pairs) ??
    levelIn(read.series('innodb_metrics.log_lsn_checkpoint_age'), pairs);
  if (direct !== null) return direct;
  const current = read.series('Innodb_redo_log_current_lsn');
  const checkpoint = read.series('Innodb_redo_log_checkpoint_lsn');
  if (current === undefined || checkpoint === undefined) return null;
  const ages = differences(current, checkpoint);
  return pairs.map(({ to }) => ages[to] ?? null);
}
