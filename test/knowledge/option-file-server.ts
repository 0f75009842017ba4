import { execFile } from 'node:child_process';
import { readRecipe, type ServerId } from '../../scripts/servers/recipe.ts';
import type { ServerKind } from '../../src/knowledge/catalog/variable-catalog';
import { parseVersion } from '../../src/shared/server';

/** What a server program printed, one character per byte, and how it ended. */
export interface Printed {
  output: string;
  errors: string;
  code: number;
}

/** Runs a server program for what it prints; it does not become a server. */
export function runServer(
  id: ServerId,
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<Printed> {
  const { recipe } = serverRecipe(id);
  const [command = '', ...first] = recipe.command;
  return new Promise((resolve) => {
    execFile(
      command,
      [...first, ...args],
      {
        env: { ...process.env, MYSQL_HOME: '', ...recipe.env, ...options.env },
        encoding: 'latin1',
        maxBuffer: 64 * 1024 ** 2,
        ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      },
      (error, output, errors) => {
        resolve({
          output,
          errors,
          code: typeof error?.code === 'number' ? error.code : error === null ? 0 : 1,
        });
      },
    );
  });
}

export function serverRecipe(id: ServerId) {
  const found = readRecipe(id);
  if ('reason' in found) throw new Error(found.reason);
  const kind: ServerKind = {
    flavour: id.startsWith('mariadb') ? 'mariadb' : 'mysql',
    version: parseVersion(found.recipe.version) ?? [0, 0, 0],
  };
  return { recipe: found.recipe, kind };
}

/** The arguments that `--print-defaults` shows, as one byte string; null: the server refuses the files. */
export function argumentsOf({ output, code }: Printed): string | null {
  const marker = 'would have been started with the following arguments:\n';
  const start = output.indexOf(marker);
  if (code !== 0 || start < 0) return null;
  return output.slice(start + marker.length, -1);
}

/** Option names with underscores to values, from the table at the end of `--verbose --help`. */
export function helpValues({ output }: Printed): Map<string, string> {
  const [, table = ''] = output.split(/^-{3,} -{3,}$/m);
  const rows = table.split('\n').flatMap((line) => {
    const match = /^([a-z][\w.-]*)(?: +(.*))?$/i.exec(line);
    return match?.[1] === undefined ? [] : [[match[1].replaceAll('-', '_'), match[2] ?? ''] as const];
  });
  return new Map(rows);
}
