import { expect, test } from 'vitest';
import { buildSnapshot, tableSection } from '../../test/analysis/snapshot-builder';
import { changedVariables } from './changed-variables';

const withOrigins = (rows: (string | null)[][]) =>
  buildSnapshot({ sections: { variables: tableSection(['name', 'value', 'source'], { end: rows }) } });

test('what somebody set, or the server adjusted, by the origin that the server states, with its default', () => {
  const changed = changedVariables(
    withOrigins([
      ['max_connections', '151', 'COMPILED'],
      ['table_open_cache', '100', 'DYNAMIC'],
      ['autocommit', 'ON', 'DYNAMIC'],
      ['max_error_count', '1024', 'GLOBAL'],
      ['sort_buffer_size', '262144', 'Compile-time'],
      ['some_plugin_value', '4', 'AUTO'],
      ['innodb_page_size', '16384', null],
    ]),
  );
  expect(changed).toEqual({
    basis: 'server',
    defaults: { table_open_cache: '4000', some_plugin_value: null },
  });
});

test('without an origin the values are compared with the defaults of the version', () => {
  const variables = {
    max_connections: '151',
    table_open_cache: '100',
    low_priority_updates: 'off',
    event_scheduler: 'ON',
    unknown_to_the_catalog: '3',
  };
  expect(changedVariables(buildSnapshot({ variables }))).toEqual({
    basis: 'catalog',
    defaults: { table_open_cache: '4000' },
  });
});

test('where the version is not known, or no variables were read, nothing is claimed', () => {
  const snapshot = buildSnapshot({ variables: { table_open_cache: '100' } });
  const possible = [snapshot.server];
  expect(changedVariables({ ...snapshot, server: { ...snapshot.server, possible } })).toBeNull();
  expect(changedVariables(buildSnapshot({}))).toBeNull();
});
