import { expect, expectTypeOf, test } from 'vitest';
import { defined } from './defined';

test('what is undefined is left out, what is null, false or 0 stays', () => {
  const lines: string | undefined = ['a'].at(1);
  const found = defined({ lines, count: 0, name: null, done: false });
  expect(Object.keys(found)).toEqual(['count', 'name', 'done']);
  expectTypeOf(found).toEqualTypeOf<{ lines?: string; count?: number; name?: null; done?: boolean }>();
});
