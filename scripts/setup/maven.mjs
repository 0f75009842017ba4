// @ts-check
// Takes artifacts out of the machine's Maven repository, with Maven itself: mirrors, proxies and accounts are what its
// settings say.
import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { inCache } from './cache.mjs';
import { mustRun, SetupError } from './run.mjs';
import { installSystem } from './system.mjs';

const copyGoal = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy';

/**
 * @typedef {object} Artifact
 * @property {string} coordinates group:artifact:version of a jar
 * @property {string} sha256 of the jar, in hexadecimal
 */

/**
 * Unpacks a jar into `folder`.
 * @param {Artifact} artifact
 * @param {string} folder
 */
export async function extractArtifact({ coordinates, sha256 }, folder) {
  const step = `Maven artifact ${coordinates}`;
  await installSystem('Maven', [
    { name: 'mvn', packages: ['maven'] },
    { name: 'python3', packages: ['python3'] },
  ]);
  const downloads = join(folder, 'downloads');
  mkdirSync(downloads);
  // A repository of our own: the jars are unpacked, so nobody needs them a second time.
  const repository = inCache('maven');
  await mustRun(step, 'Check that Maven reaches its repository, then run set-up again.', 'mvn', [
    ...['--batch-mode', '--quiet', '--strict-checksums', `-Dmaven.repo.local=${repository}`, copyGoal],
    ...[`-Dartifact=${coordinates}:jar`, `-DoutputDirectory=${downloads}`],
  ]);
  const [group = '', name = '', version = ''] = coordinates.split(':');
  rmSync(join(repository, ...group.split('.'), name, version), { recursive: true, force: true });
  const jar = join(downloads, readdirSync(downloads).find((file) => file.endsWith('.jar')) ?? '');
  const found = await sha256Of(jar);
  if (found !== sha256)
    throw new SetupError(
      step,
      `its SHA-256 is ${found}, not ${sha256}`,
      'Do not use it; look at the mirror in the settings of Maven.',
    );
  await mustRun(step, 'Free about 1 GB of disk space and run set-up again.', 'python3', [
    ...['-m', 'zipfile', '-e', jar, folder],
  ]);
  rmSync(downloads, { recursive: true });
}

/** @param {string} file */
async function sha256Of(file) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
