import { expect, test } from 'vitest';
import type { Samples, Series } from '../../shared/snapshot';
import { derivableSeries, partsOfDerived, withDerivedSeries } from './derived-series';

const counter = (values: (number | null)[], base = '0'): Series => ({
  kind: 'counter',
  unit: 'count',
  base,
  values,
});
const samplesOf = (series: Samples['series'], restarts: number[] = []): Samples => ({
  startedAt: '2026-01-01T00:00:00Z',
  intervalMs: 1000,
  times: [0, 1000, 2000, 3000],
  restarts,
  series,
});
const none = { redoSyncLimit: null };

test('transactions are commits and rollbacks, exactly, and never handler commits', () => {
  const { series } = withDerivedSeries(
    samplesOf({
      Com_commit: counter([0, 10, null, 30], '9007199254740993'),
      Com_rollback: counter([0, 1, 2, 3], '7'),
      Handler_commit: counter([0, 500, 1000, 1500]),
    }),
    none,
  );
  expect(series['derived.transactions']).toEqual(counter([0, 11, null, 33], '9007199254741000'));
  const only = withDerivedSeries(samplesOf({ Handler_commit: counter([0, 5, 10, 15]) }), none);
  expect(only.series['derived.transactions']).toBeUndefined();
});

test('the hit ratio is of each interval; where nothing was asked for, or the server restarted, there is none', () => {
  const { series } = withDerivedSeries(
    samplesOf(
      {
        Innodb_buffer_pool_reads: counter([0, 10, 10, 0]),
        Innodb_buffer_pool_read_requests: counter([0, 100, 100, 50]),
      },
      [3],
    ),
    none,
  );
  expect(series['derived.buffer_pool_hit_ratio']?.values).toEqual([null, 90, null, null]);
});

test('the checkpoint age is the distance of two positions, and a share where the limit is known', () => {
  const positions = samplesOf({
    Innodb_redo_log_current_lsn: counter([0, 100, 200, 300], '18446744073709550000'),
    Innodb_redo_log_checkpoint_lsn: counter([0, 0, 150, 150], '18446744073709549000'),
  });
  const { series } = withDerivedSeries(positions, { redoSyncLimit: 2000 });
  expect(series['derived.checkpoint_age']?.values).toEqual([1000, 1100, 1050, 1150]);
  expect(series['derived.checkpoint_age_share']?.values).toEqual([50, 55, 52.5, 57.5]);
  expect(withDerivedSeries(positions, none).series['derived.checkpoint_age_share']).toBeUndefined();
});

test('CPU of the server and of others add up to the busy CPUs', () => {
  const { series } = withDerivedSeries(
    samplesOf({
      'host.cpu.busy': counter([0, 600, 1200, 1800]),
      'host.cpu.idle': counter([0, 300, 600, 900]),
      'host.cpu.iowait': counter([0, 100, 200, 300]),
      'host.cpu.steal': counter([0, 0, 0, 0]),
      'host.server.cpu_user': counter([0, 300, 600, 1300]),
      'host.server.cpu_system': counter([0, 100, 200, 300]),
    }),
    none,
  );
  expect(series['derived.cpu_server']?.values).toEqual([null, 40, 40, 80]);
  expect(series['derived.cpu_others']?.values).toEqual([null, 20, 20, 0]);
});

test('what is listed is what is made', () => {
  const samples = samplesOf({
    Com_commit: counter([0, 1, 2, 3]),
    Innodb_checkpoint_age: { kind: 'gauge', unit: 'bytes', base: '0', values: [1, 2, 3, 4] },
  });
  for (const context of [none, { redoSyncLimit: 10 }]) {
    const made = Object.entries(withDerivedSeries(samples, context).series)
      .filter(([name]) => name.startsWith('derived.'))
      .map(([name, { kind, unit }]) => ({ name, kind, unit }));
    expect(derivableSeries(Object.keys(samples.series), context)).toEqual(made);
  }
  expect(partsOfDerived(['derived.transactions', 'Questions'], (name) => name in samples.series)).toEqual([
    'Com_commit',
  ]);
});
