import { expect, test } from 'vitest';
import { analyze } from '../../src/analysis';
import { productRules } from './rule-files';
import { type Build, buildSnapshot, tableSection } from './snapshot-builder';

const rules = productRules();
const headlineOf = (build: Build) => analyze(buildSnapshot(build), rules, { path: null }).headline;
const seconds = (length: number, step: number) => Array.from({ length }, (_, index) => index * step);
const level = (length: number, value: number) => Array.from({ length }, () => value);

const busy = {
  counters: { Questions: seconds(21, 5000), Handler_commit: seconds(21, 4000) },
  gauges: { Threads_running: level(21, 9) },
};
/** Something of each area in which a bottleneck may sit, all of it quiet. */
const quiet = Object.fromEntries(
  [
    'Innodb_buffer_pool_reads',
    'Innodb_buffer_pool_read_requests',
    'Innodb_buffer_pool_wait_free',
    'Innodb_log_waits',
    'Innodb_row_lock_time',
    'Innodb_row_lock_waits',
  ].map((name) => [name, seconds(21, 0)]),
);
const starved: Build = {
  server: { flavour: 'mysql', version: [9, 7, 4] },
  ...busy,
  counters: {
    ...busy.counters,
    Innodb_redo_log_current_lsn: seconds(21, 800_000),
    Innodb_redo_log_checkpoint_lsn: seconds(21, 800_000),
  },
  bases: { Innodb_redo_log_current_lsn: '26500000', Innodb_redo_log_checkpoint_lsn: '20000000' },
  variables: {
    innodb_redo_log_capacity: 8_388_608,
    innodb_buffer_pool_size: 134_217_728,
    innodb_flush_log_at_trx_commit: 1,
    innodb_doublewrite: 'ON',
  },
};

test('the top bottleneck speaks, with its numbers, and says that it is inferred', () => {
  const headline = headlineOf(starved);
  expect(headline).toMatchObject({ kind: 'bottleneck', ruleId: 'redo-log-too-small' });
  expect(headline.text).toMatch(
    /commits stall on checkpointing: 8 MiB fills in 8\.5\d? s .* in 20 of 20 seconds \(inferred\)\.$/,
  );
});

test('a redo log that is small without reaching its limit holds nobody back, and the sentence does not say so', () => {
  const steady = { ...starved, bases: { ...starved.bases, Innodb_redo_log_current_lsn: '25000000' } };
  const busier = { ...steady.counters, Innodb_redo_log_current_lsn: seconds(21, 2_000_000) };
  const counters = { ...busier, Innodb_redo_log_checkpoint_lsn: seconds(21, 2_000_000) };
  const headline = headlineOf({ ...steady, counters });
  expect(headline.ruleId).toBe('redo-log-too-small');
  expect(headline.text).toMatch(
    /^The redo log is small: 8 MiB fills in 3\.4 s .*above 60 % of the sync limit in 20 of 20 seconds \(inferred\)\.$/,
  );
  expect(headline.text).not.toMatch(/held back|full/);
});

test('settings that put data at risk are named beside the bottleneck, never as one', () => {
  const unsafe = { ...starved, variables: { ...starved.variables, innodb_doublewrite: 'OFF' } };
  const headline = headlineOf(unsafe);
  expect(headline.ruleId).toBe('redo-log-too-small');
  expect(headline.text).toMatch(/Data is at risk: innodb_doublewrite is off or keeps no page copies\.$/);
  const { findings } = analyze(buildSnapshot(unsafe), rules, { path: null });
  expect(findings[0]).toMatchObject({ ruleId: 'doublewrite-off', severity: 'critical' });
});

test('a busy server without findings is healthy, and the sentence says how much was seen', () => {
  const counters = { ...busy.counters, ...quiet };
  const headline = headlineOf({ ...busy, counters, variables: { innodb_flush_log_at_trx_commit: 1 } });
  expect(headline.kind).toBe('healthy');
  expect(headline.text).toMatch(
    /^No bottleneck in what could be checked \(\d+ of \d+ checks\) at 5,000 statements\/s over 20 s\./,
  );
});

test('a server of which a whole area was not seen is not called healthy', () => {
  const headline = headlineOf(busy);
  expect(headline.kind).toBe('not-instrumented');
  expect(headline.text).toMatch(
    /too little data to judge: \d+ rules could not be checked \(nothing was seen of /,
  );
});

test('an area that such a server does not have is not one that was not seen', () => {
  const { Innodb_log_waits: _, ...seen } = quiet;
  const snapshot = buildSnapshot({ ...busy, counters: { ...busy.counters, ...seen } });
  expect(analyze(snapshot, rules, { path: null }).headline.text).toContain('nothing was seen of redo');
  snapshot.server.hosting = 'aurora';
  expect(analyze(snapshot, rules, { path: null }).headline.text).toMatch(
    /nothing was seen of flushing\), for example because: .*innodb_max_purge_lag/,
  );
});

