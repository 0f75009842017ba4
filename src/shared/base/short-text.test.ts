import { expect, test } from 'vitest';
import { shortText } from './short-text';

test('a name stays as it is; of an enormous one the beginning is reported, and how long it is', () => {
  expect(shortText('root@db:3306')).toBe('root@db:3306');
  expect(shortText('x'.repeat(2 ** 20))).toBe(`${'x'.repeat(300)}… (1,048,576 characters)`);
  expect(shortText('abcdef', 3)).toBe('abc… (6 characters)');
});

test('no character is cut in two', () => {
  expect(shortText('a😀b', 2)).toBe('a… (4 characters)');
});
