import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildPlan } from '../../src/analysis';
import type { Advice, Finding } from '../../src/shared/analysis';
import { noChoices, planSchema, type TuningPlan, whyChanged } from '../../src/shared/plan';
import { type Build, buildSnapshot, tableSection } from './snapshot-builder';

const MiB = 1024 ** 2;
const snapshot = buildSnapshot({
  variables: {
    innodb_buffer_pool_size: 128 * MiB,
    innodb_buffer_pool_instances: 1,
    innodb_buffer_pool_chunk_size: 128 * MiB,
    max_connections: 100,
    sort_buffer_size: 262_144,
    innodb_log_buffer_size: 16 * MiB,
    innodb_io_capacity: 200,
    innodb_io_capacity_max: 2000,
    thread_stack: 1_048_576,
    table_open_cache: 4000,
    performance_schema: 'ON',
    query_cache_size: 0,
  },
  status: { Threads_connected: 10, Max_used_connections: 20, Innodb_buffer_pool_bytes_data: 64 * MiB },
  host: { memoryBytes: { origin: 'declared', value: 1024 * MiB } },
});

function advice(variable: string, current: Advice['current'], proposed: Advice['proposed']): Advice {
  return {
    variable,
    current,
    proposed,
    unit: 'none',
    scope: 'global',
    dynamic: true,
    restart: false,
    stopWhen: 'done',
    memoryEffect: null,
    risk: 'none',
    sideEffects: 'none',
  };
}

function finding(ruleId: string, rank: number, ...wanted: Advice[]): Finding {
  return {
    ruleId,
    area: 'memory',
    title: `Title of ${ruleId}`,
    severity: 'warning',
    role: 'lever',
    standing: 'finding',
    explainedBy: [],
    rank,
    confidence: { level: 'high', reason: '', firedSeconds: null, seenSeconds: null },
    impact: { share: null, basis: 'estimated', text: 'Some impact.' },
    evidence: [],
    explanation: '',
    refutedBy: '',
    advice: wanted,
    actions: [],
    probe: null,
    sources: [],
  };
}

test('advice becomes changes, stored as the server will store them', () => {
  const findings = [
    finding('pool', 1, advice('innodb_buffer_pool_size', 128 * MiB, 300 * MiB)),
    finding('pfs', 2, advice('performance_schema', true, false)),
  ];
  const plan = planSchema.parse(buildPlan(snapshot, findings, noChoices));
  expect(plan.changes).toMatchObject([
    {
      variable: 'innodb_buffer_pool_size',
      from: 128 * MiB,
      to: 300 * MiB,
      stored: 384 * MiB,
      when: 'now',
      why: ['pool'],
    },
    { variable: 'performance_schema', from: true, stored: false, when: 'restart', group: 'mysqld' },
  ]);
});

test('only accepted findings take part', () => {
  const findings = [
    finding('a', 1, advice('max_connections', 100, 200)),
    finding('b', 2, advice('table_open_cache', 4000, 8000)),
  ];
  const plan = buildPlan(snapshot, findings, { ...noChoices, accepted: ['b'] });
  expect(plan.changes.map(({ variable }) => variable)).toEqual(['table_open_cache']);
});

test('a locked variable stays and is named', () => {
  const findings = [finding('a', 1, advice('max_connections', 100, 200))];
  const plan = buildPlan(snapshot, findings, { ...noChoices, locked: ['max-connections'] });
  expect(plan.changes).toEqual([]);
  expect(plan.locked).toEqual(['max_connections']);
  expect(plan.leftOut).toEqual([{ variable: 'max_connections', reason: expect.stringMatching(/Locked/) }]);
});

test('opposite directions are a conflict: both arguments are shown and neither is picked', () => {
  const findings = [
    finding('up', 1, advice('sort_buffer_size', 262_144, 524_288)),
    finding('down', 2, advice('sort_buffer_size', 262_144, 131_072)),
  ];
  const plan = buildPlan(snapshot, findings, noChoices);
  expect(plan.changes).toEqual([]);
  expect(plan.conflicts).toMatchObject([
    {
      variable: 'sort_buffer_size',
      sides: [
        { ruleId: 'up', to: 524_288 },
        { ruleId: 'down', to: 131_072 },
      ],
    },
  ]);
  expect(plan.leftOut).toMatchObject([{ variable: 'sort_buffer_size' }]);
});

