import { applyPatch } from 'diff';
import { expect, test } from 'vitest';
import { analyze, buildPlan, compileRules, renderPlan } from '../../src/analysis';
import { flagList } from '../../src/analysis/outputs/gcloud';
import { presentVariables } from '../../src/analysis/outputs/render-context';
import { noChoices, type PlanFormat, planSchema } from '../../src/shared/plan';
import type { Hosting } from '../../src/shared/server';
import { shellWord } from '../../src/shared/writers/shell';
import { type Build, buildSnapshot } from './snapshot-builder';

const rules = compileRules([]);
const MiB = 1024 ** 2;
const mysql84: Build = {
  server: { flavour: 'mysql', version: [8, 4, 8] },
  variables: {
    innodb_buffer_pool_size: 128 * MiB,
    innodb_doublewrite: 'OFF',
    innodb_io_capacity: 200,
    innodb_io_capacity_max: 2000,
    sort_buffer_size: 262_144,
    open_files_limit: 5000,
    sql_notes: 'ON',
    slow_query_log: 'OFF',
    myisam_max_sort_file_size: '9223372036853727232',
    max_connections: 151,
  },
};

function output(
  build: Build,
  set: Record<string, string>,
  format: PlanFormat,
  options: { undo?: boolean; myCnf?: string; hosting?: Hosting } = {},
) {
  const made = buildSnapshot(build);
  const snapshot = { ...made, server: { ...made.server, hosting: options.hosting ?? made.server.hosting } };
  const analysis = analyze(snapshot, rules, { path: null });
  const plan = buildPlan(snapshot, [], { ...noChoices, set });
  const myCnf = options.myCnf === undefined ? null : { path: '/etc/my.cnf', text: options.myCnf };
  return renderPlan(plan, analysis, format, myCnf, {
    undo: options.undo === true,
    present: presentVariables(snapshot),
  });
}
const sent = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('--'));
const set = { innodb_io_capacity: '4000', innodb_io_capacity_max: '8000', open_files_limit: '9000' };

test('undo takes the limit down after what it limits', () => {
  expect(sent(output(mysql84, set, 'set-global').text)).toEqual([
    'SET GLOBAL innodb_io_capacity_max = 8000;',
    'SET GLOBAL innodb_io_capacity = 4000;',
  ]);
  expect(sent(output(mysql84, set, 'set-global', { undo: true }).text)).toEqual([
    'SET GLOBAL innodb_io_capacity = 200;',
    'SET GLOBAL innodb_io_capacity_max = 2000;',
  ]);
});

test('undo of a file brings the old lines back, and the file that the plan is not in stays', () => {
  const before = '[mysqld]\ninnodb-io-capacity = 200 # mine\ndatadir=/data\n';
  const forward = output(mysql84, set, 'diff', { myCnf: before }).text;
  const planned = applyPatch(before, forward);
  if (planned === false) throw new Error('the patch does not apply');
  const undone = applyPatch(planned, output(mysql84, set, 'diff', { myCnf: planned, undo: true }).text);
  expect(undone).toContain('[mysqld]\ninnodb-io-capacity = 200 # mine\n');
  expect(undone).toContain('# open_files_limit=9000\n');
  expect(undone).not.toMatch(/^innodb_io_capacity_max/m);
  expect(output(mysql84, set, 'cnf', { myCnf: planned, undo: true }).text).toBe(undone);
  // Not carried out yet: the diff leads from what it would be to what it is.
  expect(applyPatch(planned, output(mysql84, set, 'diff', { myCnf: before, undo: true }).text)).toBe(before);
  expect(output(mysql84, set, 'cnf', { myCnf: before, undo: true }).text).toBe(before);
});

