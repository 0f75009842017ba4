import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readOptionTree } from '../../src/files/options/option-tree';
import {
  defaultOptionFiles,
  fromBytes,
  type OptionTree,
  optionsOfGroups,
  parseOptionFile,
  printOptionFile,
  serverRules,
  toBytes,
} from '../../src/knowledge/option-file';
import { describeEachVersion } from '../server/real-server.ts';
import { argumentsOf, runServer, serverRecipe } from './option-file-server.ts';

/** A file with its path below the folder of the case; content one character per byte. */
interface CaseFile {
  path: string;
  bytes: string;
  mode: number;
}

const piece = fc.oneof(
  fc.string({
    unit: fc.constantFrom(...'ab=#\'"\\ \t;-_nst.\u00a0\u00c3\u00e9\r'),
    minLength: 1,
    maxLength: 12,
  }),
  fc.constantFrom('= C:\\\\data\\new', ' = "x # y" # z', "='it''s'", ' = /home/voil\u00c3\u00a0'),
);
const optionLine = piece.map((rest) => `x${rest}`);
const groupLine = fc.oneof(
  ...[
    'mysqld',
    'server',
    'MYSQLD',
    'mysqld_safe',
    'client',
    'mariadb',
    'mariadbd',
    'client-server',
    'galera',
  ].map((name) => fc.constant(`[${name}]`)),
  fc.constantFrom('[mysqld-5.6]', '[mysqld-9.7]', '[mysqld-8.0]', '[mariadb-10.11]', '[mariadbd-11.8]'),
  fc.constantFrom('[mysqld_two]', '[mysqld ] # c', '[ mysqld]', '[mysql_cluster]', '[]', '[server] x=1'),
);
/** `$` stands for the folder of the case. */
const includeLine = fc.constantFrom(
  ...['!include $/one.cnf', '! include $/two.cnf  ', '!includedir $/conf.d', '!includedir $/conf.d/'],
  ...['!include $/none.cnf', '!included $/one.cnf', '!include relative.cnf', '!includedir\t$/more', '!'],
);
const rareLine = fc.constantFrom(
  '!include',
  '[broken',
  '!includedir $/nowhere',
  'x=a\0b',
  '\u00ef\u00bb\u00bfx=1',
);
const longLine = fc.integer({ min: 4080, max: 8200 }).map((length) => `x=${'v'.repeat(length)}x2`);
const lines = (includes: fc.Arbitrary<string> | null) =>
  fc.oneof(
    { weight: 60, arbitrary: optionLine },
    { weight: 25, arbitrary: groupLine },
    ...(includes === null ? [] : [{ weight: 8, arbitrary: includes }]),
    { weight: 8, arbitrary: fc.constantFrom('', '# note', ' ; note', '\t') },
    { weight: 1, arbitrary: rareLine },
    { weight: 1, arbitrary: longLine },
  );
const content = (includes: fc.Arbitrary<string> | null = null) =>
  fc
    .tuple(
      fc.constantFrom('[mysqld]\n', '[server]\n', '# c\n[client]\n', ''),
      fc.array(lines(includes), { minLength: 1, maxLength: 12 }),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
    )
    .map(([first, some, ending, ended]) => first + some.join(ending) + (ended ? ending : ''));
const mode = fc.constantFrom(0o644, 0o600, 0o644, 0o644, 0o666);
const file = (path: string) => fc.record({ path: fc.constant(path), bytes: content(), mode });
const aCase = fc.tuple(
  fc.record({ path: fc.constant('my.cnf'), bytes: content(includeLine), mode: fc.constant(0o644) }),
  ...[
    'one.cnf',
    'two.cnf',
    'relative.cnf',
    'conf.d/b.cnf',
    'conf.d/B.cnf',
    'conf.d/x.y.cnf',
    'conf.d/.h.cnf',
  ].map(file),
  ...['conf.d/a.ini', 'conf.d/c.cnf.bak', 'conf.d/d.cnf', 'more/z.cnf', 'more/\u00c3\u00a4.cnf'].map(file),
);

/** NUL bytes are not compared: MySQL 8.0 and later glue lines together there, which we say and do not compute. */
const comparable = (files: readonly CaseFile[]) => files.every(({ bytes }) => !bytes.includes('\0'));

