import type { Unit } from '../../shared/analysis';

type Kind = 'counter' | 'gauge';

/** Series of the server's host that are sampled beside the status: names, and what they count (proc(5)). */
const fixed: Readonly<Record<string, readonly [Kind, Unit]>> = {
  // Time of all processors together, from /proc/stat. `busy` is neither idle, nor waiting for I/O, nor taken by the hypervisor.
  'cpu.busy': ['counter', 'ms'],
  'cpu.idle': ['counter', 'ms'],
  'cpu.iowait': ['counter', 'ms'],
  'cpu.steal': ['counter', 'ms'],
  run_queue: ['gauge', 'count'],
  blocked: ['gauge', 'count'],
  context_switches: ['counter', 'count'],
  swap_in: ['counter', 'pages'],
  swap_out: ['counter', 'pages'],
  major_faults: ['counter', 'count'],
  memory_available: ['gauge', 'bytes'],
  // Time in which some, or all, tasks stood still for lack of it (kernel documentation, "PSI").
  'pressure.cpu.some': ['counter', 'us'],
  'pressure.io.some': ['counter', 'us'],
  'pressure.io.full': ['counter', 'us'],
  'pressure.memory.some': ['counter', 'us'],
  'pressure.memory.full': ['counter', 'us'],
  // Periods of the CPU quota of the server's control group, and those in which it was stopped (kernel, "CFS Bandwidth Control").
  'cgroup.periods': ['counter', 'count'],
  'cgroup.throttled_periods': ['counter', 'count'],
  'server.cpu_user': ['counter', 'ms'],
  'server.cpu_system': ['counter', 'ms'],
  'server.rss': ['gauge', 'bytes'],
  'server.swapped': ['gauge', 'bytes'],
  'server.threads': ['gauge', 'count'],
  'server.read': ['counter', 'bytes'],
  'server.written': ['counter', 'bytes'],
  'server.voluntary_switches': ['counter', 'count'],
  'server.involuntary_switches': ['counter', 'count'],
};

/** Of each disk (/proc/diskstats). `busy`: time with a request under way; `queue`: requests under way, times time. */
const ofDisk: Readonly<Record<string, readonly [Kind, Unit]>> = {
  reads: ['counter', 'count'],
  read_bytes: ['counter', 'bytes'],
  read_time: ['counter', 'ms'],
  writes: ['counter', 'count'],
  written_bytes: ['counter', 'bytes'],
  write_time: ['counter', 'ms'],
  busy: ['counter', 'ms'],
  queue: ['counter', 'ms'],
};

export const hostSeriesPrefix = 'host.';
const diskPrefix = `${hostSeriesPrefix}disk.`;

/** Name of a disk's series. @param field `reads`, `read_time`, `writes`, `write_time`, `busy`, `queue` ... */
export function diskSeries(disk: string, field: string): string {
  return `${diskPrefix}${disk}.${field}`;
}

/** The disk that a series is of; null: it is of none. */
export function diskOfSeries(name: string): string | null {
  return name.startsWith(diskPrefix) ? name.slice(diskPrefix.length).replace(/\.[^.]*$/, '') : null;
}

/** What a series of the host is; undefined: there is none of that name. */
export function hostSeries(name: string): { name: string; kind: Kind; unit: Unit } | undefined {
  if (!name.startsWith(hostSeriesPrefix)) return undefined;
  const found =
    diskOfSeries(name) === null
      ? fixed[name.slice(hostSeriesPrefix.length)]
      : ofDisk[name.slice(name.lastIndexOf('.') + 1)];
  return found === undefined ? undefined : { name, kind: found[0], unit: found[1] };
}
