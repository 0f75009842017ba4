import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serverName } from '../../../src/shared/server';
import { sectionRows } from '../../../src/shared/snapshot';
import { filesOf, fixtures, folderOf, runImport, values } from './run-import';
import { zipOf } from './zip-writer';

describe('pt-stalk', () => {
  test.each(['mysql56', 'mariadb118'])(
    'a set of %s gives a series, both InnoDB texts and the memory of the host',
    async (id) => {
      const { snapshot, outcome } = await runImport(join(fixtures, `pt-stalk-${id}.tar.gz`));
      expect(outcome.tool).toBe('pt-stalk');
      expect(snapshot.origin.tool).toBe('pt-stalk');
      expect(snapshot.samples?.times.length).toBeGreaterThanOrEqual(5);
      expect(snapshot.sections['innodb-status']?.data).toHaveProperty('start');
      expect(snapshot.host.memoryBytes).toMatchObject({ origin: 'imported', value: 24_684_096 * 1024 });
      expect(snapshot.createdAt).toMatch(/^2026-11-21T06:3\d/);
      expect(values(snapshot, 'variables').get('version')).toMatch(id === 'mysql56' ? /^5\.6/ : /^11\.8/);
    },
  );

  test('of two captures in one folder the latest is taken, and the other is named', async () => {
    const files = await filesOf('pt-stalk-mysql56.tar.gz');
    const older = Object.entries(files).map(([name, text]) => [name.replace('2026_', '2025_'), text]);
    const folder = await folderOf({ ...files, ...Object.fromEntries(older) });
    const { snapshot, outcome } = await runImport(folder);
    expect(outcome.remarks.join()).toContain('The file holds 2 captures');
    expect(snapshot.samples?.times.length).toBe(6);
    const ignored = outcome.files.filter(
      ({ path, outcome: what }) => path.includes('2025_') && what === 'used',
    );
    expect(ignored).toEqual([]);
    expect((await runImport(folder, { only: '2025_' })).snapshot.createdAt).toBe('2025-11-21T06:30:45.000Z');
  });
});

test.each(['mysql56', 'mariadb118'])(
  'pt-mysql-summary --save-samples of %s: both joined readings, variables and plugins without heading',
  async (id) => {
    const { snapshot, outcome } = await runImport(join(fixtures, `pt-mysql-summary-${id}.tar.gz`));
    expect(outcome.tool).toBe('pt-mysql-summary');
    expect(snapshot.windowSeconds).toBeGreaterThanOrEqual(3);
    expect(snapshot.samples?.times.length).toBe(2);
    expect(values(snapshot, 'variables').size).toBeGreaterThan(400);
    expect(sectionRows(snapshot, 'plugins').map((row) => row.plugin_name)).toContain('binlog');
  },
);

/**
 * Other layouts than the captured one are built from the names and headings of MySQL Shell's own code
 * (python/plugins/debug/collect_diagnostics.py and sql_collector.py, 8.0 to 8.4) around real answers of MySQL 9.7.
 */