test('an idle server is called idle, whatever its settings', () => {
  const build = {
    counters: { Questions: seconds(21, 0) },
    gauges: { Threads_running: level(21, 1) },
    variables: { innodb_flush_log_at_trx_commit: 0, innodb_redo_log_capacity: 8_388_608 },
  };
  const headline = headlineOf(build);
  expect(headline.kind).toBe('idle');
  expect(headline.text).toMatch(
    /^Data is at risk: innodb_flush_log_at_trx_commit: commits not flushed to disk\. .*idle.*20 s/,
  );
});

test('a server with one long statement and no other is not idle', () => {
  const counters = { ...quiet, Questions: seconds(21, 0) };
  expect(headlineOf({ counters, gauges: { Threads_running: level(21, 2) } }).kind).toBe('healthy');
  // One sample at which something of the server's own was counted does not make it busy.
  const once = level(21, 1).map((value, index) => (index === 3 ? 3 : value));
  expect(headlineOf({ counters, gauges: { Threads_running: once } }).kind).toBe('idle');
});

test('a single moment is too little to judge by', () => {
  const headline = headlineOf({ variables: { max_connections: 151 }, status: { Questions: 12 } });
  expect(headline.kind).toBe('not-instrumented');
});

const sampledLoad = (sessions: Record<string, number>): Build => ({
  ...busy,
  counters: { ...busy.counters, ...quiet },
  gauges: Object.fromEntries(
    Object.entries({ Threads_running: 9, ...sessions }).map(([name, value]) => [name, level(21, value)]),
  ),
  variables: { innodb_flush_log_at_trx_commit: 1 },
});

test('sessions that wait with no rule to say why are a bottleneck named by the wait itself', () => {
  const headline = headlineOf(
    sampledLoad({
      'sessions.active': 8,
      'sessions.running': 2,
      'sessions.latch': 5,
      'sessions.rowLock': 1,
      'sessions.object.LOCK_open': 5,
    }),
  );
  expect(headline.kind).toBe('bottleneck');
  expect(headline.text).toMatch(/Load: 8 active sessions on average, of them 6\d % /);
});

test('the active sessions by wait class stands in the headline of the rule that speaks', () => {
  const { text, ruleId } = headlineOf({
    ...starved,
    gauges: {
      ...busy.gauges,
      'sessions.active': level(21, 8),
      'sessions.running': level(21, 6),
      'sessions.redoIo': level(21, 2),
    },
  });
  expect(ruleId).toBe('redo-log-too-small');
  expect(text).toMatch(/\(inferred\)\. Load: 8 active sessions on average, of them 25 % /);
});

test('a load in which no wait stands out is identified by what could be seen of waits', () => {
  const text = (basis: 'waits' | 'states' | null, latches: boolean) => {
    const snapshot = buildSnapshot({
      ...starved,
      gauges: { ...starved.gauges, 'sessions.active': level(21, 8), 'sessions.engine': level(21, 8) },
      sections: {
        ...starved.sections,
        'pfs-setup': tableSection(['KIND', 'NAME', 'ENABLED', 'TIMED'], {
          end: [
            [
              'instrument',
              'wait/synch/mutex/innodb/trx_sys_mutex',
              ...(latches ? ['YES', 'YES'] : ['NO', 'NO']),
            ],
          ],
        }),
      },
    });
    if (snapshot.samples === null) throw new Error('not sampled');
    const sessions = basis === null ? {} : { sessions: { basis, text: '' } };
    const judged = { ...snapshot, samples: { ...snapshot.samples, ...sessions } };
    return analyze(judged, rules, { path: null }).headline.text;
  };
  const load = 'Load: 8 active sessions on average, ';
  expect(text('waits', true)).toContain(`${load}hardly any of them waiting.`);
  expect(text('waits', false)).toContain(`${load}hardly any of them in an instrumented wait.`);
  expect(text('states', true)).toContain(`${load}no wait class visible (wait instruments are off).`);
  expect(text(null, true)).toContain(`${load}no wait class visible (wait instruments are off).`);
});

test('what most sessions waited for is named only where it belongs to the greatest wait', () => {
  const { text } = headlineOf(
    sampledLoad({
      'sessions.active': 8,
      'sessions.rowLock': 6,
      'sessions.binlog': 1,
      'sessions.object.binlog': 1,
    }),
  );
  expect(text).toMatch(/75 % waiting for a row lock, 13 % in the binary log and group commit/);
  expect(text).not.toContain('top wait');
});

test('of hardly any session nothing is said but that', () => {
  const few = (active: number) =>
    headlineOf({
      ...starved,
      gauges: { ...busy.gauges, 'sessions.active': level(21, active), 'sessions.redoIo': level(21, active) },
    }).text;
  expect(few(0.25)).toContain('Load: 0.25 active sessions on average.');
  expect(few(0)).toContain('Load: no session was active at any sample.');
});

test('a session that sleeps by itself waits for nothing that is worth a name', () => {
  const { text } = headlineOf(
    sampledLoad({ 'sessions.active': 8, 'sessions.rowLock': 5, 'sessions.object.user sleep': 3 }),
  );
  expect(text).toContain('63 % waiting for a row lock.');
});

