// @ts-check
// Brings the throw-away servers into the cache. Each becomes a folder `servers/<id>` with
//   root/        programs and their libraries
//   data/        an initialised data folder, shut down cleanly, to be copied for every start
//   server.json  how to run it (see scripts/servers/recipe.ts, which reads it)
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inCache, publishFolder, readJson, writeJson } from './cache.mjs';
import { excerpt, run, SetupError } from './run.mjs';
import { fill, filledEnv } from './server-data.mjs';
import { recipes } from './server-recipes.mjs';

/** @typedef {import('./server-data.mjs').Launch} Launch */

/**
 * @param {string} id
 * @returns {{ version: string, from: string } | undefined} the server in the cache
 */
export function cachedServer(id) {
  const manifest = /** @type {{ recipe: number, version: string, from: string } | undefined} */ (
    readJson(inCache('servers', id, 'server.json'))
  );
  return manifest?.recipe === numberOf(id) ? manifest : undefined;
}

/** @param {string} id */
function numberOf(id) {
  return recipes[id]?.number ?? 1;
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
 * @param {import('./server-recipes.mjs').Recipe} recipe
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
  writeJson(join(folder, 'server.json'), { id, recipe: numberOf(id), version, from, ...launch, initialise });
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
