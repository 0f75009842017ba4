import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { analyze, renderPlan } from '../../src/analysis';
import { bindingsOf } from '../../src/analysis/rules/bindings';
import { evaluateRule } from '../../src/analysis/rules/evaluate';
import { ExampleInputs } from '../../src/analysis/rules/example-inputs';
import { variableFacts } from '../../src/knowledge/catalog/variable-catalog';
import { collectors } from '../../src/server/collect/registry';
import { productRules } from './rule-files';
import { type Build, buildSnapshot, tableSection } from './snapshot-builder';

// Each defect that the other advisors were found to have (research on peers, section 1f) stands here as a test that
// Latchkey does not share it; the last test counts them.

const rules = productRules();
const judge = (build: Build) => analyze(buildSnapshot(build), rules, { path: null });
const fired = (build: Build) => judge(build).findings.map(({ ruleId }) => ruleId);
const seconds = (length: number, step: number) => Array.from({ length }, (_, index) => index * step);
const level = (length: number, value: number) => Array.from({ length }, () => value);
const load = { Questions: seconds(21, 5000), Handler_commit: seconds(21, 4000) };
const running = { Threads_running: level(21, 9) };

/** Findings of a rule on inputs written down as in an example. */
function outcome(ruleId: string, server: string, given: Record<string, string | number | boolean>) {
  const rule = rules.rules.find(({ id }) => id === ruleId);
  if (rule === undefined) throw new Error(`no rule ${ruleId}`);
  return evaluateRule(
    rule,
    new ExampleInputs({ name: 'x', server, given, expect: 'fires', because: 'x' }),
    rules,
  );
}

test('D1, D2: outputs to apply hold values only, never prose, the present value or a read-only variable', () => {
  const analysis = judge({
    server: { flavour: 'mysql', version: [8, 0, 40] },
    counters: {
      ...load,
      Table_open_cache_misses: seconds(21, 500),
      Table_open_cache_overflows: seconds(21, 500),
    },
    gauges: { ...running, Threads_connected: level(21, 150) },
    variables: {
      table_open_cache: 400,
      max_connections: 151,
      innodb_doublewrite: 'OFF',
      innodb_flush_log_at_trx_commit: 0,
      open_files_limit: 5000,
    },
    status: { Open_files: 4900 },
  });
  const { changes } = analysis.plan;
  expect(changes.map(({ variable }) => variable).sort()).toEqual([
    'innodb_doublewrite',
    'innodb_flush_log_at_trx_commit',
    'max_connections',
    'open_files_limit',
    'table_open_cache',
  ]);
  for (const { from, stored } of changes) expect(stored).not.toEqual(from);
  const sql = renderPlan(analysis.plan, analysis, 'set-global', null).text;
  for (const line of sql.split('\n').filter((one) => one.startsWith('SET'))) {
    const [, name = ''] = /^SET GLOBAL ([a-z_]+) = \S+;$/.exec(line) ?? [];
    expect(variableFacts(name, { flavour: 'mysql', version: [8, 0, 40] })?.dynamic, line).toBe(true);
  }
});

test('D3: MariaDB has its redo log judged, by its own limit', () => {
  const build: Build = {
    server: { flavour: 'mariadb', version: [11, 4, 5] },
    counters: { ...load, Innodb_lsn_current: seconds(21, 2_777_777) },
    gauges: { ...running, Innodb_checkpoint_age: level(21, 80_000_000) },
    variables: { innodb_log_file_size: 100_663_296, innodb_buffer_pool_size: 8_589_934_592 },
    status: { Innodb_checkpoint_max_age: 80_819_529, Innodb_lsn_current: 9_000_000_000 },
  };
  const { findings, headline } = judge(build);
  expect(headline.ruleId).toBe('redo-log-too-small');
  expect(findings[0]?.advice).toMatchObject([{ variable: 'innodb_log_file_size', proposed: 4_294_967_296 }]);
});

test('D4: wasted read-ahead raises innodb_read_ahead_threshold, because a higher value is stricter', () => {
  const found = outcome('read-ahead-wasted', 'mysql 8.0.40', {
    'fact.read_ahead_rate': 500,
    'fact.read_ahead_evicted_share': 0.5,
    'variable.innodb_read_ahead_threshold': 56,
  });
  expect(found).toMatchObject({ finding: { advice: [{ current: 56, proposed: 64 }] } });
});

