import { execFile } from 'node:child_process';
import { mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { add, failureLines, failureOf, nothing, sentence, withExitCode } from './outcome.ts';
import { readPlaywrightReport } from './playwright-report.ts';
import type { VitestReport } from './vitest-reporter.ts';

const root = join(import.meta.dirname, '../..');

test('a failure is the first line of its error and the line of the project that it comes from, without colours', () => {
  const stack = [
    '\u001b[31mAssertionError\u001b[39m: expected 1 to be 2',
    '    at Module.fail (/project/node_modules/library/index.js:1:1)',
    '    at helper (file:///project/test/helper.ts:12:3)',
    '    at /project/test/a.test.ts:9:1',
  ].join('\n');
  expect(failureOf('a > b', stack, '/project')).toEqual({
    name: 'a > b',
    error: 'AssertionError: expected 1 to be 2',
    where: 'test/helper.ts:12:3',
  });
  expect(failureOf('a > b', '', '/project')).toEqual({
    name: 'a > b',
    error: 'no message',
    where: undefined,
  });
});

test('a program that fails without saying of what still counts and is named', () => {
  const passed = { ...nothing, passed: 3 };
  expect(withExitCode(passed, 'vitest (live)', 0)).toBe(passed);
  const failed = withExitCode(passed, 'vitest (live)', 1);
  expect(sentence(failed)).toBe('3 passed, 1 failed, 0 skipped');
  expect(failureLines(add(failed, nothing).failures)).toEqual(['  vitest (live)', '      ended with 1']);
});

test('vitest: failures of tests, of hooks within a block, of files that do not load and of nobody are named', async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'latchkey-sum-')));
  onTestFinished(() => rm(folder, { recursive: true }));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const imports = "import { afterAll, describe, expect, test } from 'vitest';\n";
  const files = {
    'fails.test.ts':
      "test('right', () => undefined); test.skip('later', () => undefined); describe('block', () => { test('wrong', () => { expect(1).toBe(2); }); });",
    'hook.test.ts':
      "describe('block', () => { afterAll(() => { throw new Error('left open'); }); test('right', () => undefined); });",
    'broken.test.ts': "throw new Error('does not load');",
    'stray.test.ts':
      "test('right', async () => { setTimeout(() => { throw new Error('nobody waited'); }); await new Promise((done) => setTimeout(done, 50)); });",
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), imports + text);
  await writeFile(join(folder, 'vitest.config.ts'), 'export default {};\n');
  const file = join(folder, 'report.json');
  await new Promise((done) => {
    const reporter = join(import.meta.dirname, 'vitest-reporter.ts');
    execFile(
      join(root, 'node_modules/.bin/vitest'),
      ['run', '--root', folder, '--reporter', reporter],
      { cwd: folder, env: { ...process.env, LATCHKEY_TEST_REPORT: file } },
      done,
    );
  });
  const report: VitestReport = JSON.parse(await readFile(file, 'utf8'));
  expect(report).toMatchObject({ passed: 3, failed: 1, skipped: 1 });
  expect(report.failures.map(({ name, error }) => [name, error]).sort()).toEqual([
    ['broken.test.ts', expect.stringContaining('does not load')],
    ['fails.test.ts > block > wrong', expect.stringContaining('expected 1 to be 2')],
    ['hook.test.ts > block', expect.stringContaining('left open')],
    ['outside of every test', expect.stringContaining('nobody waited')],
  ]);
  expect(report.failures.find(({ name }) => name.startsWith('fails'))?.where).toMatch(/^fails\.test\.ts:2:/);
  expect(report.files.map((one) => one.file).sort()).toEqual(Object.keys(files).sort());
});

test('Playwright: a failed test is named with its file and line, wherever it is nested', () => {
  const spec = (title: string, status: string, errors: { message: string }[]) => ({
    ...{ title, file: 'plan.spec.ts', line: 7 },
    tests: [{ status, results: [{ errors }] }],
  });
  const report = {
    stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 2 },
    suites: [
      {
        title: 'plan.spec.ts',
        specs: [spec('right', 'expected', [])],
        suites: [
          { title: 'block', specs: [spec('wrong', 'unexpected', [{ message: 'not visible\nCall log' }])] },
        ],
      },
    ],
    errors: [],
  };
  expect(readPlaywrightReport(JSON.stringify(report), root)).toEqual({
    ...{ passed: 1, failed: 1, skipped: 2 },
    failures: [{ name: 'e2e/plan.spec.ts:7 > wrong', error: 'not visible', where: undefined }],
  });
});
