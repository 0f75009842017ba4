import type { Draft, Row } from '../draft.ts';
import type { Model } from '../model.ts';
import { moment } from './statements.ts';

const mysql84 = [
  'Replica_IO_State',
  'Source_Host',
  'Source_User',
  'Source_Port',
  'Connect_Retry',
  'Source_Log_File',
  'Read_Source_Log_Pos',
  'Relay_Log_File',
  'Relay_Log_Pos',
  'Relay_Source_Log_File',
  'Replica_IO_Running',
  'Replica_SQL_Running',
  'Last_IO_Errno',
  'Last_IO_Error',
  'Last_SQL_Errno',
  'Last_SQL_Error',
  'Exec_Source_Log_Pos',
  'Relay_Log_Space',
  'Seconds_Behind_Source',
  'Source_Server_Id',
  'SQL_Delay',
  'Replica_SQL_Running_State',
  'Auto_Position',
  'Channel_Name',
  'Retrieved_Gtid_Set',
  'Executed_Gtid_Set',
];
const older = mysql84.map((name) =>
  name.replace('Replica_', 'Slave_').replace('Source', 'Master').replace('source', 'master'),
);

/** This server as a replica of another, and the replicas that follow it. */
export function applyReplication(draft: Draft, model: Model): void {
  const { world, flavour, version } = model;
  if (world.replicas > 0) {
    const dumps = Array.from(
      { length: world.replicas },
      (_, index): Row => ({
        id: 700 + index,
        user: 'repl',
        host: `10.0.2.${index + 5}:51000`,
        command: 'Binlog Dump GTID',
        time: 400_000,
        state: 'Source has sent all binlog to replica; waiting for more updates',
      }),
    );
    draft.section('replicas', ['ID', 'USER', 'HOST', 'COMMAND', 'TIME', 'STATE'], dumps);
  }
  const { replica } = world;
  if (replica === undefined) return;
  const modern = flavour !== 'mariadb' && version[0] >= 8;
  const position = 400_000_000 + Math.round(model.binlogBytes * draft.length);
  const behind = Math.round(replica.lag * Math.max(1, model.binlogBytes));
  const row: Row = {
    replica_io_state: 'Waiting for source to send event',
    source_host: '10.0.0.10',
    source_user: 'repl',
    source_port: 3306,
    connect_retry: 60,
    source_log_file: 'binlog.004411',
    read_source_log_pos: position + behind,
    relay_log_file: 'relay.000201',
    relay_log_pos: 4711,
    relay_source_log_file: 'binlog.004411',
    replica_io_running: 'Yes',
    replica_sql_running: replica.running,
    last_io_errno: 0,
    last_io_error: '',
    last_sql_errno: replica.error,
    last_sql_error: replica.error === 0 ? '' : 'Could not execute Update_rows event',
    exec_source_log_pos: position,
    relay_log_space: behind + 1_000_000,
    seconds_behind_source: replica.running === 'Yes' ? replica.lag : null,
    source_server_id: 1,
    sql_delay: replica.delay,
    replica_sql_running_state: replica.state,
    auto_position: 1,
    channel_name: '',
    retrieved_gtid_set: '',
    executed_gtid_set: '',
  };
  const names = modern ? mysql84 : older;
  const renamed: Row = Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      modern ? name : name.replace('replica_', 'slave_').replace('source', 'master'),
      value,
    ]),
  );
  if (flavour === 'mariadb') renamed.using_gtid = 'Slave_Pos';
  draft.section('replication', flavour === 'mariadb' ? [...names, 'Using_Gtid'] : names, [renamed]);
  for (const name of ['replica_parallel_workers', 'slave_parallel_workers', 'slave_parallel_threads'])
    draft.set(name, replica.workers);
  draft.set('read_only', 'ON');
  draft.set('super_read_only', 'ON');
  const workers = Array.from(
    { length: Math.max(1, replica.workers) },
    (_, index): Row => ({
      channel_name: '',
      worker_id: index,
      thread_id: 60 + index,
      service_state: 'ON',
      last_error_number: 0,
      last_error_message: '',
      last_applied_transaction_end_apply_timestamp: moment(draft, 0),
    }),
  );
  draft.rows('replication-workers', () => workers);
  draft.edit('status', (each) => {
    if (/^(Slave|Replica)_running$/i.test(String(each.name))) each.value = 'ON';
  });
}
