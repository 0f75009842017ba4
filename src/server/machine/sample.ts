import { diskSeries, hostSeriesPrefix } from '../../evidence/series/host-series';
import { LatchkeyError } from '../../shared/base/error';
import type { Host, HostSampling } from '../../shared/snapshot';
import type { SshConnection } from '../connect/ssh/ssh-connection';
import type { HostAccess } from './access';
import { cpuStatFiles } from './control-group';
import { statFields, ticksPerSecond } from './cpu-time';
import type { Machine } from './machine';
import { kibibytes } from './memory';
import { quoted } from './remote-script';

/** Counters and levels of the server's host, to be read with the status of each tick. */
export interface HostSampler {
  /**
   * Values by series name; empty where there are none, or the last reading is less than a second old.
   * @throws LatchkeyError cancelled and connection-lost
   */
  read(signal: AbortSignal): Promise<ReadonlyMap<string, string>>;
  /** What was read so far, and where it was. */
  sampling(): HostSampling;
}

export interface HostSamplerOptions {
  access: HostAccess;
  /** Its facts, which name the disks. */
  host: Host;
  ssh: SshConnection | null;
  monotonicMs: () => number;
}

/** Readings are at least this far apart, less what a tick may be early. */
const shortestMs = 1000;
const earlyMs = 200;
/** The switches of more threads than this are not counted: each has a file of its own. */
const threadLimit = 400;
const diskLimit = 16;
const readTimeoutMs = 5000;
const maxBytes = 1024 ** 2;
const sectorBytes = 512;

/** Texts by path. */
type Files = ReadonlyMap<string, string>;

/** Samples the host where it can be read; elsewhere it says why it does not. */
export function hostSampler({ access, host, ssh, monotonicMs }: HostSamplerOptions): HostSampler {
  if (!access.readable || access.machine.platform !== 'linux') {
    const text = access.readable ? 'The host is sampled on Linux only.' : access.text;
    return nothing({ origin: 'unknown', reason: { code: 'no-host', text }, names: [] });
  }
  const { machine, pid } = access;
  if (machine.origin === 'ssh' && ssh === null) throw new Error('A host over SSH needs its connection.');
  const disks = disksOf(host);
  const withThreads = pid !== null && (host.serverThreads?.value ?? 0) <= threadLimit;
  const instruments = new SwitchCount();
  const names = new Set<string>();
  let readAtMs = Number.NEGATIVE_INFINITY;
  let refused = false;
  let groups: readonly string[] | null = null;
  return {
    sampling: () => ({ origin: machine.origin, names: [...names].sort() }),
    read: async (signal) => {
      const nowMs = monotonicMs();
      if (refused || nowMs - readAtMs < shortestMs - earlyMs) return new Map();
      readAtMs = nowMs;
      try {
        groups ??= pid === null ? [] : await cpuStatFiles(pid, machine);
        const files =
          ssh === null
            ? await localFiles(machine, pid, withThreads, groups)
            : await remoteFiles(ssh, pid, disks, { withThreads, groups, signal });
        const values = hostValues(files, pid, disks);
        if (withThreads) instruments.add(files, values);
        for (const name of values.keys()) names.add(name);
        return new Map([...values].map(([name, value]) => [name, String(value)]));
      } catch (thrown) {
        if (!(thrown instanceof LatchkeyError)) throw thrown;
        if (thrown.code === 'cancelled' || thrown.code === 'connection-lost') throw thrown;
        refused = thrown.code !== 'timeout';
        return new Map();
      }
    },
  };
}

function nothing(sampling: HostSampling): HostSampler {
  return { read: async () => new Map(), sampling: () => sampling };
}

function disksOf(host: Host): string[] {
  const devices = [host.device, host.redoDevice, host.binlogDevice].map((fact) => fact?.value);
  const below = [host.members, host.redoMembers, host.binlogMembers].flatMap((fact) =>
    fact?.value?.split(', '),
  );
  return [...new Set([...devices, ...below])].filter((name) => name !== undefined).slice(0, diskLimit);
}

const machineFiles = [
  '/proc/stat',
  '/proc/vmstat',
  '/proc/meminfo',
  '/proc/diskstats',
  '/proc/pressure/cpu',
  '/proc/pressure/io',
  '/proc/pressure/memory',
];

function processFiles(pid: number | null): string[] {
  return pid === null ? [] : ['stat', 'status', 'io'].map((name) => `/proc/${pid}/${name}`);
}

