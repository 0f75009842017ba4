import { parseSize } from '../../../shared/base/units';
import type { Measured, StatedSpace } from '../piece';
import { meanLatency } from './mean-latency';

/** What a figure is: a share of 100, a time, bytes, or a count. */
type Unit = 'percent' | 'time' | 'bytes' | 'count';

/** What is taken of several figures of one metric. */
type Taken = 'mean' | 'least';

type Target =
  | { measured: keyof Omit<Measured, 'busiestDisk'>; unit: Unit; taken?: Taken }
  | { space: keyof StatedSpace; unit: 'bytes'; taken: Taken }
  | { about: 'memoryAvailableBytes' | 'swapUsed'; unit: 'bytes'; taken?: Taken }
  | { status: string; unit: 'count'; taken?: Taken };

/**
 * Metrics of the services by their names without blanks, underscores and slashes: CloudWatch of Amazon RDS and EBS, Azure Monitor,
 * Google Cloud Monitoring.
 */
const metrics: ReadonlyMap<string, Target> = new Map<string, Target>([
  ['cpuutilization', { measured: 'cpuBusy', unit: 'percent' }],
  ['hostcpupercent', { measured: 'cpuBusy', unit: 'percent' }],
  ['cpupercent', { measured: 'cpuBusy', unit: 'percent' }],
  ['databasecpuutilization', { measured: 'cpuBusy', unit: 'percent' }],
  ['burstbalance', { measured: 'storageBurst', unit: 'percent', taken: 'least' }],
  ['ebsiobalance', { measured: 'storageBurst', unit: 'percent', taken: 'least' }],
  ['ebsbytebalance', { measured: 'storageBurst', unit: 'percent', taken: 'least' }],
  ['cpucreditbalance', { measured: 'cpuCredits', unit: 'count', taken: 'least' }],
  ['cpucreditremaining', { measured: 'cpuCredits', unit: 'count', taken: 'least' }],
  ['cpucreditsremaining', { measured: 'cpuCredits', unit: 'count', taken: 'least' }],
  ['readlatency', { measured: 'diskReadLatency', unit: 'time' }],
  ['writelatency', { measured: 'diskWriteLatency', unit: 'time' }],
  ['readiops', { measured: 'diskReads', unit: 'count' }],
  ['writeiops', { measured: 'diskWrites', unit: 'count' }],
  ['diskqueuedepth', { measured: 'diskQueue', unit: 'count' }],
  ['iopercent', { measured: 'diskBusy', unit: 'percent' }],
  ['storageiopercent', { measured: 'diskBusy', unit: 'percent' }],
  ['diskioconsumedpercent', { measured: 'diskBusy', unit: 'percent' }],
  ['ioconsumptionpercent', { measured: 'diskBusy', unit: 'percent' }],
  // Columns of iostat and top, as sentences quote them.
  ['wawait', { measured: 'diskWriteLatency', unit: 'time' }],
  ['rawait', { measured: 'diskReadLatency', unit: 'time' }],
  ['await', { measured: 'diskLatency', unit: 'time' }],
  ['util', { measured: 'diskBusy', unit: 'percent' }],
  ['iowait', { measured: 'cpuIowait', unit: 'percent' }],
  ['freeablememory', { about: 'memoryAvailableBytes', unit: 'bytes', taken: 'least' }],
  ['swapusage', { about: 'swapUsed', unit: 'bytes' }],
  ['freestoragespace', { space: 'dataFree', unit: 'bytes', taken: 'least' }],
  ['databaseconnections', { status: 'Threads_connected', unit: 'count' }],
  ['activeconnections', { status: 'Threads_connected', unit: 'count' }],
]);

/** As people write them: CPUUtilization, "CPU utilization", cpu_percent, EBSIOBalance%, database/cpu/utilization. */
const names =
  /(?<![\w/])(?:CPU ?Utili[sz]ation|cpu_percent|database\/cpu\/utilization|Burst ?Balance|EBS ?(?:IO|Byte) ?Balance%?|CPU[ _]?Credits?[ _]?(?:Balance|Remaining)|(?:Host )?CPU percent(?:age)?|Read ?Latency|Write ?Latency|Read ?IOPS|Write ?IOPS|Disk ?Queue ?Depth|io_consumption_percent|(?:Storage )?IO percent(?:age)?|Disk IO consumed percent(?:age)?|Freeable ?Memory|Swap ?Usage|Free ?Storage ?Space|Database ?Connections|active_connections|[rw]_await|await|%util|%?iowait)(?![\w/])/gi;

