// Effects that are there for sure, with the sign that a probe has to find.
import type { ServerId } from '../../scripts/servers/index.ts';
import type { ProbeRequest } from '../../src/shared/probe.ts';

export interface Planted {
  server: ServerId;
  options: Record<string, string | number | boolean>;
  request: ProbeRequest;
  /** What the arm is against the settings of the start. */
  expected: 'better' | 'worse';
}

const pool = { innodb_buffer_pool_size: '256M' };
const relaxed = { ...pool, innodb_flush_log_at_trx_commit: 2, 'skip-log-bin': true };
const update = (threads: number): ProbeRequest['workload'] => ({
  kind: 'sysbench',
  preset: 'update-index',
  threads,
  tables: 2,
  rows: 10_000,
});
const arm = (settings: Record<string, string>): ProbeRequest['arms'] => [
  {
    name: Object.values(settings).join('/'),
    settings: Object.entries(settings).map(([variable, value]) => ({ variable, value })),
  },
];

const oneThread = (server: ServerId, workload: ProbeRequest['workload']): Planted => ({
  server,
  options: relaxed,
  request: {
    probe: 'thread-concurrency',
    arms: arm({ innodb_thread_concurrency: '1' }),
    workload,
    maxSeconds: 120,
    seed: 11,
  },
  expected: 'worse',
});

/** Each statement is inside InnoDB nearly all its time, so one thread leaves the other processors idle. */
const sorts: ProbeRequest['workload'] = {
  kind: 'sysbench',
  preset: 'order-range',
  threads: 16,
  tables: 1,
  rows: 50_000,
};

const longSpin = (server: ServerId): Planted => ({
  server,
  options: relaxed,
  request: {
    probe: 'spin-wait-delay',
    arms: arm({ innodb_spin_wait_delay: '1000' }),
    workload: update(16),
    maxSeconds: 120,
    seed: 12,
  },
  expected: 'worse',
});

const smallSort = (server: ServerId): Planted => ({
  server,
  options: { ...pool, sort_buffer_size: '2M' },
  request: {
    probe: 'sort-buffer',
    arms: arm({ sort_buffer_size: '32768' }),
    workload: { kind: 'sysbench', preset: 'order-range', threads: 4, tables: 1, rows: 50_000 },
    maxSeconds: 120,
    seed: 13,
  },
  expected: 'worse',
});

const lazyCommit = (server: ServerId): Planted => ({
  server,
  options: { ...pool, 'log-bin': 'binlog', sync_binlog: 1, innodb_flush_log_at_trx_commit: 1 },
  request: {
    probe: 'commit-durability',
    arms: arm({ sync_binlog: '0', innodb_flush_log_at_trx_commit: '2' }),
    workload: update(8),
    maxSeconds: 120,
    seed: 14,
    allowDurability: true,
  },
  expected: 'better',
});

export const planted: Readonly<Record<string, Planted>> = {
  'one thread in InnoDB for sorts on mysql97': oneThread('mysql97', sorts),
  'one thread in InnoDB for sorts on mysql56': oneThread('mysql56', sorts),
  'one thread in InnoDB for updates on mysql97': oneThread('mysql97', update(16)),
  'one thread in InnoDB for updates on mysql56': oneThread('mysql56', update(16)),
  'spin delay 1000 on mysql97': longSpin('mysql97'),
  'spin delay 1000 on mariadb118': longSpin('mariadb118'),
  'sort buffer 32K on mysql56': smallSort('mysql56'),
  'sort buffer 32K on mariadb1011': smallSort('mariadb1011'),
  'commits not synced on mysql97': lazyCommit('mysql97'),
  'commits not synced on mariadb118': lazyCommit('mariadb118'),
};
