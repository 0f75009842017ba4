import { expect, test } from 'vitest';
import type { ServerKind } from '../catalog/variable-catalog';
import { dialectFor, hostMetrics, knownDialects, mappingFileSchema, withMapping } from './dialect';
import { serverNames } from './server-names';
import { printedNumber, statusValue, variableValue } from './server-values';
import { translate } from './translate';

const names = serverNames();
const [, exporter] = knownDialects();
const named = (metric: string, labels: Record<string, string> = {}) => {
  const found = translate({ __name__: metric, ...labels }, exporter?.metrics ?? [], names);
  return found === null ? null : `${found.to} ${found.name}`;
};

test('metrics of mysqld_exporter get the names of the server back', () => {
  expect(named('mysql_global_status_commands_total', { command: 'select' })).toBe('status Com_select');
  expect(named('mysql_global_status_handlers_total', { handler: 'read_rnd_next' })).toBe(
    'status Handler_read_rnd_next',
  );
  expect(named('mysql_global_status_buffer_pool_pages', { state: 'free' })).toBe(
    'status Innodb_buffer_pool_pages_free',
  );
  expect(named('mysql_global_status_buffer_pool_page_changes_total', { operation: 'flushed' })).toBe(
    'status Innodb_buffer_pool_pages_flushed',
  );
  expect(named('mysql_global_status_innodb_row_ops_total', { operation: 'read' })).toBe(
    'status Innodb_rows_read',
  );
  expect(named('mysql_global_status_threads_running')).toBe('status Threads_running');
  expect(named('mysql_global_status_wsrep_local_recv_queue_avg')).toBe('status wsrep_local_recv_queue_avg');
  expect(named('mysql_global_variables_innodb_buffer_pool_size')).toBe('variable innodb_buffer_pool_size');
  expect(named('mysql_info_schema_innodb_metrics_transaction_trx_rseg_history_len')).toBe(
    'innodb-metric trx_rseg_history_len',
  );
  expect(named('mysql_info_schema_innodb_metrics_lock_lock_deadlocks_total')).toBe(
    'innodb-metric lock_deadlocks',
  );
  expect(named('mysql_info_schema_innodb_metrics_adaptive_hash_index_adaptive_hash_searches_total')).toBe(
    'innodb-metric adaptive_hash_searches',
  );
  expect(named('node_load1')).toBeNull();
});

test('a label that is no part of a name makes none', () => {
  for (const command of ['', 'sel\u001b[2Ject', 'a b', 'x'.repeat(65), '../../x'])
    expect(named('mysql_global_status_commands_total', { command })).toBeNull();
});

test('a series of PMM is known by its labels, and its exporter is no part of the server', () => {
  const dialect = dialectFor({ service_name: 'db1', service_id: '/service_id/1', job: 'x' }, knownDialects());
  expect(dialect?.name).toBe('pmm');
  expect(dialect?.server.ownLabels).toContain('job');
  expect(dialectFor({ instance: 'db1:9104' }, knownDialects())?.name).toBe('mysqld_exporter');
});

test('names of the user come before the known ones', () => {
  const mapping = mappingFileSchema.parse({
    metrics: [{ metric: 'acme_mysql_*', to: 'status', name: '{*}' }],
    server: { metric: 'acme_mysql_uptime' },
  });
  const [dialect] = withMapping(knownDialects().slice(1), mapping);
  expect(translate({ __name__: 'acme_mysql_com_select' }, dialect?.metrics ?? [], names)?.name).toBe(
    'Com_select',
  );
  expect(dialect?.server.metric).toBe('acme_mysql_uptime');
  expect(mappingFileSchema.safeParse({ metrics: [{ metric: 'a b', to: 'status' }] }).success).toBe(false);
});

test('seconds of node_exporter are milliseconds of the processor, those of all processors together', () => {
  const found = translate(
    { __name__: 'node_cpu_seconds_total', cpu: '3', mode: 'system' },
    hostMetrics(),
    names,
  );
  expect(found).toMatchObject({ to: 'host', name: 'cpu.busy', times: 1000, sum: true });
});

test('numbers of a store are printed as the server prints them', () => {
  expect(printedNumber('1.34217728e+08')).toBe('134217728');
  expect(printedNumber('18446744073709552000')).toBe('18446744073709552000');
  expect(printedNumber('0.5')).toBe('0.5');
  for (const text of ['', 'NaN', '+Inf', '1e400', 'x']) expect(printedNumber(text)).toBeNull();
});

test('1 and 0 are ON and OFF where the server says so, and nothing where several words would fit', () => {
  const mysql80: ServerKind = { flavour: 'mysql', version: [8, 0, 31] };
  expect(variableValue('innodb_adaptive_hash_index', '0', mysql80)).toBe('OFF');
  expect(variableValue('slow_query_log', '1', mysql80)).toBe('ON');
  expect(variableValue('innodb_flush_log_at_trx_commit', '1', mysql80)).toBe('1');
  expect(variableValue('event_scheduler', '0', mysql80)).toBeNull();
  expect(variableValue('have_ssl', '0', mysql80)).toBeNull();
  expect(variableValue('max_connections', '151', mysql80)).toBe('151');
  expect(statusValue('wsrep_cluster_status', '0')).toBe('non-Primary');
  expect(statusValue('Threads_running', '1')).toBe('1');
});

test('a bound that a store has rounded is the bound', () => {
  const mysql80: ServerKind = { flavour: 'mysql', version: [8, 0, 31] };
  for (const rounded of ['18446744073709552000', '18446744073709548000'])
    expect(variableValue('max_seeks_for_key', rounded, mysql80)).toBe('18446744073709551615');
  expect(variableValue('max_seeks_for_key', '1844674407370955', mysql80)).toBe('1844674407370955');
});
