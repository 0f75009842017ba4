// @ts-check
// Brings packages of any Debian suite into a folder, without installing them: apt does the work (signatures,
// checksums, retries, proxies, dependency resolution), but with lists, cache and status of its own.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { debianMirror, machineSources } from './apt-sources.mjs';
import { inCache } from './cache.mjs';
import { mustRun, run, SetupError, which } from './run.mjs';

const dayMs = 24 * 3600_000;
const debianKeyring = '/usr/share/keyrings/debian-archive-keyring.gpg';

/**
 * @typedef {object} DebianPackages
 * @property {string} suite for example `bookworm`
 * @property {string[]} packages taken with everything they depend on
 * @property {string[]} [alone] taken without what they depend on
 * @property {RegExp} [without] packages of the closure that are not needed to run the program
 */

/** Why packages of Debian cannot be had here, or undefined. @returns {string | undefined} */
export function debianUnavailable() {
  if (process.platform !== 'linux')
    return `packages of Debian run on Linux only, this is ${process.platform}`;
  if (!which('apt-get') || !which('dpkg')) return 'apt-get and dpkg are not installed';
  if (!mirror()) return 'no Debian mirror among the apt sources of this machine';
  return undefined;
}

/**
 * Extracts the packages and their dependencies into `folder`.
 * @param {DebianPackages} wanted
 * @param {string} folder
 * @returns {Promise<string[]>} the packages taken, each as `name version`
 */
export async function extractDebian(wanted, folder) {
  const step = `packages of Debian ${wanted.suite}`;
  const why = debianUnavailable();
  if (why)
    throw new SetupError(
      step,
      why,
      'On Debian, Ubuntu or a relative, set LATCHKEY_DEBIAN_MIRROR to a Debian mirror.',
    );
  const root = privateApt(wanted.suite);
  await refresh(step, root, false);
  const closure = await resolve(step, root, wanted);
  const downloads = join(root, 'downloads');
  rmSync(downloads, { recursive: true, force: true });
  mkdirSync(downloads);
  const names = [...closure, ...(wanted.alone ?? [])];
  const first = await apt(root, ['download', ...names], { cwd: downloads });
  if (first.code !== 0) {
    // The mirror may have moved on since the lists were read.
    await refresh(step, root, true);
    const again = [...(await resolve(step, root, wanted)), ...(wanted.alone ?? [])];
    await mustRun(
      step,
      mirrorRemedy,
      'apt-get',
      ['-c', join(root, 'apt.conf'), '-qq', 'download', ...again],
      {
        cwd: downloads,
      },
    );
  }
  const taken = [];
  for (const file of readdirSync(downloads).filter((name) => name.endsWith('.deb'))) {
    await mustRun(step, 'Free some disk space and run set-up again.', 'dpkg', [
      '-x',
      join(downloads, file),
      folder,
    ]);
    const [name = '', version = ''] = file.split('_');
    taken.push(`${name} ${decodeURIComponent(version)}`);
  }
  for (const unneeded of ['usr/share/doc', 'usr/share/man', 'usr/share/locale', 'usr/share/lintian'])
    rmSync(join(folder, unneeded), { recursive: true, force: true });
  rmSync(downloads, { recursive: true, force: true });
  return taken;
}

/**
 * How to run a program of an extracted folder with that folder's own C library, so that programs of newer and
 * older suites run side by side. Paths start with `{root}`, which stands for the folder.
 * @param {string} folder
 * @param {string} program path inside the folder
 * @returns {string[]} command with its first arguments
 */
export function extractedCommand(folder, program) {
  const triplets = tripletFolders(folder);
  const loader = ['lib64', 'usr/lib64', 'lib', 'usr/lib', ...triplets]
    .flatMap((base) => list(join(folder, base)).map((name) => `${base}/${name}`))
    .find((path) => /\/ld-linux[^/]*\.so\.\d$/.test(path));
  if (!loader)
    throw new SetupError(
      program,
      'the packages hold no program loader',
      'Report this with the output of set-up.',
    );
  const libraries = [...triplets, 'usr/lib/mysql/private', 'usr/lib/mysql'].filter((path) =>
    existsSync(join(folder, path)),
  );
  return [
    `{root}/${loader}`,
    '--library-path',
    libraries.map((path) => `{root}/${path}`).join(':'),
    `{root}/${program}`,
  ];
}

/**
 * Where the libraries of extracted packages are, for LD_LIBRARY_PATH.
 * @param {string} folder
 * @returns {string[]} each starting with `{root}`, which stands for the folder
 */
export function libraryFolders(folder) {
  return tripletFolders(folder).map((path) => `{root}/${path}`);
}

