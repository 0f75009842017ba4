import { describe, expect, test } from 'vitest';
import { sectionRows } from '../../../src/shared/snapshot';
import { judged } from './judged-paste';
import { values } from './run-import';

// What a server starts with is shown whole: what is not among it has its default, and the most frequent cause of all is a buffer
// pool that nobody set.

const pool = 'innodb_buffer_pool_size';
const machine = 'MySQL 8.0.36 on a server with 32 GB RAM, InnoDB data is about 90 GB.\n';
const file = `[mysqld]
datadir = /var/lib/mysql
max_connections = 500
key_buffer_size = 512M
slow_query_log = 1
`;

async function variablesOf(text: string) {
  const { snapshot } = await judged(text);
  return values(snapshot, 'variables');
}

describe('a buffer pool that nobody set', () => {
  test.each([
    ['an option file', file],
    [
      'docker run',
      'docker run -d --name db -m 32g -v data:/var/lib/mysql mysql:8.0.36 --max-connections=500\n',
    ],
    [
      'a compose file',
      'services:\n  db:\n    image: mysql:8.0.36\n    command: --max-connections=500\n    mem_limit: 32g\n',
    ],
    [
      'a pod',
      `      containers:
      - name: db
        image: percona/percona-server:8.0.36
        args: ["--max_connections=500", "--skip-name-resolve"]
        resources: { limits: { memory: 32Gi } }
`,
    ],
  ])('%s', async (_, start) => {
    const { headline, snapshot, analysis } = await judged(machine + start);
    expect(values(snapshot, 'variables').get(pool)).toBe('134217728');
    expect(values(snapshot, 'variables').get('max_connections')).toBe('500');
    expect(sectionRows(snapshot, 'variables').find(({ name }) => name === pool)?.source).toBe('default');
    expect(headline.text).toMatch(/^The buffer pool is at 128 MiB, its default/);
    expect(analysis.findings[0]?.ruleId).toBe('buffer-pool-far-below-need');
  });

  test.each([
    ['the file sets it', `${file}innodb_buffer_pool_size = 24G\n`, String(24 * 2 ** 30)],
    ['the server says it', `${file}\n| ${pool} | 25769803776 |\n`, String(24 * 2 ** 30)],
    ['it is worked out at the start', `${file}innodb_dedicated_server = ON\n`, undefined],
    ['another file is included', `${file}!includedir /etc/my.cnf.d\n`, undefined],
    ['something was left out', `${file}...\nsync_binlog = 1\n`, undefined],
    [
      'a part of a file',
      '[mysqld]\nmax_connections = 500\nslow_query_log = 1\nkey_buffer_size = 16M\n',
      undefined,
    ],
    ['a service', `Amazon RDS for MySQL, db.m5.2xlarge\n${file}`, undefined],
    [
      'a file of settings is mounted',
      'docker run -d -v ./my.cnf:/etc/mysql/conf.d/my.cnf mysql:8.0.36 --max-connections=500\n',
      undefined,
    ],
    [
      'a map of settings',
      'image: mysql:8.0.36\nargs: ["--max_connections=500"]\nvolumes:\n- configMap:\n    name: db\n',
      undefined,
    ],
    ['an exporter', 'docker run -d prom/mysqld-exporter --max_connections=500\n', undefined],
  ])('not where %s', async (_, text, expected) => {
    expect((await variablesOf(machine + text)).get(pool)).toBe(expected);
  });

  test('a redo log whose files are set has no capacity by default', async () => {
    const variables = await variablesOf(`${machine}${file}innodb_log_file_size = 1G\n`);
    expect(variables.get('innodb_redo_log_capacity')).toBeUndefined();
    expect(variables.get('innodb_log_files_in_group')).toBe('2');
  });

  test('of a version that is not known the pool alone is', async () => {
    const variables = await variablesOf(`a server with 32 GB RAM\n${file}`);
    expect(variables.get(pool)).toBe('134217728');
    expect(variables.has('max_heap_table_size')).toBe(false);
  });
});
