// @ts-check
// The npm packages of the lock file, among them Node 24 for everything that runs after set-up.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from './cache.mjs';
import { root } from './clone.mjs';
import { mustRun, run, SetupError } from './run.mjs';

/** @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, os?: string[] }} LockedPackage */

/**
 * What the lock file asks for and node_modules does not have, by npm's own record of what it installed.
 * @returns {string[]} for example `node_modules/vite 8.3.8`
 */
export function missingPackages() {
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const there = packagesOf(join(root, 'node_modules', '.package-lock.json'));
  return Object.entries(wanted)
    .filter(
      ([path, { optional, devOptional }]) => path.startsWith('node_modules/') && !optional && !devOptional,
    )
    .filter(([path, { version }]) => there[path]?.version !== version || !existsSync(join(root, path)))
    .map(([path, { version }]) => `${path} ${version}`);
}

/** @returns {string | undefined} the version of the npm package `node`, when its program is there */
export function scriptsNode() {
  const folder = join(root, 'node_modules', 'node');
  const manifest = /** @type {{ version: string } | undefined} */ (readJson(join(folder, 'package.json')));
  return existsSync(scriptsNodeProgram()) ? manifest?.version : undefined;
}

/** @returns {string} the program of the npm package `node` */
export function scriptsNodeProgram() {
  return join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

/**
 * Installs exactly what the lock file says, and looks afterwards whether it did. Not with `npm ci`: that refuses
 * a lock file that leaves out a binary for another platform, which happens where a registry does not have it.
 */
export async function installPackages() {
  const remedy = 'Check that npm reaches its registry (npm ping), then run set-up again.';
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  await mustRun('npm packages', remedy, 'npm', args, { cwd: root });
  const missing = missingPackages();
  if (missing.length > 0)
    throw new SetupError('npm packages', `npm left out ${missing.slice(0, 5).join(', ')}`, remedy);
}

/** Runs the install script of the package `node` once more: npm leaves it out where scripts are disabled. */
export async function installScriptsNode() {
  const remedy = 'Run: npm rebuild node --ignore-scripts=false';
  const result = await run('npm', ['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error'], {
    cwd: root,
  });
  if (!scriptsNode())
    throw new SetupError('Node for the scripts', result.output.trim() || 'its program is not there', remedy);
}

/** @param {string} file @returns {Record<string, LockedPackage>} */
function packagesOf(file) {
  const lock = /** @type {{ packages?: Record<string, LockedPackage> } | undefined} */ (readJson(file));
  return lock?.packages ?? {};
}
