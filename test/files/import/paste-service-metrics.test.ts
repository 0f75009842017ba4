import { describe, expect, test } from 'vitest';
import { judged } from './judged-paste';

// Metrics of managed services and tests of storage, as people copy them into a question; process lists that they counted.

test('an instance whose memory is used up, by the metrics of its service', async () => {
  const { headline } = await judged(`RDS MySQL 8.0.35 db.r5.large
FreeableMemory: 61 MB
SwapUsage: 4.1 GB
DatabaseConnections 1420`);
  expect(headline.text).toMatch(
    /^The instance is out of memory: freeable memory is down to 61 MiB of 16 GiB/,
  );
  const healthy = await judged('RDS MySQL 8.0.36 db.r5.large\nFreeableMemory 6.9 GB\nSwapUsage 0 MB');
  expect(healthy.ids).not.toContain('instance-memory-used-up');
});

describe('metrics of services', () => {
  test.each([
    [
      'a sentence: where it went to counts',
      'RDS MySQL 8.0.36. Since noon BurstBalance dropped from 100% to 2%, and ReadLatency rose from 1 ms to 61 ms. DiskQueueDepth is around 40.',
      { storageBurst: 0.02, diskReadLatency: 61, diskLatency: 61, diskQueue: 40 },
    ],
    [
      'a list, in the units that CloudWatch counts in',
      `Amazon RDS for MySQL 8.0.35
CPUUtilization    34.2 Percent
ReadLatency       0.0513
WriteLatency      0.0021
ReadIOPS          900
WriteIOPS         100
FreeableMemory    412 MB
SwapUsage         96 MB`,
      {
        cpuBusy: 0.342,
        diskReadLatency: 51.3,
        diskWriteLatency: 2.1,
        diskLatency: 46.38,
        memoryAvailableBytes: 412 * 1024 ** 2,
        swapUsed: 96 * 1024 ** 2,
      },
    ],
    [
      'names as the portal of Azure shows them',
      `Azure Database for MySQL Flexible Server, 8.0.34
CPU Credits Remaining: 0
Host CPU percent: 20
Storage IO percent: 97`,
      { cpuCredits: 0, cpuBusy: 0.2, diskBusy: 0.97 },
    ],
    [
      'a table of Markdown, the average of several figures',
      `MySQL 8.0 on RDS
| Metric | Value |
|---|---|
| CPUUtilization | max 99 %, avg 41 % |
| CPUCreditBalance | 0 |
| Free Storage Space | 3.1 GB |`,
      { cpuBusy: 0.41, cpuCredits: 0, dataFree: Math.round(3.1 * 1024 ** 3) },
    ],
    [
      'the answers of aws cloudwatch get-metric-statistics',
      `mysql version 8.0.35, amazon rds
{
    "Label": "BurstBalance",
    "Datapoints": [
        {
            "Timestamp": "2024-05-01T10:00:00Z",
            "Average": 12.0,
            "Unit": "Percent"
        },
        {
            "Timestamp": "2024-05-01T11:00:00Z",
            "Average": 0.0,
            "Unit": "Percent"
        }
    ]
}`,
      { storageBurst: 0 },
    ],
    [
      'the answers of aws cloudwatch get-metric-data',
      `mysql version 8.0.35, amazon rds
            "Label": "WriteLatency",
            "Timestamps": [
                "2024-05-01T10:00:00+00:00"
            ],
            "Values": [
                0.04,
                0.06
            ],`,
      { diskWriteLatency: 50, diskLatency: 50 },
    ],
    [
      'Azure Monitor',
      'Azure Database for MySQL 8.0.37: cpu_percent = 96.5, io_consumption_percent = 12, active_connections = 88',
      { cpuBusy: 0.965, diskBusy: 0.12 },
    ],
    [
      'Google Cloud Monitoring counts shares from 0 to 1',
      'Cloud SQL for MySQL 8.0.31\ndatabase/cpu/utilization: 0.97',
      { cpuBusy: 0.97 },
    ],
  ])('%s', async (_, text, expected) => {
    const { host } = await judged(text);
    for (const [name, value] of Object.entries(expected))
      if (typeof value === 'number') expect(host[name], name).toBeCloseTo(value, 4);
  });

  test.each([
    'RDS MySQL 8.0.36. Should I set an alarm on BurstBalance below 20 %?\nmax_connections = 300',
    'RDS MySQL 8.0.36. A gp2 volume falls to its baseline when BurstBalance is 0 %.\nmax_connections = 300',
    'RDS MySQL 8.0.36. The CPUUtilization alarm threshold is 90 %.\nmax_connections = 300',
    'RDS MySQL 8.0.36. CPUUtilization went up at 14:40 on 2024-05-01.\nmax_connections = 300',
  ])('no measurement: %s', async (text) => {
    const { host } = await judged(text);
    expect(host).not.toHaveProperty('storageBurst');
    expect(host).not.toHaveProperty('cpuBusy');
  });

  test('credits that are used up are the cause, the slow volume is their consequence', async () => {
    const { ids } = await judged(
      'RDS MySQL 8.0.36, gp2 volume of 200 GB\nBurstBalance 0 %\nReadLatency 80 ms\nDiskQueueDepth 33',
    );
    expect(ids[0]).toBe('storage-burst-spent');
    expect(ids).toContain('disk-saturated');
  });

  test('healthy metrics are no finding', async () => {
    const { ids } = await judged(
      'RDS MySQL 8.4.3\nCPUUtilization 31 %\nBurstBalance 99 %\nReadLatency 0.4 ms\nWriteLatency 0.9 ms\nDiskQueueDepth 0.3\nCPUCreditBalance 864',
    );
    expect(ids).toEqual([]);
  });
});

