import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { analyze } from '../../../src/analysis';
import { analysisSchema } from '../../../src/shared/analysis';
import { productRules } from '../../analysis/rule-files';
import { fixtures, folderOf, runImport } from './run-import';

const rules = productRules();

async function judge(path: string, options = {}) {
  const { snapshot } = await runImport(path, options);
  const analysis = analysisSchema.parse(analyze(snapshot, rules, { path: null }));
  const of = (id: string) => analysis.notChecked.find(({ ruleId }) => ruleId === id)?.reasons[0];
  return {
    analysis,
    of,
    reasons: analysis.notChecked.flatMap(({ reasons }) =>
      reasons.map(({ code, text }) => `${code}: ${text}`),
    ),
  };
}

describe('the analysis of an import', () => {
  test.each([
    'clients-mysql56',
    'clients-mysql97',
    'clients-mariadb1011',
    'clients-mariadb118',
    'pt-stalk-mysql56',
    'pt-mysql-summary-mariadb118',
    'mysqltuner-mysql97',
  ])('%s: much is checked, and the rest says that the files do not hold it', async (fixture) => {
    const { analysis, reasons } = await judge(join(fixtures, `${fixture}.tar.gz`));
    expect(analysis.findings.length + analysis.passed.length).toBeGreaterThan(10);
    expect(reasons.some((text) => text.startsWith('not-read: The imported files do not hold it'))).toBe(true);
    expect(reasons.filter((text) => text.includes('This server has no'))).toEqual([]);
  });

  test('one reading: rates are not checked for lack of a window', async () => {
    const { reasons } = await judge(join(fixtures, 'clients-mysql56.tar.gz'), { only: 'table.txt' });
    expect(reasons.some((text) => text.startsWith('no-window: '))).toBe(true);
  });

  test('a slow log alone: nothing of the server is said to be well', async () => {
    const { analysis, reasons } = await judge(join(fixtures, 'slow-mysql97.log.gz'));
    expect(analysis.headline.kind).toBe('not-instrumented');
    expect(analysis.notChecked.length).toBeGreaterThan(analysis.passed.length);
    expect(reasons.length).toBeGreaterThan(10);
  });

  test('MySQL 5.1: the little that can be checked is, and the rest says why not', async () => {
    const variables =
      'Variable_name\tValue\nversion\t5.1.73-log\nversion_comment\tMySQL Community Server (GPL)\nmax_connections\t4000\nkey_buffer_size\t8384512\ninnodb_buffer_pool_size\t8388608\ninnodb_flush_log_at_trx_commit\t2\ninnodb_log_file_size\t5242880\ninnodb_log_files_in_group\t2\nport\t3306\ndatadir\t/var/lib/mysql/\n';
    const { analysis } = await judge(await folderOf({ 'v.txt': variables }));
    expect(analysis.snapshot.server).toMatchObject({ version: [5, 1, 73] });
    expect(analysis.findings.length + analysis.passed.length).toBeGreaterThan(0);
    expect(analysis.notChecked.length).toBeGreaterThan(10);
    for (const { reasons } of analysis.notChecked) expect(reasons.length).toBeGreaterThan(0);
  });
});
