import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
let clone: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey launcher '));
  clone = join(folder, 'clone');
  for (const name of ['bin', 'src', 'scripts', 'out/main', 'tools'])
    mkdirSync(join(clone, name), { recursive: true });
  copyFileSync(join(import.meta.dirname, '../../bin/latchkey'), join(clone, 'bin/latchkey'));
  writeFileSync(join(clone, 'package.json'), '{}');
  writeFileSync(join(clone, 'src/index.ts'), '');
  writeFileSync(join(clone, 'scripts/setup.mjs'), '');
  for (const file of ['package.json', 'src/index.ts']) age(file, 60);
});
afterEach(() => rmSync(folder, { recursive: true }));

const program = 'console.log(JSON.stringify(process.argv.slice(2)));';

function age(file: string, seconds: number): void {
  const when = Date.now() / 1000 - seconds;
  utimesSync(join(clone, file), when, when);
}

function executable(path: string, script: string): void {
  writeFileSync(path, script);
  chmodSync(path, 0o755);
}

/** Runs with a PATH that holds the Node of this test and a stand-in for npm whose build writes the program. */
function latchkey(args: string[], options: { path?: string; environment?: Record<string, string> } = {}) {
  executable(join(clone, 'tools/npm'), `#!/bin/sh\nprintf '%s' '${program}' > '${clone}/out/main/cli.cjs'\n`);
  const node = join(clone, 'tools/node');
  rmSync(node, { force: true });
  symlinkSync(process.execPath, node);
  const result = spawnSync(options.path ?? join(clone, 'bin/latchkey'), args, {
    encoding: 'utf8',
    env: { PATH: `${join(clone, 'tools')}:/usr/bin:/bin`, ...options.environment },
  });
  return { code: result.status, out: result.stdout, err: result.stderr };
}

test('arguments pass through unchanged, also from a folder with spaces and through links', () => {
  writeFileSync(join(clone, 'out/main/cli.cjs'), program);
  symlinkSync('../clone/bin/latchkey', join(clone, 'relative'));
  symlinkSync(join(clone, 'relative'), join(folder, 'absolute'));
  const args = ['a b', '', '*', '$HOME', '"'];
  for (const path of [join(clone, 'bin/latchkey'), join(folder, 'absolute')]) {
    expect(latchkey(args, { path })).toEqual({ code: 0, out: `${JSON.stringify(args)}\n`, err: '' });
  }
});

test('a missing build is made, and one older than its sources made again', () => {
  const built = {
    code: 0,
    out: '[]\n',
    err: 'latchkey: building (first run, or sources have changed) ...\n',
  };
  expect(latchkey([])).toEqual(built);
  expect(latchkey([])).toEqual({ ...built, err: '' });
  writeFileSync(join(clone, 'src/index.test.ts'), '');
  age('src/index.test.ts', -60);
  expect(latchkey([])).toEqual({ ...built, err: '' });
  age('src/index.ts', -60);
  expect(latchkey([]).err).toBe(built.err);
});

test('a failed build says so, with what it printed, and leaves no lock', () => {
  writeFileSync(join(clone, 'scripts/setup.mjs'), "console.error('no network'); process.exit(1);");
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const { code, out, err } = latchkey([]);
    expect({ code, out }).toEqual({ code: 70, out: '' });
    expect(err).toContain('no network\nlatchkey: the build failed');
  }
});

test('the lock of a build that was killed does not block', () => {
  mkdirSync(join(clone, 'out/.build'));
  const gone = spawnSync('true').pid;
  writeFileSync(join(clone, 'out/.build/pid'), String(gone));
  expect(latchkey([]).code).toBe(0);
});

test('Node is taken from LATCHKEY_NODE, then from the clone, then from the PATH', () => {
  writeFileSync(join(clone, 'out/main/cli.cjs'), '');
  const echo = (name: string) => `#!/bin/sh\n[ "$1" = --version ] && echo v20.1.0 || echo ${name}\n`;
  executable(join(folder, 'chosen'), echo('chosen'));
  mkdirSync(join(clone, 'node_modules/.bin'), { recursive: true });
  executable(join(clone, 'node_modules/.bin/node'), echo('own'));
  expect(latchkey([], { environment: { LATCHKEY_NODE: join(folder, 'chosen') } }).out).toBe('chosen\n');
  expect(latchkey([]).out).toBe('own\n');
});

test('a Node that is too old or missing is named', () => {
  writeFileSync(join(clone, 'out/main/cli.cjs'), '');
  executable(join(folder, 'old'), '#!/bin/sh\necho v18.20.0\n');
  expect(latchkey([], { environment: { LATCHKEY_NODE: join(folder, 'old') } })).toEqual({
    code: 70,
    out: '',
    err: `latchkey: Node.js 20 or later is needed; ${folder}/old is v18.20.0.\nhint: Install a later one, or set LATCHKEY_NODE.\n`,
  });
  const tools = join(folder, 'bare');
  mkdirSync(tools);
  for (const tool of ['sh', 'dirname', 'readlink']) symlinkSync(`/bin/${tool}`, join(tools, tool));
  expect(latchkey([], { environment: { PATH: tools } }).err).toContain('Node.js is not installed.');
  expect(latchkey([], { environment: { LATCHKEY_NODE: join(folder, 'none') } }).err).toContain(
    'does not run',
  );
});
