import { expect, test } from 'vitest';
import { factCatalog, factDefinitions } from '../../src/analysis/facts/catalog';
import { FactSet } from '../../src/analysis/facts/inputs/fact-set';
import { Observed } from '../../src/analysis/facts/inputs/observed';
import { statusVariable } from '../../src/knowledge/catalog/status/status-catalog';
import type { VersionTriple } from '../../src/shared/server';
import type { Snapshot } from '../../src/shared/snapshot';
import { type Build, buildSnapshot, tableSection } from './snapshot-builder';

function factsOf(build: Build): FactSet {
  return new FactSet(new Observed(buildSnapshot(build)), factCatalog());
}
const value = (build: Build, id: string) => {
  const reading = factsOf(build).reading(id);
  return reading.known ? reading.value : reading.reason.code;
};

const mariadb = { flavour: 'mariadb' as const, version: [10, 11, 18] as [number, number, number] };

test('every fact says what it is, how it is computed and where the formula comes from', () => {
  for (const { id, doc } of factDefinitions) {
    expect(id).toMatch(/^[a-z][a-z0-9_]*$/);
    expect(doc.what.length, id).toBeGreaterThan(15);
    expect(doc.formula.length, id).toBeGreaterThan(5);
    expect(doc.source.length, id).toBeGreaterThan(3);
  }
});

test('status variables that facts need are in the status catalog', () => {
  const names = factDefinitions.flatMap(({ needs }) => needs).filter((need) => need.startsWith('status.'));
  for (const need of names) {
    const name = need.slice('status.'.length);
    if (!name.startsWith('innodb_metrics.')) expect(statusVariable(name)?.name, need).toBe(name);
  }
});

test('without anything to read, every fact is unknown with a reason and none fails', () => {
  const facts = factsOf({});
  const known = factDefinitions.filter(({ id }) => facts.reading(id).known).map(({ id }) => id);
  // The query cache does not exist in MySQL 8.0, nor Galera in any MySQL, and the day support ends needs no reading.
  // That a text quotes no errors, and holds no list of mutexes, is seen from the text.
  expect(known).toEqual([
    'query_cache_on',
    'errors_listed',
    'mutexes_listed',
    'instruments_switched',
    'is_galera_node',
    'support_end',
  ]);
});

test('the checkpoint age is known in each second of a window without a checkpoint, whose counter never moved', () => {
  const build = {
    counters: { Questions: [0, 5, 9], Innodb_redo_log_current_lsn: [0, 500, 700] },
    bases: { Innodb_redo_log_current_lsn: '1000' },
    status: { Innodb_redo_log_checkpoint_lsn: '900', Innodb_redo_log_current_lsn: '1700' },
  };
  expect(factsOf(build).perSecond('checkpoint_age')).toEqual([600, 800]);
});

test('the checkpoint age follows the source that the flavour has', () => {
  expect(value({ server: mariadb, gauges: { Innodb_checkpoint_age: [10, 900, 20] } }, 'checkpoint_age')).toBe(
    900,
  );
  const lsns = {
    counters: { Innodb_redo_log_current_lsn: [0, 500, 700], Innodb_redo_log_checkpoint_lsn: [0, 100, 650] },
    bases: {
      Innodb_redo_log_current_lsn: '9223372036854775807',
      Innodb_redo_log_checkpoint_lsn: '9223372036854775000',
    },
  };
  expect(value(lsns, 'checkpoint_age')).toBe(807 + 400);
  const text = '---\nLOG\n---\nLog sequence number          20000\nLast checkpoint at           15000\n';
  const section = {
    status: 'ok' as const,
    tookMs: 1,
    data: { end: { at: '2026-01-01T00:00:01Z', tookMs: 1, text } },
  };
  expect(value({ sections: { 'innodb-status': section } }, 'checkpoint_age')).toBe(5000);
});

