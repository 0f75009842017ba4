import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildSnapshot } from '../../../test/analysis/snapshot-builder';
import { variableFacts } from '../../knowledge/catalog/variable-catalog';
import type { Setting } from '../../shared/plan';
import type { Flavour, VersionTriple } from '../../shared/server';
import { Observed } from '../facts/inputs/observed';
import { referenceServers } from '../rules/server-range';
import { presentSettings } from '../settings/present-settings';
import { bounds, dependencies } from './dependencies';
import { plannedServer, resolveDependencies } from './resolve-dependencies';
import type { PlanLists, Target, Targets } from './target';

const MiB = 1024 ** 2;
type Server = { flavour: Flavour; version: VersionTriple };

describe('the tables', () => {
  const ends = [...dependencies.flatMap(({ of, needs }) => [of, needs]), ...bounds.map(({ of }) => of)];
  test.each([...new Set(ends)])('%s exists on some server', (name) => {
    expect(referenceServers.some((server) => variableFacts(name, server) !== undefined)).toBe(true);
  });

  test('each row is met by some server that has both variables', () => {
    for (const { of, needs } of dependencies) {
      const both = referenceServers.filter((server) =>
        [of, needs].every((name) => variableFacts(name, server) !== undefined),
      );
      expect(both, `${of} needs ${needs}`).not.toEqual([]);
    }
  });
});

/** Values that a server holds at its defaults, of what the tables speak of. */
const present: Record<string, string | number> = {
  innodb_buffer_pool_size: 1024 * MiB,
  innodb_buffer_pool_instances: 8,
  innodb_buffer_pool_chunk_size: 128 * MiB,
  innodb_io_capacity: 200,
  innodb_io_capacity_max: 2000,
  innodb_log_file_size: 48 * MiB,
  innodb_log_files_in_group: 2,
  innodb_open_files: 2000,
  innodb_page_cleaners: 4,
  innodb_page_size: 16_384,
  innodb_thread_concurrency: 0,
  binlog_cache_size: 32_768,
  max_binlog_cache_size: 4 * MiB,
  max_connections: 151,
  max_heap_table_size: 16 * MiB,
  open_files_limit: 5000,
  query_cache_size: MiB,
  query_cache_type: 'ON',
  slave_parallel_type: 'DATABASE',
  slave_parallel_workers: 0,
  table_open_cache: 2000,
  thread_cache_size: 9,
  tmp_table_size: 16 * MiB,
};
const servers: readonly Server[] = [
  { flavour: 'mysql', version: [5, 7, 22] },
  { flavour: 'mysql', version: [8, 0, 31] },
  { flavour: 'mariadb', version: [10, 11, 18] },
];
const requests = fc.record(
  {
    tmp_table_size: fc.integer({ min: 1024, max: 256 * MiB }),
    innodb_io_capacity: fc.integer({ min: 100, max: 100_000 }),
    innodb_buffer_pool_instances: fc.integer({ min: 1, max: 64 }),
    innodb_buffer_pool_chunk_size: fc.integer({ min: 1, max: 1024 }).map((count) => count * MiB),
    max_connections: fc.integer({ min: 10, max: 20_000 }),
    table_open_cache: fc.integer({ min: 10, max: 200_000 }),
    binlog_cache_size: fc.integer({ min: 1, max: 4096 }).map((count) => count * 4096),
    query_cache_type: fc.constantFrom<Setting>('OFF', 'ON'),
    slave_parallel_workers: fc.integer({ min: 1, max: 64 }),
    innodb_thread_concurrency: fc.integer({ min: 0, max: 1000 }),
    thread_cache_size: fc.integer({ min: 0, max: 16_000 }),
  },
  { requiredKeys: [] },
);
const target = (to: Setting): Target => ({
  ...{ to, why: ['a-rule'], neededBy: [], alsoWished: [], stopWhen: [] },
  ...{ argument: 'A reason.', byHand: false },
});

function resolved(server: Server, wanted: Record<string, Setting>, held: readonly string[]) {
  const settings = presentSettings(new Observed(buildSnapshot({ server, variables: present })));
  const targets: Targets = new Map(Object.entries(wanted).map(([name, to]) => [name, target(to)]));
  const lists: PlanLists = { changes: [], conflicts: [], locked: [], leftOut: [], withheld: [] };
  resolveDependencies(targets, lists, settings, (name) => (held.includes(name) ? 'Locked.' : null));
  return { targets, lists, settings, planned: plannedServer(targets, settings) };
}

test.each(servers)(
  'on $flavour $version what is planned has what it needs, or is left out with a reason',
  (server) => {
    const held = fc.subarray(['max_heap_table_size', 'open_files_limit', 'innodb_buffer_pool_size']);
    fc.assert(
      fc.property(requests, held, (wanted, locked) => {
        const { targets, lists, settings, planned } = resolved(server, wanted, locked);
        for (const dependency of dependencies) {
          const { of, needs, exact, otherwise } = dependency;
          if (!targets.has(of) || settings.valueOf(needs) === undefined) continue;
          if (otherwise === 'clamped' || dependency.applies?.(planned) === false) continue;
          if (planned.value(of) === settings.valueOf(of)) continue;
          const [has, least] = [planned.value(needs), dependency.least(planned)];
          if (least === null) continue;
          if (exact) expect(has, `${of} needs ${needs}`).toEqual(least);
          else expect(Number(has), `${of} needs ${needs}`).toBeGreaterThanOrEqual(Number(least));
        }
        for (const name of locked) expect(targets.has(name)).toBe(false);
        for (const name of Object.keys(wanted)) {
          if (!targets.has(name)) expect(lists.leftOut.map(({ variable }) => variable)).toContain(name);
        }
      }),
    );
  },
);

test.each(servers)(
  'on $flavour $version no planned value is beyond a bound that the others make',
  (server) => {
    fc.assert(
      fc.property(requests, (wanted) => {
        const { targets, planned } = resolved(server, wanted, []);
        for (const { of, applies, highest, lowest } of bounds) {
          if (!targets.has(of) || applies?.(server) === false) continue;
          const [most, least] = [highest?.(planned.number) ?? null, lowest?.(planned.number) ?? null];
          if (most !== null) expect(planned.number(of), of).toBeLessThanOrEqual(most);
          if (least !== null) expect(planned.number(of), of).toBeGreaterThanOrEqual(least);
        }
      }),
    );
  },
);