/** A part of each of those names, and of those that head a table. */
const anyName = /util|balance|iops|latency|depth|memory|usage|space|connections|percent|credit|wait/i;

/** What makes it no measurement: a limit, an alarm, advice. */
const noMeasurement =
  /\b(?:should|alarms?|thresholds?|if|when|above|below|limits?|baseline|maximum of|at most|up to|provisioned|docs?|means?|recommend\w*|normally|usually|before|was)\b/i;
/** Before the name: what might be. */
const hypothetical = /\b(?:when|if|once|until|unless|whenever|should|alarms? (?:on|for))\b[^.;]{0,30}$/i;
/** A figure with its unit; times of day, dates and versions are none. */
const figure =
  /(?<![\w.:/-])(\d[\d,]{0,15}(?:\.\d{1,9})?)(?![\w]*[:/]\d|-\d|\.\d)\s?(%|percent|µs|us|ms|msec|milliseconds|sec(?:onds)?|s|[KMGT]i?B|bytes|k)?(?![\w%])/gi;
const longest = 120;

/**
 * Metrics of a managed service, in a table, a list or a sentence: the name and the figure behind it. Push lines, and `take()` what
 * JSON has, then `end()`.
 */
export class ServiceMetrics {
  readonly #figures = new Map<Target, number[]>();
  /** Metrics that head the columns of a table, by their places, and the figures of its last row. */
  #columns: { targets: Map<number, Target>; width: number; last: Map<Target, number> } | null = null;

  push(line: string): void {
    // Most lines of a paste are of nothing like it; a table that is open goes on without a name.
    const mayName = anyName.test(line);
    if (!mayName && this.#columns === null) return;
    if (this.#inTable(line) || line.length > 2_000 || !mayName) return;
    const found = [...line.matchAll(names)];
    for (const [index, match] of found.entries()) {
      const from = match.index + match[0].length;
      const until = Math.min(found[index + 1]?.index ?? line.length, from + longest);
      const target = hypothetical.test(line.slice(Math.max(0, match.index - 40), match.index))
        ? undefined
        : metrics.get(bare(match[0]));
      const value = target === undefined ? null : valueBehind(line.slice(from, until), target.unit);
      if (target !== undefined && value !== null) this.#add(target, value);
    }
  }

  /** `| time | BurstBalance (%) | WriteIOPS |`, and rows with as many cells: a service was read several times. */
  #inTable(line: string): boolean {
    if (line.length > 1_000) return false;
    const cells = tableCells(line);
    if (this.#columns !== null && cells.length === this.#columns.width) {
      if (cells.every((cell) => /^:?-*:?$/.test(cell))) return true;
      if (this.#takeRow(cells)) return true;
    }
    if (line.trim() !== '') this.#leaveTable();
    if (cells.length < 2) return false;
    const targets = new Map(
      cells.flatMap((cell, index) => {
        const target = metrics.get(bare(cell.replace(/ ?\([^()]{1,20}\)$/, '')));
        return target === undefined ? [] : [[index, target] as const];
      }),
    );
    if (targets.size === 0 || cells.some((cell) => /\d/.test(cell))) return false;
    this.#columns = { targets, width: cells.length, last: new Map() };
    return true;
  }

  #takeRow(cells: readonly string[]): boolean {
    const found = [...(this.#columns?.targets ?? [])].flatMap(([index, target]) => {
      const [, digits = '', unit = ''] =
        /^(\d[\d,.]{0,20})\s?([%A-Za-zµ]{0,12})$/.exec(cells[index] ?? '') ?? [];
      const value = digits === '' ? null : inUnit(digits, unit, target.unit);
      return value === null ? [] : [[target, value] as const];
    });
    for (const [target, value] of found)
      if (target.taken === 'least') this.#add(target, value);
      else this.#columns?.last.set(target, value);
    return found.length > 0;
  }

  #leaveTable(): void {
    for (const [target, value] of this.#columns?.last ?? []) this.#add(target, value);
    this.#columns = null;
  }

  /** @param label name of the metric @param values in the unit that the service counts in */
  take(label: string, values: readonly number[]): void {
    const target = metrics.get(bare(label));
    if (target === undefined) return;
    const factor = target.unit === 'percent' ? 0.01 : target.unit === 'time' ? 1000 : 1;
    for (const value of values) this.#add(target, value * factor);
  }

  end(): {
    measured: Measured;
    space: StatedSpace;
    about: { memoryAvailableBytes?: number; swapUsed?: number };
    status: Map<string, string>;
  } {
    this.#leaveTable();
    const said: ReturnType<ServiceMetrics['end']> = { measured: {}, space: {}, about: {}, status: new Map() };
    for (const [target, figures] of this.#figures) {
      const value =
        target.taken === 'least'
          ? Math.min(...figures)
          : figures.reduce((sum, each) => sum + each, 0) / figures.length;
      if ('measured' in target) said.measured[target.measured] = value;
      else if ('space' in target) said.space[target.space] = Math.round(value);
      else if ('about' in target) said.about[target.about] = Math.round(value);
      else said.status.set(target.status, String(Math.round(value)));
    }
    const { measured } = said;
    if (measured.cpuBusy !== undefined) measured.cpuBusy = Math.min(1, measured.cpuBusy);
    const { diskReadLatency: read = null, diskWriteLatency: write = null } = measured;
    // Where nobody says how many of each there were: the slower one.
    if (read !== null || write !== null)
      measured.diskLatency ??=
        meanLatency(read, measured.diskReads ?? null, write, measured.diskWrites ?? null) ??
        Math.max(read ?? 0, write ?? 0);
    if (measured.diskBusy !== undefined) measured.diskBusy = Math.min(1, measured.diskBusy);
    return said;
  }

  #add(target: Target, value: number): void {
    const figures = this.#figures.get(target) ?? [];
    if (figures.length < 10_000) figures.push(value);
    this.#figures.set(target, figures);
  }
}

