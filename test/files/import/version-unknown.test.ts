import { describe, expect, test } from 'vitest';
import { analyze } from '../../../src/analysis';
import { possibleServers } from '../../../src/files/import/possible-servers';
import { serverName } from '../../../src/shared/server';
import { productRules } from '../../analysis/rule-files';
import { filesOf, folderOf, runImport } from './run-import';

const rules = productRules();

/** The status alone, as most posts have it: nothing in it says the version. */
async function statusOf(id: string) {
  const files = await filesOf(`clients-${id}.tar.gz`);
  return runImport(await folderOf({ 'status.txt': files['status1.tsv'] ?? '' }));
}

describe('a status without variables shows no version', () => {
  test.each([
    ['mysql97', 'MySQL, version unknown'],
    ['mariadb1011', 'MariaDB, version unknown'],
    ['mariadb118', 'MariaDB, version unknown'],
    // Nothing in it is of MySQL alone, or of MariaDB alone.
    ['mysql56', 'MySQL or MariaDB, version unknown'],
  ])('%s: %s', async (id, name) => {
    const { snapshot, outcome } = await statusOf(id);
    expect(serverName(snapshot.server)).toBe(name);
    expect(outcome.remarks.join()).toContain('The version is unknown');
  });

  test('nothing is said of the end of support, and what depends on the version is not checked', async () => {
    const { snapshot } = await statusOf('mysql97');
    const { findings, passed, notChecked } = analyze(snapshot, rules, { path: null });
    const decided = [...findings, ...passed].map(({ ruleId }) => ruleId);
    expect(decided).not.toContain('end-of-life');
    expect(decided).not.toContain('known-regressions');
    const why = notChecked.find(({ ruleId }) => ruleId === 'end-of-life');
    expect(why?.reasons.map(({ text }) => text).join()).toContain('version');
  });

  test('a version that is declared is believed', async () => {
    const files = await filesOf('clients-mysql97.tar.gz');
    const folder = await folderOf({ 'status.txt': files['status1.tsv'] ?? '' });
    const { snapshot } = await runImport(folder, { serverVersion: '8.4.3' });
    expect(snapshot.server).toMatchObject({ flavour: 'mysql', version: [8, 4, 3] });
    expect(snapshot.server.possible).toBeUndefined();
  });
});

describe('what a few names leave possible', () => {
  const families = (variables: string[], status: string[] = []) =>
    [
      ...new Set(
        possibleServers(variables, status).map(({ flavour, version }) => `${flavour} ${version[0]}`),
      ),
    ].sort();

  test('one mark of MySQL is no mark of MariaDB', () => {
    expect(families([], ['Acl_cache_items_count'])).toEqual(['mysql 8', 'mysql 9', 'percona 8']);
  });

  test('a variable leaves the servers that have it', () => {
    expect(families(['query_cache_size'])).not.toContain('mysql 9');
    expect(families(['query_cache_size', 'innodb_buffer_pool_size'])).toContain('mysql 5');
    expect(families(['innodb_redo_log_capacity'])).toEqual(['mysql 8', 'mysql 9', 'percona 8']);
  });

  test('names that nobody has, and names that contradict each other, decide nothing', () => {
    const all = families([]);
    expect(families(['not_a_variable'])).toEqual(all);
    expect(families(['innodb_redo_log_capacity', 'query_cache_size'])).toEqual(all);
  });
});

test('settings are judged without a version, and advised where every possible server takes them', async () => {
  const folder = await folderOf({
    'variables.txt': 'Variable_name\tValue\ninnodb_flush_log_at_trx_commit\t0\nmax_connections\t151\n',
  });
  const { snapshot } = await runImport(folder);
  const { findings } = analyze(snapshot, rules, { path: null });
  const found = findings.find(({ ruleId }) => ruleId === 'commits-not-flushed');
  expect(found?.advice.map(({ variable, proposed }) => [variable, String(proposed)])).toEqual([
    ['innodb_flush_log_at_trx_commit', '1'],
  ]);
});

describe('advice whose value depends on the version', () => {
  const threadCache = async (status: string) => {
    const folder = await folderOf({
      'variables.txt': 'Variable_name\tValue\nthread_cache_size\t0\nquery_cache_size\t0\n',
      'status.txt': `Variable_name\tValue\n${status}`,
    });
    const { findings } = analyze((await runImport(folder)).snapshot, rules, { path: null });
    const found = findings.find(({ ruleId }) => ruleId === 'thread-cache-off');
    return found?.advice.map(({ variable, proposed }) => `${variable} ${proposed}`);
  };

  test('is given where it is the same on every possible server', async () => {
    expect(await threadCache('Threads_created\t60246\nMax_used_connections\t30\n')).toEqual([
      'thread_cache_size 40',
    ]);
  });

  test('and not where they differ', async () => {
    const folder = await folderOf({
      'variables.txt': 'Variable_name\tValue\ninnodb_checksum_algorithm\tnone\n',
    });
    const { findings } = analyze((await runImport(folder)).snapshot, rules, { path: null });
    const found = findings.find(({ ruleId }) => ruleId === 'checksums-off');
    expect(found?.advice).toEqual([]);
  });
});
