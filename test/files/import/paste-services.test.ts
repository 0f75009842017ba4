import { expect, test } from 'vitest';
import { sectionRows } from '../../../src/shared/snapshot';
import { importPaste } from './pasted';
import { values } from './run-import';

// What services and stores answer in JSON, as `az`, `aws` and `curl` print it.

const frame = 'thread_cache_size = 9\n';

test('az: the value in force stands before its name', async () => {
  const { snapshot } = await importPaste(
    `[
  {
    "currentValue": "134217728",
    "defaultValue": "268435456",
    "name": "innodb_buffer_pool_size",
    "source": "user-override"
  },
  {
    "currentValue": "341",
    "name": "max_connections"
  }
]
`,
  );
  expect(Object.fromEntries(values(snapshot, 'variables'))).toEqual({
    innodb_buffer_pool_size: '134217728',
    max_connections: '341',
  });
});

const points = (label: string, rows: readonly [string, number][]) =>
  `{
    "Label": "${label}",
    "Datapoints": [
${rows.map(([at, value]) => `        {\n            "Timestamp": "${at}",\n            "Maximum": ${value}.0,\n            "Unit": "Count"\n        }`).join(',\n')}
    ]
}
${frame}`;

test('CloudWatch: the history list at the latest of its times, in any order', async () => {
  const { snapshot } = await importPaste(
    points('RollbackSegmentHistoryListLength', [
      ['2024-06-11T09:00:00Z', 18452331],
      ['2024-06-11T08:00:00Z', 1700],
    ]),
  );
  expect(snapshot.sections['innodb-status']?.data?.end?.text).toContain('History list length 18452331');
});

test('CloudWatch: another metric is no history list', async () => {
  const { snapshot } = await importPaste(points('DatabaseConnections', [['2024-06-11T09:00:00Z', 42]]));
  expect(snapshot.sections['innodb-status']?.status).not.toBe('ok');
});

const series = (name: string, value: string, instance = 'db7:9104') => ({
  metric: { __name__: name, instance },
  value: [1718000000.1, value],
});
const answer = (...result: object[]) => ({ status: 'success', data: { resultType: 'vector', result } });
const ofOne = answer(
  series('mysql_global_status_innodb_log_waits', '412233'),
  series('mysql_global_status_uptime', '864000'),
  series('mysql_global_variables_innodb_log_buffer_size', '1048576'),
);

test.each([
  ['in one line', JSON.stringify(ofOne)],
  ['as jq prints it', JSON.stringify(ofOne, null, 2)],
])('Prometheus: series of its query API, %s', async (_form, text) => {
  const { snapshot } = await importPaste(text);
  expect(Object.fromEntries(values(snapshot, 'status'))).toMatchObject({
    Innodb_log_waits: '412233',
    Uptime: '864000',
  });
  expect(values(snapshot, 'variables').get('innodb_log_buffer_size')).toBe('1048576');
});

test('Prometheus: two servers are not mixed', async () => {
  const { snapshot } = await importPaste(
    JSON.stringify(
      answer(
        series('mysql_global_status_uptime', '10', 'a:9104'),
        series('mysql_global_status_threads_connected', '7', 'b:9104'),
      ),
    ),
  );
  expect(values(snapshot, 'status').has('Threads_connected')).toBe(false);
});

test('the limit of open files of the process', async () => {
  const { snapshot } = await importPaste(
    'Limit                     Soft Limit           Hard Limit           Units\nMax open files            1073741816           1073741816           files\n',
  );
  expect(values(snapshot, 'variables').get('open_files_limit')).toBe('1073741816');
});

test.each([
  ['mysql:5.7.39', '$ docker run -d mysql:5.7.39'],
  ['a sentence', 'the pod (mysql:5.7.39, limit 4Gi) is killed'],
  ['a registry', 'registry.example/library/mysql:5.7.39 "docker-entrypoint"'],
])('the tag of an image says which server it is: %s', async (_name, text) => {
  expect((await importPaste(`${text}\n${frame}`)).snapshot.server.versionText).toBe('5.7.39');
});

test.each(['mysql:3306', 'mysql:10.2.0.4:3306', 'prom/mysqld-exporter:0.15.1'])(
  'no tag of a server: %s',
  async (text) => {
    expect((await importPaste(`connect to ${text}\n${frame}`)).snapshot.server.versionText).toBe('unknown');
  },
);

test('rows of a list of services are no rows of the server', async () => {
  const { snapshot } = await importPaste(`{\n  "currentValue": "12",\n  "name": "web-1"\n}\n${frame}`);
  expect(sectionRows(snapshot, 'variables')).toHaveLength(1);
});
