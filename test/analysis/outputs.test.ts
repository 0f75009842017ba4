import { applyPatch } from 'diff';
import { expect, test } from 'vitest';
import { analyze, buildPlan, renderPlan } from '../../src/analysis';
import {
  type OptionTree,
  parseOptionFile,
  printOptionFile,
  readGroup,
} from '../../src/knowledge/option-file';
import { parseSize } from '../../src/shared/base/units';
import { noChoices, planFormats } from '../../src/shared/plan';
import { productRules } from './rule-files';
import { type Build, buildSnapshot } from './snapshot-builder';

const rules = productRules();
const MiB = 1024 ** 2;

const mysql84: Build = {
  server: { flavour: 'mysql', version: [8, 4, 8] },
  variables: {
    innodb_buffer_pool_size: 128 * MiB,
    innodb_flush_log_at_trx_commit: 2,
    innodb_doublewrite: 'OFF',
    sort_buffer_size: 262_144,
    innodb_io_capacity: 200,
    innodb_io_capacity_max: 2000,
    open_files_limit: 5000,
    init_connect: '',
    max_connections: 151,
  },
  status: { Open_files: 4900 },
};
const choices = {
  ...noChoices,
  set: { innodb_io_capacity: '4000', innodb_io_capacity_max: '8000', sort_buffer_size: '512K' },
};

function rendered(build: Build, format: (typeof planFormats)[number], myCnf: string | null = null) {
  const snapshot = buildSnapshot(build);
  const analysis = analyze(snapshot, rules, { path: null });
  const plan = buildPlan(snapshot, analysis.findings, choices);
  const file = myCnf === null ? null : { path: '/etc/my.cnf', text: myCnf };
  return { plan, ...renderPlan(plan, analysis, format, file) };
}

/** What the file sets, as numbers where they are sizes. */
function settings(text: string): Map<string, string | number> {
  const group = readGroup(parseOptionFile(text), ['mysqld']);
  return new Map([...group].map(([name, value]) => [name, parseSize(value) ?? value]));
}