async function localFiles(
  machine: Machine,
  pid: number | null,
  withThreads: boolean,
  groups: readonly string[],
): Promise<Files> {
  const paths = [...machineFiles, ...processFiles(pid), ...groups];
  if (withThreads) {
    const folder = `/proc/${pid}/task`;
    for (const id of (await machine.list(folder)).slice(0, threadLimit)) paths.push(`${folder}/${id}/status`);
  }
  const texts = await Promise.all(
    // /proc/stat grows with interrupts, the others are small.
    paths.map(
      async (path) => [path, await machine.readText(path, path === '/proc/stat' ? 262_144 : 16_384)] as const,
    ),
  );
  return new Map(texts.flatMap(([path, text]) => (text === null ? [] : [[path, text] as const])));
}

const wanted = [
  'cpu ',
  'ctxt ',
  'procs_',
  'pswp',
  'pgmajfault ',
  'MemAvailable:',
  'some ',
  'full ',
  'VmRSS:',
  'VmSwap:',
  'Threads:',
  'voluntary_',
  'nonvoluntary_',
  'read_bytes:',
  'write_bytes:',
  'nr_periods ',
  'nr_throttled ',
];

/** One `grep` prints every line that is wanted with its path, and starts no other program. */
async function remoteFiles(
  ssh: SshConnection,
  pid: number | null,
  disks: readonly string[],
  { withThreads, groups, signal }: { withThreads: boolean; groups: readonly string[]; signal: AbortSignal },
): Promise<Files> {
  const disk = disks.map((name) => name.replace(/[^\w-]/g, '.')).join('|') || '-';
  const pattern = `^(${wanted.join('|')}|${pid ?? '-'} [(]| *[0-9]+ +[0-9]+ (${disk}) )`;
  const threads = withThreads ? ` /proc/${pid}/task/[0-9]*/status` : '';
  const files = [...machineFiles, ...processFiles(pid), ...groups.map(quoted)].join(' ');
  const command = `exec sh -c ${quoted(`exec grep -sE ${quoted(pattern)} ${files}${threads}`)}`;
  const { stdout } = await ssh.exec(command, { timeoutMs: readTimeoutMs, maxBytes, signal });
  const found = new Map<string, string>();
  for (const line of stdout.split('\n')) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const path = line.slice(0, colon);
    found.set(path, `${found.get(path) ?? ''}${line.slice(colon + 1)}\n`);
  }
  return found;
}

/** The values by series name; what a file does not hold is left out. */
export function hostValues(files: Files, pid: number | null, disks: readonly string[]): Map<string, number> {
  const values = new Map<string, number>();
  const put = (name: string, value: number | null | undefined) => {
    if (value != null && Number.isFinite(value)) values.set(hostSeriesPrefix + name, value);
  };
  const text = (path: string) => files.get(path) ?? '';
  const field = (path: string, name: string) => {
    const found = new RegExp(`^${name}:?\\s+(\\d+)`, 'm').exec(text(path))?.[1];
    return found === undefined ? null : Number(found);
  };
  putProcessors(text('/proc/stat'), put);
  put('run_queue', field('/proc/stat', 'procs_running'));
  put('blocked', field('/proc/stat', 'procs_blocked'));
  put('context_switches', field('/proc/stat', 'ctxt'));
  put('swap_in', field('/proc/vmstat', 'pswpin'));
  put('swap_out', field('/proc/vmstat', 'pswpout'));
  put('major_faults', field('/proc/vmstat', 'pgmajfault'));
  put('memory_available', kibibytes(text('/proc/meminfo'), 'MemAvailable'));
  for (const [resource, kind] of [
    ['cpu', 'some'],
    ['io', 'some'],
    ['io', 'full'],
    ['memory', 'some'],
    ['memory', 'full'],
  ]) {
    const total = new RegExp(`^${kind} .*\\btotal=(\\d+)`, 'm').exec(text(`/proc/pressure/${resource}`))?.[1];
    put(`pressure.${resource}.${kind}`, total === undefined ? null : Number(total));
  }
  putDisks(text('/proc/diskstats'), disks, values);
  putThrottling(files, put);
  if (pid !== null) {
    const fields = statFields(text(`/proc/${pid}/stat`));
    const status = text(`/proc/${pid}/status`);
    const ticks = 1000 / ticksPerSecond;
    put('server.cpu_user', Number(fields[14 - 3]) * ticks);
    put('server.cpu_system', Number(fields[15 - 3]) * ticks);
    put('server.rss', kibibytes(status, 'VmRSS'));
    put('server.swapped', kibibytes(status, 'VmSwap'));
    put('server.threads', field(`/proc/${pid}/status`, 'Threads'));
    put('server.read', field(`/proc/${pid}/io`, 'read_bytes'));
    put('server.written', field(`/proc/${pid}/io`, 'write_bytes'));
  }
  return values;
}