// Limits that the servers themselves reported (research, section 5): INNODB_METRICS log_max_modified_age_sync of
// MySQL 9.7, Innodb_checkpoint_max_age of MariaDB 10.11.
test.each([
  [
    'mysql 9.7, 100 MiB',
    {
      server: { flavour: 'mysql' as const, version: [9, 7, 4] as [number, number, number] },
      variables: { innodb_redo_log_capacity: 104_857_600 },
    },
    87_086_592,
  ],
  [
    'mysql 9.7, 8 MiB',
    {
      server: { flavour: 'mysql' as const, version: [9, 7, 4] as [number, number, number] },
      variables: { innodb_redo_log_capacity: 8_388_608 },
    },
    6_806_528,
  ],
  [
    'mariadb 10.11, 96 MiB',
    { server: mariadb, variables: { innodb_log_file_size: 100_663_296 } },
    80_819_529,
  ],
  [
    'mariadb 10.11, 200 MiB',
    { server: mariadb, variables: { innodb_log_file_size: 209_715_200 } },
    169_151_571,
  ],
])(
  'the sync limit of %s is within a tenth of a per cent of what the server reported',
  (_, build, reported) => {
    const limit = value(build, 'redo_sync_limit');
    expect(Math.abs(Number(limit) - reported) / reported).toBeLessThan(0.001);
  },
);

test('a limit that the server shows wins over the formula', () => {
  const build = {
    server: mariadb,
    variables: { innodb_log_file_size: 100_663_296 },
    status: { Innodb_checkpoint_max_age: 1234 },
  };
  expect(value(build, 'redo_sync_limit')).toBe(1234);
});

test('a limit that the InnoDB status prints wins over the formula, which does without the threads', () => {
  const files = { innodb_log_file_size: 67_108_864, innodb_log_files_in_group: 2 };
  const percona = { flavour: 'percona' as const, version: [5, 7, 38] as [number, number, number] };
  const status = (age: string) => `---
LOG
---
Log sequence number 91823749182374
Last checkpoint at  91823651928374
${age}`;
  const text = status('Max checkpoint age    101005312');
  const end = { at: '2026-01-01T00:00:01Z', tookMs: 1, text };
  const section = { status: 'ok' as const, tookMs: 1, data: { end } };
  const sections = { 'innodb-status': section };
  expect(value({ server: percona, variables: files, sections }, 'redo_sync_limit')).toBe(101_005_312);
  const near = Number(value({ server: percona, variables: files }, 'redo_sync_limit'));
  expect(near).toBeGreaterThan(0.95 * 101_005_312);
  expect(near).toBeLessThan(1.05 * 101_005_312);
});

test('the redo log of old servers is all files together, of MariaDB 10.5+ the one file', () => {
  const files = { innodb_log_file_size: 50_331_648, innodb_log_files_in_group: 2 };
  expect(value({ variables: files }, 'redo_capacity')).toBe(100_663_296);
  expect(value({ server: mariadb, variables: { innodb_log_file_size: 50_331_648 } }, 'redo_capacity')).toBe(
    50_331_648,
  );
  // An option file that names the size alone means two files of it.
  expect(value({ variables: { innodb_log_file_size: 50_331_648 } }, 'redo_files')).toBe(2);
  expect(value({ server: mariadb }, 'redo_files')).toBe(1);
  // D18: a variable that this server dropped is missing, not 0.
  expect(value({}, 'redo_capacity')).toBe('not-read');
});

test('a counter that was reset within the window is unknown for those seconds only', () => {
  const facts = factsOf({ counters: { Aborted_clients: [0, 5, 1, 2] } });
  expect(facts.perSecond('aborted_clients_rate')).toEqual([5, null, 1]);
  expect(facts.reading('aborted_clients_rate')).toEqual({ known: true, value: 3 });
});

test('a restart makes its second unknown', () => {
  const facts = factsOf({ counters: { Aborted_clients: [0, 5, 6, 9] }, restarts: [2] });
  expect(facts.perSecond('aborted_clients_rate')).toEqual([5, null, 3]);
});

test('a counter that the sampler left out because it never moved is 0, one that the server lacks is unknown', () => {
  const build = { counters: { Questions: [0, 10] }, status: { Sort_merge_passes: 7 } };
  expect(value(build, 'merge_pass_rate')).toBe(0);
  expect(value({ counters: { Questions: [0, 10] } }, 'merge_pass_rate')).toBe('not-read');
});

test('one reading gives no rate before a day of uptime', () => {
  expect(value({ status: { Questions: 1_000_000, Uptime: 86_399 } }, 'statement_rate')).toBe('no-window');
});

test('rates from both ends of the window are exact for 64-bit counters', () => {
  const build = {
    statusAtStart: { Sort_merge_passes: '18446744073709550000', Uptime: 10 },
    status: { Sort_merge_passes: '18446744073709550007', Uptime: 11 },
  };
  expect(value(build, 'merge_pass_rate')).toBe(7);
});

