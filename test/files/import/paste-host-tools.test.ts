import { describe, expect, test } from 'vitest';
import { judged } from './judged-paste';

// What the tools of the host print, in the forms of their versions; figures of machines with a full disk or full processors.

describe('disks', () => {
  test.each([
    [
      'iostat of sysstat 12: the first report is left out',
      `Linux 5.15.0-91-generic (db01)  03/11/2024      _x86_64_        (16 CPU)

avg-cpu:  %user   %nice %system %iowait  %steal   %idle
           2.10    0.00    0.70    1.20    0.00   96.00

Device            r/s     rkB/s   rrqm/s  %rrqm r_await rareq-sz     w/s     wkB/s   wrqm/s  %wrqm w_await wareq-sz     d/s     dkB/s   drqm/s  %drqm d_await dareq-sz     f/s f_await  aqu-sz  %util
sda             12.00    480.00     0.00   0.00    1.10    40.00   20.00    320.00     1.00   4.00    2.00    16.00    0.00      0.00     0.00   0.00    0.00     0.00    1.00    0.50    0.10   4.00

avg-cpu:  %user   %nice %system %iowait  %steal   %idle
           8.10    0.00    3.40   61.20    0.00   27.30

Device            r/s     rkB/s   rrqm/s  %rrqm r_await rareq-sz     w/s     wkB/s   wrqm/s  %wrqm w_await wareq-sz     d/s     dkB/s   drqm/s  %drqm d_await dareq-sz     f/s f_await  aqu-sz  %util
sda            900.00  14400.00     0.00   0.00   20.00    16.00  300.00   4800.00     2.00   0.70   40.00    16.00    0.00      0.00     0.00   0.00    0.00     0.00    9.00   12.00   30.00  99.60
sdb              1.00     16.00     0.00   0.00    0.50    16.00    0.00      0.00     0.00   0.00    0.00     0.00    0.00      0.00     0.00   0.00    0.00     0.00    0.00    0.00    0.00   0.10`,
      {
        busiestDisk: 'sda',
        diskBusy: 0.996,
        diskLatency: 25,
        diskReadLatency: 20,
        diskWriteLatency: 40,
        diskQueue: 30,
        cpuIowait: 0.612,
      },
    ],
    [
      'iostat of sysstat 9',
      `Device:         rrqm/s   wrqm/s     r/s     w/s   rsec/s   wsec/s avgrq-sz avgqu-sz   await  svctm  %util
vdb               0.00    12.00  210.00  180.00  3360.00  5760.00    23.38    44.10  113.20   2.55  99.80`,
      { busiestDisk: 'vdb', diskBusy: 0.998, diskLatency: 113.2, diskQueue: 44.1 },
    ],
    [
      'sar -d with its averages, numbers with commas',
      `10:00:01          DEV       tps     rkB/s     wkB/s     dkB/s   areq-sz    aqu-sz     await     %util
10:10:01         dm-0    812,00   9800,00  12400,00      0,00     27,34     19,20     23,65     97,10
Average:          DEV       tps     rkB/s     wkB/s     dkB/s   areq-sz    aqu-sz     await     %util
Average:         dm-0    800,00   9700,00  12300,00      0,00     27,50     18,00     22,50     96,00`,
      { busiestDisk: 'dm-0', diskBusy: 0.96, diskLatency: 22.5, diskQueue: 18 },
    ],
  ])('%s', async (_name, text, expected) => {
    const { host, ids } = await judged(text);
    expect(host).toMatchObject(expected);
    expect(ids[0]).toBe('disk-saturated');
  });

  test('a flash disk that is always busy and fast is not full', async () => {
    const { ids } =
      await judged(`Device            r/s     w/s     rkB/s     wkB/s   rrqm/s   wrqm/s  %rrqm  %wrqm r_await w_await aqu-sz rareq-sz wareq-sz  svctm  %util
nvme0n1       8000.00 3000.00 128000.00  48000.00     0.00     0.00   0.00   0.00    0.12    0.05   1.10    16.00    16.00   0.09  99.90`);
    expect(ids).toEqual([]);
  });
});

