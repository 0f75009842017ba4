import { expect, test } from 'vitest';
import { columnsOf } from './process-terminal';

test('COLUMNS decides the width, then the terminal; neither, zero and nonsense are 80', () => {
  expect(columnsOf('40', 120)).toBe(40);
  expect(columnsOf('40', undefined)).toBe(40);
  expect(columnsOf(undefined, 120)).toBe(120);
  for (const stated of [undefined, '', '0', '-3', 'wide', '1e9']) {
    expect(columnsOf(stated, undefined), String(stated)).toBe(80);
    expect(columnsOf(stated, 0), String(stated)).toBe(80);
  }
});
