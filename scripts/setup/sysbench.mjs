// @ts-check
// sysbench 1.0.20, the load generator of tests, samples and demonstrations, from Debian 12.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { inCache, publishFolder, readJson, writeJson } from './cache.mjs';
import { extractDebian, extractedCommand } from './debian.mjs';
import { excerpt, run, SetupError } from './run.mjs';

const recipeNumber = 1;

/** @returns {{ version: string, from: string } | undefined} */
export function cachedSysbench() {
  const manifest = /** @type {{ recipe: number, version: string, from: string } | undefined} */ (
    readJson(inCache('sysbench', 'sysbench.json'))
  );
  return manifest?.recipe === recipeNumber ? manifest : undefined;
}

export async function installSysbench() {
  await publishFolder(inCache('sysbench'), async (folder) => {
    const root = join(folder, 'root');
    mkdirSync(root);
    const taken = await extractDebian({ suite: 'bookworm', packages: ['sysbench'] }, root);
    const command = extractedCommand(root, 'usr/bin/sysbench');
    const libraries = command[2]?.split(':').find((path) => path.includes('usr/lib/')) ?? '';
    const env = {
      // Its Lua scripts and the client's authentication plugins are looked for under /usr otherwise.
      LUA_PATH: '{root}/usr/share/sysbench/?.lua',
      MARIADB_PLUGIN_DIR: `${libraries}/libmariadb3/plugin`,
    };
    const [program = '', ...args] = command.map((part) => part.replaceAll('{root}', root));
    const { stdout, output } = await run(program, [...args, '--version']);
    const version = /sysbench (\d+\.\d+\.\d+)/.exec(stdout)?.[1];
    if (!version)
      throw new SetupError('sysbench', `does not run here: ${excerpt(output)}`, 'See the message above.');
    const name = taken.find((package_) => package_.startsWith('sysbench '));
    const from = `Debian bookworm, ${name}`;
    writeJson(join(folder, 'sysbench.json'), { recipe: recipeNumber, version, from, command, env });
  });
}
