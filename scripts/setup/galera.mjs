// @ts-check
// What turns MariaDB 10.11 into a Galera cluster: the provider of Debian's galera-4, the scripts of a state transfer by
// rsync, and programs of the system that they run.
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inCache, publishFolder, readJson, writeJson } from './cache.mjs';
import { extractDebian } from './debian.mjs';
import { SetupError, which } from './run.mjs';
import { installSystem } from './system.mjs';

const recipeNumber = 1;
const provider = 'usr/lib/galera/libgalera_smm.so';
const scripts = ['wsrep_sst_common', 'wsrep_sst_rsync'];

/** Run by the scripts: the transfer itself, and a look at who listens on its port. */
const programs = [
  { name: 'rsync', packages: ['rsync'] },
  { name: 'lsof', packages: ['lsof'] },
];

/** @returns {{ version: string, from: string } | undefined} */
export function cachedGalera() {
  const manifest = /** @type {{ recipe: number, version: string, from: string } | undefined} */ (
    readJson(inCache('galera', 'galera.json'))
  );
  return manifest?.recipe === recipeNumber ? manifest : undefined;
}

export async function installGalera() {
  await installSystem('programs of a Galera state transfer', programs);
  await publishFolder(inCache('galera'), async (folder) => {
    const root = join(folder, 'package');
    mkdirSync(root);
    const alone = ['galera-4', 'mariadb-server'];
    const taken = await extractDebian({ suite: 'bookworm', packages: [], alone }, root);
    const name = taken.find((package_) => package_.startsWith('galera-4 '));
    const version = /(\d+\.\d+\.\d+)/.exec(name ?? '')?.[1];
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    const files = [provider, ...scripts.map((script) => `usr/bin/${script}`)];
    const missing = files.find((file) => !existsSync(join(root, file)));
    if (version === undefined || missing !== undefined)
      throw new SetupError(
        'galera-4',
        `${taken.join(', ')} holds no ${missing ?? 'version'}`,
        'Report this with the output of set-up.',
      );
    copyFileSync(join(root, provider), join(folder, 'libgalera_smm.so'));
    for (const script of scripts) layScript(join(bin, script), readFileSync(join(root, 'usr/bin', script)));
    // The nodes read no option file, so there is none to print.
    layScript(join(bin, 'my_print_defaults'), '#!/bin/sh\n');
    layScript(join(bin, 'rsync'), rsyncScript(which('rsync') ?? 'rsync'));
    rmSync(root, { recursive: true });
    const from = `Debian bookworm, ${taken.join(', ')}`;
    writeJson(join(folder, 'galera.json'), { recipe: recipeNumber, version, from });
  });
}

/**
 * As a daemon of root, rsync writes as "nobody", who may not write into a data folder: it stays who it is.
 * @param {string} program
 */
function rsyncScript(program) {
  return [
    '#!/bin/sh',
    'case " $* " in',
    `  *" --daemon "*) exec ${program} "$@" --dparam=uid="$(id -u)" --dparam=gid="$(id -g)" ;;`,
    `  *) exec ${program} "$@" ;;`,
    'esac',
    '',
  ].join('\n');
}

/** @param {string} path @param {string | Buffer} text */
function layScript(path, text) {
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}
