import { expect, test } from 'vitest';
import { folderOf, runImport, values } from './run-import';

async function read(text: string) {
  const { snapshot, outcome } = await runImport(await folderOf({ 'metrics.txt': text }));
  const of = (section: string) => Object.fromEntries(values(snapshot, section));
  return { snapshot, said: JSON.stringify(outcome), status: of('status'), variables: of('variables') };
}

const page = `# HELP mysql_global_status_commands_total Total number of executed MySQL commands.
# TYPE mysql_global_status_commands_total counter
mysql_global_status_commands_total{command="select"} 8.0112233e+08
mysql_global_status_handlers_total{handler="read_rnd_next"} 12
mysql_global_status_buffer_pool_pages{state="free"} 17
mysql_global_status_opened_tables 4.4112233e+07
mysql_global_status_uptime 1.2096e+06
# TYPE mysql_global_variables_table_open_cache gauge
mysql_global_variables_table_open_cache 400
mysql_global_variables_log_bin 1
mysql_info_schema_innodb_metrics_transaction_trx_rseg_history_len 8912
mysql_version_info{innodb_version="5.7.40",version="5.7.40-log",version_comment="MySQL Community Server (GPL)"} 1
go_goroutines 9
`;

test('a page of mysqld_exporter gives status, variables and the server by their own names', async () => {
  const { snapshot, said, status, variables } = await read(page);
  expect(status).toMatchObject({
    Com_select: '801122330',
    Handler_read_rnd_next: '12',
    Innodb_buffer_pool_pages_free: '17',
    Opened_tables: '44112233',
    Uptime: '1209600',
  });
  expect(variables).toMatchObject({ table_open_cache: '400', log_bin: 'ON' });
  expect(snapshot.server).toMatchObject({ flavour: 'mysql', version: [5, 7, 40], uptimeSeconds: 1_209_600 });
  expect(snapshot.sections['innodb-metrics']?.status).toBe('ok');
  expect(said).not.toContain('go_goroutines');
});

test('of a federated page the first server is taken, and the report says so', async () => {
  const two = page
    .replaceAll('mysql_global_status_uptime ', 'mysql_global_status_uptime{instance="a"} ')
    .concat('mysql_global_status_uptime{instance="b"} 5\n');
  const { said, status } = await read(two);
  expect(status.Uptime).toBe('1209600');
  expect(said).toContain('2 servers by their label instance');
});

test('lines that are no metrics are ignored', async () => {
  const damaged = `${page}mysql_global_status_x{\nmysql_global_status_y NaN\nmysql_global_status_${'z'.repeat(5000)} 1\n`;
  const { status } = await read(damaged);
  expect(Object.keys(status)).not.toContain('Y');
});
