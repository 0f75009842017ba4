import { expect, test } from 'vitest';
import { analyze } from '../../src/analysis';
import type { Snapshot } from '../../src/shared/snapshot';
import { productRules } from './rule-files';
import { type Build, buildSnapshot } from './snapshot-builder';

const rules = productRules();
const day = 86_400;
const second = 'mysqladmin extended-status -i10 -c2';

function analysisOf(build: Build, origin: Snapshot['origin']['kind'] = 'import') {
  const snapshot = buildSnapshot(build);
  const imported = { ...snapshot, origin: { ...snapshot.origin, kind: origin } };
  return analyze(imported, rules, { path: null });
}

/** A server whose table cache holds four tables. */
const churning: Build = {
  variables: { table_open_cache: 4, max_connections: 151, innodb_buffer_pool_size: 134_217_728 },
  status: {
    Uptime: 3.4 * day,
    Questions: 9e7,
    Opened_tables: 2e7,
    Open_tables: 4,
    Table_open_cache_misses: 2e7,
    Table_open_cache_hits: 1e7,
    Table_open_cache_overflows: 2e7,
  },
};

test('one reading: the cause in the first sentence, the time of the averages, and what one more step unlocks', () => {
  const { headline, notChecked } = analysisOf(churning);
  expect(headline).toMatchObject({ kind: 'bottleneck', ruleId: 'table-cache-overflow' });
  expect(headline.text).toContain('over 3.4 days; peaks hidden');
  expect(headline.text).toMatch(/\d+ checks need a second reading: mysqladmin extended-status -i10 -c2\.$/);
  const waiting = Number(/(\d+) checks need a second/.exec(headline.text)?.[1]);
  const alone = notChecked.filter(({ reasons }) =>
    reasons.every(({ unlock }) => unlock === `Take a second reading: ${second}`),
  );
  expect(alone).toHaveLength(waiting);
});

test('of a live server the step is a snapshot with a window', () => {
  const { headline } = analysisOf(churning, 'live');
  expect(headline.text).toMatch(/\d+ more checks can be made: take a snapshot with --for 30s\.$/);
});

test('settings alone are answered too: nothing is called too little to judge by while there is a finding', () => {
  const { headline, findings } = analysisOf({
    variables: { innodb_flush_log_at_trx_commit: 0, log_bin: 'OFF' },
  });
  expect(findings.length).toBeGreaterThan(0);
  expect(headline.text).not.toContain('too little');
  expect(headline.text).toContain('Data is at risk');
});

test('data at risk comes before all else where no bottleneck speaks, and what is worth fixing before what is worth a look', () => {
  const { headline } = analysisOf({
    status: {
      Uptime: 40 * day,
      Questions: 1000,
      Innodb_buffer_pool_reads: 10,
      Innodb_buffer_pool_read_requests: 100_000,
    },
    variables: { innodb_doublewrite: 'OFF', innodb_fast_shutdown: 2 },
  });
  expect(headline.text).toMatch(/^Data is at risk: .+ Nothing else stands out /);
});

test('a quiet reading says over which time nothing stands out', () => {
  const status = {
    Uptime: 40 * day,
    Questions: 1000,
    Innodb_buffer_pool_reads: 10,
    Innodb_buffer_pool_read_requests: 100_000,
  };
  const { headline } = analysisOf({ status, variables: { max_allowed_packet: 67_108_864 } });
  expect(headline.text).toContain('average since start over 40 days; peaks hidden');
  expect(headline.kind).toBe('healthy');
});

test('after FLUSH STATUS nothing is called an average since the start', () => {
  const status = {
    Uptime: 200 * day,
    Uptime_since_flush_status: 7200,
    Questions: 1000,
    Innodb_buffer_pool_reads: 10,
    Innodb_buffer_pool_read_requests: 100_000,
  };
  const { headline } = analysisOf({ status, variables: { max_allowed_packet: 67_108_864 } });
  expect(headline.text).toContain('average since FLUSH STATUS over 2 h');
  expect(headline.text).not.toContain('200 days');
});

test('a young server: nothing is said of rates', () => {
  const { headline } = analysisOf({ ...churning, status: { ...churning.status, Uptime: 3600 } });
  expect(headline.text).not.toContain('peaks hidden');
  expect(headline.text).not.toContain('too little');
});

test('nothing at all is too little', () => {
  expect(analysisOf({}).headline).toMatchObject({ kind: 'not-instrumented', ruleId: null });
});

test('no sentence of one reading holds an unknown value', () => {
  const mariadb: Build = { ...churning, server: { flavour: 'mariadb', version: [10, 11, 6] } };
  for (const build of [churning, mariadb]) {
    const { headline, findings } = analysisOf(build);
    for (const text of [
      headline.text,
      ...findings.flatMap(({ impact, explanation }) => [impact.text, explanation]),
    ]) {
      expect(text.replace('wait unknown', '')).not.toMatch(/\bunknown\b|undefined|NaN|\{\{/);
    }
  }
});
