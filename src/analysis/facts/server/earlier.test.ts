import { describe, expect, test } from 'vitest';
import { buildSnapshot, tableSection } from '../../../../test/analysis/snapshot-builder';
import { factCatalog } from '../catalog';
import { FactSet } from '../inputs/fact-set';
import { Observed } from '../inputs/observed';

function log(...messages: [string | null, string][]) {
  const rows = messages.map(([logged, data]) => [logged, 'Error', null, null, data]);
  const snapshot = buildSnapshot({
    sections: {
      'error-log': tableSection(['LOGGED', 'PRIO', 'ERROR_CODE', 'SUBSYSTEM', 'DATA'], { end: rows }),
    },
  });
  return new FactSet(new Observed(snapshot), factCatalog());
}

test.each([
  ['out_of_memory', 'Out of memory (Needed 1048576 bytes)'],
  ['out_of_memory', 'InnoDB: Cannot allocate memory for the buffer pool'],
  ['crash_recovery', 'Starting crash recovery from checkpoint LSN=42'],
  ['crash_recovery', 'Database was not shutdown normally!'],
  ['crash_recovery', 'mysqld got signal 11 ;'],
  ['page_cleaner_late', 'page_cleaner: 1000ms intended loop took 8234ms. The settings might not be optimal.'],
  ['page_cleaner_late', 'Page cleaner took 14231ms to flush 2000 pages'],
  ['page_cleaner_late', 'Page cleaner took 5021ms to flush 200 and evict 0 pages'],
  ['long_semaphore_wait', 'InnoDB: ###### Diagnostic info printed after a long semaphore wait'],
  ['long_semaphore_wait', 'A long wait (301 seconds) was observed for dict_sys.latch'],
  [
    'redo_full',
    'Redo log writer is waiting for a new redo log file. Consider increasing innodb_redo_log_capacity.',
  ],
  [
    'redo_full',
    'InnoDB: ERROR: the age of the last checkpoint is 90608129, which exceeds the log group capacity 90593280.',
  ],
  ['ended_by_latch', 'InnoDB: Error: semaphore wait has lasted > 600 seconds'],
  [
    'ended_by_latch',
    'Semaphore wait has lasted > 600 seconds. We intentionally crash the server because it appears to be hung.',
  ],
  [
    'ended_by_latch',
    'InnoDB: innodb_fatal_semaphore_wait_threshold was exceeded for dict_sys.latch. Please refer to the manual',
  ],
  [
    'idle_ended',
    "Aborted connection 12 to db: 'was' user: 'app' host: 'h' (Got timeout reading communication packets)",
  ],
  [
    'idle_ended',
    "Aborted connection 12 to db: 'was' user: 'app' host: 'h' (The client was disconnected by the server because of inactivity.)",
  ],
  ['corruption', 'Database page corruption on disk or a failed read of file ./a/b.ibd'],
  ['corruption', "Table './mysql/user' is marked as crashed and should be repaired"],
  ['disk_full', "Disk is full writing './binlog.000007' (OS errno 28 - No space left on device)"],
  ['table_full', "The table '/tmp/#sql_1_0' is full"],
  ['limits_cut', 'Changed limits: max_connections: 214 (requested 500)'],
  [
    'limits_cut',
    'Changed limits: max_open_files: 1024  max_connections: 151 (was 500)  table_cache: 421 (was 2000)',
  ],
])('a message of %s is counted and reported with its time: %s', (kind, text) => {
  const facts = log(['2026-11-20T03:00:00Z', text], ['2026-11-01T00:00:00Z', 'ready for connections']);
  expect(facts.reading(`error_log_${kind}`)).toEqual({ known: true, value: 1 });
  expect(facts.reading(`error_log_${kind}_latest`)).toEqual({
    known: true,
    value: `2026-11-20T03:00:00Z: ${text}`,
  });
  expect(facts.reading('error_log_since')).toEqual({ known: true, value: '2026-11-01T00:00:00Z' });
});

test('ordinary messages are none of these', () => {
  const facts = log(
    ['2026-11-01T00:00:00Z', 'InnoDB: Buffer pool(s) load completed'],
    ['2026-11-01T00:00:01Z', 'Aborted connection 41 to db (Got an error reading communication packets)'],
    [null, 'InnoDB: Completed initialization of buffer pool'],
    ['2026-11-01T00:00:02Z', 'XA crash recovery finished.'],
    ['2026-11-01T00:00:03Z', 'ready for connections.'],
    ['2026-11-01T00:00:04Z', 'InnoDB: New redo log file created.'],
  );
  for (const kind of [
    'out_of_memory',
    'crash_recovery',
    'long_semaphore_wait',
    'redo_full',
    'ended_by_latch',
    'idle_ended',
    'corruption',
    'disk_full',
  ]) {
    expect(facts.reading(`error_log_${kind}`), kind).toEqual({ known: true, value: 0 });
  }
});

test('a log that was not read says nothing, and totals come with the time that they were counted in', () => {
  const facts = new FactSet(
    new Observed(
      buildSnapshot({ status: { Uptime: 500, Uptime_since_flush_status: 40, Aborted_clients: 7 } }),
    ),
    factCatalog(),
  );
  expect(facts.reading('error_log_disk_full').known).toBe(false);
  expect(facts.reading('counted_seconds')).toEqual({ known: true, value: 40 });
  expect(facts.reading('aborted_clients_counted')).toEqual({ known: true, value: 7 });
});

describe('a disk that is full now', () => {
  const full = "Disk is full writing './binlog.000007' (OS errno 28 - No space left on device)";
  const taken = '2026-11-20T03:10:00Z';

  function ageOf(logged: string, variables: Record<string, string>) {
    const sections = {
      'error-log': tableSection(['LOGGED', 'PRIO', 'ERROR_CODE', 'SUBSYSTEM', 'DATA'], {
        end: [
          [logged, 'Error', null, null, full],
          ['2026-11-01T00:00:00Z', 'Error', null, null, full],
        ],
      }),
    };
    const snapshot = { ...buildSnapshot({ sections, variables }), createdAt: taken };
    return new FactSet(new Observed(snapshot), factCatalog()).reading('disk_full_age');
  }

  test.each([
    ['a time with its zone', '2026-11-20T03:02:00.000000Z', {}],
    ['an offset as time zone', '2026-11-20 05:02:00.000000', { time_zone: '+02:00' }],
    ['a server in UTC', '2026-11-20  3:02:00', { time_zone: 'SYSTEM', system_time_zone: 'UTC' }],
  ])('is eight minutes old by %s', (_, logged, variables) => {
    expect(ageOf(logged, variables)).toEqual({ known: true, value: 480 });
  });

  test('is not dated by a time zone that has only a name', () => {
    const age = ageOf('2026-11-20 05:02:00', { time_zone: 'SYSTEM', system_time_zone: 'CET' });
    // The other message has its zone.
    expect(age).toEqual({ known: true, value: 19 * 86_400 + 3 * 3600 + 600 });
  });

  test('sessions that wait for room are counted by their state', () => {
    const sections = {
      processlist: tableSection(['ID', 'COMMAND', 'TIME', 'STATE', 'INFO'], {
        end: [
          ['1', 'Query', '40', 'Waiting for disk space', 'COMMIT'],
          ['2', 'Query', '0', 'executing', 'SELECT ?'],
        ],
      }),
    };
    const facts = new FactSet(new Observed(buildSnapshot({ sections })), factCatalog());
    expect(facts.reading('disk_full_sessions')).toEqual({ known: true, value: 1 });
  });
});
