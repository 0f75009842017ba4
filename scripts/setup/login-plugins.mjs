// @ts-check
// The authentication plugins of MariaDB that Debian packs with the service and not with the server program: taken out
// of that package alone, for tests of logins.
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inCache, publishFolder, readJson, writeJson } from './cache.mjs';
import { extractDebian } from './debian.mjs';
import { SetupError } from './run.mjs';

const recipeNumber = 1;
const plugins = 'usr/lib/mysql/plugin';

/** Server, the Debian suite it comes from, and what is wanted of it. */
const wanted = [
  { id: 'mariadb1011', suite: 'bookworm', files: ['auth_ed25519.so'] },
  { id: 'mariadb118', suite: 'trixie', files: ['auth_ed25519.so', 'auth_parsec.so'] },
];

/** @returns {{ from: string } | undefined} */
export function cachedLoginPlugins() {
  const manifest = /** @type {{ recipe: number, from: string } | undefined} */ (
    readJson(inCache('login-plugins', 'login-plugins.json'))
  );
  return manifest?.recipe === recipeNumber ? manifest : undefined;
}

export async function installLoginPlugins() {
  await publishFolder(inCache('login-plugins'), async (folder) => {
    const from = [];
    for (const { id, suite, files } of wanted) {
      const root = join(folder, 'package');
      mkdirSync(root);
      const taken = await extractDebian({ suite, packages: [], alone: ['mariadb-server'] }, root);
      mkdirSync(join(folder, id));
      for (const file of files) {
        const path = join(root, plugins, file);
        if (!existsSync(path))
          throw new SetupError(
            'login plugins',
            `${taken.join(', ')} holds no ${file}`,
            'Report this with the output of set-up.',
          );
        copyFileSync(path, join(folder, id, file));
      }
      rmSync(root, { recursive: true });
      from.push(`Debian ${suite}, ${taken.join(', ')}`);
    }
    writeJson(join(folder, 'login-plugins.json'), { recipe: recipeNumber, from: from.join('; ') });
  });
}
