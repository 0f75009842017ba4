import { describe, expect, test } from 'vitest';
import type { ConnectionTarget } from '../../shared/connection';
import { hostSchema } from '../../shared/snapshot';
import { readControlGroup } from './control-group';
import { readHost, withDeclared } from './facts';
import { locate, type ServerPlace } from './locality';
import type { Machine } from './machine';
import { mountOf } from './mount';
import { storageOf } from './storage';

const gib = 2 ** 30;

/** A Linux machine with these files; a file under a folder makes the folder. */
function machine(files: Record<string, string>, more: Partial<Machine> = {}): Machine {
  const paths = Object.keys(files);
  return {
    origin: 'local',
    hostname: 'db1',
    platform: 'linux',
    cpus: 8,
    cpuModel: 'Some CPU',
    memoryBytes: 64 * gib,
    addresses: ['10.0.0.5'],
    readText: async (path) => files[path] ?? null,
    space: async () => null,
    realPath: async (path) =>
      files[`${path}@`] ?? (paths.some((file) => file === path || file.startsWith(`${path}/`)) ? path : null),
    list: async (path) => [
      ...new Set(
        paths
          .filter((file) => file.startsWith(`${path}/`))
          .map((file) => file.slice(path.length + 1).split(/[/@]/)[0] ?? ''),
      ),
    ],
    count: async (path) => paths.filter((file) => file.startsWith(`${path}/`)).length || null,
    ...more,
  };
}

const place: ServerPlace = {
  hostname: 'db1',
  pidFile: '/run/mysqld.pid',
  datadir: '/var/lib/mysql/',
  redoDir: null,
  binlogDir: null,
  undoDir: null,
  tmpDir: null,
  uptimeSeconds: 500,
};
const facts = async (target: ConnectionTarget, machine: Machine) => {
  const found = await locate(target, place, machine);
  return readHost(
    found.local ? { readable: true, machine, place, pid: found.pid } : { readable: false, text: found.text },
  );
};
const process = { '/run/mysqld.pid': '42\n', '/proc/42/cmdline': '/usr/sbin/mysqld\0--port=3306\0' };

describe('whether the server runs here', () => {
  test('a socket or loopback, our host name and a server process: yes', async () => {
    for (const target of [{ socket: '/run/mysqld.sock' }, { host: '127.0.0.1' }, { host: '10.0.0.5' }, {}]) {
      expect(await locate(target, place, machine(process))).toEqual({ local: true, pid: 42 });
    }
  });

  test('a pid file that may not be read: the only server process counts, of two none does', async () => {
    const one = { '/proc/42/cmdline': '/usr/sbin/mariadbd\0' };
    expect(await locate({}, place, machine(one))).toEqual({ local: true, pid: 42 });
    expect(await locate({}, place, machine({ ...one, '/proc/43/cmdline': 'mysqld\0' }))).toMatchObject({
      local: false,
    });
  });

  test('another address, another host name, or no process: no, and why', async () => {
    expect(await locate({ host: '10.0.0.6' }, place, machine(process))).toMatchObject({
      local: false,
      text: /another machine/,
    });
    expect(await locate({}, { ...place, hostname: 'db2' }, machine(process))).toMatchObject({
      text: /db2.*tunnel/,
    });
    expect(
      await locate({}, place, machine({ '/run/mysqld.pid': '42', '/proc/42/cmdline': 'ssh\0-L\0' })),
    ).toMatchObject({
      text: /No process on this machine/,
    });
  });
});

