import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alsoChanges, coupledWith, inSafeOrder, otherNames, sameSettingAs } from './coupled-variables';

test('both names of a renamed replication variable move together', () => {
  expect(coupledWith('replica_parallel_workers')).toContain('slave_parallel_workers');
  expect(coupledWith('slave_parallel_workers')).toEqual(
    expect.arrayContaining(['replica_parallel_workers', 'slave_parallel_threads']),
  );
  expect(coupledWith('sync_source_info')).toContain('sync_master_info');
  expect(coupledWith('rpl_stop_replica_timeout')).toContain('rpl_stop_slave_timeout');
});

test('coupled variable goes both ways, and a variable is not coupled with itself', () => {
  for (const name of ['innodb_io_capacity', 'tmp_table_size', 'sql_big_selects', 'sync_master_info']) {
    expect(coupledWith(name)).not.toContain(name);
    for (const other of coupledWith(name)) expect(coupledWith(other)).toContain(name);
  }
  expect(coupledWith('sort_buffer_size')).toEqual([]);
});

type Pair = { low: number; high: number };
const pair = fc
  .tuple(fc.integer({ min: 100, max: 50_000 }), fc.integer({ min: 100, max: 50_000 }))
  .map(([a, b]): Pair => ({ low: Math.min(a, b), high: Math.max(a, b) }));

/** The two rules of research on 10.11 and 9.7: what a SET does to a pair of io capacities. */
const servers: Record<string, (now: Pair, variable: string, value: number) => Pair> = {
  mysql: (now, variable, value) =>
    variable === 'innodb_io_capacity'
      ? { ...now, low: Math.min(value, now.high) }
      : { ...now, high: Math.max(value, now.low) },
  mariadb: (now, variable, value) =>
    variable === 'innodb_io_capacity'
      ? { low: value, high: value > now.high ? value * 2 : now.high }
      : { low: Math.min(now.low, value), high: value },
};

test.each(Object.entries(servers))('in safe order both capacities arrive as asked (%s)', (_, set) => {
  fc.assert(
    fc.property(pair, pair, fc.boolean(), (from, to, swapped) => {
      const settings = [
        { variable: 'innodb_io_capacity', value: String(to.low) },
        { variable: 'sort_buffer_size', value: '1' },
        { variable: 'innodb_io_capacity_max', value: String(to.high) },
      ];
      if (swapped) settings.reverse();
      const current = new Map([
        ['innodb_io_capacity', String(from.low)],
        ['innodb_io_capacity_max', String(from.high)],
      ]);
      let now = from;
      for (const { variable, value } of inSafeOrder(settings, current)) {
        if (variable !== 'sort_buffer_size') now = set(now, variable, Number(value));
      }
      expect(now).toEqual(to);
    }),
  );
});

test('another name of a variable is distinguished from another spelling of its setting', () => {
  expect(otherNames('long_query_time')).toEqual(['log_slow_query_time']);
  expect(otherNames('expire_logs_days')).toEqual([]);
  expect(sameSettingAs('expire_logs_days')).toEqual(['binlog_expire_logs_seconds']);
  expect(sameSettingAs('innodb_io_capacity')).toEqual([]);
});

test('what a SET moves besides is known by what it is set to', () => {
  const bigSelects = (value: string) => ({ variable: 'sql_big_selects', value });
  const rows = (value: string) => ({ variable: 'max_join_size', value });
  expect(alsoChanges(rows('1000'), bigSelects('ON'))).toBe(true);
  expect(alsoChanges(rows('1000'), bigSelects('OFF'))).toBe(false);
  expect(alsoChanges(rows('18446744073709551615'), bigSelects('OFF'))).toBe(true);
  const slow = (value: string) => ({ variable: 'log_slow_admin_statements', value });
  const disabled = { variable: 'log_slow_disabled_statements', value: 'admin,sp' };
  expect(alsoChanges(slow('ON'), disabled)).toBe(true);
  expect(alsoChanges(slow('OFF'), disabled)).toBe(false);
  expect(alsoChanges(slow('ON'), bigSelects('ON'))).toBe(false);
  const collation = { variable: 'collation_server', value: 'utf8mb4_bin' };
  expect(alsoChanges(collation, { variable: 'character_set_server', value: 'utf8mb4' })).toBe(false);
  expect(alsoChanges(collation, { variable: 'character_set_server', value: 'latin1' })).toBe(true);
});

test('what follows another variable is set after it', () => {
  const settings = ['sql_big_selects', 'sort_buffer_size', 'max_join_size'].map((variable) => ({
    variable,
    value: '1',
  }));
  expect(inSafeOrder(settings, new Map()).map(({ variable }) => variable)).toEqual([
    'max_join_size',
    'sql_big_selects',
    'sort_buffer_size',
  ]);
});