test('D5: with mutex instruments off as shipped nothing is concluded from waits, and the reason is given', () => {
  const file = 'wait/io/file/innodb/innodb_data_file';
  const { findings, notChecked } = judge({
    counters: load,
    gauges: running,
    sections: {
      'pfs-waits-global': tableSection(['EVENT_NAME', 'COUNT_STAR', 'SUM_TIMER_WAIT'], {
        start: [[file, 0, 0]],
        end: [[file, 100_000, '900000000000000']],
      }),
      'pfs-setup': tableSection(['KIND', 'NAME', 'ENABLED', 'TIMED'], {
        end: [['instrument', 'wait/synch/mutex/innodb/trx_sys_mutex', 'NO', 'NO']],
      }),
    },
  });
  expect(findings.filter(({ area }) => area === 'contention')).toEqual([]);
  const latch = notChecked.find(({ ruleId }) => ruleId === 'latch-contention');
  expect(latch?.reasons).toMatchObject([{ code: 'not-instrumented' }]);
});

test('D7: no rule proposes to commit without flushing, not even for Galera', () => {
  const proposals = rules.rules.flatMap(({ advice }) => advice);
  const commit = proposals.filter(({ variable }) => variable === 'innodb_flush_log_at_trx_commit');
  expect(commit.length).toBeGreaterThan(0);
  expect(new Set(commit.map(({ propose }) => propose.source))).toEqual(new Set(['1']));
});

test('D6: collecting evidence sends nothing but SELECT and SHOW', () => {
  const statements = collectors.flatMap(({ id, sources }) => sources.map(({ sql }) => ({ id, sql })));
  expect(statements.length).toBeGreaterThan(collectors.length);
  expect(statements.filter(({ sql }) => !/^\s*(SELECT|SHOW)\b/i.test(sql))).toEqual([]);
});

test('D8: the pauses of Galera come from the status, whatever the provider options say', () => {
  const node = (paused: number): Build => ({
    server: { flavour: 'mariadb', version: [10, 11, 19] },
    counters: { ...load, wsrep_flow_control_paused_ns: seconds(21, paused * 1e9) },
    gauges: running,
    variables: { wsrep_on: 'ON', wsrep_provider_options: 'gcs.fc_limit = 16; gcs.fc_factor = 1.0' },
    status: { wsrep_flow_control_paused: 0.0001 },
  });
  expect(fired(node(0.3))).toContain('galera-flow-control-pauses');
  expect(fired(node(0.001))).not.toContain('galera-flow-control-pauses');
});

test('D12: a variable that a later version drops is no risk until somebody sets it, and is never advised', () => {
  const withSource = (from: string): Build => ({
    server: { flavour: 'mysql', version: [8, 0, 40] },
    sections: {
      variables: tableSection(['name', 'value', 'source', 'path', 'min', 'max'], {
        end: [
          ['binlog_transaction_dependency_tracking', 'COMMIT_ORDER', from, null, null, null],
          ['avoid_temporal_upgrade', 'OFF', from, null, null, null],
          ['default_authentication_plugin', 'caching_sha2_password', from, null, null, null],
        ],
      }),
    },
  });
  expect(fired(withSource('COMPILED'))).not.toContain('settings-gone-later');
  const set = judge(withSource('GLOBAL')).findings.find(({ ruleId }) => ruleId === 'settings-gone-later');
  expect(set?.explanation).toContain('binlog_transaction_dependency_tracking (gone in 8.4.0)');
  const advised = rules.rules.flatMap(({ advice }) => advice.map(({ variable }) => variable));
  expect(advised).not.toContain('binlog_transaction_dependency_tracking');
});

test('D9: the key cache is judged by reads that missed, and never set to 0', () => {
  const found = outcome('myisam-key-cache-too-small', 'mysql 8.0.40', {
    'rate.Key_read_requests': 10_000,
    'rate.Key_reads': 9000,
    'fact.key_cache_miss_ratio': 0.9,
    'variable.key_buffer_size': 8_388_608,
  });
  expect(found).toMatchObject({ kind: 'fired', finding: { advice: [{ proposed: 268_435_456 }] } });
});