test('the history list of MySQL comes from INNODB_METRICS or the status text (D14)', () => {
  expect(value({ gauges: { 'innodb_metrics.trx_rseg_history_len': [1, 5, 9] } }, 'history_length')).toBe(9);
  expect(value({ gauges: { 'innodb_metrics.trx_rseg_history_len': [1, 5, 9] } }, 'history_growth')).toBe(4);
  const metrics = tableSection(['NAME', 'COUNT', 'STATUS'], {
    end: [['trx_rseg_history_len', 0, 'disabled']],
  });
  const text = '------------\nTRANSACTIONS\n------------\nHistory list length 4711\n';
  const status = {
    status: 'ok' as const,
    tookMs: 1,
    data: { end: { at: '2026-01-01T00:00:01Z', tookMs: 1, text } },
  };
  expect(value({ sections: { 'innodb-metrics': metrics, 'innodb-status': status } }, 'history_length')).toBe(
    4711,
  );
});

test('a counter of INNODB_METRICS below zero is miscounted: unknown, neither a level nor a rate', () => {
  const sampled = (values: number[]) =>
    value(
      { counters: { Questions: [0, 5, 9] }, gauges: { 'innodb_metrics.trx_rseg_history_len': values } },
      'history_length',
    );
  expect(sampled([-10_769, -10_769, -10_760])).not.toBe(-10_760);
  expect(sampled([-10_769, -10_769, 12])).toBe(12);
  const read = (count: number) =>
    value(
      {
        sections: {
          'innodb-metrics': tableSection(['name', 'count', 'status'], {
            end: [['trx_rseg_history_len', count, 'enabled']],
          }),
        },
      },
      'history_length',
    );
  expect(read(-10_769)).not.toBe(-10_769);
  expect(read(12)).toBe(12);
});

test('waits are reported only from instruments that are on (D5)', () => {
  const columns = ['EVENT_NAME', 'COUNT_STAR', 'SUM_TIMER_WAIT'];
  const name = 'wait/synch/mutex/innodb/log_sys_mutex';
  const waits = tableSection(columns, { start: [[name, 0, 0]], end: [[name, 900, '20000000000000']] });
  const setup = (enabled: string) =>
    tableSection(['KIND', 'NAME', 'ENABLED', 'TIMED'], { end: [['instrument', name, enabled, enabled]] });
  const gauges = { Threads_running: [5, 5] };
  const on = { gauges, sections: { 'pfs-waits-global': waits, 'pfs-setup': setup('YES') } };
  expect(value(on, 'top_latch')).toBe(name);
  // 20 s of waiting in 10 s: two threads at any moment, half of the four that were busy.
  expect(value(on, 'top_latch_threads')).toBe(2);
  expect(value(on, 'top_latch_share')).toBe(0.5);
  const off = { gauges, sections: { 'pfs-waits-global': waits, 'pfs-setup': setup('NO') } };
  expect(value(off, 'top_latch')).toBe('not-instrumented');
});

test('the top latch is explained from the dictionary of waits, and one that it lacks is not', () => {
  const latch = (name: string) => {
    const waits = tableSection(['EVENT_NAME', 'COUNT_STAR', 'SUM_TIMER_WAIT'], {
      start: [[name, 0, 0]],
      end: [[name, 10, 4e12]],
    });
    const setup = tableSection(['KIND', 'NAME', 'ENABLED', 'TIMED'], {
      end: [['instrument', name, 'YES', 'YES']],
    });
    return factsOf({ sections: { 'pfs-waits-global': waits, 'pfs-setup': setup } });
  };
  const redo = latch('wait/synch/mutex/innodb/log_sys_mutex');
  expect(redo.reading('top_latch_name')).toEqual({ known: true, value: 'Redo log' });
  expect(redo.reading('top_latch_probe')).toEqual({ known: true, value: 'commit-durability' });
  const foreign = latch('wait/synch/mutex/vendor/private');
  expect(foreign.reading('top_latch')).toMatchObject({ known: true });
  expect(foreign.reading('top_latch_guards')).toMatchObject({ known: false, reason: { code: 'absent' } });
});

test('a row that the first capture had to leave out says nothing', () => {
  const columns = ['FILE_NAME', 'EVENT_NAME', 'SUM_TIMER_READ'];
  const rows = { start: [], end: [['a.ibd', 'wait/io/file/innodb/innodb_data_file', '90000000000000']] };
  const gauges = { Threads_running: [10, 10] };
  expect(value({ gauges, sections: { 'file-io': tableSection(columns, rows) } }, 'data_read_share')).toBe(1);
  const partial = tableSection(columns, rows, { startTruncated: '500 rows by time' });
  expect(value({ gauges, sections: { 'file-io': partial } }, 'data_read_share')).toBe('error');
});

