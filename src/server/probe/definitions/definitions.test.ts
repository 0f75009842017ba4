import { expect, test } from 'vitest';
import { defaultSeconds, designProbe } from '../../../experiment/design/schedule';
import { probeIds } from '../../../shared/probe';
import type { VersionTriple } from '../../../shared/server';
import { probeDefinitions } from '.';
import { isReason, type ProbedServer } from './definition';

function server(
  flavour: 'mysql' | 'mariadb',
  version: VersionTriple,
  globals: Record<string, string>,
): ProbedServer {
  return {
    identity: {
      flavour,
      version,
      versionText: version.join('.'),
      comment: '',
      hosting: 'self',
      uptimeSeconds: 1,
      serverKey: 'x',
      privileges: null,
      performanceSchema: true,
    },
    globals: new Map(Object.entries(globals)),
    cpus: 8,
  };
}
const innodb = {
  innodb_spin_wait_delay: '6',
  innodb_adaptive_hash_index: 'ON',
  innodb_thread_concurrency: '0',
  innodb_io_capacity: '200',
  innodb_io_capacity_max: '2000',
  innodb_buffer_pool_size: '1073741824',
  innodb_flush_log_at_trx_commit: '1',
  sync_binlog: '1',
  log_bin: 'ON',
  sort_buffer_size: '262144',
  join_buffer_size: '262144',
  max_connections: '151',
  performance_schema: 'ON',
};
const mysql56 = server('mysql', [5, 6, 24], innodb);
const mysql84 = server('mysql', [8, 4, 5], { ...innodb, innodb_spin_wait_pause_multiplier: '50' });
const { innodb_thread_concurrency: _, ...withoutConcurrency } = innodb;
const mariadb = server('mariadb', [10, 11, 18], {
  ...withoutConcurrency,
  innodb_spin_wait_delay: '4',
  performance_schema: 'OFF',
});

const names = (id: keyof typeof probeDefinitions, on: ProbedServer) => {
  const proposed = probeDefinitions[id].propose(on);
  return isReason(proposed) ? proposed : proposed.arms.map(({ name }) => name);
};

test.each(probeIds)(
  '%s fits into its default time, with its variants, and stands under its own name',
  (id) => {
    const definition = probeDefinitions[id];
    expect(definition.id).toBe(id);
    for (const on of [mysql56, mysql84, mariadb]) {
      const proposed = definition.propose(on);
      if (isReason(proposed)) continue;
      const arms = Math.max(1, proposed.arms.length);
      const seconds = defaultSeconds(definition.times, arms);
      const design = designProbe({ times: definition.times, arms, maxSeconds: seconds });
      expect(design?.totalSeconds).toBeLessThanOrEqual(seconds);
      expect(design?.verdictBlocks).toBe(definition.times.blocks);
      // The present settings are the baseline, not an arm.
      for (const { settings } of proposed.arms) {
        const differs = settings.some(({ variable, value }) => on.globals.get(variable) !== String(value));
        expect(settings.length === 0 || differs).toBe(true);
      }
    }
  },
);

test('the sweep of the delay leaves out what is in force, and has the multiplier where there is one', () => {
  expect(names('spin-wait-delay', mysql84)).toEqual(['0', '2', '12', '24', '48', '96', 'multiplier 5']);
  expect(names('spin-wait-delay', mariadb)).toEqual(['0', '2', '12', '24', '48', '96']);
});

test('where a probe makes no sense it says why', () => {
  expect(names('thread-concurrency', mariadb)).toMatchObject({
    code: 'absent',
    text: expect.stringContaining('10.6'),
  });
  expect(names('buffer-pool-resize', mysql56)).toMatchObject({ code: 'absent' });
  expect(names('pfs-overhead', mariadb)).toMatchObject({
    code: 'disabled',
    remedy: 'Under [mysqld]: performance_schema = ON',
  });
  const { innodb_adaptive_hash_index: __, ...without } = innodb;
  expect(names('adaptive-hash-index', server('mysql', [8, 4, 5], without))).toMatchObject({ code: 'absent' });
});

test('what only a start could reach is left out with its line', () => {
  const proposed = probeDefinitions['pfs-overhead'].propose(mysql56);
  expect(proposed).toMatchObject({
    leftOut: [{ arm: 'all-synch', reason: expect.stringContaining('performance-schema-instrument') }],
  });
});

test('without a binary log only the redo log is compared, and each loss window is reported', () => {
  const single = server('mysql', [8, 4, 5], { ...innodb, log_bin: 'OFF' });
  expect(names('commit-durability', single)).toEqual(['redo 2']);
  expect(probeDefinitions['commit-durability'].remarks?.(mysql84).join(' ')).toMatch(/up to about a second/);
});