/** Cells between bars, tabs, commas or several blanks. */
function tableCells(line: string): string[] {
  const plain = line.trim().replace(/^\|/, '').replace(/\|$/, '');
  const separator = plain.includes('|')
    ? '|'
    : plain.includes('\t')
      ? '\t'
      : plain.includes(',')
        ? ','
        : / {2,}/;
  return plain.split(separator).map((cell) => cell.trim().replaceAll(/^"|"$/g, ''));
}

const bare = (name: string) =>
  name
    .toLowerCase()
    .replace('utilisation', 'utilization')
    .replace('percentage', 'percent')
    .replaceAll(/[\s_/%]/g, '');

/**
 * The figure that stands behind a name: of several the one that is called an average; else the one that it went `to`; else the
 * first. null: none, or the words between are those of advice.
 */
function valueBehind(text: string, unit: Unit): number | null {
  // The sentence ends; a decimal point does not end it.
  const [sentence = ''] = text.split(/[.;](?=\s|$)/);
  const found = [...sentence.matchAll(figure)].flatMap((match) => {
    const value = inUnit(match[1] ?? '', match[2] ?? '', unit);
    return value === null ? [] : [{ value, before: sentence.slice(0, match.index) }];
  });
  const [first] = found;
  if (first === undefined || noMeasurement.test(first.before)) return null;
  const ends = (pattern: RegExp) => found.find(({ before }) => pattern.test(before));
  const chosen =
    ends(/\b(?:avg|average|averages|mean)\W{0,6}(?:is|of|at)?\W{0,3}$/i) ??
    ends(/(?:\b(?:to|hits|reach(?:es|ed)|at|around)|->|→|=>)\s{0,3}$/i) ??
    first;
  return chosen.value;
}

/** Ratio, milliseconds, bytes or a count; null: of another unit. */
function inUnit(digits: string, written: string, unit: Unit): number | null {
  const value = Number(digits.replaceAll(/,(?=\d{3}(?!\d))/g, '').replace(',', '.'));
  const given = written.toLowerCase();
  if (Number.isNaN(value)) return null;
  if (unit === 'percent') {
    // Google counts it from 0 to 1, and says no unit.
    if (/^(?:%|percent)$/.test(given)) return value / 100;
    return given === '' ? (value <= 1 && digits.includes('.') ? value : value / 100) : null;
  }
  if (unit === 'time') {
    if (/^(?:µs|us)$/.test(given)) return value / 1000;
    if (/^m/.test(given) && !given.endsWith('b')) return value;
    if (/^s/.test(given)) return value * 1000;
    // CloudWatch counts in seconds: nobody waits that long for a disk.
    return given === '' ? (value < 1 ? value * 1000 : value) : null;
  }
  if (unit === 'bytes') {
    if (/^[kmgt]/.test(given)) return parseSize(`${value}${given.charAt(0).toUpperCase()}`);
    return given === 'bytes' || (given === '' && value > 1e6) ? value : null;
  }
  return given === '' ? value : given === 'k' ? value * 1000 : null;
}