describe('tests of storage', () => {
  const settings = 'innodb_flush_log_at_trx_commit = 1\nsync_binlog = 1\n';
  test.each([
    ['pg_test_fsync', '        fdatasync                           118.343 ops/sec    8450 usecs/op', 8.45],
    [
      'fio',
      '  fsync/fdatasync/sync_file_range:\n    sync (usec): min=6120, max=48211, avg=9120.44, stdev=3011.02',
      9.12044,
    ],
    ['sysbench fileio of one thread', 'Number of threads: 1\n    fsyncs/s:                     80.00', 12.5],
    ['a sentence', 'Each fsync takes about 14 ms on this SAN.', 14],
    ['a sentence with an average', 'fdatasync latency: min 0.4 ms, avg 6.2 ms, max 112 ms', 6.2],
  ])('%s', async (_, text, expected) => {
    const { host, ids } = await judged(`MySQL 8.4.3\n${settings}${text}`);
    expect(host.fsyncLatency).toBeCloseTo(expected, 3);
    expect(ids[0]).toBe('fsync-slow');
  });

  test.each([
    'A healthy SSD should take 10 ms or less for an fsync.',
    'Number of threads: 16\n    fsyncs/s:                     80.00',
    'innodb_use_fdatasync = ON',
  ])('no measurement: %s', async (text) => {
    const { host } = await judged(`MySQL 8.4.3\n${settings}${text}`);
    expect(host).not.toHaveProperty('fsyncLatency');
  });
});

describe('process lists that were counted', () => {
  test.each([
    [
      'a drawn table',
      `+---------+----------+
| COMMAND | COUNT(*) |
+---------+----------+
| Sleep   |      271 |
| Query   |        8 |
+---------+----------+`,
    ],
    ['CSV', 'command,count(*),user\nSleep,271,web\nQuery,8,web'],
    ['columns between blanks', 'count(*)  command\n271       Sleep\n8         Query'],
    ['Markdown', '| n | processlist_command |\n|---|---|\n| 271 | Sleep |\n| 8 | Query |'],
  ])('%s', async (_, text) => {
    const { snapshot, ids, plan } = await judged(
      `MySQL 8.4.3\nmax_connections = 300\nwait_timeout = 28800\n\n${text}\n`,
    );
    expect(snapshot.sections.processlist?.data?.end?.table?.rows).toHaveLength(279);
    expect(ids[0]).toBe('connections-mostly-asleep');
    expect(plan.changes.map(({ variable }) => variable)).toContain('wait_timeout');
  });

  test('how long they have slept is taken from the least time alone', async () => {
    const { snapshot } = await judged(
      'MySQL 8.4.3\n\n| command | count(*) | max(time) |\n|---|---|---|\n| Sleep | 40 | 7000 |\n',
    );
    const rows = snapshot.sections.processlist?.data?.end?.table?.rows ?? [];
    expect(rows).toHaveLength(40);
    expect(rows.every((row) => row[5] === null)).toBe(true);
  });

  test('other counts of commands are none', async () => {
    const { snapshot } = await judged(
      'MySQL 8.4.3\nmax_connections = 300\n\n| command | count(*) |\n|---|---|\n| deploy | 40 |\n| Sleep | 2 |\n',
    );
    expect(snapshot.sections.processlist?.status).toBe('skipped');
  });
});

describe('ages of transactions', () => {
  const list = `+--------+-----------+---------------------+---------------------+
| trx_id | trx_state | trx_started         | trx_mysql_thread_id |
+--------+-----------+---------------------+---------------------+
| 421893 | RUNNING   | 2024-05-01 07:11:02 |                 918 |
| 981234 | RUNNING   | 2024-05-01 09:11:02 |                1221 |
+--------+-----------+---------------------+---------------------+`;
  test('a sentence gives the time', async () => {
    const { ids } = await judged(
      `MySQL 8.4.3\n${list}\nNow is 2024-05-01 10:11:05, history list length is at 3.2 million.`,
    );
    expect(ids[0]).toBe('old-open-transaction');
    expect(ids).toContain('history-list-growing');
  });

  test('without it the newest of them gives a bound', async () => {
    const { snapshot } = await judged(`MySQL 8.4.3\n${list}`);
    const table = snapshot.sections.transactions?.data?.end?.table;
    const at = table?.columns.indexOf('AGE_SECONDS') ?? -1;
    expect(table?.rows.map((row) => row[at])).toEqual([7200, 0]);
  });
});

test('threads that wait for the latch of the adaptive hash index show that it is on', async () => {
  const { ids, plan } = await judged(`MySQL 5.7.44
--Thread 140 has waited at btr0sea.ic line 122 for 0.0000 seconds the semaphore:
X-lock on RW-latch at 0x7f created in file btr0sea.cc line 195
a writer (thread id 141) has reserved it in mode  exclusive
number of readers 0, waiters flag 1, lock_word: 0
--Thread 142 has waited at btr0sea.cc line 1194 for 0.0000 seconds the semaphore:
S-lock on RW-latch at 0x7f created in file btr0sea.cc line 195
--Thread 143 has waited at btr0sea.cc line 1366 for 0.0000 seconds the semaphore:
S-lock on RW-latch at 0x7f created in file btr0sea.cc line 195`);
  expect(ids[0]).toBe('threads-wait-for-semaphores');
  expect(plan.changes.map(({ variable, to }) => `${variable} ${to}`)).toEqual([
    'innodb_adaptive_hash_index false',
  ]);
});