describe('MySQL Shell', () => {
  test('collectHighLoadDiagnostics of MySQL 9.7: a public key in the status breaks no reading; waits at both ends', async () => {
    const { snapshot, outcome } = await runImport(join(fixtures, 'mysql-shell-high-load-mysql97.tar.gz'));
    expect(outcome.tool).toBe('MySQL Shell collectHighLoadDiagnostics');
    expect(snapshot.windowSeconds).toBeGreaterThan(6);
    const status = new Map(sectionRows(snapshot, 'status').map((row) => [row.name, row.value]));
    expect(status.size).toBe(434);
    expect(status.get('Caching_sha2_password_rsa_public_key')).toMatch(/END PUBLIC KEY-----\n$/);
    expect(Number(status.get('Uptime'))).toBeGreaterThan(300);
    const waits = snapshot.sections['pfs-waits-global']?.data;
    expect(Date.parse(waits?.start?.at ?? '')).toBeLessThan(Date.parse(waits?.end?.at ?? ''));
    const handler = sectionRows(snapshot, 'pfs-waits-global').find(
      ({ event_name }) => event_name === 'wait/io/table/sql/handler',
    );
    expect(Number(handler?.count_star)).toBeGreaterThan(400_000);
  });

  const head = (query: string, started: string) =>
    `# Query:\n#\t${query}\n#\n# Started: ${started}\n# Execution Time: 0.01 sec\n#\n`;
  const tsv = (text: string, query: string, started: string) => `${head(query, started)}# ${text}`;

  test('collectHighLoadDiagnostics: two iterations are the ends of the window, by their own times', async () => {
    const files = await filesOf('clients-mysql97.tar.gz');
    const variables = (files['variables.tsv'] ?? '')
      .replace('Variable_name\tValue', 'name\tvalue\tsource')
      .replaceAll(/^(\w+\t.*)$/gm, (line) => (line.startsWith('name\t') ? line : `${line}\tGLOBAL`));
    const status = (one: number, started: string) => ({
      name: `diag/diagnostics-raw/iteration-${one}.SHOW_GLOBAL_STATUS.tsv`,
      content: tsv(files[`status${one}.tsv`] ?? '', 'SHOW GLOBAL STATUS', started),
    });
    const zip = zipOf([
      { name: 'diag/shell_info.yaml', content: 'version: 8.4.8\nhostname: db1\n' },
      {
        name: 'diag/global_variables.tsv',
        content: tsv(variables, 'SELECT g.variable_name name', '2026-11-21T06:31:00'),
      },
      status(1, '2026-11-21T06:31:00.250000'),
      {
        name: 'diag/diagnostics-raw/iteration-1.SHOW_GLOBAL_STATUS.yaml',
        content: 'Variable_name: Uptime\n',
      },
      status(2, '2026-11-21T06:31:30.750000'),
      {
        name: 'diag/diagnostics-raw/iteration-2.SHOW_ENGINE_INNODB_STATUS.tsv',
        content: `${head('SHOW ENGINE INNODB STATUS', '2026-11-21T06:31:31')}# Type\tName\tStatus\nInnoDB\t\t\n${(files['innodb.vertical.txt'] ?? '').split('\n').slice(4).join('\n')}`,
      },
    ]);
    const folder = await folderOf({ 'diag.zip': zip });
    const { snapshot, outcome } = await runImport(join(folder, 'diag.zip'));
    expect(outcome.tool).toBe('MySQL Shell collectHighLoadDiagnostics');
    expect(snapshot.windowSeconds).toBe(30.5);
    expect(snapshot.server.version).toEqual([9, 7, 4]);
    expect(sectionRows(snapshot, 'variables')[0]).toMatchObject({ source: 'GLOBAL' });
    expect(snapshot.sections['innodb-status']?.status).toBe('ok');
  });

  test('collectDiagnostics of a cluster: its members are not mixed, and one can be chosen', async () => {
    const [old, recent] = [await filesOf('clients-mysql97.tar.gz'), await filesOf('clients-mysql56.tar.gz')];
    const zip = zipOf(
      [old, recent].flatMap((files, member) => [
        { name: `diag/${member + 1}.SHOW_GLOBAL_STATUS.tsv`, content: `# ${files['status1.tsv']}` },
        { name: `diag/${member + 1}.global_variables.tsv`, content: `# ${files['variables.tsv']}` },
      ]),
    );
    const folder = await folderOf({ 'diag.zip': zip });
    await expect(runImport(join(folder, 'diag.zip'))).rejects.toThrow(
      /different servers.*9\.7\.4.*5\.6\.24/s,
    );
    const { snapshot } = await runImport(join(folder, 'diag.zip'), { only: 'diag/2.' });
    expect(snapshot.server.version).toEqual([5, 6, 24]);
  });
});

test.each([
  ['mysql97', [9, 7, 4]],
  ['mariadb1011', [10, 11, 18]],
])(
  'mysqltuner --dumpdir of %s: global values, not those of its session, and the tables',
  async (id, version) => {
    const { snapshot, outcome } = await runImport(join(fixtures, `mysqltuner-${id}.tar.gz`));
    expect(outcome.tool).toBe('MySQLTuner');
    expect(snapshot.server.version).toEqual(version);
    expect(Number(values(snapshot, 'status').get('Uptime'))).toBeGreaterThan(0);
    expect(sectionRows(snapshot, 'innodb-metrics')[0]).toHaveProperty('subsystem');
    const session = outcome.files.find(({ path }) => /session_status/i.test(path));
    expect(session).toMatchObject({ outcome: 'ignored' });
    if (id === 'mysql97') {
      const row = sectionRows(snapshot, 'variables').find(({ name }) => name === 'port');
      expect(row?.source).toBe('COMMAND_LINE');
    }
  },
);

describe('option files', () => {
  test('one alone gives its settings as variables in bytes, and says what that means', async () => {
    const folder = await folderOf({
      'my.cnf':
        '[client]\npassword = hush\n[mysqld]\ninnodb-buffer-pool-size = 2G\nskip-name-resolve\n!includedir /etc/conf.d\nwsrep_sst_auth=me:hush\n',
    });
    const { snapshot, outcome } = await runImport(join(folder, 'my.cnf'));
    const variables = values(snapshot, 'variables');
    expect(variables.get('innodb_buffer_pool_size')).toBe(String(2 * 1024 ** 3));
    expect(variables.get('wsrep_sst_auth')).toBe('?');
    expect(outcome.remarks.join()).toContain('option file alone');
    expect(outcome.remarks.join()).toContain('not followed: 1 include');
    expect(JSON.stringify(snapshot)).not.toContain('hush');
  });

  test('beside variables it is a section of its own', async () => {
    const files = await filesOf('clients-mysql56.tar.gz');
    const folder = await folderOf({
      'etc/my.cnf': '[mysqld]\nmax_connections = 7\n',
      'variables.txt': files['variables.tsv'] ?? '',
    });
    const { snapshot } = await runImport(folder);
    expect(values(snapshot, 'variables').get('max_connections')).not.toBe('7');
    expect(values(snapshot, 'option-file').get('max_connections')).toBe('7');
  });
});

