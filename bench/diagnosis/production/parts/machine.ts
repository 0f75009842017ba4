import type { Host } from '../../../../src/shared/snapshot.ts';
import type { Draft } from '../draft.ts';
import { type Model, pageSize } from '../model.ts';
import { bytes } from '../units.ts';

const gib = 1024 ** 3;
type Fact = NonNullable<Host[keyof Host]>;

/** The machine: facts, and its samples, which agree with what the server reads, writes and computes. */
export function applyMachine(draft: Draft, model: Model): void {
  const { world } = model;
  if (world.hostUnknown || world.hosting !== 'self') {
    hideMachine(draft, model);
    return;
  }
  const used = serverMemory(draft, model);
  const others = bytes(world.others);
  const swapped = bytes(world.swap.used);
  const available = Math.max(0.03 * model.memory, model.memory - used.rss - others);
  const local = (value: string | number): Fact => ({ origin: 'local', value }) as Fact;
  const absent = (text: string): Fact => ({ origin: 'unknown', reason: { code: 'absent', text } }) as Fact;
  const flash = world.storage === 'nvme' || world.storage === 'ssd';
  const device = world.storage === 'nvme' ? 'nvme0n1' : 'sda';
  const facts: Record<string, Fact> = {
    cpus: local(world.cgroupCpus === undefined ? world.cpus : Math.max(1, Math.ceil(world.cgroupCpus))),
    cpuModel: local('Intel(R) Xeon(R) Gold 6338'),
    memoryBytes: local(model.memory),
    cgroupMemoryBytes:
      world.cgroupMemory === undefined ? absent('No limit of memory.') : local(bytes(world.cgroupMemory)),
    cgroupCpus: world.cgroupCpus === undefined ? absent('No limit of processors.') : local(world.cgroupCpus),
    storage: { origin: 'declared', value: world.storage } as Fact,
    iops:
      world.iops === undefined
        ? absent('Not measured.')
        : ({ origin: 'declared', value: world.iops } as Fact),
    governor: local('performance'),
    sockets: local(1),
    cores: local(world.cpus),
    threads: local(world.cpus),
    numaNodes: local(1),
    virtualisation: local(world.storage === 'network' ? 'kvm' : 'none'),
    clockSource: local('tsc'),
    memoryAvailableBytes: local(available),
    swap: local(4 * gib),
    swapUsed: local(swapped),
    swappiness: local(1),
    thp: local('madvise'),
    serverRss: local(used.rss),
    serverSwapped: local(Math.min(swapped, used.rss * 0.3)),
    serverThreads: local(40 + world.connected),
    // One for each file that InnoDB keeps open, however many sessions have the table in their cache.
    serverOpenFiles: local(
      Math.min(world.tables, Number(draft.variable('innodb_open_files') ?? world.tables)) +
        world.connected +
        60,
    ),
    serverOpenFilesLimit: local(65_535),
    numaPolicy: local('default'),
    allocator: local('jemalloc'),
  };
  for (const place of ['', 'redo', 'binlog'] as const) {
    const name = (fact: string) =>
      place === '' ? fact : `${place}${fact.charAt(0).toUpperCase()}${fact.slice(1)}`;
    if (place !== '') facts[name('storage')] = { origin: 'declared', value: world.storage } as Fact;
    facts[name('device')] = local(device);
    facts[name('rotational')] = local(flash || world.storage === 'network' ? 'no' : 'yes');
    facts[name('scheduler')] = local(flash ? 'none' : 'mq-deadline');
    facts[name('maxSectorsKb')] = local(1280);
    facts[name('raid')] = local('none');
    facts[name('filesystem')] = local('xfs');
    facts[name('mountOptions')] = local('rw,noatime,attr2,inode64,logbufs=8,noquota');
  }
  for (const [name, value] of Object.entries(world.host)) facts[name] = local(value);
  Object.assign(draft.snapshot.host, facts);
  applySeries(draft, model, { device, rss: used.rss, available, swapped });
}

function serverMemory(draft: Draft, { pool, world, memory }: Model): { rss: number } {
  const touched = Math.min(1, (pool.used + pool.pages * 0.01) / pool.pages);
  const perConnection = 1.5 * 1024 ** 2;
  const other =
    Number(draft.variable('key_buffer_size') ?? 0) +
    // Code, dictionary, caches of tables and the Performance Schema; less of it on a small machine.
    Math.min(0.6 * gib, 0.2 * Math.min(memory, bytes(world.cgroupMemory ?? memory))) +
    Number(draft.variable('innodb_log_buffer_size') ?? 0);
  const all = pool.bytes * touched * 1.04 + perConnection * world.connected + other;
  // What is in swap space is not in memory.
  return { rss: Math.round(all - Math.min(bytes(world.swap.used), all * 0.3)) };
}

interface Used {
  device: string;
  rss: number;
  available: number;
  swapped: number;
}

