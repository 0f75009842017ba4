import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRecipe, type ServerId } from '../servers/recipe.ts';

/** Tries option values without starting a server: `mysqld --verbose --help` prints the values that result. */
export interface OptionTrials {
  /** Defaults of all options as read, before anything is worked out, by name with underscores. */
  defaults: ReadonlyMap<string, string>;
  /** What the server makes of a value, as it prints it; undefined: it refuses it. */
  stored(name: string, value: string): string | undefined;
  end(): void;
}

export function openOptionTrials(id: ServerId): OptionTrials {
  const found = readRecipe(id);
  if ('reason' in found) throw new Error(found.reason);
  const { command, options, env } = found.recipe;
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-options-'));
  const [program = '', ...first] = command;
  const printed = (extra: string[]): Map<string, string> => {
    const args = [...first, '--no-defaults', ...options, `--datadir=${folder}`, '--user=root', ...extra];
    const run = spawnSync(program, [...args, '--verbose', '--help'], {
      encoding: 'utf8',
      env: { ...process.env, ...env },
    });
    const [, table = ''] = run.stdout.split(/^-{10,} -{10,}$/m);
    return new Map(
      table.split('\n').flatMap((line) => {
        const match = /^(\S+)\s+(.*)$/.exec(line);
        return match === null ? [] : [[optionVariable(match[1] ?? ''), match[2]?.trim() ?? '']];
      }),
    );
  };
  return {
    defaults: printed([]),
    stored: (name, value) => printed([`--${name.replaceAll('_', '-')}=${value}`]).get(name),
    end: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function optionVariable(option: string): string {
  return option.replaceAll('-', '_');
}

/** Bounds and block of an integer option. */
export function integerBounds(
  { defaults, stored }: OptionTrials,
  name: string,
  signed: boolean,
): { min?: string; max?: string; block?: number } {
  if (!defaults.has(name)) return {};
  const integer = (value: bigint) => {
    const text = stored(name, String(value));
    return text !== undefined && /^-?\d+$/.test(text) ? BigInt(text) : undefined;
  };
  const largest = 2n ** 63n - 1n;
  const least = integer(signed ? -largest - 1n : 0n);
  // Of some, 0 asks for the default (port): then what lies below is taken too.
  const isBound = signed || least === undefined || least === 0n || integer(least - 1n) === least;
  const min = isBound ? least : 0n;
  const top = (signed ? undefined : integer(2n * largest + 1n)) ?? integer(largest);
  // MySQL 5.6 prints unsigned 32-bit options as signed ones (my_print_variables, GET_UINT).
  const max = !signed && top === -1n ? 2n ** 32n - 1n : top;
  if (min === undefined || max === undefined || min >= max) return {};
  const block = blockOf(integer, min, max);
  return { min: String(min), max: String(max), ...(block > 1n ? { block: Number(block) } : {}) };
}

/** The number to whose multiples a server rounds down. */
function blockOf(integer: (value: bigint) => bigint | undefined, min: bigint, max: bigint): bigint {
  // Nearly all blocks are powers of two: below a high power of two, the distance to what is stored is the block.
  let power = 1n;
  while (power * 2n <= max) power *= 2n;
  const requested = [power - 1n, power - 1n - power / 7n, power / 2n + power / 11n].filter(
    (value) => value > min,
  );
  const stored = requested.map((value) => ({ value, stored: integer(value) }));
  const candidates = [power - (stored[0]?.stored ?? power - 1n), 100n, 1000n];
  const fits = (block: bigint) =>
    stored.every((trial) => trial.stored === trial.value - (trial.value % block));
  return candidates.find((block) => block < power && fits(block)) ?? 1n;
}

/** Bounds of a fractional option. */
export function fractionBounds(
  { defaults, stored }: OptionTrials,
  name: string,
): { min?: string; max?: string } {
  if (!defaults.has(name)) return {};
  const number = (value: string) => {
    const text = stored(name, value);
    return text !== undefined && text !== '' && Number.isFinite(Number(text))
      ? String(Number(text))
      : undefined;
  };
  const min = number('-1000000000');
  const max = number('100000000000');
  return min === undefined || max === undefined || min === max ? {} : { min, max };
}

/** Values of an enum, or members of a set, by their numbers; undefined: it is neither. */
export function namedValues(
  { defaults, stored }: OptionTrials,
  name: string,
): { type: 'enum' | 'set'; values: string[] } | undefined {
  if (!defaults.has(name)) return undefined;
  const first = stored(name, '0');
  if (first === undefined || first === '0' || first === '(No default value)') return undefined;
  const list = (isSet: boolean) => {
    const values: string[] = [];
    for (let place = 0; place < 64; place += 1) {
      const value = stored(name, isSet ? String(2n ** BigInt(place)) : String(place));
      if (value === undefined || value === '' || values.includes(value)) break;
      values.push(value);
    }
    return values;
  };
  if (first !== '') {
    const values = list(false);
    // A text that makes something of its own of a number (a path) is no list of names.
    if (values.length < 2 || values.some((value) => value.includes('/'))) return undefined;
    if (!values.some((value) => value.includes(','))) return { type: 'enum', values };
  } else if (stored(name, '1') === '1') return undefined;
  // Members that stand for several others (sql_mode = ANSI) are printed as those.
  return { type: 'set', values: list(true).filter((value) => !value.includes(',')) };
}
