// @ts-check
// Programs and shared libraries that come from the operating system: through apt where there is one, otherwise
// as a list of what to install.
import { existsSync, readdirSync } from 'node:fs';
import { mustRun, run, SetupError, which } from './run.mjs';

/**
 * @typedef {object} Requirement
 * @property {string} name what is looked for: a program on PATH, or a shared library (`lib*.so.N`)
 * @property {string[]} packages Debian package names, the newest release's first
 */

/** @type {readonly Requirement[]} */
export const electronLibraries = [
  { name: 'libgtk-3.so.0', packages: ['libgtk-3-0t64', 'libgtk-3-0'] },
  { name: 'libnss3.so', packages: ['libnss3'] },
  { name: 'libasound.so.2', packages: ['libasound2t64', 'libasound2'] },
  { name: 'libgbm.so.1', packages: ['libgbm1'] },
  { name: 'libXss.so.1', packages: ['libxss1'] },
  { name: 'libatspi.so.0', packages: ['libatspi2.0-0t64', 'libatspi2.0-0'] },
];

/** @type {readonly Requirement[]} */
export const virtualDisplay = [{ name: 'Xvfb', packages: ['xvfb'] }];

/** @type {readonly Requirement[]} */
export const compiler = [
  { name: 'python3', packages: ['python3'] },
  { name: 'make', packages: ['make'] },
  { name: 'g++', packages: ['g++'] },
];

/** @type {readonly Requirement[]} */
export const archiveTools = [
  { name: 'tar', packages: ['tar'] },
  { name: 'xz', packages: ['xz-utils'] },
];

const libraryFolders = ['/usr/lib', '/usr/lib64', '/usr/local/lib', '/lib', '/lib64'];

/**
 * @param {readonly Requirement[]} wanted
 * @returns {Requirement[]} those that are not there; on other systems than Linux libraries are not looked for
 */
export function missingOf(wanted) {
  return wanted.filter(({ name }) => {
    if (!/^lib.*\.so/.test(name)) return which(name) === undefined;
    return process.platform === 'linux' && !libraryThere(name);
  });
}

/** @param {string} name */
function libraryThere(name) {
  return libraryFolders.some((folder) => {
    if (!existsSync(folder)) return false;
    if (existsSync(`${folder}/${name}`)) return true;
    return readdirSync(folder)
      .filter((sub) => sub.includes('-linux-'))
      .some((sub) => existsSync(`${folder}/${sub}/${name}`));
  });
}

/**
 * Installs what is missing through apt, with sudo if need be.
 * @param {string} step
 * @param {readonly Requirement[]} wanted
 */
export async function installSystem(step, wanted) {
  const missing = missingOf(wanted);
  if (missing.length === 0) return;
  await installPackages(step, missing);
  const still = missingOf(missing);
  if (still.length > 0)
    throw new SetupError(step, `still missing: ${names(still)}`, `Install ${names(still)} by hand.`);
}

/** pip is asked rather than looked for: it is a module of python3. */
export async function installPip() {
  await installSystem('python3', [{ name: 'python3', packages: ['python3'] }]);
  const { code } = await run('python3', ['-m', 'pip', '--version']);
  if (code === 0) return;
  await installPackages('pip', [{ name: 'pip', packages: ['python3-pip'] }]);
}

/**
 * @param {string} step
 * @param {readonly Requirement[]} missing
 */
async function installPackages(step, missing) {
  const remedy = `Install ${missing.map(({ name, packages }) => `${name} (Debian: ${packages.join(' or ')})`).join(', ')}, then run set-up again.`;
  if (!which('apt-get'))
    throw new SetupError(step, `${names(missing)} missing, and there is no apt-get`, remedy);
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (asRoot.length > 0) {
    const allowed = which('sudo') && (await run('sudo', ['-n', 'true'])).code === 0;
    if (!allowed) {
      const line = `sudo apt-get install ${missing.map(({ packages }) => packages.at(-1)).join(' ')}`;
      throw new SetupError(step, `${names(missing)} missing, and sudo asks for a password`, `Run: ${line}`);
    }
  }
  /** @param {string[]} args */
  const apt = (args) => {
    const [command = '', ...rest] = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
    return mustRun(step, remedy, command, rest);
  };
  let chosen = await candidates(missing);
  if (chosen.length < missing.length) {
    // A bare machine has no package lists yet. Other vendors' sources may fail; Debian's are what counts.
    await apt(['-qq', '-o', 'Acquire::Retries=3', 'update']).catch(() => undefined);
    chosen = await candidates(missing);
  }
  if (chosen.length < missing.length)
    throw new SetupError(step, `apt knows no package for ${names(missing)}`, remedy);
  const install = ['-qq', '-y', '-o', 'Acquire::Retries=3', '-o', 'DPkg::Lock::Timeout=300', 'install'];
  const args = [...install, '--no-install-recommends', ...chosen];
  try {
    await apt(args);
  } catch {
    // The lists may name versions that the mirror has replaced since.
    await apt(['-qq', '-o', 'Acquire::Retries=3', 'update']).catch(() => undefined);
    await apt(args);
  }
}

/**
 * The first package name of each requirement that apt could install.
 * @param {readonly Requirement[]} wanted
 * @returns {Promise<string[]>}
 */
async function candidates(wanted) {
  const chosen = [];
  for (const { packages } of wanted) {
    for (const name of packages) {
      const { stdout } = await run('apt-cache', ['policy', name], { env: { LC_ALL: 'C' } });
      if (!/Candidate: (?!\(none\))/.test(stdout)) continue;
      chosen.push(name);
      break;
    }
  }
  return chosen;
}

/** @param {readonly Requirement[]} requirements */
function names(requirements) {
  return requirements.map(({ name }) => name).join(', ');
}
