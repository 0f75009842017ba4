import { describe, expect, test } from 'vitest';
import { buildSnapshot, tableSection } from '../../../../test/analysis/snapshot-builder';
import type { Cell } from '../../../shared/snapshot';
import { factCatalog } from '../catalog';
import { FactSet } from '../inputs/fact-set';
import { Observed } from '../inputs/observed';

function facts(variables: Cell[][], files?: Cell[][]) {
  const snapshot = buildSnapshot({
    sections: {
      variables: tableSection(['name', 'value', 'source', 'path', 'min', 'max', 'persisted'], {
        end: variables,
      }),
      ...(files === undefined
        ? {}
        : {
            'option-files': tableSection(['FILE', 'LINE', 'OPTION_GROUP', 'OPTION_NAME', 'OPTION_VALUE'], {
              end: files,
            }),
          }),
    },
  });
  return new FactSet(new Observed(snapshot), factCatalog());
}

const row = (name: string, value: string, source: string | null, persisted: string | null = null): Cell[] => [
  ...[name, value, source],
  ...[null, null, null],
  persisted,
];
const option = (name: string, value: string | null): Cell[] => ['/etc/my.cnf', 1, 'mysqld', name, value];

describe('what another start would change', () => {
  test('a value that was set at run time and stands otherwise in the file, and one that stands nowhere', () => {
    const set = facts(
      [
        row('max_connections', '500', 'DYNAMIC'),
        row('innodb_io_capacity', '2000', 'DYNAMIC'),
        row('table_open_cache', '4000', 'EXPLICIT'),
        // A session that sets its own value shows so, and the value that runs for all is the default.
        row('lock_wait_timeout', '31536000', 'DYNAMIC'),
        row('autocommit', 'ON', 'DYNAMIC'),
      ],
      [option('max-connections', '151'), option('table_open_cache', '9000')],
    );
    expect(set.reading('settings_at_restart')).toEqual({
      known: true,
      value:
        'max_connections: 500 runs, 151 at the next start; innodb_io_capacity: 2000 runs, set in no file',
    });
    expect(set.reading('settings_changed_at_restart')).toEqual({ known: true, value: 2 });
  });

  test('what the file or mysqld-auto.cnf says too stays, in any spelling; the persisted value wins', () => {
    const set = facts(
      [
        row('innodb_buffer_pool_size', '1073741824', 'DYNAMIC'),
        row('innodb_adaptive_hash_index', 'OFF', 'DYNAMIC', 'OFF'),
        row('read_only', 'ON', 'DYNAMIC'),
      ],
      [option('innodb_buffer_pool_size', '1G'), option('innodb_adaptive_hash_index', '1')],
    );
    expect(set.reading('settings_changed_at_restart')).toEqual({ known: true, value: 0 });
  });

  test('where the command line tunes the server, a session that set a value for itself hides the one of the start', () => {
    const set = facts(
      [
        row('max_execution_time', '5000', 'DYNAMIC'),
        row('max_connections', '500', 'DYNAMIC'),
        row('sync_binlog', '0', 'COMMAND_LINE'),
        row('sort_buffer_size', '1048576', 'DYNAMIC'),
      ],
      [option('sort_buffer_size', '2M')],
    );
    expect(set.reading('settings_at_restart')).toEqual({
      known: true,
      value: 'max_connections: 500 runs, set in no file; sort_buffer_size: 1M runs, 2M at the next start',
    });
  });

  test('where scripts give paths alone, it is what was set at run time', () => {
    const set = facts(
      [row('max_execution_time', '5000', 'DYNAMIC'), row('datadir', '/data/', 'COMMAND_LINE')],
      [],
    );
    expect(set.reading('settings_changed_at_restart')).toEqual({ known: true, value: 1 });
  });

  test('without the files only persisted values are compared, and nothing where the server reports no source', () => {
    const set = facts([
      row('max_connections', '500', 'DYNAMIC'),
      row('sort_buffer_size', '262144', 'SQL', '4194304'),
    ]);
    expect(set.reading('settings_changed_at_restart')).toEqual({ known: true, value: 1 });
    expect(facts([row('max_connections', '500', null)]).reading('settings_at_restart').known).toBe(false);
  });
});
