import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sectionRows } from '../../../src/shared/snapshot';
import { filesOf, fixtures, folderOf, runImport, values } from './run-import';

const servers = [
  { id: 'mysql56', flavour: 'mysql', version: [5, 6, 24] },
  { id: 'mysql97', flavour: 'mysql', version: [9, 7, 4] },
  { id: 'mariadb1011', flavour: 'mariadb', version: [10, 11, 18] },
  { id: 'mariadb118', flavour: 'mariadb', version: [11, 8, 6] },
] as const;

describe.each(servers)('what clients printed of $id', ({ id, flavour, version }) => {
  const bundle = join(fixtures, `clients-${id}.tar.gz`);

  test('a whole bundle gives flavour, version, variables, status, a series and the InnoDB status', async () => {
    const { snapshot, outcome } = await runImport(bundle);
    expect(snapshot.server).toMatchObject({ flavour, version });
    expect(snapshot.origin).toMatchObject({ kind: 'import', target: `clients-${id}.tar.gz` });
    expect(values(snapshot, 'variables').get('max_connections')).toMatch(/^\d+$/);
    expect(snapshot.samples?.times).toEqual([0, 1000, 2000, 3000, 4000]);
    expect(snapshot.windowSeconds).toBe(4);
    expect(snapshot.sections['innodb-status']?.data?.end?.text).toContain('END OF INNODB MONITOR OUTPUT');
    expect(snapshot.sections['lock-waits']?.reason?.code).toBe('absent');
    expect(outcome.files.filter(({ outcome: what }) => what === 'used').length).toBeGreaterThanOrEqual(4);
  });

  test('two single readings give a window as long as the Uptime grew, with rates from their difference', async () => {
    const files = await filesOf(`clients-${id}.tar.gz`);
    const folder = await folderOf({
      'b.txt': files['status1.tsv'] ?? '',
      'a.txt': files['status2.tsv'] ?? '',
    });
    const { snapshot } = await runImport(folder);
    const start = values(snapshot, 'status', 'start');
    const end = values(snapshot, 'status', 'end');
    const seconds = Number(end.get('Uptime')) - Number(start.get('Uptime'));
    expect(seconds).toBeGreaterThan(5);
    expect(snapshot.windowSeconds).toBe(seconds);
    expect(snapshot.samples?.series.Questions?.values).toEqual([
      0,
      Number(end.get('Questions')) - Number(start.get('Questions')),
    ]);
  });

  test('one reading gives no window', async () => {
    const { snapshot, outcome } = await runImport(bundle, { only: 'status1' });
    expect(snapshot).toMatchObject({ windowSeconds: null, samples: null });
    expect(outcome.remarks.join()).toContain('read once only');
  });
});

describe.each(['mysql56', 'mariadb118'])('every form of %s', (id) => {
  const bundle = join(fixtures, `clients-${id}.tar.gz`);

  test('variables are the same in batch, without heading, as a drawn table and from mysqladmin', async () => {
    const whole = values((await runImport(bundle, { only: 'variables.tsv' })).snapshot, 'variables');
    expect(whole.size).toBeGreaterThan(400);
    for (const only of ['variables.noheader', 'table.txt', 'admin-variables']) {
      const found = values((await runImport(bundle, { only })).snapshot, 'variables');
      expect([only, found.size]).toEqual([only, whole.size]);
      for (const name of ['datadir', 'innodb_buffer_pool_size', 'sql_mode', 'version_comment', 'port'])
        expect([only, name, found.get(name)]).toEqual([only, name, whole.get(name)]);
    }
  });

  test('the status is read in batch, vertical and as a table', async () => {
    const sizes = [];
    for (const only of ['status1', 'status.vertical', 'table.txt']) {
      const found = values((await runImport(bundle, { only })).snapshot, 'status');
      expect(Number(found.get('Uptime'))).toBeGreaterThan(0);
      sizes.push(found.size);
    }
    expect(new Set(sizes).size).toBe(1);
  });

  test('mysqladmin -r gives totals again, whose differences are those that it printed', async () => {
    const files = await filesOf(`clients-${id}.tar.gz`);
    const printed = [...(files['admin-r.txt'] ?? '').matchAll(/^\| Questions +\| (\d+) +\|$/gm)].map((one) =>
      Number(one[1]),
    );
    const { snapshot, outcome } = await runImport(bundle, { only: 'admin-r' });
    let sum = 0;
    const sums = [0];
    for (const one of printed.slice(1)) {
      sum += one;
      sums.push(sum);
    }
    expect(snapshot.samples?.series.Questions).toMatchObject({ base: String(printed[0]), values: sums });
    expect(snapshot.samples?.restarts).toEqual([]);
    expect(outcome.remarks.join()).toContain('mysqladmin -r');
  });

  test('the InnoDB status is one text in vertical, batch, raw and table form', async () => {
    for (const only of ['innodb.vertical', 'innodb.tsv', 'innodb.raw', 'innodb.table']) {
      const text =
        (await runImport(bundle, { only })).snapshot.sections['innodb-status']?.data?.end?.text ?? '';
      expect(text).toMatch(/INNODB MONITOR OUTPUT/);
      expect(text).toMatch(/^Log sequence number/m);
      expect(text).toMatch(/END OF INNODB MONITOR OUTPUT\n=*/);
    }
  });

  test('process list and plugins are the sections of a collected snapshot', async () => {
    const { snapshot } = await runImport(bundle);
    expect(sectionRows(snapshot, 'processlist')[0]).toHaveProperty('command');
    expect(sectionRows(snapshot, 'plugins').map((row) => row.plugin_name)).toContain('InnoDB');
  });
});

test('a value with a bar, a comma or a colon stays whole in a drawn table', async () => {
  const folder = await folderOf({
    'v.txt': `+---------------+----------------+\n| Variable_name | Value          |\n+---------------+----------------+\n| version       | 5.7.44         |\n| init_connect  | a|b: c, d | e   |\n| port          | 3306           |\n+---------------+----------------+\n3 rows in set (0.00 sec)\n`,
  });
  const { snapshot } = await runImport(folder);
  expect(values(snapshot, 'variables').get('port')).toBe('3306');
  expect(values(snapshot, 'variables').get('init_connect')).toBe('a|b: c, d | e');
});
