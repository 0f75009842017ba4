// @ts-check
// Stores of metrics and what they scrape, for tests of histories: Prometheus with promtool, VictoriaMetrics, mysqld_exporter
// and node_exporter, from Debian 12.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { inCache, publishFolder, readJson, writeJson } from './cache.mjs';
import { extractDebian, extractedCommand } from './debian.mjs';
import { excerpt, run, SetupError } from './run.mjs';

const recipeNumber = 1;

/** Each as its file in /usr/bin is called, with its package. */
export const programs = /** @type {const} */ ({
  prometheus: 'prometheus',
  promtool: 'prometheus',
  'prometheus-mysqld-exporter': 'prometheus-mysqld-exporter',
  'prometheus-node-exporter': 'prometheus-node-exporter',
  'victoria-metrics': 'victoria-metrics',
});

/** @returns {{ version: string, from: string, commands: Record<string, string[]> } | undefined} */
export function cachedMetricsStores() {
  const manifest =
    /** @type {{ recipe: number, version: string, from: string, commands: Record<string, string[]> } | undefined} */ (
      readJson(inCache('metrics-stores', 'metrics-stores.json'))
    );
  return manifest?.recipe === recipeNumber ? manifest : undefined;
}

export async function installMetricsStores() {
  await publishFolder(inCache('metrics-stores'), async (folder) => {
    const root = join(folder, 'root');
    mkdirSync(root);
    // Their services and maintainer scripts want half a system; the programs want the C library and zstd.
    const alone = [...new Set(Object.values(programs)), 'libc6', 'libzstd1'];
    const taken = await extractDebian({ suite: 'bookworm', packages: [], alone }, root);
    const missing = Object.keys(programs).find((name) => !existsSync(join(root, 'usr/bin', name)));
    if (missing !== undefined)
      throw new SetupError(
        'metrics stores',
        `${taken.join(', ')} hold no ${missing}`,
        'Report this with the output of set-up.',
      );
    const commands = Object.fromEntries(
      Object.keys(programs).map((name) => [name, extractedCommand(root, `usr/bin/${name}`)]),
    );
    for (const command of Object.values(commands)) {
      const [program = '', ...args] = command.map((part) => part.replaceAll('{root}', root));
      const { code, output } = await run(program, [...args, '--version']);
      if (code !== 0)
        throw new SetupError(
          'metrics stores',
          `${args.at(-1)} does not run here: ${excerpt(output)}`,
          'See the message above.',
        );
    }
    const version = /(\d+\.\d+\.\d+)/.exec(taken.find((name) => name.startsWith('prometheus ')) ?? '')?.[1];
    const named = taken.filter((name) => /^(prometheus|victoria)/.test(name));
    writeJson(join(folder, 'metrics-stores.json'), {
      recipe: recipeNumber,
      version: version ?? '',
      from: `Debian bookworm, ${named.join(', ')}`,
      commands,
    });
  });
}