test('of two values in one direction the higher-ranked finding decides, and both are named', () => {
  const findings = [
    finding('second', 2, advice('max_connections', 100, 300)),
    finding('first', 1, advice('max_connections', 100, 200)),
  ];
  const plan = buildPlan(snapshot, findings, noChoices);
  expect(plan.changes).toMatchObject([{ stored: 200, why: ['first', 'second'] }]);
  const [change] = plan.changes;
  const reported =
    change === undefined
      ? ''
      : whyChanged(
          change,
          (id) => id,
          (to) => `${String(to)} sessions`,
        );
  expect(reported).toBe('first; second (of itself 300 sessions)');
});

test("the user's own value wins over a rule's, also where rules disagree", () => {
  const findings = [
    finding('up', 1, advice('sort_buffer_size', 262_144, 524_288)),
    finding('down', 2, advice('sort_buffer_size', 262_144, 131_072)),
  ];
  const plan = buildPlan(snapshot, findings, { ...noChoices, set: { 'sort-buffer-size': '1M' } });
  expect(plan.changes).toMatchObject([{ variable: 'sort_buffer_size', stored: MiB, why: [] }]);
  expect(plan.conflicts).toEqual([]);
});

test.each([
  ['innodb_redo_log_capacity', '1G', /does not exist on this server \(MySQL 8\.0\.40\)/],
  ['max_connections', '100', /Already in force/],
  ['max_connections', 'many', /not a value of type integer/],
  // The server of this test claims to have it, the catalog knows better.
  ['query_cache_size', '1M', /How this server rounds it is not known/],
])('%s = %s is left out with a reason', (variable, text, reason) => {
  const plan = buildPlan(snapshot, [], { ...noChoices, set: { [variable]: text } });
  expect(plan.changes).toEqual([]);
  expect(plan.leftOut).toEqual([{ variable, reason: expect.stringMatching(reason) }]);
});

test("a locked variable stays, also against the user's own value", () => {
  const plan = buildPlan(snapshot, [finding('a', 1, advice('max_connections', 100, 200))], {
    ...noChoices,
    locked: ['max_connections'],
    set: { 'max-connections': '150' },
  });
  expect(plan.changes).toEqual([]);
  expect(plan.locked).toEqual(['max_connections']);
  expect(plan.leftOut).toEqual([{ variable: 'max_connections', reason: expect.stringMatching(/Locked/) }]);
});

test.each([
  ['innodb_flush_method', 'banana', /none of its values: fsync, O_DSYNC/],
  ['innodb_doublewrite', 'maybe', /none of its values: OFF, ON/],
  ['innodb_change_buffering', 'zzz', /none of its values/],
  ['binlog_format', 'xx', /none of its values: MIXED, STATEMENT, ROW/],
  ['thread_handling', 'foo', /none of its values/],
  // Community MySQL has no pool of threads in the server itself.
  ['thread_handling', 'pool-of-threads', /none of its values/],
  ['innodb_page_size', '5000', /none of its values: 4096, 8192, 16384, 32768, 65536/],
  ['innodb_page_size', '32K', /fixed when the data directory is initialised/],
  ['innodb_buffer_pool_size', '1e23', /more than a server can address \(128 TiB\)/],
  ['innodb_buffer_pool_size', '9'.repeat(400), /not a number that it can hold/],
])('%s = %s, with which the server would not start, is left out', (variable, text, reason) => {
  const server = buildSnapshot({
    variables: {
      innodb_buffer_pool_size: 128 * MiB,
      innodb_flush_method: 'fsync',
      innodb_doublewrite: 'ON',
      innodb_change_buffering: 'all',
      binlog_format: 'ROW',
      thread_handling: 'one-thread-per-connection',
      innodb_page_size: 16_384,
    },
  });
  const plan = buildPlan(server, [], { ...noChoices, set: { [variable]: text } });
  expect(plan.changes).toEqual([]);
  expect(plan.leftOut).toEqual([{ variable, reason: expect.stringMatching(reason) }]);
});

test('a value that the server takes without a change is left out', () => {
  const server = buildSnapshot({
    server: { flavour: 'mariadb', version: [10, 2, 11] },
    variables: { innodb_fake_changes: 'OFF', innodb_support_xa: 'ON' },
  });
  const plan = buildPlan(server, [], {
    ...noChoices,
    set: { innodb_fake_changes: 'ON', innodb_support_xa: 'OFF' },
  });
  expect(plan.changes).toEqual([]);
  expect(plan.leftOut).toMatchObject([
    { variable: 'innodb_fake_changes', reason: expect.stringMatching(/the setting does not change/) },
    { variable: 'innodb_support_xa', reason: expect.stringMatching(/the setting does not change/) },
  ]);
});