test('D10: nothing is called growth that is a total divided by the uptime', () => {
  // The same data on a server that was restarted a minute ago and on one that is up for a year: the same findings.
  const after = (uptimeSeconds: number) => {
    const snapshot = buildSnapshot({
      counters: load,
      gauges: running,
      sections: {
        'schema-sizes': tableSection(
          ['TABLE_SCHEMA', 'TABLE_NAME', 'ENGINE', 'TABLE_ROWS', 'DATA_LENGTH', 'INDEX_LENGTH'],
          {
            end: [['shop', 'orders', 'InnoDB', 1_000_000_000, 900_000_000_000, 90_000_000_000]],
          },
        ),
      },
    });
    const { findings } = analyze({ ...snapshot, server: { ...snapshot.server, uptimeSeconds } }, rules, {
      path: null,
    });
    return findings.map(({ ruleId }) => ruleId);
  };
  expect(after(60)).toEqual(after(31_536_000));
});

test('D11: a larger binary log cache comes in one small step and is charged to the memory budget for every session', () => {
  const build = (size: number): Build => ({
    counters: { ...load, Binlog_cache_disk_use: seconds(21, 20), Binlog_cache_use: seconds(21, 100) },
    gauges: running,
    variables: { log_bin: 'ON', sync_binlog: 1, binlog_cache_size: size, max_connections: 100 },
  });
  const { plan } = judge(build(32_768));
  expect(plan.changes).toMatchObject([{ variable: 'binlog_cache_size', stored: 262_144 }]);
  expect(plan.memory.worst - plan.memoryNow.worst).toBe(100 * (262_144 - 32_768));
});

test('D14: a long history list is seen on MySQL, which has no status variable for it', () => {
  const gauges = { ...running, 'innodb_metrics.trx_rseg_history_len': seconds(21, 20_000) };
  expect(fired({ server: { flavour: 'mysql', version: [8, 4, 8] }, counters: load, gauges })).toContain(
    'history-list-growing',
  );
});

test('D16: buffer pool and memory are compared in the same unit, on the host of the server', () => {
  const build = (memory: number): Build => ({
    variables: { innodb_buffer_pool_size: 64 * 1024 ** 3, max_connections: 100 },
    host: { memoryBytes: { origin: 'local', value: memory } },
  });
  expect(fired(build(64 * 1024 ** 3))).toContain('buffer-pool-above-memory');
  expect(fired(build(128 * 1024 ** 3))).not.toContain('buffer-pool-above-memory');
});

test('D17: a thread cache that never hits is found, one that mostly hits is not', () => {
  const build = (created: number): Build => ({
    counters: { ...load, Connections: seconds(21, 300), Threads_created: seconds(21, created) },
    gauges: { ...running, Threads_connected: level(21, 50) },
    variables: { thread_handling: 'one-thread-per-connection', thread_cache_size: 0, max_connections: 500 },
  });
  expect(fired(build(300))).toContain('thread-cache-too-small');
  expect(fired(build(6))).not.toContain('thread-cache-too-small');
});

test('D18: a variable that the server dropped is missing, not 0', () => {
  const { findings, notChecked } = judge({
    server: { flavour: 'mysql', version: [8, 4, 8] },
    counters: load,
    gauges: running,
  });
  expect(findings.map(({ ruleId }) => ruleId)).not.toContain('redo-log-too-small');
  expect(notChecked.map(({ ruleId }) => ruleId)).toContain('redo-log-too-small');
});

test('D19: a server with ordinary little noise has no finding, and nobody is advised to enable the query cache', () => {
  const few = (perSecond: number) => seconds(21, 1).map((second) => Math.floor(second * perSecond));
  const { findings, headline } = judge({
    server: { flavour: 'mariadb', version: [11, 8, 6] },
    counters: {
      ...load,
      Innodb_buffer_pool_reads: few(0.4),
      Innodb_buffer_pool_read_requests: few(900),
      Innodb_buffer_pool_wait_free: few(0),
      Innodb_log_waits: few(0.1),
      Innodb_row_lock_time: few(0.3),
      Innodb_row_lock_waits: few(0.1),
      Created_tmp_disk_tables: few(0.2),
      Created_tmp_tables: few(20),
      Sort_merge_passes: few(0.1),
      Sort_scan: few(30),
      Select_full_join: few(0.5),
      Select_scan: few(5),
      Opened_tables: few(0.3),
      Aborted_clients: few(0.05),
    },
    gauges: running,
    variables: {
      query_cache_type: 'OFF',
      query_cache_size: 1_048_576,
      tmp_table_size: 16_777_216,
      max_heap_table_size: 16_777_216,
    },
  });
  expect(findings).toEqual([]);
  expect(headline.kind).toBe('healthy');
  const enabling = rules.rules
    .flatMap(({ advice }) => advice)
    .filter(({ variable }) => variable === 'query_cache_type');
  expect(new Set(enabling.map(({ propose }) => propose.source))).toEqual(new Set(['"OFF"']));
});