test.each(['a.txt', 'z.txt'])(
  'what a tool says of the machine counts before a sentence in %s',
  async (name) => {
    const folder = await folderOf({
      [name]: 'Our server has 64 GB of RAM.\n\nmax_connections = 7\nUptime: 90000\n',
      'meminfo.txt': 'MemTotal:       16777216 kB\nMemFree:          924812 kB\n',
    });
    const { snapshot } = await runImport(folder);
    expect(snapshot.host.memoryBytes.value).toBe(16 * 2 ** 30);
    expect(values(snapshot, 'variables').get('max_connections')).toBe('7');
  },
);

/**
 * Old servers cannot be run here: these are lines in the form that every server since 4.0 prints, with names and values
 * of the manuals of the time.
 */
describe('old servers', () => {
  const old = (version: string, comment: string, more = '') =>
    `Variable_name\tValue\nback_log\t50\ndatadir\t/var/lib/mysql/\nkey_buffer_size\t8388600\nmax_connections\t100\ntable_cache\t64\nport\t3306\n${more}version\t${version}\nversion_comment\t${comment}\n`;

  test.each([
    ['5.0.96-log', 'Source distribution', '', 'mysql', [5, 0, 96]],
    ['5.1.73', 'MySQL Community Server (GPL) by Remi', '', 'mysql', [5, 1, 73]],
    ['5.5.62-log', 'MySQL Community Server (GPL)', 'performance_schema\tOFF\n', 'mysql', [5, 5, 62]],
    ['5.1.73-rel14.12-log', 'Percona Server (GPL), 14.12, Revision 624', '', 'percona', [5, 1, 73]],
    ['5.5.68', 'Source distribution', 'aria_block_size\t8192\n', 'mariadb', [5, 5, 68]],
    ['5.5.5-10.0.38-MariaDB', 'MariaDB Server', '', 'mariadb', [10, 0, 38]],
  ] as const)('%s (%s) is recognised', async (version, comment, more, flavour, triple) => {
    const folder = await folderOf({ 'v.txt': old(version, comment, more) });
    const { snapshot } = await runImport(folder);
    expect(snapshot.server).toMatchObject({ flavour, version: triple, versionText: version });
    expect(snapshot.server.performanceSchema).toBe(version === '5.5.62-log' ? false : null);
  });

  test('without a version, nothing is guessed, and the user may say it', async () => {
    const folder = await folderOf({
      's.txt': 'Variable_name\tValue\nQuestions\t10\nUptime\t20\nThreads_connected\t1\n',
    });
    const { snapshot, outcome } = await runImport(folder);
    expect(snapshot.server.versionText).toBe('unknown');
    expect(serverName(snapshot.server)).toBe('MySQL or MariaDB, version unknown');
    expect(outcome.remarks.join()).toContain('The version is unknown');
    const said = await runImport(folder, { serverVersion: 'mariadb-5.5.68' });
    expect(said.snapshot.server).toMatchObject({ flavour: 'mariadb', version: [5, 5, 68] });
    await expect(runImport(folder, { serverVersion: 'new' })).rejects.toMatchObject({ code: 'usage' });
  });
});

describe('conflicts', () => {
  test('status readings of different servers are refused by what their counters do', async () => {
    const [a, b] = [await filesOf('clients-mysql56.tar.gz'), await filesOf('clients-mariadb118.tar.gz')];
    const later = (b['status1.tsv'] ?? '')
      .replace(/^Uptime\t\d+$/m, 'Uptime\t999999')
      .replaceAll(/^(\w+)\t\d+$/gm, (line, name) => (name === 'Uptime' ? line : `${name}\t0`));
    const folder = await folderOf({ 'a.txt': a['status1.tsv'] ?? '', 'b.txt': later });
    await expect(runImport(folder)).rejects.toThrow(/do not follow each other \(a\.txt, b\.txt\)/);
  });
});

describe('literals', () => {
  const statement = "SELECT * FROM t WHERE word = 'xyzzy' AND n = 987654321";
  const files = {
    'p.txt': `Id\tUser\tHost\tdb\tCommand\tTime\tState\tInfo\n7\tapp\tlocalhost\tshop\tQuery\t1\texecuting\t${statement}\n`,
    'slow.log': `# Time: 2026-11-21T06:00:00.000000Z\n# User@Host: app[app] @ localhost []  Id: 1\n# Query_time: 2.5  Lock_time: 0.0 Rows_sent: 1  Rows_examined: 1000\nSET timestamp=1795240800;\n${statement};\n`,
  };

  test('go by default, and stay where asked', async () => {
    const folder = await folderOf(files);
    const removed = JSON.stringify((await runImport(folder)).snapshot);
    expect(removed).not.toMatch(/xyzzy|987654321/);
    expect(removed).toContain('"literals":"removed"');
    const kept = (await runImport(folder, { keepLiterals: true })).snapshot;
    expect(kept.literals).toBe('kept');
    expect(String(sectionRows(kept, 'processlist')[0]?.info)).toContain('xyzzy');
  });
});