test('digests that cover less than half of the statements say nothing of scans', () => {
  const columns = [
    'SCHEMA_NAME',
    'DIGEST',
    'DIGEST_TEXT',
    'COUNT_STAR',
    'SUM_TIMER_WAIT',
    'SUM_NO_INDEX_USED',
    'SUM_ROWS_EXAMINED',
    'SUM_ROWS_SENT',
    'SUM_ROWS_AFFECTED',
  ];
  const scan = ['shop', 'd1', 'SELECT * FROM a WHERE b = ?', 100, '7000000000000', 100, 1_000_000, 10, 0];
  const point = ['shop', 'd2', 'SELECT * FROM a WHERE id = ?', 900, '3000000000000', 0, 900, 900, 0];
  const digests = tableSection(columns, { start: [], end: [scan, point] });
  const covered = { counters: { Questions: [0, 100] }, sections: { 'statement-digests': digests } };
  expect(value(covered, 'scan_time_share')).toBe(0.7);
  expect(value(covered, 'scan_rows_per_statement')).toBe(10_000);
  const prepared = { counters: { Questions: [0, 10_000] }, sections: { 'statement-digests': digests } };
  expect(value(prepared, 'scan_time_share')).toBe('not-instrumented');
});

test("Latchkey's own statements are not taken for more temporary tables on disk than they can have made", () => {
  const columns = ['SCHEMA_NAME', 'DIGEST', 'DIGEST_TEXT', 'SUM_CREATED_TMP_DISK_TABLES'];
  const digests = tableSection(columns, { start: [], end: [['shop', 'd1', 'SELECT a GROUP BY b', 20]] });
  const snapshot = buildSnapshot({
    counters: { Created_tmp_disk_tables: [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20] },
    sections: { 'statement-digests': digests },
  });
  const own = Array.from({ length: 40 }, (_, index) => ({
    sql: 'SHOW GLOBAL STATUS',
    tookMs: 1,
    rows: 1,
    at: new Date(Date.parse(snapshot.createdAt) + 100 + index * 240).toISOString(),
  }));
  const rate = (taken: Snapshot) => new FactSet(new Observed(taken), factCatalog()).reading('tmp_disk_rate');
  // The digests of the others were read over the window of 10 s and made 20: the 4 statements a second made none.
  expect(rate({ ...snapshot, statements: own })).toEqual({ known: true, value: 2 });
  const blind = { ...snapshot, statements: own, sections: { ...snapshot.sections } };
  delete blind.sections['statement-digests'];
  expect(rate(blind)).toEqual({ known: true, value: 0 });
});

test("the server's own threads are no busy sessions: the scheduler, readers of the binary log, replication in MariaDB", () => {
  const gauges = { Threads_running: [8, 8, 8] };
  const on = { event_scheduler: 'ON' };
  const list = (...commands: string[]) => ({
    processlist: tableSection(['ID', 'COMMAND'], {
      end: commands.map((command, index) => [index + 1, command]),
    }),
  });
  const busy = (server: { flavour: 'mysql' | 'mariadb'; version: VersionTriple }, snapshot: object) =>
    value({ gauges, server, ...snapshot }, 'busy_threads');
  const mysql57 = { flavour: 'mysql' as const, version: [5, 7, 44] as VersionTriple };
  const mariadb102 = { flavour: 'mariadb' as const, version: [10, 2, 44] as VersionTriple };
  const mariadb114 = { flavour: 'mariadb' as const, version: [11, 4, 5] as VersionTriple };
  // As each of them counted on a live source and its replica.
  expect(busy(mysql57, { variables: on })).toBe(6);
  expect(busy(mysql57, { variables: { event_scheduler: 'OFF' } })).toBe(7);
  expect(busy(mariadb114, { variables: on })).toBe(6);
  expect(busy(mariadb102, { variables: on })).toBe(7);
  expect(busy(mysql57, { sections: list('Query', 'Binlog Dump', 'Binlog Dump GTID') })).toBe(5);
  expect(busy(mysql57, { sections: list('Query', 'Connect', 'Connect') })).toBe(7);
  const replica = list('Query', 'Slave_IO', 'Slave_SQL', 'Slave_worker', 'Slave_worker');
  expect(busy(mariadb114, { sections: replica })).toBe(3);
  expect(busy(mariadb102, { sections: replica })).toBe(7);
});