test('D20: the defaults of MySQL 8.4 raise nothing by themselves, and a pool of 128 MiB is judged by what it misses', () => {
  const defaults: Build = {
    server: { flavour: 'mysql', version: [8, 4, 8] },
    counters: load,
    gauges: running,
    variables: {
      innodb_buffer_pool_size: 134_217_728,
      innodb_log_buffer_size: 67_108_864,
      key_buffer_size: 8_388_608,
      sort_buffer_size: 262_144,
      delay_key_write: 'ON',
      max_connections: 151,
    },
  };
  // What is known of the version is reported whatever the settings.
  expect(fired(defaults)).toEqual(['known-regressions']);
  const missing: Build = {
    ...defaults,
    counters: {
      ...load,
      Innodb_buffer_pool_reads: seconds(21, 3000),
      Innodb_buffer_pool_read_requests: seconds(21, 60_000),
    },
    gauges: {
      ...running,
      Innodb_buffer_pool_pages_free: level(21, 10),
      Innodb_buffer_pool_pages_total: level(21, 8192),
    },
    status: { Innodb_buffer_pool_pages_free: 10, Innodb_buffer_pool_pages_total: 8192 },
  };
  expect(fired(missing)).toContain('buffer-pool-too-small');
});

test('D21: the bound of a large query cache that is reported is the bound that is tested', () => {
  const at = (size: number) =>
    outcome('query-cache-too-large', 'mariadb 10.11.19', {
      'fact.query_cache_on': true,
      'variable.query_cache_size': size,
    });
  const above = at(200 * 1024 ** 2 + 1024);
  const reported = above.kind === 'fired' ? above.finding.evidence[0]?.threshold : null;
  expect(reported).toBe(200 * 1024 ** 2);
  expect(at(Number(reported)).kind).toBe('passed');
});

test('D21: every bound on a lone setting or measurement is the bound that is tested', () => {
  // The expression of a threshold stands in the condition, word for word or as a number of its own unit.
  const named = rules.rules.filter(({ id }) =>
    [
      'max-allowed-packet-small',
      'net-buffer-large',
      'lock-wait-timeout-long',
      'index-dives-limited',
    ].includes(id),
  );
  expect(named).toHaveLength(4);
  for (const rule of named) {
    const [first] = rule.evidence;
    const bound = first?.threshold?.evaluate(bindingsOf(new Map()));
    const given = (value: number) => ({
      ...rule.examples.find(({ expect: wanted }) => wanted === 'fires')?.given,
      [`${first?.value.source}`]: value,
    });
    const server = rule.examples[0]?.server ?? '';
    const kinds = [-1, 1].map((step) => outcome(rule.id, server, given(Number(bound) + step)).kind);
    expect(kinds.sort(), rule.id).toEqual(['fired', 'passed']);
  }
});

test('D22: the adaptive hash index raises nothing when it is off, nor when it is on and nobody waits for it', () => {
  const quiet = { 'fact.ahi_latch_share': 0.01 };
  for (const on of [true, false]) {
    const found = outcome('adaptive-hash-latch', 'mysql 8.0.40', {
      ...quiet,
      'variable.innodb_adaptive_hash_index': on,
    });
    expect(found.kind).toBe('passed');
  }
});

test('MT#863, MT#447: skip_name_resolve, which locks out accounts by host name, is never proposed as a value', () => {
  const proposed = rules.rules.flatMap(({ advice }) => advice.map(({ variable }) => variable));
  expect(proposed).not.toContain('skip_name_resolve');
});

test('MT#687: no rule asks for a larger join_buffer_size', () => {
  for (const { id, advice, examples } of rules.rules) {
    if (!advice.some(({ variable }) => variable === 'join_buffer_size')) continue;
    for (const example of examples) {
      const found = outcome(id, example.server, example.given);
      if (found.kind !== 'fired') continue;
      for (const { variable, current, proposed } of found.finding.advice) {
        if (variable === 'join_buffer_size') expect(Number(proposed)).toBeLessThan(Number(current));
      }
    }
  }
});

test('D20: settings by their new names are judged too, and a constant in a file is no finding by itself', () => {
  const quiet = judge({
    server: { flavour: 'mysql', version: [8, 4, 8] },
    counters: load,
    gauges: running,
    variables: {
      read_buffer_size: 16_777_216,
      read_rnd_buffer_size: 8_388_608,
      transaction_isolation: 'READ-COMMITTED',
      innodb_lock_wait_timeout: 3600,
      max_connections: 2000,
      eq_range_index_dive_limit: 200,
    },
  });
  // What is known of the version is reported whatever the settings.
  expect(quiet.findings.map(({ ruleId }) => ruleId)).toEqual(['known-regressions']);
});

