import type { Area, Unit } from '../../shared/analysis';
import type { DrawnSeries } from '../../shared/recording';
import { checkpointAgeSeries, derivedSeries, redoSeries } from '../../shared/series-names';
import type { Samples } from '../../shared/snapshot';
import { drawnPoints, type Point, seriesPoints } from '../charts/time/series';
import { texts } from './texts.ts';

/** One of the numbers by which the state of a server is read at a glance. */
export interface VitalSign {
  id: string;
  label: string;
  /** Unit of the shown value: a rate for counters. */
  unit: Unit;
  /** Series names, best first; servers differ in which they have. */
  series: readonly string[];
}

export const vitalSigns: readonly VitalSign[] = [
  { id: 'throughput', label: texts.statements, unit: 'count/s', series: ['Questions', 'Queries'] },
  { id: 'running', label: texts.threadsRunning, unit: 'count', series: ['Threads_running'] },
  {
    id: 'transactions',
    label: texts.transactions,
    unit: 'count/s',
    series: [derivedSeries.transactions, 'Com_commit'],
  },
  { id: 'row-locks', label: texts.rowLockWaits, unit: 'count/s', series: ['Innodb_row_lock_waits'] },
  { id: 'reads', label: texts.pagesReadFromDisk, unit: 'count/s', series: ['Innodb_buffer_pool_reads'] },
  { id: 'redo', label: texts.redoWritten, unit: 'bytes/s', series: redoSeries },
  {
    id: 'checkpoint-age',
    label: texts.checkpointAge,
    unit: 'bytes',
    series: [...checkpointAgeSeries, derivedSeries.checkpointAge],
  },
  { id: 'fsyncs', label: 'fsyncs', unit: 'count/s', series: ['Innodb_data_fsyncs'] },
  { id: 'dirty', label: texts.dirtyPages, unit: 'pages', series: ['Innodb_buffer_pool_pages_dirty'] },
  {
    id: 'history',
    label: texts.historyListLength,
    unit: 'count',
    series: ['Innodb_history_list_length', 'innodb_metrics.trx_rseg_history_len'],
  },
  {
    id: 'disk-tables',
    label: texts.diskTempTables,
    unit: 'count/s',
    series: ['Created_tmp_disk_tables'],
  },
  { id: 'connects', label: texts.newConnections, unit: 'count/s', series: ['Connections'] },
];

/** The vital signs in which each area shows, the most telling first. */
export const signsOfArea: Readonly<Partial<Record<Area, readonly string[]>>> = {
  memory: ['reads'],
  redo: ['checkpoint-age', 'redo'],
  flushing: ['dirty', 'fsyncs'],
  contention: ['running'],
  io: ['reads', 'fsyncs'],
  connections: ['connects', 'running'],
  temporary: ['disk-tables'],
  transactions: ['history', 'row-locks'],
  durability: ['fsyncs', 'transactions'],
  queries: ['throughput'],
};

/** Every series name that a vital sign may need, for one request. */
export const vitalSeries: readonly string[] = vitalSigns.flatMap((sign) => sign.series);

/** The signs that this snapshot has, each with its points. */
export function readVitalSigns(samples: Samples): { sign: VitalSign; points: Point[] }[] {
  return vitalSigns.flatMap((sign) => {
    const name = sign.series.find((candidate) => samples.series[candidate] !== undefined);
    return name === undefined ? [] : [{ sign, points: seriesPoints(samples, name) }];
  });
}

/** A sign as a snapshot has it. */
export interface VitalReading {
  sign: VitalSign;
  /** The series behind it. */
  name: string;
  points: Point[];
  /** Over all samples; null: none has a value. */
  numbers: { low: number; mean: number; high: number } | null;
}

/** The signs among drawn series, of which each also came as one average over the whole window. */
export function drawnVitalSigns(drawn: readonly DrawnSeries[]): VitalReading[] {
  return vitalSigns.flatMap((sign) => {
    const name = sign.series.find((candidate) => drawn.some((one) => one.name === candidate));
    const own = drawn.filter((one) => one.name === name);
    const samples = own.find(({ averageMs }) => averageMs === undefined);
    const average = own.find(({ averageMs }) => averageMs !== undefined);
    if (name === undefined || samples === undefined) return [];
    const mean = average?.low.find((value) => value !== null);
    const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null);
    const numbers =
      mean === undefined || mean === null
        ? null
        : { low: Math.min(...known(samples.low)), mean, high: Math.max(...known(samples.high)) };
    return [{ sign, name, points: drawnPoints(samples), numbers }];
  });
}