/** @param {string} folder */
function tripletFolders(folder) {
  return ['usr/lib', 'lib'].flatMap((base) =>
    list(join(folder, base))
      .filter((name) => /-linux-gnu/.test(name))
      .map((name) => `${base}/${name}`),
  );
}

const mirrorRemedy =
  'Check the network and the apt sources of this machine, or set LATCHKEY_DEBIAN_MIRROR to a Debian mirror; then run set-up again.';

/** @returns {{ uri: string, signedBy: string | undefined } | undefined} */
function mirror() {
  const found = debianMirror(machineSources());
  const chosen = process.env.LATCHKEY_DEBIAN_MIRROR;
  if (chosen) return { uri: chosen, signedBy: found?.signedBy ?? defaultKeyring() };
  return found && { uri: found.uri, signedBy: found.signedBy ?? defaultKeyring() };
}

function defaultKeyring() {
  return existsSync(debianKeyring) ? debianKeyring : undefined;
}

/**
 * Lays out apt's folders and configuration for one suite.
 * @param {string} suite
 * @returns {string} the folder
 */
function privateApt(suite) {
  const root = inCache('apt', suite);
  for (const part of ['lists/partial', 'cache/archives/partial', 'parts'])
    mkdirSync(join(root, part), { recursive: true });
  writeFileSync(join(root, 'status'), '');
  const source = mirror();
  writeFileSync(
    join(root, 'suite.sources'),
    [
      'Types: deb',
      `URIs: ${source?.uri ?? ''}`,
      `Suites: ${suite}`,
      'Components: main',
      ...(source?.signedBy ? [`Signed-By: ${source.signedBy}`] : []),
      '',
    ].join('\n'),
  );
  writeFileSync(
    join(root, 'apt.conf'),
    [
      `Dir::State "${root}";`,
      `Dir::State::lists "${root}/lists";`,
      `Dir::State::status "${root}/status";`,
      `Dir::Cache "${root}/cache";`,
      `Dir::Etc::sourcelist "${root}/suite.sources";`,
      `Dir::Etc::sourceparts "${root}/parts";`,
      `Dir::Etc::preferences "${root}/none";`,
      `Dir::Etc::preferencesparts "${root}/parts";`,
      'Acquire::Languages "none";',
      'Acquire::Retries "3";',
      'Acquire::IndexTargets::deb::DEP-11::DefaultEnabled "false";',
      'Acquire::IndexTargets::deb::Contents-deb::DefaultEnabled "false";',
      'APT::Install-Recommends "false";',
      'APT::Update::Error-Mode "any";',
      // Downloads go into the user's own cache folder, where apt's unprivileged user may not write.
      'APT::Sandbox::User "root";',
      '#clear APT::Update::Pre-Invoke;',
      '#clear APT::Update::Post-Invoke;',
      '#clear APT::Update::Post-Invoke-Success;',
      '',
    ].join('\n'),
  );
  return root;
}

/**
 * @param {string} root
 * @param {string[]} args
 * @param {import('./run.mjs').RunOptions} [options]
 */
function apt(root, args, options) {
  return run('apt-get', ['-c', join(root, 'apt.conf'), '-qq', ...args], options);
}

/**
 * Reads the suite's package lists, at most once a day unless forced.
 * @param {string} step
 * @param {string} root
 * @param {boolean} force
 */
async function refresh(step, root, force) {
  const stamp = join(root, 'updated');
  const mirrorOfLists = JSON.stringify(mirror());
  const fresh =
    existsSync(stamp) &&
    Date.now() - statSync(stamp).mtimeMs < dayMs &&
    readFileSync(stamp, 'utf8') === mirrorOfLists;
  if (fresh && !force) return;
  await mustRun(step, mirrorRemedy, 'apt-get', ['-c', join(root, 'apt.conf'), '-qq', 'update']);
  writeFileSync(stamp, mirrorOfLists);
}

/**
 * The names of the packages and all they depend on; none when only packages alone are wanted.
 * @param {string} step
 * @param {string} root
 * @param {DebianPackages} wanted
 */
async function resolve(step, root, wanted) {
  if (wanted.packages.length === 0) return [];
  const config = join(root, 'apt.conf');
  const args = ['-c', config, '-qq', '-y', '--print-uris', 'install', ...wanted.packages];
  const { stdout } = await mustRun(step, mirrorRemedy, 'apt-get', args);
  const names = stdout
    .split('\n')
    .map((line) => /^'[^']*' ([^_ ]+)_/.exec(line)?.[1])
    .filter((name) => name !== undefined)
    .filter((name) => !wanted.without?.test(name));
  if (names.length === 0) throw new SetupError(step, 'apt-get named no package', mirrorRemedy);
  return names;
}

/** @param {string} folder */
function list(folder) {
  return existsSync(folder) ? readdirSync(folder) : [];
}