test('a pool with which MariaDB does not start is left out', () => {
  const server = buildSnapshot({
    server: { flavour: 'mariadb', version: [11, 8, 7] },
    variables: { innodb_buffer_pool_size: 128 * MiB, innodb_page_size: 16_384 },
  });
  const plan = buildPlan(server, [], { ...noChoices, set: { innodb_buffer_pool_size: '3M' } });
  expect(plan.leftOut).toMatchObject([{ reason: expect.stringMatching(/smallest buffer pool/) }]);
});

test('a plan that would take more memory than there is says so; one within it does not', () => {
  const remarks = (size: string) =>
    buildPlan(snapshot, [], { ...noChoices, set: { innodb_buffer_pool_size: size } });
  expect(remarks('2G').memoryCheck).toEqual({
    status: 'exceeds',
    text: expect.stringMatching(/would likely take 2\.\d+ GiB, more than the 1 GiB/),
  });
  expect(remarks('2G').leftOut).toEqual([]);
  expect(remarks('256M').memoryCheck.status).toBe('fits');
});

test('a server that is beyond its memory already is distinguished from a plan that takes it there', () => {
  const build = { innodb_buffer_pool_size: 2048 * MiB, max_connections: 100 };
  const tight = buildSnapshot({
    variables: build,
    host: { memoryBytes: { origin: 'declared', value: 1024 * MiB } },
  });
  expect(buildPlan(tight, [], noChoices).memoryCheck.status).toBe('exceeded already');
});

test('without the memory of the host nothing is guessed: the check says what to declare', () => {
  const { memory, memoryCheck } = buildPlan(
    buildSnapshot({ variables: { innodb_buffer_pool_size: 128 * MiB } }),
    [],
    noChoices,
  );
  expect(memory.limit).toBeNull();
  expect(memoryCheck).toEqual({
    status: 'not checked',
    text: expect.stringMatching(/was not checked: .* \(Not declared\)\. Declare it, for example --ram 64G\./),
  });
});

test('buffer pool instances follow from the size of the pool, the planned one too', () => {
  const planOf = (set: Record<string, string>) => buildPlan(snapshot, [], { ...noChoices, set });
  expect(planOf({ innodb_buffer_pool_instances: '4' })).toMatchObject({
    changes: [],
    leftOut: [{ reason: 'Already in force: the server holds 1.' }],
  });
  const { changes } = planOf({ innodb_buffer_pool_instances: '4', innodb_buffer_pool_size: '1100M' });
  // What can be had at once comes before what waits for the restart.
  expect(changes).toMatchObject([
    { variable: 'innodb_buffer_pool_size', stored: 1536 * MiB, when: 'now' },
    { variable: 'innodb_buffer_pool_instances', stored: 4, when: 'restart' },
  ]);
});

test('a pair of variables that hold each other is judged by the plan, not by the present', () => {
  const alone = buildPlan(snapshot, [], { ...noChoices, set: { innodb_io_capacity: '4000' } });
  expect(alone.changes).toMatchObject([
    { variable: 'innodb_io_capacity', stored: 4000, neededBy: [] },
    {
      variable: 'innodb_io_capacity_max',
      stored: 8000,
      why: [],
      neededBy: [{ variable: 'innodb_io_capacity', reason: expect.stringMatching(/below its maximum/) }],
    },
  ]);
  const held = buildPlan(snapshot, [], {
    ...noChoices,
    locked: ['innodb_io_capacity_max'],
    set: { innodb_io_capacity: '4000' },
  });
  expect(held.changes).toMatchObject([{ to: 4000, stored: 2000 }]);
  const both = buildPlan(snapshot, [], {
    ...noChoices,
    set: { innodb_io_capacity: '4000', innodb_io_capacity_max: '8000' },
  });
  expect(both.changes).toMatchObject([{ stored: 4000 }, { stored: 8000 }]);
});