test('what was persisted before is persisted again, everything else is reset', () => {
  const made: Build = {
    ...mysql84,
    sections: {
      variables: {
        status: 'ok',
        tookMs: 1,
        data: {
          end: {
            at: '2026-01-01T00:00:00.000Z',
            tookMs: 1,
            table: {
              columns: ['name', 'value', 'source'],
              rows: [
                ['sort_buffer_size', '262144', 'PERSISTED'],
                ['max_connections', '151', 'COMPILED'],
              ],
            },
          },
        },
      },
    },
  };
  const requested = { sort_buffer_size: '1M', max_connections: '300' };
  expect(sent(output(made, requested, 'set-persist', { undo: true }).text)).toEqual([
    'SET PERSIST sort_buffer_size = 262144;',
    'SET GLOBAL max_connections = 151;',
    'RESET PERSIST IF EXISTS max_connections;',
  ]);
  const { remarks } = output(made, requested, 'diff', { myCnf: '[mysqld]\n' });
  expect(remarks.join(' ')).toMatch(
    /SET PERSIST, which takes precedence over any option file: sort_buffer_size/,
  );
});

test('what the server does not persist, or no option sets, is said and left out', () => {
  const only = output(mysql84, { innodb_doublewrite: 'ON', max_connections: '300' }, 'set-persist-only').text;
  expect(sent(only)).toEqual(['SET PERSIST_ONLY max_connections = 300;']);
  expect(only).toContain('--   innodb_doublewrite = ON');
  const file = output(mysql84, { sql_notes: 'OFF', max_connections: '300' }, 'cnf').text;
  expect(file).not.toMatch(/^sql_notes/m);
  expect(file).toContain('sql_notes cannot be given in an option file');
});

test('a number that a double cannot hold goes back digit by digit', () => {
  const undo = output(mysql84, { myisam_max_sort_file_size: '64M' }, 'set-global', { undo: true }).text;
  expect(sent(undo)).toEqual(['SET GLOBAL myisam_max_sort_file_size = 9223372036853727232;']);
});

test('MariaDB moves the other capacity along: the plan says so, and undo restores both', () => {
  const build: Build = { ...mysql84, server: { flavour: 'mariadb', version: [11, 8, 6] } };
  const made = buildSnapshot(build);
  const analysis = analyze(made, rules, { path: null });
  const whole = buildPlan(made, [], {
    ...noChoices,
    set: { innodb_io_capacity: '4000', innodb_io_capacity_max: '8000' },
  });
  const plan = {
    ...whole,
    changes: whole.changes.filter(({ variable }) => variable === 'innodb_io_capacity'),
  };
  const render = (undo: boolean) =>
    renderPlan(plan, analysis, 'set-global', null, { undo, present: presentVariables(made) }).text;
  expect(render(false)).toContain('The server adjusts innodb_io_capacity_max, now 2000,');
  expect(sent(render(true))).toEqual([
    'SET GLOBAL innodb_io_capacity = 200;',
    'SET GLOBAL innodb_io_capacity_max = 2000;',
  ]);
});

test('what a limit of rows also changes is reported, and undo restores it after the limit', () => {
  const build: Build = {
    ...mysql84,
    variables: {
      ...mysql84.variables,
      max_join_size: '18446744073709551615',
      sql_big_selects: 'ON',
      innodb_io_capacity: 200,
    },
  };
  const { text } = output(build, { max_join_size: '1000' }, 'set-global');
  expect(text.replaceAll('\n-- ', ' ')).toContain(
    'The server adjusts sql_big_selects, now ON, together with',
  );
  expect(sent(output(build, { max_join_size: '1000' }, 'set-global', { undo: true }).text)).toEqual([
    'SET GLOBAL max_join_size = 18446744073709551615;',
    'SET GLOBAL sql_big_selects = ON;',
  ]);
});

test('MySQL 5.6: threads that wait for InnoDB are let in before the limit of their number goes, both ways', () => {
  const build = (concurrency: number): Build => ({
    server: { flavour: 'mysql', version: [5, 6, 24] },
    variables: { innodb_thread_concurrency: concurrency },
  });
  const letIn = [
    'SET GLOBAL innodb_thread_concurrency = 1000;',
    'DO SLEEP(0.5);',
    'SET GLOBAL innodb_thread_concurrency = 0;',
  ];
  const away = output(build(8), { innodb_thread_concurrency: '0' }, 'set-global').text;
  expect(sent(away)).toEqual(letIn);
  const back = (format: PlanFormat) =>
    sent(output(build(0), { innodb_thread_concurrency: '8' }, format, { undo: true }).text);
  expect(back('set-global')).toEqual(letIn);
  expect(back('now-and-file')).toEqual(letIn);
  expect(output(build(8), { innodb_thread_concurrency: '0' }, 'ansible').text).toContain(
    'variable: innodb_thread_concurrency\n    value: "1000"\n  - variable: innodb_thread_concurrency\n    value: "0"',
  );
});

