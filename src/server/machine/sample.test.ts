import { describe, expect, test } from 'vitest';
import { hostSeries } from '../../evidence/series/host-series';
import { LatchkeyError } from '../../shared/base/error';
import type { SshConnection } from '../connect/ssh/ssh-connection';
import type { HostAccess } from './access';
import { unknownHost } from './facts';
import type { Machine } from './machine';
import { type HostSamplerOptions, hostSampler } from './sample';

const { signal } = new AbortController();

const stat =
  '42 (my sqld) S 1 42 42 0 -1 4194560 1 0 0 0 700 300 0 0 20 0 34 0 1000 123 456 18446744073709551615\n';
const files: Record<string, string> = {
  '/proc/stat': 'cpu  100 10 50 800 40 3 7 20 5 0\ncpu0 1 2\nctxt 900\nprocs_running 3\nprocs_blocked 1\n',
  '/proc/vmstat': 'pgmajfault 5\npswpin 7\npswpout 8\n',
  '/proc/meminfo': 'MemTotal: 100 kB\nMemAvailable:   64 kB\n',
  '/proc/diskstats':
    '   8       0 sda 11 1 22 33 44 2 55 66 0 77 88 0 0\n   8 1 sda1 1 1 1 1 1 1 1 1 1 1 1\n',
  '/proc/pressure/io': 'some avg10=0.00 avg60=0.00 avg300=0.00 total=123\nfull avg10=0.00 total=45\n',
  '/proc/42/stat': stat,
  '/proc/42/status': 'VmRSS:\t  512 kB\nVmSwap:\t 0 kB\nThreads:\t34\n',
  '/proc/42/io': 'rchar: 9\nread_bytes: 4096\nwrite_bytes: 8192\n',
  '/proc/42/task/42/status': 'voluntary_ctxt_switches:\t100\nnonvoluntary_ctxt_switches:\t10\n',
  '/proc/42/task/43/status': 'voluntary_ctxt_switches:\t50\nnonvoluntary_ctxt_switches:\t5\n',
};

function machineWith(current: () => Record<string, string>, origin: Machine['origin'] = 'local'): Machine {
  return {
    origin,
    hostname: 'db1',
    platform: 'linux',
    cpus: 2,
    cpuModel: null,
    memoryBytes: 1024,
    addresses: [],
    readText: async (path) => current()[path] ?? null,
    realPath: async () => null,
    space: async () => null,
    list: async (folder) =>
      Object.keys(current()).flatMap((path) =>
        path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1).split('/')[0] ?? ''] : [],
      ),
    count: async () => null,
  };
}

function sampler(current: () => Record<string, string>, more: Partial<HostSamplerOptions> = {}) {
  let nowMs = 0;
  const place = {
    hostname: 'db1',
    pidFile: '',
    datadir: '',
    redoDir: null,
    binlogDir: null,
    undoDir: null,
    tmpDir: null,
    uptimeSeconds: 1,
  };
  const access: HostAccess = { readable: true, machine: machineWith(current), place, pid: 42 };
  const host = { ...unknownHost('x'), device: { origin: 'local' as const, value: 'sda' } };
  const made = hostSampler({ access, host, ssh: null, monotonicMs: () => nowMs, ...more });
  return {
    read: async (afterMs = 1000) => {
      nowMs += afterMs;
      return Object.fromEntries(await made.read(signal));
    },
    sampling: () => made.sampling(),
  };
}