test('the memory limit is the smaller of RAM and control group, and never assumed', () => {
  const ram = { origin: 'local' as const, value: 8e9 };
  expect(value({ host: { memoryBytes: ram } }, 'memory_limit')).toBe(8e9);
  expect(
    value({ host: { memoryBytes: ram, cgroupMemoryBytes: { origin: 'local', value: 2e9 } } }, 'memory_limit'),
  ).toBe(2e9);
  expect(value({}, 'memory_limit')).toBe('no-host');
});

test('where INNODB_TRX was not read, the oldest transaction comes from the status text that lists all', () => {
  const text = (rest: string) =>
    `------------\nTRANSACTIONS\n------------\nTrx id counter 9\n---TRANSACTION 7, ACTIVE 12 sec
MySQL thread id 3, OS thread handle 0x1, query id 5 localhost root\n---TRANSACTION 5, ACTIVE 340 sec
MySQL thread id 8, OS thread handle 0x1, query id 2 localhost root\nselect 1
${rest}----------------------------\nEND OF INNODB MONITOR OUTPUT\n`;
  const at = (version: [number, number, number], flavour: 'mysql' | 'mariadb', rest = '') => {
    const end = { at: '2026-01-01T00:00:01Z', tookMs: 1, text: text(rest) };
    const sections = { 'innodb-status': { status: 'ok' as const, tookMs: 1, data: { end } } };
    const build = { server: { flavour, version }, sections };
    return [value(build, 'oldest_transaction_seconds'), value(build, 'oldest_transaction_connection')];
  };
  expect(at([5, 6, 24], 'mysql')).toEqual([340, '8']);
  expect(at([11, 8, 6], 'mariadb')).toEqual([340, '8']);
  // Newer MySQL leaves out transactions that only read; a cut list may lack the oldest.
  expect(at([9, 7, 4], 'mysql')).toEqual(['not-read', 'not-read']);
  expect(at([5, 6, 24], 'mysql', '... truncated...\n')).toEqual(['not-read', 'not-read']);
});

test('the limit of full background flushing lies below the sync limit, as the servers have it', () => {
  const mysql = { server: { flavour: 'mysql' as const, version: [9, 7, 4] as [number, number, number] } };
  const capacity = (size: number) => ({ ...mysql, variables: { innodb_redo_log_capacity: size } });
  // Read on MySQL 9.7.4 from log_max_modified_age_async.
  const near = (found: unknown, wanted: number) =>
    expect(Math.abs(Number(found) / wanted - 1)).toBeLessThan(0.01);
  near(value(capacity(100 * 1024 ** 2), 'redo_async_limit'), 81_281_024);
  near(value(capacity(8 * 1024 ** 2), 'redo_async_limit'), 6_352_896);
  // Read on MariaDB 10.11 with a log of 96 MiB.
  near(
    value({ server: mariadb, status: { Innodb_checkpoint_max_age: 80_819_529 } }, 'redo_async_limit'),
    70_717_088,
  );
});

test('active sessions by wait class is shown in seconds a second, by class and by object, without what encloses other waits', () => {
  const events = (count: number) =>
    [
      ['wait/io/file/innodb/innodb_data_file', 4e12],
      ['wait/synch/mutex/innodb/trx_sys_mutex', 3e12],
      ['wait/synch/sxlock/innodb/btr_search_latch', 1e12],
      ['wait/io/table/sql/handler', 9e12],
      ['idle', 50e12],
    ].map(([name = '', time = 0]) => [name, count, Number(time) * count]);
  const build = {
    counters: { Questions: [0, 5, 9] },
    sections: {
      'pfs-waits-global': tableSection(
        ['EVENT_NAME', 'COUNT_STAR', 'SUM_TIMER_WAIT'],
        { start: events(0), end: events(1) },
        { seconds: 2 },
      ),
    },
  };
  expect(value(build, 'wait_load_classes')).toBe('files 2, mutexes 1.5, read-write locks 0.5');
  expect(value(build, 'wait_load_objects')).toMatch(/^[^,]+ 2, [^,]+ 1\.5, [^,]+ 0\.5$/);
  expect(value({}, 'wait_load_classes')).toBe('no-window');
});