test('the memory budget shows the plan against the present, and its terms add up', () => {
  const plan = buildPlan(snapshot, [], {
    ...noChoices,
    set: { innodb_buffer_pool_size: '256M', max_connections: '200' },
  });
  for (const budget of [plan.memory, plan.memoryNow]) {
    for (const end of ['low', 'likely', 'worst'] as const) {
      expect(budget.terms.reduce((sum, term) => sum + term[end], 0)).toBeCloseTo(budget[end], 3);
    }
    for (const term of budget.terms) {
      expect(term.low).toBeLessThanOrEqual(term.likely);
      expect(term.likely).toBeLessThanOrEqual(term.worst);
      expect(term.how).not.toBe('');
    }
    expect(budget.limit).toBe(1024 * MiB);
  }
  expect(plan.memory.worst - plan.memoryNow.worst).toBeGreaterThan(128 * MiB);
  const pool = plan.memoryNow.terms.find(({ name }) => name === 'InnoDB buffer pool');
  expect(pool).toMatchObject({ low: 64 * MiB, worst: 128 * MiB * 1.1 });
});

test('what the Performance Schema takes is not counted where nothing shows it, and no server is said to be without it', () => {
  const { terms } = buildPlan(
    buildSnapshot({ variables: { performance_schema: 'ON' } }),
    [],
    noChoices,
  ).memoryNow;
  const term = terms.find(({ name }) => name === 'Performance Schema');
  expect(term).toMatchObject({ low: 0, likely: 0, worst: 0 });
  expect(term?.how).toMatch(/^not counted: only memory_summary_global_by_event_name shows it\./);
});

test('TempTable memory is one pool for all sessions, MEMORY tables are one for each', () => {
  const variables = { max_connections: 100, tmp_table_size: 16 * MiB, max_heap_table_size: 16 * MiB };
  const worstOf = (build: Parameters<typeof buildSnapshot>[0], name: RegExp) =>
    buildPlan(buildSnapshot(build), [], noChoices).memoryNow.terms.find((term) => name.test(term.name))
      ?.worst;
  const newer = { ...variables, internal_tmp_mem_storage_engine: 'TempTable', temptable_max_ram: 1024 * MiB };
  expect(worstOf({ variables: newer }, /TempTable/)).toBe(1024 * MiB);
  expect(worstOf({ variables: newer }, /Temporary tables in memory/)).toBeUndefined();
  const older = {
    server: { flavour: 'mysql' as const, version: [5, 7, 44] as [number, number, number] },
    variables,
  };
  expect(worstOf(older, /Temporary tables in memory/)).toBe(100 * 16 * MiB);
});

const old = (variables: Record<string, string | number>) =>
  buildSnapshot({ server: { flavour: 'mysql', version: [5, 7, 44] }, variables });

test('what a change needs comes with it, and says for whom', () => {
  const server = old({ tmp_table_size: 16 * MiB, max_heap_table_size: 16 * MiB });
  const requested = [finding('tmp', 1, advice('tmp_table_size', 16 * MiB, 64 * MiB))];
  expect(buildPlan(server, requested, noChoices).changes).toMatchObject([
    { variable: 'tmp_table_size', stored: 64 * MiB, why: ['tmp'], stopWhen: ['done'] },
    {
      variable: 'max_heap_table_size',
      stored: 64 * MiB,
      why: [],
      neededBy: [{ variable: 'tmp_table_size', reason: expect.stringMatching(/lesser of the two/) }],
    },
  ]);
});

test('a change whose companion is locked is left out, and the reason names both', () => {
  const server = old({ tmp_table_size: 16 * MiB, max_heap_table_size: 16 * MiB });
  const requested = [finding('tmp', 1, advice('tmp_table_size', 16 * MiB, 64 * MiB))];
  const plan = buildPlan(server, requested, { ...noChoices, locked: ['max_heap_table_size'] });
  expect(plan.changes).toEqual([]);
  expect(plan.leftOut).toEqual([
    {
      variable: 'tmp_table_size',
      reason: expect.stringMatching(/needs max_heap_table_size = 67108864 or more .* Locked/),
    },
  ]);
});

test('a rule that pulls the companion the other way is a conflict with both arguments', () => {
  const server = old({ tmp_table_size: 16 * MiB, max_heap_table_size: 16 * MiB });
  const plan = buildPlan(
    server,
    [
      finding('tmp', 1, advice('tmp_table_size', 16 * MiB, 64 * MiB)),
      finding('heap', 2, advice('max_heap_table_size', 16 * MiB, 8 * MiB)),
    ],
    noChoices,
  );
  expect(plan.changes).toEqual([]);
  expect(plan.conflicts).toMatchObject([
    {
      variable: 'max_heap_table_size',
      sides: [
        { ruleId: 'tmp', to: 64 * MiB, argument: expect.stringMatching(/Title of tmp.*lesser of the two/) },
        { ruleId: 'heap', to: 8 * MiB, argument: expect.stringMatching(/Title of heap/) },
      ],
    },
  ]);
  expect(plan.leftOut.map(({ variable }) => variable).sort()).toEqual([
    'max_heap_table_size',
    'tmp_table_size',
  ]);
});

