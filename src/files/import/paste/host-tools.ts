import { parseSize } from '../../../shared/base/units';
import type { Measured } from '../piece';
import { meanLatency } from './mean-latency';

type Row = ReadonlyMap<string, number>;

const number = /^\d{1,12}(?:[.,]\d{1,4})?$/;
const most = 20_000;
const plain = (text: string) => Number(text.replace(',', '.'));

/** Names that the columns of CPU time have in different tools. */
const cpuColumns: Readonly<Record<string, readonly string[]>> = {
  idle: ['%idle', 'id'],
  iowait: ['%iowait', 'wa'],
  steal: ['%steal', 'st'],
};

/** Columns of block devices: iostat -x of sysstat 9 to 12, sar -d. */
const diskColumns = {
  busy: ['%util'],
  queue: ['aqu-sz', 'avgqu-sz'],
  latency: ['await'],
  readLatency: ['r_await'],
  writeLatency: ['w_await'],
  reads: ['r/s'],
  writes: ['w/s'],
} as const;

/**
 * Tables of iostat, mpstat, sar and vmstat by their headings, and the lines of top and ps on CPU time and the server. Push lines,
 * then `end()`. Where a tool reported several times, the first report is an average since the machine started (iostat(1),
 * vmstat(8), top(1)) and is left out.
 */
export class HostTools {
  #heading: { kind: 'cpu' | 'disk' | 'vmstat'; columns: string[]; report: number } | null = null;
  #reports = { cpu: 0, disk: 0 };
  readonly #cpu: { report: number; row: Row }[] = [];
  readonly #disks = new Map<string, { report: number; row: Row }[]>();
  #rss: number | undefined;
  #server: number | undefined;
  #isPs = false;