function applySeries(draft: Draft, model: Model, { device, rss, available, swapped }: Used): void {
  const { world, io, pagesRead, flushed, logSyncs, binlogSyncs, redo, sessions } = model;
  draft.removeSeries((name) => name.startsWith('host.'));
  const counter = (name: string, unit: string, perSecond: number) =>
    draft.hostCounter(`host.${name}`, unit, perSecond);
  const level = (name: string, unit: string, value: number) => {
    draft.gauge(`host.${name}`, unit, (seconds) => Math.round(value * (1 + 0.002 * Math.sin(seconds))));
    draft.samples.host?.names.push(`host.${name}`);
  };
  // Purge, page cleaning and the kernel's work for the network come on top of what statements use.
  const wanted = sessions.running * 1.06 + 0.02 * world.cpus + sessions.latch * 0.2;
  const limit = world.cgroupCpus ?? world.cpus;
  const busy = Math.min(limit * 0.985 - world.steal * world.cpus, wanted);
  const waiting = Math.min(world.cpus - busy, sessions.dataIo * 0.5);
  counter('cpu.busy', 'ms', 1000 * busy);
  counter('cpu.iowait', 'ms', 1000 * Math.max(0, waiting));
  counter('cpu.steal', 'ms', 1000 * world.steal * world.cpus);
  counter(
    'cpu.idle',
    'ms',
    1000 * Math.max(0, world.cpus - busy - Math.max(0, waiting) - world.steal * world.cpus),
  );
  counter('server.cpu_user', 'ms', 1000 * busy * 0.8);
  counter('server.cpu_system', 'ms', 1000 * busy * 0.16);
  // Who is not let go on waits for a processor where all are busy.
  const queued = wanted > 0.9 * limit ? sessions.queued : 0;
  level('run_queue', 'count', Math.max(1, wanted + queued));
  level('blocked', 'count', Math.round(sessions.dataIo + sessions.redoIo));
  counter('context_switches', 'count', model.total.statements * 5 + 3000);
  counter('server.voluntary_switches', 'count', model.total.statements * 3 + 900);
  counter('server.involuntary_switches', 'count', Math.max(20, (wanted - busy) * 2000 + queued * 30));
  if (world.cgroupCpus !== undefined) {
    // Ten periods a second; once more is wanted than the quota nearly all of them end with the group stopped.
    const over = (wanted + queued) / limit;
    counter('cgroup.periods', 'count', 10);
    counter('cgroup.throttled_periods', 'count', over >= 1 ? 9.2 : over >= 0.8 ? 2 : 0);
  }
  const writes = flushed * 1.03 + logSyncs + binlogSyncs + model.total.tmpDisk * 8;
  const written = flushed * 2 * pageSize + redo.perSecond + model.binlogBytes + model.total.tmpDisk * 4e6;
  const readMs = pagesRead * io.readMs;
  const writeMs = flushed * io.writeMs + (logSyncs + binlogSyncs) * io.syncMs * 0.5;
  counter(`disk.${device}.reads`, 'count', pagesRead);
  counter(`disk.${device}.read_bytes`, 'bytes', pagesRead * pageSize);
  counter(`disk.${device}.read_time`, 'ms', readMs);
  counter(`disk.${device}.writes`, 'count', writes);
  counter(`disk.${device}.written_bytes`, 'bytes', written);
  counter(`disk.${device}.write_time`, 'ms', writeMs);
  counter(`disk.${device}.queue`, 'ms', readMs + writeMs);
  counter(`disk.${device}.busy`, 'ms', 1000 * diskBusy(model, readMs + writeMs));
  counter('server.read', 'bytes', pagesRead * pageSize);
  counter('server.written', 'bytes', written);
  level('memory_available', 'bytes', available);
  level('server.rss', 'bytes', rss);
  level('server.swapped', 'bytes', Math.min(swapped, rss * 0.3));
  level('server.threads', 'count', 40 + world.connected);
  counter('swap_in', 'pages', world.swap.in);
  counter('swap_out', 'pages', world.swap.out);
  counter('major_faults', 'count', world.swap.in * 0.8 + 1);
  const pressed = world.swap.in > 0 ? 0.25 : 0;
  counter(
    'pressure.cpu.some',
    'us',
    1e6 * Math.min(1, Math.max(0.01, (wanted + queued - 0.8 * limit) / limit)),
  );
  counter('pressure.io.some', 'us', 1e6 * Math.min(0.95, diskBusy(model, readMs + writeMs) * 0.6));
  counter('pressure.io.full', 'us', 1e6 * Math.min(0.6, diskBusy(model, readMs + writeMs) * 0.2));
  counter('pressure.memory.some', 'us', 1e6 * pressed);
  counter('pressure.memory.full', 'us', 1e6 * pressed * 0.5);
}

/** Share of the time in which the device has something to do. */
function diskBusy({ world }: Model, busyMs: number): number {
  if (world.diskBusy !== undefined) return world.diskBusy;
  // Flash serves many requests side by side, a disk drive one.
  const depth = { nvme: 16, ssd: 6, network: 8, hdd: 1 }[world.storage];
  return Math.min(0.99, busyMs / 1000 / depth);
}

function hideMachine(draft: Draft, { world }: Model): void {
  draft.removeSeries((name) => name.startsWith('host.'));
  const text = 'The server runs on a host that cannot be read from here.';
  const unknown = { origin: 'unknown', reason: { code: 'no-host', text } } as Fact;
  for (const name of Object.keys(draft.snapshot.host))
    Object.assign(draft.snapshot.host, { [name]: unknown });
  const declared = (value: string | number): Fact => ({ origin: 'declared', value }) as Fact;
  if (!world.hostUnknown) {
    Object.assign(draft.snapshot.host, {
      cpus: declared(world.cpus),
      memoryBytes: declared(bytes(world.memory)),
      storage: declared(world.storage),
    });
    if (world.iops !== undefined) Object.assign(draft.snapshot.host, { iops: declared(world.iops) });
  }
  draft.samples.host = { origin: 'unknown', reason: { code: 'no-host', text }, names: [] };
}