test('a rule that raises the companion too little is raised further, its own value named', () => {
  const server = old({ tmp_table_size: 16 * MiB, max_heap_table_size: 16 * MiB });
  const plan = buildPlan(
    server,
    [
      finding('tmp', 1, advice('tmp_table_size', 16 * MiB, 64 * MiB)),
      finding('heap', 2, advice('max_heap_table_size', 16 * MiB, 32 * MiB)),
    ],
    noChoices,
  );
  expect(plan.changes[1]).toMatchObject({
    variable: 'max_heap_table_size',
    stored: 64 * MiB,
    why: ['heap'],
    alsoWished: [{ ruleId: 'heap', to: 32 * MiB }],
  });
});

test('more connections bring the open files that they take; enough files bring nothing', () => {
  const of = (files: number) =>
    buildPlan(
      old({ max_connections: 100, table_open_cache: 2000, open_files_limit: files }),
      [finding('a', 1, advice('max_connections', 100, 2000))],
      noChoices,
    ).changes;
  expect(of(5000)).toMatchObject([
    { variable: 'max_connections' },
    { variable: 'open_files_limit', stored: 10_000, when: 'restart' },
  ]);
  expect(of(65_535)).toHaveLength(1);
});

test('other instances change what the pool is rounded to, and the plan says so', () => {
  const server = old({
    innodb_buffer_pool_size: 2560 * MiB,
    innodb_buffer_pool_instances: 4,
    innodb_buffer_pool_chunk_size: 128 * MiB,
  });
  const set = { innodb_buffer_pool_instances: '16' };
  const { changes } = buildPlan(server, [], { ...noChoices, set });
  expect(changes).toMatchObject([
    { variable: 'innodb_buffer_pool_size', from: 2560 * MiB, stored: 4096 * MiB },
    { variable: 'innodb_buffer_pool_instances', stored: 16 },
  ]);
  const held = buildPlan(server, [], { ...noChoices, set, locked: ['innodb_buffer_pool_size'] });
  expect(held.changes).toEqual([]);
});

test('a value beyond a bound that other settings make is planned at the bound', () => {
  const server = old({ innodb_page_cleaners: 1, innodb_buffer_pool_instances: 4 });
  const { changes } = buildPlan(server, [], { ...noChoices, set: { innodb_page_cleaners: '16' } });
  expect(changes).toMatchObject([{ to: 16, stored: 4 }]);
});

test('a managed service: what it holds is left out with the reason, the rest goes through its own door', () => {
  const server = buildSnapshot({ variables: { innodb_flush_method: 'fsync', max_connections: 100 } });
  const azure = { ...server, server: { ...server.server, hosting: 'azure' as const } };
  const requested = [
    finding('a', 1, advice('innodb_flush_method', 'fsync', 'O_DIRECT')),
    finding('b', 2, advice('max_connections', 100, 200)),
  ];
  const plan = buildPlan(azure, requested, noChoices);
  expect(plan.changes).toMatchObject([{ variable: 'max_connections', through: 'server parameter' }]);
  expect(plan.leftOut).toEqual([
    {
      variable: 'innodb_flush_method',
      reason: 'Azure Database for MySQL does not let its customers set it.',
    },
  ]);
});

test('a value set by hand that the service does not take is left out, with what it takes', () => {
  const server = buildSnapshot({ variables: { innodb_log_file_size: 256 * MiB } });
  const azure = { ...server, server: { ...server.server, hosting: 'azure' as const } };
  const plan = buildPlan(azure, [], { ...noChoices, set: { innodb_log_file_size: '3G' } });
  expect(plan.changes).toEqual([]);
  expect(plan.leftOut).toEqual([
    {
      variable: 'innodb_log_file_size',
      reason: 'Azure Database for MySQL takes 256M, 512M, 1G or 2G here.',
    },
  ]);
});