  push(line: string): void {
    if (line.length > 400) return;
    this.#rss = statedRss(line) ?? this.#rss;
    const cells = line.trim().split(/\s+/);
    if (this.#takeHeading(line, cells) || this.#takeTop(line) || this.#takeProcess(cells)) return;
    const { kind, columns, report } = this.#heading ?? {};
    if (kind === undefined || columns === undefined || report === undefined) return;
    if (line.trim() === '') {
      // avg-cpu has one row and then nothing; tables of sar go on behind an empty line under a new heading.
      this.#heading = null;
    } else if (kind === 'disk') this.#takeDisk(cells, columns, report);
    else if (kind === 'vmstat') this.#takeVmstat(cells, columns);
    else this.#takeCpu(cells, columns, report);
  }

  end(): Measured | null {
    const found: Measured = { ...this.#cpuTimes(), ...this.#busiest() };
    if (this.#rss !== undefined) found.serverRss = this.#rss;
    if (this.#server !== undefined) found.serverCpus = this.#server;
    return Object.keys(found).length === 0 ? null : found;
  }

  #takeHeading(line: string, cells: readonly string[]): boolean {
    if (/%idle\b/.test(line) && /%(?:user|usr)\b/.test(line)) {
      this.#reports.cpu += 1;
      this.#heading = { kind: 'cpu', columns: afterTime(cells), report: this.#reports.cpu };
      return true;
    }
    if (/%util\b/.test(line) && /(?:^|\s)(?:Device:?|DEV)(?:\s|$)/.test(line)) {
      this.#reports.disk += 1;
      this.#heading = { kind: 'disk', columns: afterTime(cells), report: this.#reports.disk };
      return true;
    }
    if (/^\s*r\s+b\s+swpd\s.*\bus\s+sy\s+id\b/.test(line)) {
      this.#heading = { kind: 'vmstat', columns: [...cells], report: 0 };
      return true;
    }
    if (/^\s*USER\s+PID\s+%CPU\s+%MEM\s+VSZ\s+RSS\b/.test(line)) this.#isPs = true;
    return false;
  }

  /** The values of iostat stand under their names but for `avg-cpu:`; mpstat and sar have the number of the processor. */
  #takeCpu(cells: readonly string[], columns: readonly string[], report: number): void {
    const names = columns.filter((name) => name.startsWith('%'));
    const place = columns.indexOf('CPU');
    const own = place < 0 ? [...cells] : afterTime(cells);
    if (place >= 0 && own[0] !== 'all') return;
    const values = place < 0 ? own : own.slice(1);
    if (values.length !== names.length || !values.every((value) => number.test(value))) return;
    // An average over the rows above is none of them.
    const isAverage = cells[0] === 'Average:';
    this.#add({ report: isAverage ? Number.POSITIVE_INFINITY : report, row: rowOf(names, values) });
  }

  #takeVmstat(cells: readonly string[], columns: readonly string[]): void {
    if (cells.length < columns.length || !cells.every((cell) => /^\d{1,15}$/.test(cell))) return;
    this.#reports.cpu += 1;
    this.#add({ report: this.#reports.cpu, row: rowOf(columns, cells) });
  }

  #add(reading: { report: number; row: Row }): void {
    if (this.#cpu.length < most) this.#cpu.push(reading);
  }

  #takeDisk(cells: readonly string[], columns: readonly string[], report: number): void {
    const own = afterTime(cells);
    const [name = ''] = own;
    const names = columns.slice(1);
    const values = own.slice(1);
    if (!/^[a-z][\w/!:.-]{1,60}$/i.test(name) || values.length !== names.length) return;
    if (!values.every((value) => number.test(value))) return;
    const rows = this.#disks.get(name) ?? [];
    if (rows.length < most && (this.#disks.has(name) || this.#disks.size < 1000))
      rows.push({
        report: cells[0] === 'Average:' ? Number.POSITIVE_INFINITY : report,
        row: rowOf(names, values),
      });
    this.#disks.set(name, rows);
  }

  /** `%Cpu(s): 12.3 us,  4.1 sy, ...  1.0 st`; before procps 3.3 `Cpu(s): 12.3%us, ...`. */
  #takeTop(line: string): boolean {
    if (!/^\s*%?Cpu(?:\(s\)|\d{1,3})\s*:/i.test(line)) return false;
    if (/^\s*%?Cpu\d/i.test(line)) return true;
    const row = new Map<string, number>();
    for (const [, value = '', name = ''] of line.matchAll(
      /(\d{1,3}(?:[.,]\d{1,2})?)\s?%?\s?(us|sy|ni|id|wa|hi|si|st)\b/g,
    ))
      row.set(name, plain(value));
    if (!row.has('id')) return true;
    this.#reports.cpu += 1;
    this.#add({ report: this.#reports.cpu, row });
    return true;
  }

  /** The server in a list of top, of ps aux. */
  #takeProcess(cells: readonly string[]): boolean {
    const command = cells.slice(10, 14).join(' ');
    if (
      cells.length >= 12 &&
      /^(?:mysqld|mariadbd)$/.test(cells[11] ?? '') &&
      /^\d{1,8}$/.test(cells[0] ?? '')
    ) {
      this.#rss = residentOf(cells[5]) ?? this.#rss;
      const share = cells[8] ?? '';
      if (number.test(share)) this.#server = plain(share) / 100;
      return true;
    }
    const [, pid = '', cpu = '', memory = '', virtual = '', resident = ''] = cells;
    const figures =
      [cpu, memory].every((cell) => number.test(cell)) && [pid, virtual, resident].every(isWhole);
    if (!figures || !/(?:^|\/)(?:mysqld|mariadbd)(?:\s|$)/.test(command)) return false;
    if (this.#isPs || /^(?:mysql|root|\d+|systemd\+)$/.test(cells[0] ?? ''))
      this.#rss = Number(resident) * 1024;
    return true;
  }

  #cpuTimes(): Measured {
    const rows = measuredRows(this.#cpu);
    const mean = (names: readonly string[] | undefined) => meanOf(rows, names ?? []);
    const [idle, iowait, steal] = [cpuColumns.idle, cpuColumns.iowait, cpuColumns.steal].map(mean);
    if (idle == null) return {};
    return {
      cpuBusy: Math.max(0, 100 - idle - (iowait ?? 0) - (steal ?? 0)) / 100,
      ...(iowait == null ? {} : { cpuIowait: iowait / 100 }),
      ...(steal == null ? {} : { cpuSteal: steal / 100 }),
    };
  }

  #busiest(): Measured {
    let found: Measured = {};
    for (const [disk, readings] of this.#disks) {
      // Partitions and mapped devices count what their disk counts.
      const rows = measuredRows(readings);
      const busy = meanOf(rows, diskColumns.busy);
      if (busy === null || busy / 100 <= (found.diskBusy ?? -1)) continue;
      const mean = (column: keyof typeof diskColumns) => meanOf(rows, diskColumns[column]);
      const [queue, readLatency, writeLatency] = [mean('queue'), mean('readLatency'), mean('writeLatency')];
      const latency =
        mean('latency') ?? meanLatency(readLatency, mean('reads'), writeLatency, mean('writes'));
      found = {
        busiestDisk: disk,
        diskBusy: Math.min(1, busy / 100),
        ...(latency === null ? {} : { diskLatency: latency }),
        ...(readLatency === null ? {} : { diskReadLatency: readLatency }),
        ...(writeLatency === null ? {} : { diskWriteLatency: writeLatency }),
        ...(queue === null ? {} : { diskQueue: queue }),
      };
    }
    return found;
  }
}

