import { expect, test } from 'vitest';
import { analyze } from '../../../src/analysis';
import { productRules } from '../../analysis/rule-files';
import { importPaste } from './pasted';

// Replicas and clusters, by what a post quotes of them.

const rules = productRules();

async function judged(text: string) {
  const { snapshot } = await importPaste(text);
  return analyze(snapshot, rules, { path: null });
}

const names = {
  newer: ['Source_Log_File', 'Relay_Source_Log_File', 'Seconds_Behind_Source', 'Replica'],
  older: ['Master_Log_File', 'Relay_Master_Log_File', 'Seconds_Behind_Master', 'Slave'],
} as const;

function replica(naming: keyof typeof names, fetched: string, applied: string) {
  const [file, relayed, behind, who] = names[naming];
  return [
    'MySQL 8.0.32',
    `             ${who}_IO_Running: Yes`,
    `            ${who}_SQL_Running: Yes`,
    `            ${file}: ${fetched}`,
    `      ${relayed}: ${applied}`,
    `      ${behind}: 18233`,
    '',
  ].join('\n');
}

test.each(['newer', 'older'] as const)(
  'positions in different files are compared by file number: %s names',
  async (naming) => {
    const text = async (fetched: string, applied: string) => {
      const { findings } = await judged(replica(naming, fetched, applied));
      return findings.find(({ ruleId }) => ruleId === 'replica-lagging')?.explanation ?? '';
    };
    const far = await text('binlog.002311', 'binlog.002290');
    expect(far).toContain('21 files of the source');
    expect(far).toContain('applying is the bottleneck');
    expect(await text('binlog.999999', 'binlog.999998')).toContain('1 file of the source');
    // Of two series, or without positions, nobody knows how much waits.
    for (const applied of ['other.000001', ''])
      expect(await text('binlog.002311', applied)).toContain('was not read');
  },
);

const definition = (key: string) =>
  [
    'mysql> show create table log.access_log\\G',
    '*************************** 1. row ***************************',
    '       Table: access_log',
    'Create Table: CREATE TABLE `access_log` (',
    '  `ts` datetime NOT NULL,',
    `  \`url\` varchar(2000) DEFAULT NULL${key}`,
    ') ENGINE=InnoDB DEFAULT CHARSET=utf8mb4',
    '',
  ].join('\n');

const list = (state: string, info: string) =>
  [
    '| Id | User | Host | db | Command | Time | State | Info |',
    '| 5 | system user | | NULL | Query | 5123 | Waiting for dependent transaction to commit | NULL |',
    `| 6 | system user | | log | Query | 18233 | ${state} | ${info} |`,
    '',
  ].join('\n');

test.each([
  ['Applying batch of row changes (delete)', 'DELETE FROM access_log WHERE ts < 12'],
  ['Delete_rows_log_event::find_row(-1) on table `log`.`access_log`', 'NULL'],
])(
  'an applier within row changes of a table without a key is the cause of the lag: %s',
  async (state, info) => {
    const text = replica('newer', 'binlog.002311', 'binlog.002290') + list(state, info);
    const { findings } = await judged(text + definition(''));
    expect(findings[0]).toMatchObject({ ruleId: 'replica-searches-rows', severity: 'critical' });
    expect(findings[0]?.actions.join(' ')).toContain('Give log.access_log a primary key');
    for (const key of [',\n  PRIMARY KEY (`ts`)', ',\n  UNIQUE KEY `u` (`ts`)']) {
      const found = (await judged(text + definition(key))).findings;
      expect(found.map(({ ruleId }) => ruleId)).toContain('replica-searches-rows');
      expect(found[0]?.actions.join(' ')).toContain('SHOW CREATE TABLE');
    }
  },
);

test('a quoted table with a primary key says nothing of the others', async () => {
  const { snapshot } = await importPaste(`max_connections = 500\n${definition(',\n  PRIMARY KEY (`ts`)')}`);
  expect(snapshot.sections['tables-without-primary-key']?.status).toBe('skipped');
});

const galera = (sent: number, threads: number, distance: number) =>
  [
    'MariaDB 10.5.22',
    '| wsrep_cluster_size | 3 |',
    '| wsrep_local_state | 4 |',
    '| wsrep_local_recv_queue | 31 |',
    '| wsrep_flow_control_paused | 0.412341 |',
    `| wsrep_flow_control_sent | ${sent} |`,
    '| wsrep_flow_control_recv | 41299 |',
    `| wsrep_cert_deps_distance | ${distance} |`,
    `| wsrep_slave_threads | ${threads} |`,
    '',
  ].join('\n');

test('the node that asks for the pauses is named by two counters, and its one applier by a queue', async () => {
  const own = await judged(galera(41234, 1, 84));
  expect(own.findings[0]?.ruleId).toBe('galera-appliers-few');
  expect(own.plan.changes.map(({ variable, to }) => [variable, to])).toEqual([['wsrep_slave_threads', 4]]);
  const pauses = own.findings.find(({ ruleId }) => ruleId === 'galera-flow-control-pauses');
  expect(pauses?.explanation).toContain('This node sends such pauses');
  const other = await judged(galera(12, 8, 84));
  expect(other.findings[0]?.ruleId).toBe('galera-flow-control-pauses');
  expect(other.findings[0]?.explanation).toContain('hardly any');
  // Nothing could be applied side by side.
  const serial = await judged(galera(41234, 1, 1));
  expect(serial.findings.map(({ ruleId }) => ruleId)).not.toContain('galera-appliers-few');
});