test('session buffers are counted as the server measured them, scaled to the plan', () => {
  const columns = ['EVENT_NAME', 'CURRENT_NUMBER_OF_BYTES_USED', 'HIGH_NUMBER_OF_BYTES_USED'];
  const server = buildSnapshot({
    variables: { max_connections: 100, sort_buffer_size: MiB },
    sections: {
      'memory-pfs': tableSection(columns, {
        end: [
          ['memory/sql/Filesort_buffer::sort_keys', MiB, 3 * MiB],
          ['memory/performance_schema/mutex_instances', 50 * MiB, 50 * MiB],
          ['memory/sql/String::value', -400, 0],
        ],
      }),
    },
  });
  const plan = buildPlan(server, [], { ...noChoices, set: { sort_buffer_size: '2M' } });
  const term = (budget: TuningPlan['memory'], name: string) => budget.terms.find((one) => one.name === name);
  expect(term(plan.memoryNow, 'Sort buffers')).toMatchObject({ low: MiB, likely: 3 * MiB, worst: 100 * MiB });
  expect(term(plan.memory, 'Sort buffers')).toMatchObject({ likely: 6 * MiB, worst: 200 * MiB });
  expect(term(plan.memory, 'Performance Schema')).toMatchObject({ likely: 50 * MiB });
});

test("a pool of threads bounds the stacks, and MariaDB's second port adds connections", () => {
  const variables = { max_connections: 1000, thread_stack: MiB, net_buffer_length: 16_384 };
  const worst = (more: Record<string, string | number>) =>
    buildPlan(
      buildSnapshot({
        server: { flavour: 'mariadb', version: [11, 8, 7] },
        variables: { ...variables, ...more },
      }),
      [],
      noChoices,
    ).memoryNow.terms.find(({ name }) => name.startsWith('Connections'))?.worst;
  // By default the second port has one connection.
  expect(worst({})).toBe(1001 * (MiB + 16_384));
  expect(worst({ thread_handling: 'pool-of-threads', thread_pool_max_threads: 64 })).toBe(
    64 * MiB + 1001 * 16_384,
  );
  expect(worst({ extra_max_connections: 10 })).toBe(1010 * (MiB + 16_384));
});

const names = [
  'max_connections',
  'table_open_cache',
  'tmp_table_size',
  'max_heap_table_size',
  'innodb_io_capacity',
  'innodb_io_capacity_max',
  'innodb_buffer_pool_size',
  'innodb_buffer_pool_instances',
  'innodb_buffer_pool_chunk_size',
  'innodb_page_cleaners',
  'sort_buffer_size',
  'binlog_cache_size',
] as const;
const present = {
  max_connections: 151,
  table_open_cache: 400,
  open_files_limit: 1024,
  tmp_table_size: 16 * MiB,
  max_heap_table_size: 16 * MiB,
  innodb_io_capacity: 200,
  innodb_io_capacity_max: 2000,
  innodb_buffer_pool_size: 1024 * MiB,
  innodb_buffer_pool_chunk_size: 128 * MiB,
  innodb_buffer_pool_instances: 8,
  innodb_page_cleaners: 4,
  sort_buffer_size: 262_144,
  binlog_cache_size: 32_768,
  max_binlog_cache_size: '18446744073709547520',
};

test('a plan is complete: with its stored values in force, the same requests ask for nothing more', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<[Build['server']]>(
        [{ flavour: 'mysql', version: [5, 7, 44] }],
        [{ flavour: 'mysql', version: [8, 0, 40] }],
        [{ flavour: 'mariadb', version: [10, 6, 20] }],
      ),
      fc.dictionary(fc.constantFrom(...names), fc.integer({ min: 1, max: 2 ** 33 }), { minKeys: 1 }),
      ([server], wanted) => {
        const set = Object.fromEntries(Object.entries(wanted).map(([name, value]) => [name, String(value)]));
        const choices = { ...noChoices, set };
        const first = buildPlan(
          buildSnapshot({ ...(server && { server }), variables: present }),
          [],
          choices,
        );
        const applied = Object.fromEntries(
          first.changes.map(({ variable, stored }) => [variable, String(stored)]),
        );
        const after = buildSnapshot({ ...(server && { server }), variables: { ...present, ...applied } });
        expect(buildPlan(after, [], choices).changes).toEqual([]);
      },
    ),
    {
      numRuns: 150,
      // A pool that runs as it is asked for, until the restart that the instances need rounds it.
      examples: [
        [
          [{ flavour: 'mysql', version: [5, 7, 44] }],
          { innodb_buffer_pool_instances: 5, innodb_buffer_pool_size: 6 * 1024 * MiB },
        ],
      ],
    },
  );
}, 30_000);
