// Lays the data folder of a new server: a copy of the cached one, or a new one when an option is asked for
// that is fixed when the data folder is made.
import { execFile } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { optionArguments, optionName } from './options.ts';
import type { Recipe } from './recipe.ts';
import { spawnToEnd } from './spawn-to-end.ts';

const execute = promisify(execFile);

/** Options that an existing data folder does not let one change. */
const fixedOptions = new Set([
  'innodb-page-size',
  'innodb-data-file-path',
  'innodb-undo-tablespaces',
  'lower-case-table-names',
  'innodb-checksum-algorithm',
]);

export async function layDataFolder(
  recipe: Recipe,
  wanted: { options?: Record<string, string | number | boolean>; args?: string[]; defaultsFile?: string },
  dir: string,
): Promise<void> {
  mkdirSync(join(dir, 'tmp'));
  const fixed = fixedAmong(wanted);
  if (fixed.length === 0) {
    // A copy on write where the file system can, else a copy that keeps holes: milliseconds either way.
    await execute('cp', ['-a', '--reflink=auto', recipe.data, join(dir, 'data')]);
    return;
  }
  if (!recipe.initialise)
    throw new Error(
      `${recipe.id} cannot be started with ${fixed.join(' ')}: its data folder can only be copied`,
    );
  mkdirSync(join(dir, 'data'));
  const [command = '', ...first] = recipe.command;
  const args = [
    ...[...first, '--no-defaults', ...recipe.options, `--datadir=${join(dir, 'data')}`],
    ...(process.getuid?.() === 0 ? ['--user=root'] : []),
    ...[...recipe.initialise.args, ...fixed],
  ];
  const stdin = recipe.initialise.stdin === undefined ? undefined : openSync(recipe.initialise.stdin, 'r');
  try {
    await spawnToEnd(command, args, { env: { ...process.env, ...recipe.env }, stdin });
  } finally {
    if (stdin !== undefined) closeSync(stdin);
  }
}

function fixedAmong(wanted: Parameters<typeof layDataFolder>[1]): string[] {
  const fromFile =
    wanted.defaultsFile === undefined ? [] : readFileSync(wanted.defaultsFile, 'utf8').split('\n');
  const all = [
    ...fromFile.map((line) => `--${line.trim().replace(/\s*=\s*/, '=')}`),
    ...optionArguments(wanted.options ?? {}),
    ...(wanted.args ?? []),
  ];
  return all.filter((argument) => fixedOptions.has(optionName(argument.split('=')[0] ?? '')));
}