describe('sampling the host', () => {
  test('counters and levels of the machine, its disk and the process, in their units', async () => {
    const { read, sampling } = sampler(() => files);
    const values = await read();
    expect(values).toEqual({
      'host.cpu.busy': '1700',
      'host.cpu.idle': '8000',
      'host.cpu.iowait': '400',
      'host.cpu.steal': '200',
      'host.context_switches': '900',
      'host.run_queue': '3',
      'host.blocked': '1',
      'host.swap_in': '7',
      'host.swap_out': '8',
      'host.major_faults': '5',
      'host.memory_available': '65536',
      'host.pressure.io.some': '123',
      'host.pressure.io.full': '45',
      'host.disk.sda.reads': '11',
      'host.disk.sda.read_bytes': String(22 * 512),
      'host.disk.sda.read_time': '33',
      'host.disk.sda.writes': '44',
      'host.disk.sda.written_bytes': String(55 * 512),
      'host.disk.sda.write_time': '66',
      'host.disk.sda.busy': '77',
      'host.disk.sda.queue': '88',
      'host.server.cpu_user': '7000',
      'host.server.cpu_system': '3000',
      'host.server.rss': String(512 * 1024),
      'host.server.swapped': '0',
      'host.server.threads': '34',
      'host.server.read': '4096',
      'host.server.written': '8192',
      'host.server.voluntary_switches': '150',
      'host.server.involuntary_switches': '15',
    });
    // Every one of them is known to the sampler; else it would be dropped.
    for (const name of Object.keys(values)) expect(hostSeries(name), name).toBeDefined();
    expect(sampling()).toEqual({ origin: 'local', names: Object.keys(values).sort() });
  });

  test('a CPU quota: the group that was stopped most, of the server and those above it', async () => {
    const { read } = sampler(() => ({
      '/proc/42/cgroup': '0::/pod/mysql\n',
      '/sys/fs/cgroup/pod/mysql/cpu.stat': 'usage_usec 5\nnr_periods 100\nnr_throttled 3\n',
      '/sys/fs/cgroup/pod/cpu.stat': 'usage_usec 9\nnr_periods 90\nnr_throttled 45\nthrottled_usec 7\n',
      '/sys/fs/cgroup/cpu.stat': 'usage_usec 99\n',
    }));
    expect(await read()).toEqual({ 'host.cgroup.periods': '90', 'host.cgroup.throttled_periods': '45' });
  });

  test('threads come and go, and the sum of switches never falls', async () => {
    let current = files;
    const { read } = sampler(() => current);
    const instruments = async () => Number((await read())['host.server.voluntary_switches']);
    expect(await instruments()).toBe(150);
    const { '/proc/42/task/43/status': _gone, ...rest } = files;
    current = {
      ...rest,
      '/proc/42/task/44/status': 'voluntary_ctxt_switches: 7\nnonvoluntary_ctxt_switches: 0\n',
    };
    expect(await instruments()).toBe(157);
    current = files;
    // The number of a thread may be given again.
    expect(await instruments()).toBe(207);
  });

  test('more often than once a second it is not read', async () => {
    const { read } = sampler(() => files);
    expect(Object.keys(await read())).not.toHaveLength(0);
    expect(await read(100)).toEqual({});
    expect(Object.keys(await read(900))).not.toHaveLength(0);
  });

  test('what cannot be read is left out; a host that is not reachable gives a reason', async () => {
    const { read } = sampler(() => ({ '/proc/stat': 'procs_running 2\n', '/proc/42/stat': '' }));
    expect(await read()).toEqual({ 'host.run_queue': '2' });
    const none = sampler(() => files, { access: { readable: false, text: 'Far away.' } });
    expect(await none.read()).toEqual({});
    expect(none.sampling()).toEqual({
      origin: 'unknown',
      reason: { code: 'no-host', text: 'Far away.' },
      names: [],
    });
  });

  test('over SSH one command is sent, and a host that refuses it is not asked again', async () => {
    const commands: string[] = [];
    const answer = Object.entries(files).flatMap(([path, text]) =>
      text
        .trim()
        .split('\n')
        .map((line) => `${path}:${line}`),
    );
    let refuse = false;
    const ssh: SshConnection = {
      name: 'admin@db1',
      open: () => Promise.reject(new Error('not here')),
      exec: async (command) => {
        commands.push(command);
        if (refuse) throw new LatchkeyError('query-failed', 'no commands');
        return { stdout: answer.join('\n'), stderr: '', exitCode: 0, truncated: false };
      },
      lost: () => null,
      close: async () => undefined,
    };
    const place = {
      hostname: 'db1',
      pidFile: '',
      datadir: '',
      redoDir: null,
      binlogDir: null,
      undoDir: null,
      tmpDir: null,
      uptimeSeconds: 1,
    };
    const access: HostAccess = { readable: true, machine: machineWith(() => ({}), 'ssh'), place, pid: 42 };
    const far = sampler(() => ({}), { access, ssh });
    expect(await far.read()).toEqual(await sampler(() => files).read());
    expect(far.sampling().origin).toBe('ssh');
    refuse = true;
    expect(await far.read()).toEqual({});
    expect(await far.read()).toEqual({});
    expect(commands).toHaveLength(2);
  });
});
