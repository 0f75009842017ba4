import { type ExecFileSyncOptionsWithStringEncoding, execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { analysisSchema } from '../../src/shared/analysis';

// The package that `npm pack` makes of the build, installed as a user does: globally, into a folder of its own. What is
// installed comes from the registry that npm is configured for.

const root = join(import.meta.dirname, '../..');
const scratch = mkdtempSync(join(tmpdir(), 'latchkey-installed-'));
const prefix = join(scratch, 'global');
const installed = join(prefix, 'lib/node_modules/latchkey');
const empty = join(scratch, 'empty');
/** Without what this clone puts there. */
const environment = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))),
  LATCHKEY_HOME: join(scratch, 'home'),
  PATH: (process.env.PATH ?? '')
    .split(':')
    .filter((folder) => !folder.startsWith(root))
    .join(':'),
};
const options: ExecFileSyncOptionsWithStringEncoding = { cwd: root, encoding: 'utf8', env: environment };

beforeAll(() => {
  mkdirSync(empty);
  // The build is there: `npm test` has made it.
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', scratch], options);
  const archive = readdirSync(scratch).find((name) => name.endsWith('.tgz')) ?? '';
  execFileSync(
    'npm',
    [
      'install',
      '-g',
      '--prefix',
      prefix,
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      join(scratch, archive),
    ],
    { ...options, stdio: 'pipe' },
  );
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function latchkey(args: string[], node?: string): { status: number | null; stdout: string; stderr: string } {
  const program = join(prefix, 'bin/latchkey');
  const [command, rest] = node === undefined ? [program, args] : [node, [program, ...args]];
  return spawnSync(command, rest, { cwd: empty, encoding: 'utf8', env: environment });
}

test('neither Electron nor sources nor what only the build needs is installed', () => {
  expect(existsSync(join(installed, 'src'))).toBe(false);
  expect(existsSync(join(installed, 'out/renderer'))).toBe(false);
  const packages = readdirSync(join(installed, 'node_modules'));
  expect(packages).toContain('mysql2');
  expect(packages.filter((name) => /electron|vite|react|typescript|playwright/.test(name))).toEqual([]);
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  expect(latchkey(['--version']).stdout.trim()).toBe(manifest.version);
});

const sample = join(installed, 'samples/mysql-9.7-starved-redo.lks');

function works(node?: string): void {
  const analysis = latchkey(['analyze', sample, '--json'], node);
  expect(analysis.stderr).toBe('');
  expect(analysis.status).toBe(1);
  expect(analysisSchema.parse(JSON.parse(analysis.stdout)).findings).not.toEqual([]);
  expect(latchkey(['plan', sample, '--format', 'cnf'], node)).toMatchObject({ status: 0, stderr: '' });
  // A text is judged like a snapshot: no database is needed for it.
  const text = join(empty, 'paste.txt');
  writeFileSync(text, 'innodb_buffer_pool_size\t134217728\nUptime\t200000\nQuestions\t5000000\n');
  for (const command of ['analyze', 'plan', 'report'])
    expect(latchkey([command, text], node), command).toMatchObject({ status: 0, stderr: '' });
  const file = join(empty, 'report.html');
  expect(latchkey(['report', sample, '-o', file], node)).toMatchObject({ status: 0 });
  // With the program that makes its charts move.
  expect(readFileSync(file, 'utf8')).toMatch(/^<!doctype html>[\s\S]*<script/);
  expect(latchkey(['rules', 'check'], node).stdout).toMatch(/^\d+ rules: valid, and all examples hold\.\n$/);
  expect(latchkey(['snapshot', '--socket', join(empty, 'none.sock'), '-o', 'x.lks'], node).status).toBe(3);
}

test('analysis, plan, report and rules work from an empty folder', () => works());

/** Releases of Node.js, each the newest of its line, as npm packages of the binary. */
describe.skipIf(process.env.LATCHKEY_FULL_MATRIX === undefined || process.platform !== 'linux')(
  'other versions of Node.js (npm test -- --full)',
  () => {
    test.each([20, 22, 24])(
      'Node.js %i',
      (line) => {
        const folder = join(scratch, `node${line}`);
        mkdirSync(folder);
        const name = `node-linux-${process.arch}`;
        execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', `${name}@${line}`], {
          ...options,
          stdio: 'pipe',
        });
        const node = join(folder, 'node_modules', name, 'bin/node');
        expect(execFileSync(node, ['--version'], { encoding: 'utf8' })).toMatch(new RegExp(`^v${line}\\.`));
        works(node);
        const recordings = latchkey(['record', 'list'], node);
        // The database needs Node.js 22; before, that is said instead of a crash.
        if (line < 22) {
          expect(recordings.status).toBe(2);
          expect(recordings.stderr).toMatch(/needs Node\.js 22 or later; this is 20\./);
        } else {
          expect(recordings).toMatchObject({ status: 0, stderr: '' });
        }
      },
      240_000,
    );
  },
);
