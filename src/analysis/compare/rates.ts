import { mean, standardDeviation } from '../../experiment/statistics/descriptive';
import { effectiveSampleSize } from '../../experiment/statistics/effective-sample-size';
import type { SnapshotComparison } from '../../shared/compare';
import type { Observed } from '../facts/inputs/observed';
import { describedStatus } from './status-unit';

type RateChange = SnapshotComparison['rates'][number];

/** What a reader looks at first; the order is theirs. */
const mainRates = [
  'Questions',
  'Com_select',
  'Com_insert',
  'Com_update',
  'Com_delete',
  'Com_commit',
  'Com_rollback',
  'Innodb_rows_read',
  'Innodb_buffer_pool_read_requests',
  'Innodb_buffer_pool_reads',
  'Innodb_data_written',
  'Innodb_os_log_written',
  'Innodb_data_fsyncs',
  'Innodb_row_lock_waits',
  'Innodb_row_lock_time',
  'Created_tmp_disk_tables',
  'Sort_merge_passes',
  'Opened_tables',
  'Threads_created',
  'Bytes_sent',
];

/** Rates of all counters that moved on either side, the main ones first, then those that differ most. */
export function compareRates(a: Observed, b: Observed): RateChange[] {
  const statements = ratioOf(known(a, 'Questions'), known(b, 'Questions'));
  const names = new Set([...counters(a), ...counters(b)]);
  const rows = [...names].flatMap((name): RateChange[] => {
    const [left, right] = [known(a, name), known(b, name)];
    if ((left ?? 0) === 0 && (right ?? 0) === 0) return [];
    const ratio = ratioOf(left, right);
    const noise = ratio === null ? null : ratioNoise(a, b, name, ratio);
    return [
      {
        name,
        unit: describedStatus(name).rateUnit,
        a: left,
        b: right,
        ratio,
        perStatement: ratio === null || statements === null ? null : ratio / statements,
        noise,
        beyondNoise: noise === null || ratio === null ? null : Math.abs(ratio - 1) > noise,
        main: mainRates.includes(name),
      },
    ];
  });
  return rows.sort((x, y) => place(x) - place(y) || distance(y) - distance(x) || (x.name < y.name ? -1 : 1));
}

function place({ name }: RateChange): number {
  const index = mainRates.indexOf(name);
  return index === -1 ? mainRates.length : index;
}

function distance({ ratio }: RateChange): number {
  return ratio === null ? Number.POSITIVE_INFINITY : Math.abs(Math.log(ratio));
}

function counters(observed: Observed): string[] {
  const found = observed.rows('status');
  const names = 'rows' in found ? found.rows.map(({ name }) => String(name)) : [];
  const sampled = Object.entries(observed.snapshot.samples?.series ?? {})
    .filter(([, { kind }]) => kind === 'counter')
    .map(([name]) => name);
  return [...new Set([...names, ...sampled])].filter((name) => describedStatus(name).isCounter);
}

function known(observed: Observed, name: string): number | null {
  const reading = observed.rate(name);
  // An average since start is no rate of a window.
  return reading.known && reading.average === undefined ? reading.value : null;
}

/** B / A; null where one is unknown or A is 0. */
export function ratioOf(a: number | null, b: number | null): number | null {
  return a === null || b === null || a <= 0 || b < 0 ? null : b / a;
}

/**
 * Half width of the 95 % interval of a ratio of two rates, by the delta method: relative errors of independent means
 * add in squares. Seconds are correlated, so each side counts for its effective number of samples only.
 */
function ratioNoise(a: Observed, b: Observed, name: string, ratio: number): number | null {
  const left = relativeError(a.rateInIntervals(name));
  const right = relativeError(b.rateInIntervals(name));
  return left === null || right === null ? null : 1.96 * ratio * Math.sqrt(left ** 2 + right ** 2);
}

function relativeError(values: (number | null)[] | null): number | null {
  const seen = (values ?? []).filter((value): value is number => value !== null);
  if (seen.length < 3) return null;
  const centre = mean(seen);
  return centre > 0 ? standardDeviation(seen) / centre / Math.sqrt(effectiveSampleSize(seen)) : null;
}
