import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Build, buildSnapshot } from '../../../test/analysis/snapshot-builder';
import type { MemoryBudget, Setting } from '../../shared/plan';
import { Observed } from '../facts/inputs/observed';
import { memoryBudget } from './memory-budget';

const MiB = 1024 ** 2;
const GiB = 1024 ** 3;
/** Settings that take memory: more of one never takes less. */
const taking = [
  'innodb_buffer_pool_size',
  'innodb_log_buffer_size',
  'key_buffer_size',
  'aria_pagecache_buffer_size',
  'max_connections',
  'sort_buffer_size',
  'join_buffer_size',
  'read_buffer_size',
  'read_rnd_buffer_size',
  'binlog_cache_size',
  'thread_stack',
  'temptable_max_ram',
] as const;
const size = fc.integer({ min: 0, max: 2 ** 46 });
/** Some of them, each with a size. */
const settings = fc.dictionary(fc.constantFrom(...taking), size);
const usage = fc.dictionary(
  fc.constantFrom(
    'Threads_connected',
    'Max_used_connections',
    'Threads_cached',
    'Innodb_buffer_pool_bytes_data',
    'Key_blocks_used',
  ),
  size,
);
/** So much work of each kind that every buffer is in use. */
const working = {
  Sort_scan: [0, 5, 10],
  Select_full_join: [0, 5, 10],
  Select_scan: [0, 5, 10],
  Created_tmp_tables: [0, 5, 10],
};

function budget(build: Build, changes: Record<string, Setting> = {}): MemoryBudget {
  return memoryBudget(new Observed(buildSnapshot(build)), new Map(Object.entries(changes)));
}

test('every term is ordered low, likely, worst, and the budget is their sum, whatever the settings', () => {
  fc.assert(
    fc.property(settings, usage, fc.boolean(), (variables, status, busy) => {
      const { low, likely, worst, terms } = budget({
        variables: { ...variables, log_bin: 'ON' },
        status,
        ...(busy ? { counters: working } : {}),
      });
      for (const term of terms) {
        expect(term.low, term.name).toBeLessThanOrEqual(term.likely);
        expect(term.likely, term.name).toBeLessThanOrEqual(term.worst);
      }
      const sum = (end: 'low' | 'likely' | 'worst') => terms.reduce((total, term) => total + term[end], 0);
      expect([low, likely, worst]).toEqual([sum('low'), sum('likely'), sum('worst')]);
    }),
  );
});

test('a larger setting never takes less memory', () => {
  fc.assert(
    fc.property(
      settings,
      usage,
      fc.constantFrom(...taking),
      fc.double({ min: 1, max: 100, noNaN: true }),
      (variables, status, name, factor) => {
        const present = variables[name];
        if (present === undefined) return;
        const build: Build = { variables: { ...variables, log_bin: 'ON' }, status, counters: working };
        const now = budget(build);
        const planned = budget(build, { [name]: Math.ceil(present * factor) });
        expect(planned.likely).toBeGreaterThanOrEqual(now.likely);
        expect(planned.worst).toBeGreaterThanOrEqual(now.worst);
      },
    ),
  );
});

test('present values as a plan change nothing, and a plan counts as if it were in force', () => {
  fc.assert(
    fc.property(settings, settings, usage, (variables, changes, status) => {
      const planned = Object.fromEntries(
        Object.entries(changes).filter(([name]) => variables[name] !== undefined),
      );
      expect(budget({ variables, status }, variables)).toEqual(budget({ variables, status }));
      expect(budget({ variables, status }, planned)).toEqual(
        budget({ variables: { ...variables, ...planned }, status }),
      );
    }),
  );
});

/** What a server of the test does not take. */
const none = {
  join_buffer_size: 0,
  key_buffer_size: 0,
  read_buffer_size: 0,
  read_rnd_buffer_size: 0,
  replica_parallel_workers: 0,
  replica_pending_jobs_size_max: 0,
  slave_parallel_workers: 0,
  slave_pending_jobs_size_max: 0,
  temptable_max_ram: 0,
};

test('of a buffer that nobody read the default of the version counts, and the term says so', () => {
  const variables = { innodb_buffer_pool_size: GiB, max_connections: 100, sort_buffer_size: 2 * MiB };
  const termOf = (build: Build, wanted: string) => budget(build).terms.find(({ name }) => name === wanted);
  const unread = termOf({ variables }, 'Join buffers');
  expect(unread).toMatchObject({ worst: 100 * 256 * 1024 });
  expect(unread?.how).toContain('Not read: join_buffer_size; the default is assumed');
  const read = termOf({ variables: { ...variables, join_buffer_size: MiB } }, 'Join buffers');
  expect(read).toMatchObject({ worst: 100 * MiB });
  expect(read?.how).not.toContain('Not read');
});

test('the terms of a small server, by hand', () => {
  const { terms, low, likely, worst } = budget({
    variables: {
      innodb_buffer_pool_size: GiB,
      innodb_log_buffer_size: 16 * MiB,
      max_connections: 100,
      thread_stack: MiB,
      net_buffer_length: 16_384,
      sort_buffer_size: 2 * MiB,
      ...none,
    },
    status: { Threads_connected: 10, Max_used_connections: 40, Innodb_buffer_pool_bytes_data: 600 * MiB },
  });
  const connection = MiB + 16_384;
  expect(terms.map(({ name, how: _, ...sizes }) => [name, sizes])).toEqual([
    ['InnoDB buffer pool', { low: 600 * MiB, likely: 1.03 * GiB, worst: 1.1 * GiB }],
    ['InnoDB log buffer', { low: 16 * MiB, likely: 16 * MiB, worst: 16 * MiB }],
    ['Performance Schema', { low: 0, likely: 0, worst: 0 }],
    ['Open tables, definitions and prepared statements', { low: 0, likely: 0, worst: 0 }],
    ['Connections', { low: 10 * connection, likely: 40 * connection, worst: 100 * connection }],
    // Nothing was sorted in the window.
    ['Sort buffers', { low: 0, likely: 0, worst: 200 * MiB }],
  ]);
  expect(low).toBe(616 * MiB + 10 * connection);
  expect(likely).toBe(1.03 * GiB + 16 * MiB + 40 * connection);
  expect(worst).toBe(1.1 * GiB + 216 * MiB + 100 * connection);
});

test('the limit is the least that is known, and null where nothing is', () => {
  const memory = fc.option(fc.integer({ min: 1, max: 2 ** 45 }), { nil: null });
  fc.assert(
    fc.property(memory, memory, (ram, group) => {
      const host = {
        ...(ram === null ? {} : { memoryBytes: { origin: 'local' as const, value: ram } }),
        ...(group === null ? {} : { cgroupMemoryBytes: { origin: 'local' as const, value: group } }),
      };
      const known = [ram, group].filter((bytes) => bytes !== null);
      expect(budget({ host }).limit).toBe(known.length === 0 ? null : Math.min(...known));
    }),
  );
});