test('of two names of one setting one is planned, and the file is edited where it has the other name', () => {
  const build: Build = {
    server: { flavour: 'mysql', version: [8, 4, 8] },
    variables: { slave_parallel_workers: 4, replica_parallel_workers: 4 },
  };
  const snapshot = buildSnapshot(build);
  const requested = { replica_parallel_workers: '8', slave_parallel_workers: '16' };
  const plan = buildPlan(snapshot, [], { ...noChoices, set: requested });
  expect(plan.changes.map(({ variable }) => variable)).toEqual(['replica_parallel_workers']);
  expect(plan.leftOut).toEqual([
    { variable: 'slave_parallel_workers', reason: expect.stringContaining('replica_parallel_workers') },
  ]);
  const file = '[mysqld]\nslave-parallel-workers=4\nsort_buffer_size=1M\n';
  const edited = output(build, { replica_parallel_workers: '8' }, 'cnf', { myCnf: file }).text;
  expect(edited).toBe(
    '[mysqld]\n# slave-parallel-workers=4\nslave-parallel-workers=8\nsort_buffer_size=1M\n',
  );
  const undone = output(build, { replica_parallel_workers: '8' }, 'cnf', { myCnf: edited, undo: true }).text;
  expect(undone).toBe(file);
});

test('a variable whose option has another name is written by that name', () => {
  const build: Build = {
    server: { flavour: 'mysql', version: [5, 6, 24] },
    variables: { tx_isolation: 'REPEATABLE-READ' },
  };
  expect(output(build, { tx_isolation: 'READ-COMMITTED' }, 'cnf').text).toContain(
    '\ntransaction_isolation = READ-COMMITTED\n',
  );
});

test('what no option and no statement sets is left out', () => {
  const build: Build = {
    server: { flavour: 'mariadb', version: [11, 8, 6] },
    variables: { protocol_version: 10, aria_block_size: 8192 },
  };
  const plan = buildPlan(buildSnapshot(build), [], {
    ...noChoices,
    set: { protocol_version: '11', aria_block_size: '16384' },
  });
  expect(plan.changes).toEqual([]);
  expect(plan.leftOut.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('cannot be set'),
    expect.stringContaining('fixed when the data directory is initialised'),
  ]);
});

test('MySQL 5.6: threads inside InnoDB and the redo log that they need hold each other', () => {
  const build: Build = {
    server: { flavour: 'mysql', version: [5, 6, 24] },
    variables: {
      innodb_thread_concurrency: 64,
      innodb_log_file_size: 48 * MiB,
      innodb_log_files_in_group: 2,
      innodb_page_size: 16_384,
    },
  };
  const stored = (requested: Record<string, string>) =>
    buildPlan(buildSnapshot(build), [], { ...noChoices, set: requested }).changes.map((each) => each.stored);
  // 4 pages a thread and some in half of 90 % of 96 MiB.
  expect(stored({ innodb_thread_concurrency: '1000' })).toEqual([679]);
  expect(stored({ innodb_thread_concurrency: '500' })).toEqual([500]);
  expect(stored({ innodb_log_file_size: '1M' })).toEqual([6 * MiB]);
});

test('what would keep the server from its own pages is left out', () => {
  const build: Build = {
    server: { flavour: 'mysql', version: [5, 6, 24] },
    variables: { innodb_checksum_algorithm: 'innodb' },
  };
  const leftOut = (value: string) =>
    buildPlan(buildSnapshot(build), [], { ...noChoices, set: { innodb_checksum_algorithm: value } }).leftOut;
  expect(leftOut('strict_crc32')[0]?.reason).toContain('does not start');
  expect(leftOut('crc32')).toEqual([]);
});