describe('control group', () => {
  test('version 2: the tightest limit on the way to the root', async () => {
    const files = {
      '/proc/42/cgroup': '0::/system.slice/mysql.service\n',
      '/sys/fs/cgroup/system.slice/mysql.service/memory.max': 'max\n',
      '/sys/fs/cgroup/system.slice/memory.max': `${4 * gib}\n`,
      '/sys/fs/cgroup/system.slice/mysql.service/cpu.max': '150000 100000\n',
    };
    expect(await readControlGroup(42, machine(files))).toEqual({
      memoryBytes: 4 * gib,
      cpus: 1.5,
      swappiness: null,
      oomKills: null,
    });
  });

  test('version 1, where "no limit" is a huge number', async () => {
    const files = {
      '/proc/42/cgroup': '9:memory:/docker/a\n4:cpu,cpuacct:/docker/a\n',
      '/sys/fs/cgroup/memory/docker/a/memory.limit_in_bytes': '9223372036854771712\n',
      '/sys/fs/cgroup/memory/docker/a/memory.swappiness': '10\n',
      '/sys/fs/cgroup/memory/docker/memory.limit_in_bytes': `${2 * gib}\n`,
      '/sys/fs/cgroup/cpu/docker/a/cpu.cfs_quota_us': '-1\n',
      '/sys/fs/cgroup/cpu/docker/a/cpu.cfs_period_us': '100000\n',
    };
    expect(await readControlGroup(42, machine(files))).toEqual({
      memoryBytes: 2 * gib,
      cpus: null,
      swappiness: 10,
      oomKills: null,
    });
  });
});

describe('storage', () => {
  const mounts = (device: string, type = 'ext4', source = '/dev/x') =>
    [
      '21 1 8:1 / / rw - ext4 /dev/sda1 rw',
      `30 21 ${device} / /var/lib/mysql rw,noatime shared:1 - ${type} ${source} rw,data=ordered`,
    ].join('\n');
  const read = (files: Record<string, string>) =>
    storageOf('/var/lib/mysql', null, machine({ '/var/lib/mysql/x': '', ...files }));
  const block = '/sys/class/block';
  const local = (value: string | number) => ({ origin: 'local', value });

  test('a partition of an NVMe disk: the disk with its queue, the file system with its options', async () => {
    expect(
      await read({
        '/proc/self/mountinfo': mounts('259:2'),
        '/sys/dev/block/259:2@': '/sys/devices/pci0/nvme/nvme0/nvme0n1/nvme0n1p2',
        [`${block}/nvme0n1p2/partition`]: '2',
        [`${block}/nvme0n1/queue/rotational`]: '0\n',
        [`${block}/nvme0n1/queue/scheduler`]: '[none] mq-deadline kyber \n',
        [`${block}/nvme0n1/queue/max_sectors_kb`]: '128\n',
      }),
    ).toMatchObject({
      storage: local('nvme'),
      device: local('nvme0n1'),
      rotational: local('no'),
      scheduler: local('none'),
      maxSectorsKb: local(128),
      raid: local('none'),
      members: { origin: 'unknown', reason: { text: expect.stringContaining('disk of its own') } },
      filesystem: local('ext4'),
      mountOptions: local('rw,noatime,data=ordered'),
    });
  });

  test('a logical volume over a RAID of rotating disks: level and disks', async () => {
    expect(
      await read({
        '/proc/self/mountinfo': mounts('253:0'),
        '/sys/dev/block/253:0@': '/sys/devices/virtual/block/dm-0',
        [`${block}/dm-0/slaves/md0/x`]: '',
        [`${block}/md0/md/level`]: 'raid10\n',
        [`${block}/md0/slaves/sda1/x`]: '',
        [`${block}/md0/slaves/sdb1/x`]: '',
        [`${block}/sda1/partition`]: '1',
        [`${block}/sda1@`]: '/sys/devices/ata1/block/sda/sda1',
        [`${block}/sdb1/partition`]: '1',
        [`${block}/sdb1@`]: '/sys/devices/ata2/block/sdb/sdb1',
        [`${block}/sda/queue/rotational`]: '1',
      }),
    ).toMatchObject({
      storage: local('hdd'),
      device: local('dm-0'),
      raid: local('raid10'),
      members: local('sda, sdb'),
      scheduler: { origin: 'unknown' },
    });
  });

  test('a network file system, a cloud volume, a virtual disk, and no device at all', async () => {
    const nfs = await read({
      '/proc/self/mountinfo': mounts('0:50', 'nfs4', 'filer.example.com:/export').replace(
        'rw,data=ordered',
        'rw,vers=4.2,addr=10.1.2.3,clientaddr=10.1.2.4',
      ),
    });
    expect(nfs).toMatchObject({
      storage: local('network'),
      filesystem: local('nfs4'),
      device: { origin: 'unknown' },
    });
    expect(nfs.mountOptions.value).toBe('rw,noatime,vers=4.2');
    expect(
      (
        await read({
          '/proc/self/mountinfo': mounts('259:0'),
          '/sys/dev/block/259:0@': '/sys/devices/nvme1n1',
          [`${block}/nvme1n1/device/model`]: 'Amazon Elastic Block Store',
        })
      ).storage,
    ).toEqual(local('network'));
    expect(
      await read({
        '/proc/self/mountinfo': mounts('254:0'),
        '/sys/dev/block/254:0@': '/sys/devices/vda',
        [`${block}/vda/queue/rotational`]: '1',
      }),
    ).toMatchObject({
      storage: { origin: 'unknown', reason: { text: expect.stringContaining('vda') } },
      rotational: local('yes'),
    });
    expect(await read({ '/proc/self/mountinfo': mounts('0:22', 'tmpfs', 'tmpfs') })).toMatchObject({
      device: { origin: 'unknown', reason: { text: expect.stringContaining('tmpfs') } },
      filesystem: local('tmpfs'),
    });
  });

  test('the longest mount point holds the path', () => {
    const table = mounts('8:16');
    expect(mountOf('/var/lib/mysql/data', table)?.device).toBe('8:16');
    expect(mountOf('/var/lib/mysql2', table)?.device).toBe('8:1');
    expect(mountOf('/x', '1 1 8:1 / /a rw - ext4 d rw')).toBeNull();
  });
});