test('the option file holds every change and nothing else, and every other line is a comment', () => {
  const { text, plan } = rendered(mysql84, 'cnf');
  expect([...settings(text)].sort()).toEqual(
    plan.changes.map(({ variable, stored }) => [variable, stored]).sort(),
  );
  for (const line of text.split('\n')) expect(line).toMatch(/^(#.*|\[mysqld\]|[a-z_]+ = \S+|)$/);
  expect(text).toContain('[commits-not-flushed]');
});

test('the option file warns of a plan that takes more memory than there is', () => {
  const build: Build = { ...mysql84, host: { memoryBytes: { origin: 'declared', value: 1024 * MiB } } };
  const snapshot = buildSnapshot(build);
  const analysis = analyze(snapshot, rules, { path: null });
  const text = (size: string) => {
    const plan = buildPlan(snapshot, [], { ...noChoices, set: { innodb_buffer_pool_size: size } });
    return renderPlan(plan, analysis, 'cnf', null).text;
  };
  expect(text('2G')).toMatch(/^# WARNING: With this plan the server would likely take/m);
  expect(text('256M')).not.toContain('WARNING');
});

test('the diff edits the included file that decides, and puts new settings beside their relatives there', () => {
  const main = parseOptionFile('[mysqld]\nsort_buffer_size=1M\n!include /etc/x.cnf\ndatadir=/data\n');
  const included = parseOptionFile('[mysqld]\nsort_buffer_size=256K\ninnodb_log_file_size=1G\n');
  const include = main.lines.find((line) => line.kind === 'include');
  if (include === undefined) throw new Error('no include');
  const tree: OptionTree = {
    roots: ['/etc/real.cnf'],
    files: new Map([
      ['/etc/real.cnf', main],
      ['/etc/x.cnf', included],
    ]),
    included: new Map([[include, ['/etc/x.cnf']]]),
    problems: [],
    refused: false,
  };
  const snapshot = buildSnapshot(mysql84);
  const analysis = analyze(snapshot, rules, { path: null });
  const plan = buildPlan(snapshot, [], {
    ...noChoices,
    set: { sort_buffer_size: '512K', innodb_io_capacity: '1500' },
  });
  const file = { path: '/etc/my.cnf', text: printOptionFile(main), tree };
  const { text } = renderPlan(plan, analysis, 'diff', file);
  expect(text).toContain('--- /etc/x.cnf');
  expect(text).not.toContain('/etc/my.cnf');
  expect(text).toContain('-sort_buffer_size=256K\n+# sort_buffer_size=256K\n+sort_buffer_size=512K\n');
  expect(text).toContain(' innodb_log_file_size=1G\n+innodb_io_capacity=1500\n');
});

test('the diff turns the given file into one with the plan, and leaves comments and order alone', () => {
  const file = '# mine\n[mysqld]\nsort-buffer-size=256K # why\ndatadir=/data\n\n[client]\nport=3306\n';
  const { text, plan } = rendered(mysql84, 'diff', file);
  const after = applyPatch(file, text);
  if (after === false) throw new Error('the patch does not apply');
  // The whole file, when a file is given: never a fragment that would replace the rest of it.
  expect(rendered(mysql84, 'cnf', file).text).toBe(after);
  expect(after).toContain(
    '# mine\n[mysqld]\n# sort-buffer-size=256K # why\nsort-buffer-size=512K # why\ndatadir=/data\n',
  );
  expect(after.endsWith('[client]\nport=3306\n')).toBe(true);
  const set = settings(after);
  for (const { variable, stored } of plan.changes) expect(set.get(variable), variable).toBe(stored);
});

test('without a file the diff makes a new one', () => {
  const { text } = rendered(mysql84, 'diff');
  expect(text).toMatch(/^--- \/dev\/null/m);
  expect(text).toMatch(/^\+\[mysqld\]$/m);
});

test('what a service does not take names the way that it does', () => {
  const snapshot = buildSnapshot(mysql84);
  for (const [hosting, way] of [
    ['rds', 'aws'],
    ['aurora', 'aws'],
    ['cloudsql', 'gcloud'],
    ['azure', 'az'],
  ] as const) {
    snapshot.server.hosting = hosting;
    const analysis = analyze(snapshot, rules, { path: null });
    const plan = buildPlan(snapshot, analysis.findings, choices);
    expect(plan.changes).not.toEqual([]);
    for (const format of planFormats) {
      const { text, remarks } = renderPlan(plan, analysis, format, null);
      const all = [text, ...remarks].join(' ').replaceAll(/\s+(?:[#+-]+\s+)?/g, ' ');
      const isTaken = ['rds-json', 'aws', 'gcloud', 'az'].includes(format);
      expect([hosting, format, all.includes(`(--format ${way})`)]).toEqual([hosting, format, !isTaken]);
      expect(all).not.toContain('Check the file before a restart');
    }
  }
});

test('a file that has the plan already gives an empty diff', () => {
  const { text } = rendered(mysql84, 'cnf');
  expect(rendered(mysql84, 'diff', text).text).toBe('');
});

test('SET GLOBAL holds what can change now, in an order that the server takes; the rest and the rollback are comments', () => {
  const { text } = rendered(mysql84, 'set-global');
  const statements = text.split('\n').filter((line) => line !== '' && !line.startsWith('--'));
  for (const statement of statements) expect(statement).toMatch(/^SET GLOBAL [a-z_]+ = ('[^']*'|\S+);$/);
  const place = (name: string) => statements.findIndex((line) => line.includes(`${name} =`));
  expect(place('innodb_io_capacity_max')).toBeGreaterThanOrEqual(0);
  expect(place('innodb_io_capacity_max')).toBeLessThan(place('innodb_io_capacity'));
  // D1, D2: nothing that is read-only, nothing that only a restart can bring.
  expect(place('open_files_limit')).toBe(-1);
  expect(place('innodb_doublewrite')).toBe(-1);
  expect(text).toContain('--   open_files_limit = 8000');
  expect(text).toContain('-- SET GLOBAL innodb_io_capacity = 200;');
  expect(text).toContain('SET GLOBAL sort_buffer_size = 524288;');
});

test('SET PERSIST exists from MySQL 8.0 on; elsewhere the output says why not', () => {
  expect(rendered(mysql84, 'set-persist').text).toContain('SET PERSIST sort_buffer_size = 524288;');
  expect(rendered(mysql84, 'set-persist-only').text).toContain('SET PERSIST_ONLY open_files_limit = 8000;');
  const old: Build = { ...mysql84, server: { flavour: 'mysql', version: [5, 7, 44] } };
  const mariadb: Build = { ...mysql84, server: { flavour: 'mariadb', version: [10, 11, 18] } };
  for (const format of ['set-persist', 'set-persist-only'] as const) {
    expect(rendered(old, format).text).toContain('came with MySQL 8.0');
    expect(rendered(mariadb, format).text).toContain('MariaDB has no SET PERSIST');
    for (const build of [old, mariadb]) {
      expect(
        rendered(build, format)
          .text.split('\n')
          .every((line) => line === '' || line.startsWith('--')),
      ).toBe(true);
    }
  }
});

test('every format gives text under a file name, also when there is nothing to change', () => {
  const healthy: Build = { variables: { max_connections: 151 } };
  const snapshot = buildSnapshot(healthy);
  const analysis = analyze(snapshot, rules, { path: null });
  for (const format of planFormats) {
    const { text, fileName } = renderPlan(analysis.plan, analysis, format, null);
    expect(text.endsWith('\n'), format).toBe(true);
    expect(fileName).toMatch(/^[a-z-]+(\.[a-z]+)+$/);
  }
});

test('HTML and Markdown show text from the server as text', () => {
  const snapshot = buildSnapshot(mysql84);
  const analysis = analyze(snapshot, rules, { path: null });
  const hostile = {
    ...analysis,
    headline: { ...analysis.headline, text: '<img src=x onerror=alert(1)> | "x"' },
  };
  const plan = { ...analysis.plan, leftOut: [{ variable: 'x', reason: '<b>| a' }] };
  const html = renderPlan(plan, hostile, 'html', null).text;
  expect(html).not.toMatch(/<img|<b>|<script/);
  expect(html).toContain('&lt;img');
  const changes = renderPlan(plan, hostile, 'markdown', null)
    .text.split('\n')
    .filter((line) => line.startsWith('|'));
  expect(new Set(changes.map((line) => line.replaceAll('\\|', '').split('|').length))).toEqual(
    new Set([9, 7]),
  );
});

test('a comment cannot be left by what it quotes', () => {
  const snapshot = buildSnapshot(mysql84);
  const analysis = analyze(snapshot, rules, { path: null });
  const hostile = {
    ...analysis,
    headline: { ...analysis.headline, text: 'x\nskip-grant-tables\n-- \nDROP TABLE a;' },
  };
  expect(settings(renderPlan(analysis.plan, hostile, 'cnf', null).text).has('skip_grant_tables')).toBe(false);
});