describe('processors', () => {
  test.each([
    [
      'top',
      `top - 10:12:44 up 90 days,  4:01,  2 users,  load average: 38.20, 36.11, 30.90
Tasks: 310 total,   2 running, 308 sleeping,   0 stopped,   0 zombie
%Cpu(s): 90.1 us,  7.2 sy,  0.0 ni,  1.2 id,  0.9 wa,  0.0 hi,  0.6 si,  0.0 st
MiB Mem :  64215.4 total,    812.3 free,  58110.2 used,   5292.9 buff/cache

    PID USER      PR  NI    VIRT    RES    SHR S  %CPU  %MEM     TIME+ COMMAND
   1834 mysql     20   0   61.2g  52.4g  12344 S  1520   83.6  9123:11 mysqld`,
      { cpuBusy: 0.979, cpuIowait: 0.009, serverCpus: 15.2, serverRss: Math.round(52.4 * 2 ** 30) },
      'cpu-exhausted',
    ],
    [
      'mpstat, its average',
      `10:12:01 AM  CPU    %usr   %nice    %sys %iowait    %irq   %soft  %steal  %guest  %gnice   %idle
10:12:02 AM  all   50.00    0.00    5.00    0.00    0.00    0.00    0.00    0.00    0.00   45.00
10:12:02 AM    0   90.00    0.00    5.00    0.00    0.00    0.00    0.00    0.00    0.00    5.00
Average:     CPU    %usr   %nice    %sys %iowait    %irq   %soft  %steal  %guest  %gnice   %idle
Average:     all   91.00    0.00    6.50    0.00    0.00    0.50    0.00    0.00    0.00    2.00`,
      { cpuBusy: 0.98 },
      'cpu-exhausted',
    ],
    [
      'vmstat of a guest: the first row is left out',
      `procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
 4  0      0 812340  20400 5292900    0    0    12    20  100  200  5  1 94  0  0
 9  0      0 812340  20400 5292900    0    0    12    20 9100 8200 40 10 20  0 30
 9  0      0 812340  20400 5292900    0    0    12    20 9100 8200 40 10 22  0 28`,
      { cpuSteal: 0.29, cpuBusy: 0.5 },
      'cpu-stolen',
    ],
    [
      'top of procps 3.2, with much iowait',
      'Cpu(s):  6.1%us,  3.0%sy,  0.0%ni, 30.3%id, 60.2%wa,  0.0%hi,  0.4%si,  0.0%st',
      { cpuIowait: 0.602 },
      'iowait-high',
    ],
    [
      'sar -u',
      `12:00:01        CPU     %user     %nice   %system   %iowait    %steal     %idle
12:10:01        all     88.00      0.00      8.00      0.50      0.00      3.50
12:20:01        all     90.00      0.00      8.00      0.00      0.00      2.00`,
      { cpuBusy: 0.98 },
      'cpu-exhausted',
    ],
  ])('%s', async (_name, text, expected, rule) => {
    const { host, ids } = await judged(text);
    for (const [name, value] of Object.entries(expected)) {
      if (typeof value === 'number') expect(host[name]).toBeCloseTo(value, 1);
      else expect(host[name]).toBe(value);
    }
    expect(ids[0]).toBe(rule);
  });

  test.each([
    ['one that is idle', '%Cpu(s):  3.1 us,  1.2 sy,  0.0 ni, 95.1 id,  0.5 wa,  0.0 hi,  0.1 si,  0.0 st'],
    [
      'one processor of many',
      '%Cpu0  : 99.0 us,  1.0 sy,  0.0 ni,  0.0 id,  0.0 wa,  0.0 hi,  0.0 si,  0.0 st',
    ],
  ])('%s says nothing', async (_name, text) => {
    const { ids } = await judged(`${text}\nMax_used_connections 5`);
    expect(ids).toEqual([]);
  });

  test('the memory of the process by ps', async () => {
    const { host } = await judged(
      'USER       PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND\nmysql     1402  212 78.1 31234567 25165824 ?  Ssl  Jan02 90210:11 /usr/sbin/mysqld --daemonize\nMax_used_connections 5',
    );
    expect(host.serverRss).toBe(24 * 2 ** 30);
  });
});

describe('settings of the host', () => {
  test.each([
    ['# cat /sys/kernel/mm/transparent_hugepage/enabled\n[always] madvise never', { thp: 'always' }],
    ['/sys/kernel/mm/transparent_hugepage/enabled:always madvise [never]', { thp: 'never' }],
    ['$ sysctl vm.swappiness\nvm.swappiness = 60', { swappiness: 60 }],
    ['# numactl --hardware\navailable: 2 nodes (0-1)', { numaNodes: 2 }],
    [
      'Socket(s):             2\nNUMA node(s):          4\nHypervisor vendor:     KVM',
      { sockets: 2, numaNodes: 4, virtualisation: 'kvm' },
    ],
    [
      '  driver: acpi-cpufreq\n  The governor "ondemand" may decide which speed to use',
      { cpuDriver: 'acpi-cpufreq', governor: 'ondemand' },
    ],
    ['/sys/block/sda/queue/scheduler:noop deadline [cfq]', { scheduler: 'cfq' }],
    ['# cat /sys/block/nvme0n1/queue/scheduler\n[none] mq-deadline kyber bfq', { scheduler: 'none' }],
    ['current_clocksource:hpet', { clockSource: 'hpet' }],
  ])('%s', async (text, expected) => {
    expect((await judged(`MySQL 8.0.40\nmax_connections = 200\n${text}`)).host).toMatchObject(expected);
  });

  test('transparent huge pages lead to their remark, a governor that saves power is a finding', async () => {
    const { ids } = await judged(
      'MySQL 8.0.40\nlarge_pages OFF\n[always] madvise never\n/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor:ondemand',
    );
    expect(ids).toEqual(expect.arrayContaining(['transparent-huge-pages-always', 'cpu-governor']));
  });

  test.each([
    'It is always slow and never fast.',
    'none of the [deadline] dates',
    'the governor of the state',
  ])('none: %s', async (text) => {
    const { host } = await judged(`MySQL 8.0.40\nmax_connections = 200\n${text}`);
    for (const name of ['thp', 'scheduler', 'governor']) expect(host).not.toHaveProperty(name);
  });
});