describe('host facts', () => {
  test('what the process may use, not what the machine has', async () => {
    const files = {
      ...process,
      '/proc/42/status': 'Name:\tmysqld\nCpus_allowed_list:\t0-3,6\n',
      '/proc/42/cgroup': '0::/m\n',
      '/sys/fs/cgroup/m/memory.max': `${8 * gib}`,
      '/sys/fs/cgroup/m/cpu.max': '250000 100000',
      '/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor': 'schedutil\n',
    };
    const host = hostSchema.parse(await facts({}, machine(files)));
    expect(host).toMatchObject({
      cpus: { origin: 'local', value: 3 },
      memoryBytes: { origin: 'local', value: 64 * gib },
      cgroupMemoryBytes: { origin: 'local', value: 8 * gib },
      governor: { origin: 'local', value: 'schedutil' },
      storage: {
        origin: 'unknown',
        reason: { code: 'no-host', remedy: expect.stringContaining('--storage') },
      },
    });
  });

  test('declared facts win over read ones and over unknown ones', async () => {
    const host = hostSchema.parse(
      withDeclared(await facts({ host: 'far' }, machine({})), { memoryBytes: gib, storage: 'ssd' }),
    );
    expect(host).toMatchObject({
      memoryBytes: { origin: 'declared', value: gib },
      storage: { origin: 'declared', value: 'ssd' },
      cpus: { origin: 'unknown', reason: { code: 'no-host', remedy: 'Declare it: --cpus 16' } },
    });
    expect(host.cpus.value).toBeUndefined();
  });
});

test('what is free on each file system, and what was killed for lack of memory', async () => {
  const spaces: Record<string, { total: number; free: number }> = {
    '/var/lib/mysql/': { total: 100 * gib, free: 4 * gib },
    '/binlog': { total: 50 * gib, free: 40 * gib },
    '/tmp': { total: gib, free: gib },
  };
  const files = {
    ...process,
    '/proc/vmstat': 'pgfault 5\noom_kill 2\n',
    '/proc/42/cgroup': '0::/mysql\n',
    '/sys/fs/cgroup/mysql/memory.events': 'max 7\noom 1\noom_kill 1\n',
  };
  const own = { ...place, binlogDir: '/binlog', tmpDir: '/tmp' };
  const found = await readHost({
    readable: true,
    machine: machine(files, { space: async (path) => spaces[path] ?? null }),
    place: own,
    pid: 42,
  });
  const value = (name: keyof typeof found) => found[name]?.value;
  expect([value('dataFree'), value('dataTotal')]).toEqual([4 * gib, 100 * gib]);
  expect([value('redoFree'), value('undoFree')]).toEqual([4 * gib, 4 * gib]);
  expect([value('binlogFree'), value('tmpFree')]).toEqual([40 * gib, gib]);
  expect([value('oomKills'), value('cgroupOomKills')]).toEqual([2, 1]);
});