const isWhole = (text: string) => /^\d{1,15}$/.test(text);

/** Without the time of day that sar and mpstat put first, and `Average:`. */
function afterTime(cells: readonly string[]): string[] {
  const [first = '', second = ''] = cells;
  if (first === 'Average:') return cells.slice(1);
  if (!/^\d{1,2}:\d\d:\d\d$/.test(first)) return [...cells];
  return cells.slice(/^[AP]M$/.test(second) ? 2 : 1);
}

function rowOf(names: readonly string[], values: readonly string[]): Row {
  return new Map(names.map((name, index) => [name, plain(values[index] ?? '')]));
}

/** The averages that the tool worked out itself; else all reports but the first; else that. */
function measuredRows(readings: readonly { report: number; row: Row }[]): Row[] {
  const averages = readings.filter(({ report }) => report === Number.POSITIVE_INFINITY);
  const first = Math.min(...readings.map(({ report }) => report));
  const later = readings.filter(({ report }) => report > first);
  return (averages.length > 0 ? averages : later.length > 0 ? later : readings).map(({ row }) => row);
}

function meanOf(rows: readonly Row[], names: readonly string[]): number | null {
  const values = rows.flatMap((row) => {
    const name = names.find((each) => row.has(each));
    const value = name === undefined ? undefined : row.get(name);
    return value === undefined ? [] : [value];
  });
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

const resident =
  /(?<![\w-])(?:RSS|resident(?: set)?(?: size| memory)?)(?![\w-])[^\d.;]{0,30}?(\d{1,6}(?:[.,]\d{1,2})?) ?([MGT])(?:i?B)?(?![\w/])/;
/** `the MariaDB service is currently using about 11 GiB of memory`: now, and not what it may use. */
const inUse =
  /\b(?:mysqld?|mariadbd?|percona)\b(?: (?:server|service|process|container|instance|itself)){0,2} (?:is |was )?(?:currently |now |already ){0,2}(?:uses|using|takes|taking|eats|eating|consumes|consuming|occupies|occupying|holds) (?:up )?(?:about |around |roughly |nearly |almost |over |more than |~ ?){0,2}(\d{1,6}(?:[.,]\d{1,2})?) ?([MGT])(?:i?B)?(?: of)? (?:RAM|memory)\b/i;

/** `container RSS | 14.2 GB`, `mysqld has an RSS of 30 GiB`, `mysqld uses 30 GiB of memory`: bytes; undefined: not said. */
function statedRss(line: string): number | undefined {
  if (line.length > 2_000) return undefined;
  const [, amount = '', unit = ''] = resident.exec(line) ?? inUse.exec(line) ?? [];
  const bytes = amount === '' ? null : parseSize(`${amount.replace(',', '.')}${unit.toUpperCase()}`);
  return bytes === null ? undefined : Math.round(bytes);
}

/** RES of top: KiB, or with m, g, t behind it. */
function residentOf(text: string | undefined): number | undefined {
  const [, amount = '', unit = ''] = /^(\d{1,12}(?:[.,]\d{1,3})?)([kmgt]?)$/i.exec(text ?? '') ?? [];
  if (amount === '') return undefined;
  const bytes = parseSize(`${amount.replace(',', '.')}${unit === '' ? 'K' : unit.toUpperCase()}`);
  return bytes === null ? undefined : Math.round(bytes);
}
