import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hostileTexts } from '../../../test/hostile-texts';
import { fileName, fileNamePart, proposedFileName } from './file-name';

/** One name that every file system takes, and nothing else. */
function isOneName(name: string): boolean {
  return (
    /^[A-Za-z0-9@_][A-Za-z0-9@._-]*$/.test(name) &&
    !/[.-]$/.test(name) &&
    name.length <= 161 &&
    !/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name)
  );
}

const odd = [
  ...[
    '',
    '.',
    '..',
    '../../etc/passwd',
    '/etc/passwd',
    'C:\\Windows\\x',
    '\\\\host\\share',
    '.bashrc',
    '~/.ssh',
  ],
  ...[
    'con',
    'NUL',
    'aux.tar',
    'com1',
    'LPT9.x',
    'prn ',
    '-rf',
    '--help',
    'a/../b',
    'x:stream',
    'trailing. ',
    'a\u202egnp.b',
  ],
  ...Object.values(hostileTexts),
];

test.each(odd.map((text) => [JSON.stringify(text.slice(0, 60)), text] as const))(
  '%s makes one harmless name',
  (_, text) => {
    expect(isOneName(fileName(text, 'lks'))).toBe(true);
    expect(fileName(text, 'lks')).toMatch(/\.lks$/);
    expect(isOneName(fileName('a', text))).toBe(true);
    expect(isOneName(proposedFileName(text))).toBe(true);
    expect(isOneName(proposedFileName(`${text}.png`))).toBe(true);
  },
);

test('any text makes one harmless name', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: fc.constantFrom(...'./\\:-~ \n\0a', 'con', 'nul', '\u202e'), maxLength: 300 }),
  );
  fc.assert(
    fc.property(text, text, (stem, extension) => {
      expect(isOneName(fileName(stem, extension)), JSON.stringify(fileName(stem, extension))).toBe(true);
      expect(isOneName(proposedFileName(`${stem}.${extension}`))).toBe(true);
    }),
  );
});

test('ordinary names stay', () => {
  expect(fileName('root@db1.example.com:3306', 'lks')).toBe('root@db1.example.com-3306.lks');
  expect(fileName('Queries per second', 'csv')).toBe('Queries-per-second.csv');
  expect(proposedFileName('my.cnf.diff')).toBe('my.cnf.diff');
  expect(proposedFileName('undo-set-global.sql')).toBe('undo-set-global.sql');
  expect(fileNamePart(`${'x'.repeat(100)}:3306`, 10)).toBe('xxxxx-3306');
});
