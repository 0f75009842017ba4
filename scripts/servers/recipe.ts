// What set-up left in the cache for each server: how to run it and a data folder to copy.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inCache, readJson } from '../setup/cache.mjs';

/** In the order of versions, first those of MySQL. */
export const serverIds = [
  ...(['mysql56', 'mysql57', 'mysql80', 'mysql97'] as const),
  ...(['mariadb102', 'mariadb1011', 'mariadb114', 'mariadb118'] as const),
];
export type ServerId = (typeof serverIds)[number];

export const serverTitles: Readonly<Record<ServerId, string>> = {
  mysql56: 'MySQL 5.6',
  mysql57: 'MySQL 5.7',
  mysql80: 'MySQL 8.0',
  mysql97: 'MySQL 9.7',
  mariadb102: 'MariaDB 10.2',
  mariadb1011: 'MariaDB 10.11',
  mariadb114: 'MariaDB 11.4',
  mariadb118: 'MariaDB 11.8',
};

/** One cached server, with every path filled in. */
export interface Recipe {
  id: ServerId;
  version: string;
  /** Program and first arguments; nothing may come between them and the options. */
  command: string[];
  options: string[];
  env: Record<string, string>;
  /** An initialised data folder, shut down cleanly. */
  data: string;
  /** Arguments that make a new data folder, and a file for standard input; null: can only be copied. */
  initialise: { args: string[]; stdin?: string } | null;
}

/** The server as cached by `npm run setup -- test`, or the reason why it is not there. */
export function readRecipe(id: ServerId): { recipe: Recipe } | { reason: string } {
  const folder = inCache('servers', id);
  const manifest = readJson(join(folder, 'server.json'));
  if (!isManifest(manifest) || !existsSync(join(folder, 'data'))) return { reason: whyMissing(id) };
  const fill = (text: string): string =>
    text.replaceAll('{root}', join(folder, 'root')).replaceAll('{folder}', folder);
  const { initialise } = manifest;
  return {
    recipe: {
      id,
      version: manifest.version,
      command: manifest.command.map(fill),
      options: manifest.options.map(fill),
      env: Object.fromEntries(Object.entries(manifest.env).map(([name, value]) => [name, fill(value)])),
      data: join(folder, 'data'),
      initialise: initialise && {
        args: initialise.args.map(fill),
        ...(initialise.stdin === undefined ? {} : { stdin: fill(initialise.stdin) }),
      },
    },
  };
}

interface Manifest {
  version: string;
  command: string[];
  options: string[];
  env: Record<string, string>;
  initialise: { args: string[]; stdin?: string } | null;
}

function isManifest(value: unknown): value is Manifest {
  return typeof value === 'object' && value !== null && 'version' in value && 'command' in value;
}

function whyMissing(id: ServerId): string {
  const failed = readJson(inCache('state', `${id}.failed.json`));
  const reason =
    typeof failed === 'object' && failed !== null && 'reason' in failed
      ? `set-up could not bring it: ${String(failed.reason)}`
      : 'it has not been set up';
  return `${serverTitles[id]} is not there, ${reason}. To try again: npm run setup -- test`;
}