test('an object that is the same as its class of wait is not named twice', () => {
  const sessions = { 'sessions.active': 8, 'sessions.binlog': 6, 'sessions.object.binlog': 6 };
  const gauges = Object.fromEntries(
    Object.entries(sessions).map(([name, value]) => [name, level(21, value)]),
  );
  const { text } = headlineOf({ ...starved, gauges: { ...busy.gauges, ...gauges } });
  expect(text).toContain('75 % in the binary log and group commit.');
});

/** A replica without clients of its own: what it writes comes from its source. */
function replica({ lag, writes, running }: { lag: number | null; writes: number; running: string }): Build {
  const none = Object.fromEntries(
    ['Com_insert', 'Com_delete', 'Com_replace', 'Questions'].map((name) => [name, seconds(21, 0)]),
  );
  const columns = ['Replica_IO_Running', 'Replica_SQL_Running', 'Seconds_Behind_Source', 'SQL_Delay'];
  const at = '2026-01-01T00:00:20.000Z';
  return {
    server: { flavour: 'mysql', version: [8, 4, 8] },
    counters: { ...quiet, ...none, Com_update: seconds(21, writes) },
    gauges: { Threads_running: level(21, 1) },
    variables: { replica_parallel_workers: 1, event_scheduler: 'OFF' },
    sections: {
      replication: {
        status: 'ok',
        tookMs: 1,
        rows: 1,
        data: { end: { at, tookMs: 1, table: { columns, rows: [['Yes', running, lag, 0]] } } },
      },
    },
  };
}

test('a replica that falls behind is not idle, though no client sends it statements', () => {
  const headline = headlineOf(replica({ lag: 40, writes: 300, running: 'Yes' }));
  expect(headline).toMatchObject({ kind: 'bottleneck', ruleId: 'replica-one-worker' });
  expect(headline.text).toBe(
    'The replica is 40 s behind its source, and one thread applies all transactions of the source, one after the other (inferred).',
  );
});

test('a replica with nothing to apply is idle', () => {
  expect(headlineOf(replica({ lag: 0, writes: 0, running: 'Yes' })).kind).toBe('idle');
});

test('an idle server whose replication has stopped says so beside it', () => {
  const { kind, text } = headlineOf(replica({ lag: null, writes: 0, running: 'No' }));
  expect(kind).toBe('idle');
  expect(text).toContain('Also worth fixing: replication has stopped');
});

test('a crowd of sessions that no rule explains is no healthy server', () => {
  const cpus = { origin: 'local' as const, value: 2, unit: 'count' as const };
  const crowd = { 'sessions.active': 60, 'sessions.engine': 60 };
  const { kind, ruleId, text } = headlineOf({ ...sampledLoad(crowd), host: { cpus } });
  expect({ kind, ruleId }).toEqual({ kind: 'bottleneck', ruleId: 'sessions-pile-up' });
  expect(text).toContain('60 sessions are active on 2 CPUs');
});

test('durable commits that wait a little for their sync are no bottleneck', () => {
  const others = ['Com_insert', 'Com_delete', 'Com_replace'].map((name) => [name, seconds(21, 0)]);
  const counters = { ...busy.counters, ...quiet, ...Object.fromEntries(others) };
  const waiting = (commits: number) =>
    headlineOf({
      ...sampledLoad({ 'sessions.active': 10, 'sessions.running': 3, 'sessions.redoIo': 7 }),
      counters: { ...counters, Com_commit: seconds(21, commits), Com_update: seconds(21, commits) },
    });
  expect(waiting(5000).kind).toBe('healthy');
  expect(waiting(200)).toMatchObject({ kind: 'bottleneck', ruleId: 'commits-wait-for-redo' });
});

test('a finding that says why stands where the wait is named', () => {
  const { text } = headlineOf(
    sampledLoad({ 'sessions.active': 3, 'sessions.dataIo': 2, 'sessions.running': 1 }),
  );
  expect(text).toMatch(/^Storage-bound: 66\.7 % of 3 active sessions/);
  expect(text).not.toContain('no rule says why');
});

test('waiting for clients is a class of its own, and never the bottleneck', () => {
  const { kind, text } = headlineOf(
    sampledLoad({
      'sessions.active': 10,
      'sessions.network': 8,
      'sessions.object.network': 8,
      'sessions.running': 2,
    }),
  );
  expect(kind).not.toBe('bottleneck');
  expect(text).not.toMatch(/found (in|waiting for) .*(network|client)/);
  expect(text).not.toMatch(/top wait: network/i);
  const beside = headlineOf({
    ...starved,
    gauges: {
      ...busy.gauges,
      'sessions.active': level(21, 5),
      'sessions.redoIo': level(21, 2),
      'sessions.network': level(21, 3),
      'sessions.object.network': level(21, 3),
    },
  });
  expect(beside.text).toContain('40 % in redo log I/O.');
});
