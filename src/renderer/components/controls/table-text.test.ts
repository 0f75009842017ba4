import { expect, test } from 'vitest';
import type { Table } from '../../../shared/snapshot';
import { toCsv } from '../../../shared/writers/csv';
import { arrangeRows, numericColumns, toMarkdown } from './table-text';

const table = {
  columns: ['name', 'value'],
  rows: [
    ['b', '10'],
    ['a', '9'],
    ['c', null],
    ['ab', 'ON'],
  ],
};

test('a filter keeps rows that hold every word', () => {
  expect(arrangeRows(table, 'A', null).map((row) => row[0])).toEqual(['a', 'ab']);
  expect(arrangeRows(table, 'a on', null)).toEqual([['ab', 'ON']]);
});

test('numbers sort by value, and what is missing comes last', () => {
  const numbers = { columns: ['v'], rows: [['10'], ['9'], [null], ['100']] };
  const ascending = arrangeRows(numbers, '', { column: 0, descending: false });
  expect(ascending.map((row) => row[0])).toEqual(['9', '10', '100', null]);
  expect(arrangeRows(numbers, '', { column: 0, descending: true }).map((row) => row[0])).toEqual([
    null,
    '100',
    '10',
    '9',
  ]);
});

test('sorting leaves the table as it is', () => {
  arrangeRows(table, '', { column: 0, descending: false });
  expect(table.rows[0]).toEqual(['b', '10']);
});

test('CSV quotes, and disarms formulas but not negative numbers', () => {
  expect(
    toCsv({
      columns: ['a', 'b'],
      rows: [
        ['x,"y"', -1],
        ['=1+1', '-5'],
        [null, '@x'],
      ],
    }),
  ).toBe('a,b\r\n"x,""y""",-1\r\n\'=1+1,-5\r\n,\'@x');
});

test('Markdown escapes its own signs', () => {
  expect(toMarkdown({ columns: ['a'], rows: [['x|y\nz'], [null]] })).toBe(
    '| a |\n| --- |\n| x\\|y z |\n| NULL |',
  );
});

test('a column is numeric when all that is known in it are numbers', () => {
  const mixed = {
    columns: ['name', 'count', 'value', 'nothing'],
    rows: [
      ['a', 1, 1, null],
      ['b', null, 'ON', null],
    ],
  };
  expect([...numericColumns(mixed)]).toEqual([1]);
});

test('whole numbers that a double would not tell apart are sorted by value, and known numbers stand to the right', () => {
  const big: Table = { columns: ['POS'], rows: [['9007199254740993'], ['9007199254740992'], [null], [7]] };
  const sorted = arrangeRows(big, '', { column: 0, descending: false }).map(([cell]) => cell);
  expect(sorted).toEqual([7, '9007199254740992', '9007199254740993', null]);
  expect(numericColumns(big)).toEqual(new Set());
  expect(numericColumns(big, { pos: { numeric: true, unit: 'bytes' } })).toEqual(new Set([0]));
});