await describeEachVersion('trees of option files', (id) => {
  const { kind } = serverRecipe(id);
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-trees-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** As `--print-defaults` prints them. */
  const ours = (tree: OptionTree, groupSuffix = ''): string | null => {
    if (tree.refused) return null;
    return optionsOfGroups(tree, serverRules(kind, groupSuffix).groups)
      .map(
        ({ option }) =>
          `--${toBytes(option.name)}${option.value === null ? '' : `=${toBytes(option.value)}`} `,
      )
      .join('');
  };

  const lay = async (name: string, files: readonly CaseFile[]): Promise<string> => {
    const place = join(folder, name);
    for (const { path, bytes, mode } of files) {
      const target = join(place, Buffer.from(path, 'latin1').toString());
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, Buffer.from(bytes.replaceAll('$', place), 'latin1'));
      await chmod(target, mode);
    }
    return place;
  };

  test('60 generated trees give the server the options that we compute, in its order', async () => {
    const cases = fc.sample(aCase.filter(comparable), { numRuns: 60, seed: 20_261_121 });
    const failures: unknown[] = [];
    let next = 0;
    const worker = async () => {
      for (let at = next++; at < cases.length; at = next++) {
        const files = cases[at] ?? [];
        const place = await lay(`case${at}`, files);
        const main = join(place, 'my.cnf');
        const suffix = at % 4 === 0 ? '_two' : '';
        const args = [
          `--defaults-file=${main}`,
          ...(suffix === '' ? [] : [`--defaults-group-suffix=${suffix}`]),
        ];
        const printed = await runServer(id, [...args, '--print-defaults'], { cwd: place });
        const tree = await readOptionTree([{ path: main, required: true }], {
          rules: serverRules(kind, suffix),
          workingFolder: place,
        });
        const theirs = argumentsOf(printed);
        if (theirs !== ours(tree, suffix)) {
          failures.push({ at, main: files[0]?.bytes, theirs, ours: ours(tree, suffix) });
        }
      }
    };
    await Promise.all([worker(), worker(), worker()]);
    expect(failures.slice(0, 2)).toEqual([]);
  });

  test('the option files that come with the server are printed as they are read', async () => {
    const root = dirname(serverRecipe(id).recipe.data);
    const names = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.cnf'));
    for (const name of names) {
      const bytes = (await readFile(join(root, name))).toString('latin1');
      expect(toBytes(printOptionFile(parseOptionFile(fromBytes(bytes))))).toBe(bytes);
    }
  });

  test("the default files are read in the server's order, an extra file before the one at home", async () => {
    const home = join(folder, 'home');
    const serverHome = join(folder, 'server-home');
    const extra = join(folder, 'extra.cnf');
    await mkdir(home);
    await mkdir(serverHome);
    await writeFile(join(home, '.my.cnf'), '[mysqld]\nxhome=1\n');
    await writeFile(join(serverHome, 'my.cnf'), '[mysqld]\nxserver=1\n');
    await writeFile(extra, '[mysqld]\nxextra=1\n');
    const printed = await runServer(id, [`--defaults-extra-file=${extra}`, '--print-defaults'], {
      env: { HOME: home, MYSQL_HOME: serverHome },
    });
    const files = defaultOptionFiles({
      flavour: kind.flavour,
      windows: false,
      home,
      sysconfdir: null,
      serverHome,
      defaultsFile: null,
      extraFile: extra,
    });
    const tree = await readOptionTree(files, { rules: serverRules(kind), home });
    expect(ours(tree)).toBe(argumentsOf(printed));
    expect(ours(tree)).toContain('--xserver=1 --xextra=1 --xhome=1');
  });

  test('includes that go in circles or too deep are read as often as the server reads them', async () => {
    const chain = Array.from({ length: 14 }, (_, depth) => ({
      path: `deep${depth}.cnf`,
      bytes: `[mysqld]\nx${depth}\n!include $/deep${depth + 1}.cnf\ny${depth}\n`,
      mode: 0o644,
    }));
    const circle = { path: 'circle.cnf', bytes: '[mysqld]\nx\n!include $/back.cnf\nz\n', mode: 0o644 };
    const back = { path: 'back.cnf', bytes: '[mysqld]\ny\n!include $/circle.cnf\n', mode: 0o644 };
    const place = await lay('deep', [...chain, circle, back]);
    for (const main of ['deep0.cnf', 'circle.cnf']) {
      const path = join(place, main);
      const tree = await readOptionTree([{ path, required: true }], { rules: serverRules(kind) });
      const printed = await runServer(id, [`--defaults-file=${path}`, '--print-defaults']);
      expect(ours(tree)).toBe(argumentsOf(printed));
      expect(tree.problems).toHaveLength(1);
    }
  });

  test('a link, a folder and a dead link among included files', async () => {
    const place = await lay('links', [
      { path: 'my.cnf', bytes: '[mysqld]\n!includedir $/d\nx=1\n', mode: 0o644 },
      { path: 'd/real.cnf', bytes: '[mysqld]\nreal=1\n', mode: 0o644 },
    ]);
    await symlink('real.cnf', join(place, 'd', 'link.cnf'));
    await symlink('nothing', join(place, 'd', 'dead.cnf'));
    await mkdir(join(place, 'd', 'folder.cnf'));
    const path = join(place, 'my.cnf');
    const tree = await readOptionTree([{ path, required: true }], { rules: serverRules(kind) });
    expect(ours(tree)).toBe(
      argumentsOf(await runServer(id, [`--defaults-file=${path}`, '--print-defaults'])),
    );
    expect(ours(tree)).toBe('--real=1 --real=1 --x=1 ');
  });
});