test('MariaDB: more threads kept than connections are allowed, and a log below its buffer', () => {
  const build: Build = {
    server: { flavour: 'mariadb', version: [11, 8, 6] },
    variables: {
      thread_cache_size: 8,
      max_connections: 151,
      innodb_log_file_size: 96 * MiB,
      innodb_log_buffer_size: 16 * MiB,
    },
  };
  const { changes } = buildPlan(buildSnapshot(build), [], {
    ...noChoices,
    set: { thread_cache_size: '400', innodb_log_file_size: '8M' },
  });
  expect(changes.map(({ variable, stored, when }) => [variable, stored, when])).toEqual([
    ['thread_cache_size', 151, 'now'],
    ['innodb_log_file_size', 8 * MiB, 'restart'],
  ]);
});

test('of Aurora, parameters of the cluster go into its own group, and what has no effect there is left out', () => {
  const build: Build = { ...mysql84, variables: { ...mysql84.variables, innodb_purge_threads: 4 } };
  const requested = { innodb_purge_threads: '8', max_connections: '500', innodb_io_capacity: '1900' };
  const made = output(build, requested, 'rds-json', { hosting: 'aurora' });
  const documents = made.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(documents).toEqual([
    {
      DBClusterParameterGroupName: 'CLUSTER-PARAMETER-GROUP',
      Parameters: [
        { ParameterName: 'innodb_purge_threads', ParameterValue: '8', ApplyMethod: expect.any(String) },
      ],
    },
    {
      DBParameterGroupName: 'PARAMETER-GROUP',
      Parameters: [{ ParameterName: 'max_connections', ParameterValue: '500', ApplyMethod: 'immediate' }],
    },
  ]);
  expect(output(build, requested, 'aws', { hosting: 'aurora' }).text).toContain(
    'modify-db-cluster-parameter-group',
  );
});

test('a request to RDS has at most 20 parameters', () => {
  const made = buildSnapshot(mysql84);
  const analysis = analyze(made, rules, { path: null });
  const [change, ...rest] = buildPlan(made, [], { ...noChoices, set: { max_connections: '300' } }).changes;
  if (change === undefined || rest.length > 0) throw new Error('one change was expected');
  const plan = {
    ...analysis.plan,
    changes: Array.from({ length: 45 }, (_, index) => ({ ...change, variable: `v${index}` })),
  };
  const documents = renderPlan(plan, analysis, 'rds-json', null).text.trimEnd().split('\n');
  expect(documents.map((line) => JSON.parse(line).Parameters.length)).toEqual([20, 20, 5]);
  expect(renderPlan(plan, analysis, 'aws', null).text.match(/^aws rds /gm)).toHaveLength(3);
});

test('flags with commas are listed with another separator, and words are quoted for the shell', () => {
  expect(flagList([{ name: 'a', value: '1' }])).toBe('a=1');
  expect(
    flagList([
      { name: 'sql_mode', value: 'A,B' },
      { name: 'b', value: 'x;y' },
    ]),
  ).toBe('^|^sql_mode=A,B|b=x;y');
  expect(shellWord("it's $HOME").text).toBe("'it'\\''s $HOME'");
  expect(shellWord('').text).toBe("''");
});

test.each(['gcloud', 'az', 'aws', 'rds-json'] as const)(
  '%s is refused for a server that the service does not have',
  (format) => {
    const percona: Build = { ...mysql84, server: { flavour: 'percona', version: [8, 0, 36] } };
    expect(output(percona, set, format).text).toMatch(/not Percona Server/);
  },
);

test('the undone plan is a plan', () => {
  const document = planSchema.parse(JSON.parse(output(mysql84, set, 'json', { undo: true }).text));
  expect(document.changes.find(({ variable }) => variable === 'innodb_io_capacity')).toMatchObject({
    from: 4000,
    stored: 200,
  });
});