/** `cpu  user nice system idle iowait irq softirq steal guest guest_nice`, in ticks; guests count as user already. */
function putProcessors(stat: string, put: (name: string, value: number) => void): void {
  const ticks = /^cpu +(\d.*)$/m.exec(stat)?.[1]?.split(' ').map(Number);
  if (ticks === undefined) return;
  const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0] = ticks;
  const tickMs = 1000 / ticksPerSecond;
  put('cpu.busy', (user + nice + system + irq + softirq) * tickMs);
  put('cpu.idle', idle * tickMs);
  put('cpu.iowait', iowait * tickMs);
  put('cpu.steal', steal * tickMs);
}

/** Of the control groups with a quota the one that was stopped most. `nr_periods 100`, `nr_throttled 40` */
function putThrottling(files: Files, put: (name: string, value: number | undefined) => void): void {
  const counted = [...files].flatMap(([path, text]) => {
    if (!path.endsWith('/cpu.stat')) return [];
    const periods = Number(/^nr_periods (\d+)$/m.exec(text)?.[1] ?? 0);
    const throttled = Number(/^nr_throttled (\d+)$/m.exec(text)?.[1] ?? 0);
    return periods > 0 ? [{ periods, throttled }] : [];
  });
  const most = counted.sort((a, b) => b.throttled - a.throttled)[0];
  put('cgroup.periods', most?.periods);
  put('cgroup.throttled_periods', most?.throttled);
}

/** `8 0 sda reads merged sectors ms writes merged sectors ms underway busy-ms queue-ms ...` (kernel, "iostats"). */
function putDisks(text: string, disks: readonly string[], values: Map<string, number>): void {
  for (const line of text.split('\n')) {
    const [, , name = '', ...counts] = line.trim().split(/\s+/);
    if (!disks.includes(name)) continue;
    const [reads, , readSectors, readMs, writes, , writtenSectors, writeMs, , busyMs, queueMs] =
      counts.map(Number);
    const all = {
      reads,
      read_bytes: readSectors === undefined ? undefined : readSectors * sectorBytes,
      read_time: readMs,
      writes,
      written_bytes: writtenSectors === undefined ? undefined : writtenSectors * sectorBytes,
      write_time: writeMs,
      busy: busyMs,
      queue: queueMs,
    };
    for (const [field, value] of Object.entries(all)) {
      if (value !== undefined && Number.isFinite(value)) values.set(diskSeries(name, field), value);
    }
  }
}

/**
 * Context switches of all threads of the server. The kernel counts them for each thread alone, and the count of one that
 * ends is gone: what each thread added since the reading before is summed up, so that the sum never falls.
 */
class SwitchCount {
  #before: Map<string, readonly [number, number]> | null = null;
  #voluntary = 0;
  #involuntary = 0;

  add(files: Files, values: Map<string, number>): void {
    const now = new Map<string, readonly [number, number]>();
    for (const [path, text] of files) {
      if (!/^\/proc\/\d+\/task\//.test(path)) continue;
      const voluntary = /^voluntary_ctxt_switches:\s+(\d+)/m.exec(text)?.[1];
      const involuntary = /^nonvoluntary_ctxt_switches:\s+(\d+)/m.exec(text)?.[1];
      if (voluntary === undefined || involuntary === undefined) continue;
      const count = [Number(voluntary), Number(involuntary)] as const;
      now.set(path, count);
      // A thread that came since the reading before did all of its switches since then.
      const [v, i] = this.#before?.get(path) ?? [0, 0];
      const isSame = count[0] >= v && count[1] >= i;
      this.#voluntary += isSame ? count[0] - v : count[0];
      this.#involuntary += isSame ? count[1] - i : count[1];
    }
    if (now.size === 0) return;
    this.#before = now;
    values.set(`${hostSeriesPrefix}server.voluntary_switches`, this.#voluntary);
    values.set(`${hostSeriesPrefix}server.involuntary_switches`, this.#involuntary);
  }
}
