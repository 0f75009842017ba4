import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Kind, namesOf } from '../../scripts/new/kind.ts';
import { kinds } from '../../scripts/new/kinds/index.ts';
import { brokenSteps, make } from '../../scripts/new/make.ts';
import { checkExamples, compileRules } from '../../src/analysis';

const root = join(import.meta.dirname, '../..');
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-new-'));
  folders.push(folder);
  return folder;
}

test.each(kinds)('every file and folder of the list of $id is there', (kind) => {
  expect(brokenSteps(root, kind)).toEqual([]);
  expect(kind.generated).toBe(kind.steps.some(({ does }) => does === 'create' || does === 'edit'));
  for (const path of kind.tests.map((one) => one.replace(/^--project live /, ''))) {
    expect(existsSync(join(root, path)), path).toBe(true);
  }
});

test('a name that is none, or a group that is not there, is refused with a sentence', () => {
  const kindOf = (id: string): Kind => kinds.find((kind) => kind.id === id) as Kind;
  expect(() => namesOf(kindOf('rule'), 'redo/My Rule')).toThrow('"My Rule" is no name');
  expect(() => namesOf(kindOf('rule'), 'nowhere/my-rule')).toThrow(/Choose one of memory, /);
  expect(() => namesOf(kindOf('rule'), '../my-rule')).toThrow(/Choose one of/);
  expect(() => namesOf(kindOf('probe'), 'io/my-probe')).toThrow(/no group/);
  expect(namesOf(kindOf('collector'), 'waits/table-churn')).toEqual({
    group: 'waits',
    id: 'table-churn',
    camel: 'tableChurn',
    pascal: 'TableChurn',
    snake: 'table_churn',
    title: 'Table churn',
  });
});

test('a rule of the user is written into a folder, once, and holds as it is', () => {
  const folder = newFolder();
  const run = () =>
    spawnSync(process.execPath, ['scripts/new.ts', 'rule', 'redo/my-rule', '--in', folder], { cwd: root });
  expect(run().status).toBe(0);
  const path = join(folder, 'redo/my-rule.yaml');
  const rules = compileRules([{ path: 'rules/redo/my-rule.yaml', text: readFileSync(path, 'utf8') }]);
  expect(checkExamples(rules)).toEqual([]);
  const again = run();
  expect(again.status).toBe(2);
  expect(String(again.stderr)).toContain('is there already');
});

/** Of the sources, what the checks below need. */
function copyOfSources(): string {
  const folder = newFolder();
  const left = [
    'node_modules',
    '.git',
    'out',
    'dist',
    'coverage',
    'test-results',
    'playwright-report',
    'demo-output',
    '.cache',
  ];
  for (const entry of readdirSync(root)) {
    if (!left.includes(entry)) cpSync(join(root, entry), join(folder, entry), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return folder;
}

/** @returns '' when the program went well, or what it printed */
function problemsOf(folder: string, program: string, ...parameters: string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(folder, program), ...parameters], {
      cwd: folder,
      env: {
        ...process.env,
        NO_COLOR: '1',
        VITEST: undefined,
        VITEST_POOL_ID: undefined,
        VITEST_WORKER_ID: undefined,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => {
        printed += String(data);
      });
    child.on('close', (code) =>
      resolve(code === 0 ? '' : `${program}: exit ${code}\n${printed.slice(-6000)}`),
    );
  });
}

const bin = 'node_modules';
const biome = `${bin}/@biomejs/biome/bin/biome`;
const vitest = `${bin}/vitest/vitest.mjs`;

describe('one of everything, in every group', () => {
  test('passes format, lint, types, layers and the tests of registries and examples at once', async () => {
    const folder = copyOfSources();
    const made = kinds
      .filter(({ generated }) => generated)
      .flatMap((kind) =>
        (kind.groups ?? [null]).map((group) =>
          make(folder, kind, group === null ? `added-${kind.id}` : `${group}/added-${kind.id}-${group}`),
        ),
      );
    const written = [...new Set(made.flatMap(({ created, edited }) => [...created, ...edited]))];
    const code = written.filter((path) => /\.tsx?$/.test(path));
    expect(await problemsOf(folder, biome, 'check', '--write', '--error-on-warnings', ...code)).toBe('');
    expect(await problemsOf(folder, 'scripts/docs/write.ts')).toBe('');
    const tests = [
      ...written.filter((path) => /\.test\.tsx?$/.test(path)),
      'test/analysis/rules.test.ts',
      'test/analysis/facts.test.ts',
      'test/analysis/unread-columns.test.ts',
      'test/analysis/outputs.test.ts',
      'src/server/collect/registry.test.ts',
      'src/server/probe/definitions',
      'scripts/docs',
    ];
    const problems = await Promise.all([
      problemsOf(folder, `${bin}/typescript/bin/tsc`, '-p', '.'),
      problemsOf(
        folder,
        `${bin}/dependency-cruiser/bin/dependency-cruiser.mjs`,
        'src',
        '--config',
        '.dependency-cruiser.cjs',
        '--output-type',
        'err',
      ).then(
        async (layers) => layers + (await problemsOf(folder, vitest, 'run', '--project', 'unit', ...tests)),
      ),
    ]);
    expect(problems.join('')).toBe('');
  }, 900_000);

  test('nothing is written when a place is not found, and nothing that is there is overwritten', () => {
    const folder = newFolder();
    for (const kind of kinds.filter(({ steps }) => steps.some(({ does }) => does === 'edit'))) {
      expect(() => make(folder, kind, `added-${kind.id}`)).toThrow(/^\S+: /);
    }
    expect(readdirSync(folder)).toEqual([]);
    const rule = kinds[0] as Kind;
    make(folder, rule, 'redo/added-rule');
    expect(() => make(folder, rule, 'redo/added-rule')).toThrow(
      'rules/redo/added-rule.yaml is there already.',
    );
  });
});
