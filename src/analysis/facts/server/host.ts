import { diskSeries, hostSeriesPrefix } from '../../../evidence/series/host-series';
import type { Unit } from '../../../shared/analysis';
import type { HostFactName } from '../../../shared/snapshot';
import type { FactDefinition } from '../inputs/definition';
import type { FactReader } from '../inputs/fact-reader';
import { hostLevel, hostRate, hostRates, hostSamples, notSampled, sampledDisks } from './host-samples';

const proc = 'proc(5): /proc/stat, /proc/vmstat and the files of the server process, sampled with the status';
const disks = 'kernel documentation, "I/O statistics fields": /proc/diskstats, sampled with the status';

/** Facts that join host and server. */
export const hostFacts: FactDefinition[] = [
  {
    id: 'threads_per_cpu',
    unit: 'ratio',
    type: 'number',
    needs: ['fact.busy_threads', 'host.cpus'],
    doc: {
      what: 'Busy sessions for each CPU of the host.',
      formula: 'busy_threads / CPUs',
      source: 'host facts of the snapshot (read or declared)',
    },
    compute: (read) => read.fact('busy_threads') / read.hostNumber('cpus'),
  },
  {
    ...sampled('cpu_per_operation', 'us', {
      what: 'CPU time of the server process for each statement, user and system together; including what Latchkey and the background threads use.',
      formula: '(host.server.cpu_user + host.server.cpu_system) per second / statement_rate',
      source: proc,
      compute: (read) => (serverCpu(read) * 1e6) / operations(read),
    }),
    needs: [hostSamples, 'fact.statement_rate'],
  },
  {
    ...sampled('context_switches_per_operation', 'count', {
      what: 'Context switches of all threads of the server for each statement, voluntary and involuntary.',
      formula:
        '(host.server.voluntary_switches + host.server.involuntary_switches) per second / statement_rate; switches of threads that began and ended between two readings are not seen',
      source: proc,
      compute: (read) =>
        (hostRate(read, 'server.voluntary_switches') + hostRate(read, 'server.involuntary_switches')) /
        operations(read),
    }),
    needs: [hostSamples, 'fact.statement_rate'],
  },
  sampled('involuntary_switch_rate', 'count/s', {
    what: 'Involuntary context switches: how often a thread of the server lost its CPU to another that waited for it.',
    formula: 'host.server.involuntary_switches per second',
    source: proc,
    compute: (read) => hostRate(read, 'server.involuntary_switches'),
  }),
  otherwise(
    sampled('server_cpus_used', 'count', {
      what: 'Processors that the server process kept busy on average.',
      formula: '(host.server.cpu_user + host.server.cpu_system) per second, in seconds',
      source: proc,
      compute: serverCpu,
    }),
    'serverCpus',
  ),
  sampled('server_cpu_system_share', 'ratio', {
    what: "Part of the server's CPU time that was spent inside the kernel.",
    formula: 'host.server.cpu_system / (host.server.cpu_user + host.server.cpu_system)',
    source: proc,
    compute: (read) => {
      const all = serverCpu(read);
      if (all === 0) return read.missing('absent', 'The server used no CPU time in the window.');
      return hostRate(read, 'server.cpu_system') / 1000 / all;
    },
  }),
  otherwise(
    {
      ...sampled('host_cpu_busy', 'ratio', {
        what: "Part of the host's CPU time that was used, by whatever process.",
        formula: 'host.cpu.busy / (busy + idle + iowait + steal)',
        source: proc,
        compute: (read) => shareOfCpu(read, 'busy'),
      }),
      perSecond: (read) => {
        const [busy, ...rest] = cpuStates.map((state) => hostRates(read, `cpu.${state}`));
        return read.intervals.map((_, index) => {
          const all = [busy, ...rest].map((rates) => rates?.[index] ?? null);
          const total = all.reduce<number>((sum, rate) => sum + (rate ?? 0), 0);
          const used = all[0];
          return used == null || all.includes(null) || total === 0 ? null : used / total;
        });
      },
    },
    'cpuBusy',
  ),
  otherwise(
    sampled('host_cpu_iowait', 'ratio', {
      what: "Part of the host's CPU time in which a CPU was idle while a task that last ran on it waited for I/O.",
      formula: 'host.cpu.iowait / (busy + idle + iowait + steal)',
      source: proc,
      compute: (read) => shareOfCpu(read, 'iowait'),
    }),
    'cpuIowait',
  ),
  otherwise(
    sampled('host_cpu_steal', 'ratio', {
      what: 'Part of the CPU time that the hypervisor gave to other machines while this one had work.',
      formula: 'host.cpu.steal / (busy + idle + iowait + steal)',
      source: proc,
      compute: (read) => shareOfCpu(read, 'steal'),
    }),
    'cpuSteal',
  ),
  sampled('cpu_quota_throttled_share', 'ratio', {
    what: "Part of the periods of the CPU quota in which the server's control group had used it up and was stopped.",
    formula: 'host.cgroup.throttled_periods / host.cgroup.periods, both within the window',
    source: 'kernel documentation, "CFS Bandwidth Control": nr_throttled / nr_periods of cpu.stat',
    compute: (read) => {
      const periods = hostRate(read, 'cgroup.periods');
      if (periods === 0) return read.missing('absent', 'No control group of the server counts periods.');
      return hostRate(read, 'cgroup.throttled_periods') / periods;
    },
  }),
  {
    ...sampled('host_run_queue', 'count', {
      what: 'Run queue: tasks of the host that ran or waited for a CPU, on average over the readings.',
      formula: 'mean of host.run_queue (procs_running of /proc/stat)',
      source: proc,
      compute: (read) => hostLevel(read, 'run_queue'),
    }),
    perSecond: (read) =>
      read.hostLevelInIntervals(`${hostSeriesPrefix}run_queue`) ?? notSampled(read, 'host.run_queue'),
  },
  otherwise(
    sampled('swap_in_rate', 'count/s', {
      what: 'Pages that the host read back from swap per second.',
      formula: 'host.swap_in per second (pswpin of /proc/vmstat)',
      source: proc,
      compute: (read) => hostRate(read, 'swap_in'),
    }),
    'swapInPages',
  ),
  otherwise(
    sampled('swap_out_rate', 'count/s', {
      what: 'Pages that the host wrote to swap per second.',
      formula: 'host.swap_out per second (pswpout of /proc/vmstat)',
      source: proc,
      compute: (read) => hostRate(read, 'swap_out'),
    }),
    'swapOutPages',
  ),
  ...(['cpu', 'io', 'memory'] as const).map((resource) =>
    sampled(`${resource}_pressure`, 'ratio', {
      what: `Part of the window in which some task of the host stood still for lack of ${resource === 'memory' ? resource : { io: 'I/O', cpu: 'CPU' }[resource]}.`,
      formula: `host.pressure.${resource}.some per second / 1,000,000`,
      source: 'kernel documentation, "PSI - Pressure Stall Information" (Linux 4.20 and later)',
      compute: (read) => hostRate(read, `pressure.${resource}.some`) / 1e6,
    }),
  ),
  ...diskFacts('data', 'device', 'the data directory'),
  ...diskFacts('redo', 'redoDevice', 'the redo log'),
  otherwise(
    {
      ...sampled('busiest_disk', 'none', {
        what: "Disk with the highest utilisation among those below the server's folders.",
        formula: 'disk with the largest host.disk.<name>.busy per second',
        source: disks,
        compute: () => 0,
      }),
      type: 'string',
      compute: (read) => {
        const busy = sampledDisks(read).map((disk) => ({ disk, rate: diskRate(read, disk, 'busy') }));
        const first = busy.sort((a, b) => b.rate - a.rate)[0];
        return first?.disk ?? notSampled(read, 'host.disk');
      },
    },
    'busiestDisk',
  ),
];