test('commits are those that changed rows, between a least and a most, never the commits of single statements inside', () => {
  const rates = (counters: Record<string, number[]>, build: Build = {}) => {
    const all = {
      Com_insert: [0, 0],
      Com_update: [0, 0],
      Com_delete: [0, 0],
      Com_replace: [0, 0],
      ...counters,
    };
    return ['commit_rate_least', 'commit_rate'].map((id) => value({ ...build, counters: all }, id));
  };
  // oltp_read_write: 18 statements and a COMMIT in each transaction, 4 of them changes (counters of MySQL 5.6 under sysbench).
  const transactions = {
    Com_commit: [0, 467],
    Com_insert: [0, 467],
    Com_update: [0, 933],
    Com_delete: [0, 466],
  };
  expect(rates({ ...transactions, Handler_commit: [0, 8864] })).toEqual([467, 1866]);
  expect(rates({ Com_commit: [0, 0], Com_update: [0, 944], Handler_commit: [0, 1888] })).toEqual([944, 944]);
  expect(rates({ Com_commit: [0, 161], Handler_commit: [0, 2417] })).toEqual([0, 0]);
  expect(rates({ Com_commit: [0, 0], Com_insert_select: [0, 3], Com_load: [0, 1] })).toEqual([4, 4]);
  const logged = { server: mariadb, variables: { log_bin: 'ON' } };
  expect(rates({ Com_commit: [0, 52], Com_update: [0, 104], Binlog_commits: [0, 60] }, logged)).toEqual([
    60, 60,
  ]);
});

test('temporary tables are identified by engine', () => {
  const of = (flavour: 'mysql' | 'mariadb', version: [number, number, number], variables = {}) =>
    value({ server: { flavour, version }, variables: { tmp_table_size: 1024, ...variables } }, 'tmp_engines');
  expect(of('mysql', [5, 6, 24])).toBe('MEMORY in memory, MyISAM on disk');
  expect(of('mysql', [5, 7, 44], { internal_tmp_disk_storage_engine: 'INNODB' })).toBe(
    'MEMORY in memory, InnoDB on disk',
  );
  expect(of('mysql', [8, 4, 8], { internal_tmp_mem_storage_engine: 'TempTable' })).toBe(
    'TempTable in memory, InnoDB on disk',
  );
  expect(of('mariadb', [11, 8, 6], { aria_used_for_temp_tables: 'ON' })).toBe(
    'MEMORY in memory, Aria on disk',
  );
  expect(of('mariadb', [11, 8, 6], { aria_used_for_temp_tables: 'OFF' })).toBe(
    'MEMORY in memory, MyISAM on disk',
  );
});

test('a full pool that goes on reading proves more data than stale statistics know', () => {
  const sizes = tableSection(
    ['table_schema', 'table_name', 'engine', 'table_rows', 'data_length', 'index_length'],
    { end: [['shop', 'orders', 'InnoDB', 100, 1_000_000, 0]] },
  );
  const size = (readsPerSecond: number, free: number) =>
    value(
      {
        sections: { 'schema-sizes': sizes },
        counters: {
          Innodb_buffer_pool_reads: [0, readsPerSecond, 2 * readsPerSecond],
          Innodb_buffer_pool_read_ahead: [0, 0, 0],
        },
        status: {
          Innodb_page_size: 16_384,
          Innodb_buffer_pool_pages_data: 1000,
          Innodb_buffer_pool_pages_free: free,
          Innodb_buffer_pool_pages_total: 1000 + free,
        },
      },
      'data_size',
    );
  expect(size(100, 0)).toBe(1200 * 16_384);
  // Neither a pool with room nor a handful of reads proves anything.
  expect(size(100, 500)).toBe(1_000_000);
  expect(size(10, 0)).toBe(1_000_000);
});

test('the working set is what the pool holds, and with a full pool what was read besides', () => {
  const pool = (free: number) => ({
    counters: {
      Questions: [0, 5, 9],
      Innodb_buffer_pool_reads: [0, 100, 300],
      Innodb_buffer_pool_read_ahead: [0, 0, 0],
    },
    status: {
      Innodb_buffer_pool_pages_data: 1000,
      Innodb_buffer_pool_pages_free: free,
      Innodb_buffer_pool_pages_total: 1000 + free,
      Innodb_page_size: 16_384,
    },
  });
  expect(value(pool(0), 'working_set')).toBe(1300 * 16_384);
  expect(value(pool(500), 'working_set')).toBe(1000 * 16_384);
  // Pages that are read after a whole pool of others may be the same ones again.
  const churning = { ...pool(0).counters, Innodb_buffer_pool_reads: [0, 90_000, 180_000] };
  expect(value({ ...pool(0), counters: churning }, 'working_set')).toBe(2000 * 16_384);
});
