import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRecipe } from '../../scripts/servers/recipe.ts';
import { parseOptionFile, printOptionFile, readGroup, setOption } from '../../src/knowledge/option-file';
import { describeEachVersion } from '../server/real-server.ts';

await describeEachVersion('option files', (id) => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-options-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** What the server itself makes of the file, in its own words. */
  const serverReads = (text: string): string => {
    const found = readRecipe(id);
    if ('reason' in found) throw new Error(found.reason);
    const [command = '', ...first] = found.recipe.command;
    const path = join(folder, 'my.cnf');
    writeFileSync(path, text);
    const printed = execFileSync(command, [...first, `--defaults-file=${path}`, '--print-defaults'], {
      env: { ...process.env, ...found.recipe.env },
      encoding: 'utf8',
    });
    return printed.slice(printed.indexOf('arguments:') + 'arguments:'.length).trim();
  };
  /** The same from the parser: every option of the group in the order of the file. */
  const parserReads = (text: string): string =>
    parseOptionFile(text)
      .lines.flatMap((line) =>
        line.kind === 'option' && line.group.toLowerCase() === 'mysqld'
          ? [`--${line.name}${line.value === null ? '' : `=${line.value}`}`]
          : [],
      )
      .join(' ')
      .trim();

  test.each([
    'a=1',
    '  a = 1  # note',
    'a=b#c',
    'a="b # c" # d',
    "a='it''s' # x",
    'a="x\\"y"',
    'a=\\"x\\" # y',
    'a=C:\\\\data\\new',
    'a=one\\stwo\\tthree\\qfour\\',
    'a="open # not a comment',
    'a=',
    'a==b',
    'a=b ; c',
    'a="  kept  "   ',
    'a="x"y"',
    'a="x\'',
    'a',
    'a b = c',
    '\ta\t=\tb\t',
    'a=b\r',
    '[MYSQLD]\na=2',
    '[mysqld ]\na=2',
    '[client]\na=1\n[mysqld] trailing\nb=2',
    '"a"=b',
    'a#=b',
    'loose-a=1\nskip-b\na=2',
  ])('the server reads %j as the parser does', (lines) => {
    const text = `[mysqld]\n${lines}\n`;
    expect(parserReads(text)).toBe(serverReads(text));
  });

  const line = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'ab=#\'"\\ \t;-_nst'), minLength: 1 }).map((rest) => `x${rest}`),
    fc.constantFrom('# note', '; note', '', '[client]', '[mysqld]', '[server]'),
  );
  test('any option lines are read alike', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), (lines) => {
        const text = `[mysqld]\n${lines.join('\n')}\n`;
        // The server reads [server] too.
        const own = text.replaceAll('[server]', '[mysqldump]');
        expect(parserReads(own)).toBe(serverReads(own));
      }),
      { numRuns: 25 },
    );
  });

  test('any value that was set arrives at the server as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'a#\'"\\ \t;=ns') }), (value) => {
        const file = setOption(parseOptionFile('[mysqld]\nx=1 # why\n'), 'mysqld', 'x', value);
        expect(readGroup(file, ['mysqld']).get('x')).toBe(value);
        expect(serverReads(printOptionFile(file))).toBe(`--x=${value}`.trim());
      }),
      { numRuns: 25 },
    );
  });
});