const cpuStates = ['busy', 'idle', 'iowait', 'steal'] as const;

interface SampledFact {
  what: string;
  formula: string;
  source: string;
  compute: (read: FactReader) => number;
}

/** What another tool measured of the host, where it was not sampled. */
function otherwise(definition: FactDefinition, stated: HostFactName): FactDefinition {
  const compute = definition.compute as (read: FactReader) => number | string;
  return {
    ...definition,
    needs: [...definition.needs, `host.${stated}`],
    doc: { ...definition.doc, formula: `${definition.doc.formula}; or what another tool measured` },
    compute: (read) => {
      const reading = read.hostReading(stated);
      return read.hostSampling() === undefined && reading.known ? reading.value : compute(read);
    },
  } as FactDefinition;
}

function sampled(id: string, unit: Unit, { what, formula, source, compute }: SampledFact): FactDefinition {
  return { id, unit, type: 'number', needs: [hostSamples], doc: { what, formula, source }, compute };
}

/** Utilisation and latencies of the device below a folder of the server. */
function diskFacts(prefix: 'data' | 'redo', fact: 'device' | 'redoDevice', of: string): FactDefinition[] {
  const needs = [hostSamples, `host.${fact}`] as const;
  const onDevice = (compute: (read: FactReader, disk: string) => number) => (read: FactReader) =>
    compute(read, read.hostText(fact));
  const latency = (kind: 'read' | 'write', read: FactReader, disk: string) => {
    const count = diskRate(read, disk, `${kind}s`);
    if (count === 0) return read.missing('absent', `The device ${disk} did no ${kind}s in the window.`);
    return diskRate(read, disk, `${kind}_time`) / count;
  };
  const define = (name: string, unit: Unit, definition: SampledFact): FactDefinition => ({
    ...sampled(`${prefix}_disk_${name}`, unit, definition),
    needs,
  });
  const both = [
    define('utilisation', 'ratio', {
      what: `Part of the window in which the device of ${of} had a request under way. A device that works on many at once is not full at 1.`,
      formula: 'host.disk.<device>.busy per second / 1,000',
      source: disks,
      compute: onDevice((read, disk) => diskRate(read, disk, 'busy') / 1000),
    }),
    define('write_latency', 'ms', {
      what: `Time of a write on the device of ${of}, waiting in the kernel's queue included.`,
      formula: 'host.disk.<device>.write_time / host.disk.<device>.writes',
      source: disks,
      compute: onDevice((read, disk) => latency('write', read, disk)),
    }),
  ];
  if (prefix === 'redo') return both;
  const stated = {
    utilisation: 'diskBusy',
    write_latency: 'diskWriteLatency',
    latency: 'diskLatency',
    read_latency: 'diskReadLatency',
    queue: 'diskQueue',
  } as const;
  const all = [
    ...both,
    define('latency', 'ms', {
      what: `Time of a request on the device of ${of}, read or write, waiting in the kernel's queue included.`,
      formula: '(host.disk.<device>.read_time + write_time) / (host.disk.<device>.reads + writes)',
      source: disks,
      compute: onDevice((read, disk) => {
        const count = diskRate(read, disk, 'reads') + diskRate(read, disk, 'writes');
        if (count === 0) return read.missing('absent', `The device ${disk} did nothing in the window.`);
        return (diskRate(read, disk, 'read_time') + diskRate(read, disk, 'write_time')) / count;
      }),
    }),
    define('read_latency', 'ms', {
      what: `Time of a read on the device of ${of}, waiting in the kernel's queue included.`,
      formula: 'host.disk.<device>.read_time / host.disk.<device>.reads',
      source: disks,
      compute: onDevice((read, disk) => latency('read', read, disk)),
    }),
    define('queue', 'count', {
      what: `Requests under way on the device of ${of}, on average.`,
      formula: 'host.disk.<device>.queue per second / 1,000',
      source: disks,
      compute: onDevice((read, disk) => diskRate(read, disk, 'queue') / 1000),
    }),
  ];
  return all.map((definition) => {
    const name = definition.id.slice('data_disk_'.length) as keyof typeof stated;
    return otherwise(definition, stated[name]);
  });
}

function diskRate(read: FactReader, disk: string, field: string): number {
  return hostRate(read, diskSeries(disk, field).slice(hostSeriesPrefix.length));
}

/** CPU seconds of the server per second. */
function serverCpu(read: FactReader): number {
  return (hostRate(read, 'server.cpu_user') + hostRate(read, 'server.cpu_system')) / 1000;
}

/** Statements per second; of fewer than one a second a quotient would be that of the background threads. */
function operations(read: FactReader): number {
  const rate = read.fact('statement_rate');
  return rate < 1 ? read.missing('no-window', 'Clients sent less than one statement a second.') : rate;
}

function shareOfCpu(read: FactReader, state: (typeof cpuStates)[number]): number {
  const total = cpuStates.reduce((sum, each) => sum + hostRate(read, `cpu.${each}`), 0);
  if (total === 0) return read.missing('error', 'The host counted no CPU time in the window.');
  return hostRate(read, `cpu.${state}`) / total;
}
