import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEngine, type Engine } from '../../src/engine';
import { systemClock } from '../../src/shared/base/clock';
import { noChoices, type PlanFormat } from '../../src/shared/plan';

// What becomes of a user's own option files, through the engine, as `latchkey plan --my-cnf ... -o ...` does it.

const root = join(import.meta.dirname, '../..');
const sample = join(root, 'samples/mysql-9.7-starved-redo.lks');

let folder: string;
let file: string;
let engine: Engine;
let id: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-saving-'));
  file = join(folder, 'my.cnf');
  engine = makeEngine();
  ({ id } = await engine.call('snapshot.read', { path: sample }));
  await engine.call('analysis.get', { id });
});
afterEach(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

const makeEngine = () =>
  createEngine({
    paths: {
      data: folder,
      journal: join(folder, 'journal'),
      // A few: no rule is accepted, so that only what a test sets is in the plan.
      rules: join(root, 'rules'),
      samples: join(root, 'samples'),
      config: folder,
      reportClient: '',
    },
    version: '0.0.0',
    clock: systemClock,
    process: { pid: process.pid, bootId: 'test' },
  });

async function render(format: PlanFormat, undo = false) {
  const choices = {
    ...noChoices,
    accepted: [],
    set: { innodb_io_capacity: '4000', innodb_io_capacity_max: '8000' },
  };
  return engine.call('plan.render', { id, choices, format, myCnfPath: file, undo });
}
const save = (path: string, text: string) => engine.call('document.write', { path, text });
const patch = (diff: string) => execFileSync('patch', ['-s', '-d', '/', '-p1'], { input: diff });

test('bytes that are not UTF-8 and a group that is missing survive the way through a plan', async () => {
  const before = Buffer.concat([
    Buffer.from('[client]\n# caf'),
    Buffer.from([0xe9, 0x0a]),
    Buffer.from('user=x\n'),
  ]);
  await writeFile(file, before, { mode: 0o640 });
  await save(file, (await render('cnf')).text);
  const after = await readFile(file);
  expect(after.subarray(0, before.length).equals(before)).toBe(true);
  expect(after.subarray(before.length).toString()).toMatch(
    /^\n\[mysqld\]\n(innodb_io_capacity\w* = \d+\n){2}$/,
  );
  expect((await readFile(`${file}.bak`)).equals(before)).toBe(true);
  expect((await stat(file)).mode & 0o777).toBe(0o640);
});

test('a diff over included files is taken by patch, and its undo brings every byte back', async () => {
  await mkdir(join(folder, 'conf.d'));
  const included = join(folder, 'conf.d/io.cnf');
  await writeFile(file, `[mysqld]\ndatadir=/data\n!includedir ${join(folder, 'conf.d')}\n`);
  await writeFile(included, '[mysqld]\ninnodb_io_capacity=300\ninnodb_io_capacity_max=3000\n');
  const [one, two] = [await readFile(file, 'utf8'), await readFile(included, 'utf8')];
  const { text, remarks } = await render('diff');
  expect(remarks.join('\n')).toContain(`innodb_io_capacity is determined by ${included}, line 2.`);
  patch(text);
  expect(await readFile(file, 'utf8')).toBe(one);
  expect(await readFile(included, 'utf8')).toContain('# innodb_io_capacity=300\ninnodb_io_capacity=4000\n');
  patch((await render('diff', true)).text);
  expect(await readFile(included, 'utf8')).toBe(two);
  // The one file by itself sets them behind the include, and says so.
  const alone = await render('cnf');
  expect(alone.text.indexOf('innodb_io_capacity =')).toBeGreaterThan(alone.text.indexOf('!includedir'));
  expect(alone.remarks.join('\n')).toContain('--format diff edits the file that decides');
});

test('an include loop, and a value outside of what the server takes, are reported with what the server makes of it', async () => {
  await writeFile(file, `[mysqld]\nthread_cache_size = 99999\n!include ${file}\n`);
  const { remarks } = await render('diff');
  expect(remarks.join('\n')).toMatch(/asks for thread_cache_size = 99999; the server makes it 16384/);
  expect(remarks.join('\n')).toMatch(/from which it is itself included/);
});

test('a file through a link is saved behind the link; a folder and a missing file are refused by name', async () => {
  const real = join(folder, 'real.cnf');
  await writeFile(real, '[mysqld]\n');
  await symlink('real.cnf', file);
  await save(file, (await render('cnf')).text);
  expect(await readFile(real, 'utf8')).toContain('innodb_io_capacity_max = 8000');
  await rm(file);
  await expect(render('cnf')).rejects.toMatchObject({ code: 'file-not-found' });
  await mkdir(file);
  await expect(render('cnf')).rejects.toMatchObject({ code: 'file-unreadable' });
});

test.skipIf(process.getuid?.() !== 0)('a file that may not be read is refused with its name', async () => {
  await writeFile(file, '[mysqld]\n');
  await chmod(file, 0o600);
  await chmod(folder, 0o755);
  process.seteuid?.(65_534);
  try {
    await expect(render('cnf')).rejects.toMatchObject({
      code: 'file-unreadable',
      message: expect.stringContaining(file),
    });
  } finally {
    process.seteuid?.(0);
  }
});