test('D13: what is missing is reported as not checked and counts for nothing, neither good nor bad', () => {
  const { findings, passed, notChecked, headline } = judge({});
  const judged = new Set([...findings, ...passed].map(({ ruleId }) => ruleId));
  expect(notChecked.length).toBeGreaterThan(30);
  for (const { ruleId, reasons } of notChecked) {
    expect(judged.has(ruleId), ruleId).toBe(false);
    expect(reasons.length, ruleId).toBeGreaterThan(0);
  }
  expect(headline.kind).toBe('not-instrumented');
});

test('D15: counts of pages are never reported as bytes', () => {
  const { findings } = judge({
    variables: { innodb_buffer_pool_size: 67_108_864, innodb_lru_scan_depth: 1024, innodb_io_capacity: 200 },
    counters: {
      ...load,
      Innodb_buffer_pool_reads: seconds(21, 3000),
      Innodb_buffer_pool_read_requests: seconds(21, 60_000),
      Innodb_buffer_pool_wait_free: seconds(21, 30),
      Innodb_buffer_pool_pages_flushed: seconds(21, 900),
    },
    gauges: {
      ...running,
      Innodb_buffer_pool_pages_free: level(21, 40),
      Innodb_buffer_pool_pages_total: level(21, 4096),
    },
    status: { Innodb_buffer_pool_pages_free: 40, Innodb_buffer_pool_pages_total: 4096 },
  });
  const ofPages = findings.flatMap(({ evidence }) =>
    evidence.filter(({ formula }) => /pages_(free|total|flushed|dirty|data)/i.test(formula)),
  );
  expect(ofPages.length).toBeGreaterThan(0);
  for (const { label, unit, formula } of ofPages) {
    const units = ['percent', 'ratio', 'count/s', 'pages'];
    expect(/ x (page size|innodb_page_size)/.test(formula) ? [...units, 'bytes'] : units, label).toContain(
      unit,
    );
  }
});

test('D23: on MySQL 8.0.30 and later the redo log is innodb_redo_log_capacity, whatever the old variables still show', () => {
  const { findings } = judge({
    server: { flavour: 'mysql', version: [8, 0, 40] },
    counters: load,
    gauges: running,
    variables: {
      innodb_redo_log_capacity: 68_719_476_736,
      innodb_log_file_size: 50_331_648,
      innodb_log_files_in_group: 2,
      innodb_buffer_pool_size: 8_589_934_592,
    },
  });
  const log = findings.find(({ ruleId }) => ruleId === 'redo-log-oversized');
  expect(log?.evidence[0]).toMatchObject({ value: 68_719_476_736, unit: 'bytes' });
});

test('D20: skipped errors, endless binary logs and a long timeout are seen under their new names', () => {
  const replica: Build = {
    server: { flavour: 'mysql', version: [8, 4, 8] },
    variables: {
      log_bin: 'ON',
      replica_skip_errors: 'all',
      slave_skip_errors: 'all',
      binlog_expire_logs_seconds: 0,
      replica_net_timeout: 3600,
      slave_net_timeout: 3600,
    },
    sections: {
      replication: tableSection(['Replica_IO_Running', 'Replica_SQL_Running'], { end: [['Yes', 'Yes']] }),
    },
  };
  expect(fired(replica)).toEqual(
    expect.arrayContaining(['replica-skips-errors', 'binary-log-never-expires', 'replica-timeout-long']),
  );
  const plan = judge(replica).plan.changes.map(({ variable }) => variable);
  expect(plan).toEqual(expect.arrayContaining(['binlog_expire_logs_seconds', 'replica_net_timeout']));
  expect(plan).not.toContain('slave_net_timeout');
});

test('each of the 23 defects has a test here', () => {
  const text = readFileSync(new URL(import.meta.url), 'utf8');
  const titles = [...text.matchAll(/^test\('(.*)',/gm)].map(([, title = '']) => title).join(' ');
  const named = new Set([...titles.matchAll(/\bD(\d+)\b/g)].map(([, number]) => Number(number)));
  expect(Array.from({ length: 23 }, (_, index) => index + 1).filter((number) => !named.has(number))).toEqual(
    [],
  );
});
