import { describe, expect, test } from 'vitest';
import type { TableFacts } from './advise';
import { adviseJoin, type PlanStep } from './advise-join';
import { type JoinedTable, parseJoin } from './join';

const facts = (name: string, columns: string[], indexes: string[][] = [['id']]): TableFacts => ({
  schema: 'shop',
  name,
  rows: 50_000,
  columns: columns.map((column) => ({ name: column, type: 'int' })),
  indexes: indexes.map((of) => ({
    name: of[0] === 'id' ? 'PRIMARY' : `ix_${of.join('_')}`,
    unique: of[0] === 'id',
    columns: of,
    cardinalities: of.map(() => 50_000),
  })),
  descendingIndexes: true,
});
const tables = [
  facts('orders', ['id', 'customer', 'made']),
  facts('items', ['id', 'order_id', 'product', 'price']),
  facts('products', ['id', 'code']),
];
const tableOf = ({ table }: JoinedTable) => tables.find(({ name }) => name === table);
const step = (alias: string, access: string, rows = 50_000): PlanStep => ({
  alias,
  access,
  rows,
  possible: null,
});
const advise = (text: string, plan: PlanStep[] | null, of = tableOf) => {
  const join = parseJoin(text);
  return join === null ? null : adviseJoin(join, plan, of);
};

describe('what a join says', () => {
  test('tables with their aliases, comparisons with values, and columns that must be equal', () => {
    expect(
      parseJoin(
        'SELECT `o` . `id` FROM `orders` AS `o` INNER JOIN `shop` . `items` `i` ON `i` . `order_id` = `o` . `id` AND `i` . `price` > ? WHERE ( `o` . `made` BETWEEN ? AND ? AND `customer` IN (...) ) ORDER BY `o` . `id` LIMIT ?',
      ),
    ).toEqual({
      tables: [
        { schema: null, table: 'orders', alias: 'o', outer: false },
        { schema: 'shop', table: 'items', alias: 'i', outer: false },
      ],
      values: [
        { of: 'i', column: 'price', kind: 'range' },
        { of: 'o', column: 'made', kind: 'range' },
        { of: null, column: 'customer', kind: 'list' },
      ],
      equal: [
        [
          { of: 'i', column: 'order_id' },
          { of: 'o', column: 'id' },
        ],
      ],
    });
  });

  test('a comma joins too, the right side of LEFT JOIN is known, and the function LEFT is no join', () => {
    const comma = parseJoin('SELECT * FROM `orders` , `items` WHERE `orders` . `id` = `order_id`');
    expect(comma?.tables.map(({ table, outer }) => [table, outer])).toEqual([
      ['orders', false],
      ['items', false],
    ]);
    const left = parseJoin(
      'SELECT * FROM `orders` `o` LEFT OUTER JOIN `items` `i` ON LEFT ( `i` . `product` , ? ) = ? AND `i` . `order_id` = `o` . `id`',
    );
    expect(left?.tables.map(({ outer }) => outer)).toEqual([false, true]);
    expect(left?.equal).toHaveLength(1);
  });

  test.each([
    'SELECT * FROM `orders` WHERE `id` = ?',
    'SELECT * FROM `a` JOIN ( SELECT * FROM `b` ) `c` ON `a` . `id` = `c` . `id`',
    'SELECT * FROM `a` NATURAL JOIN `b`',
    'SELECT * FROM `a` RIGHT JOIN `b` ON `a` . `id` = `b` . `id`',
    'SELECT * FROM `a` JOIN `b` USING ( `id` )',
    'UPDATE `a` JOIN `b` ON `a` . `id` = `b` . `id` SET `x` = ?',
    'SELECT * FROM `a` JOIN `b` FORCE INDEX ( `c` ) ON `a` . `id` = `b` . `id`',
    'SELECT * FROM `a` JOIN `b` ON ...',
  ])('nothing is read of %s', (text) => {
    expect(parseJoin(text)).toBeNull();
  });

  test('conditions joined by OR fix nothing', () => {
    const join = parseJoin(
      'SELECT * FROM `a` JOIN `b` ON `a` . `id` = `b` . `a` OR `a` . `x` = ? WHERE `b` . `y` = ?',
    );
    expect(join).toMatchObject({ equal: [], values: [{ of: 'b', column: 'y', kind: 'equal' }] });
  });
});

describe('the index for a join', () => {
  const text =
    'SELECT * FROM `orders` `o` JOIN `items` `i` ON `i` . `order_id` = `o` . `id` WHERE `o` . `customer` = ?';

  test('serves the table that EXPLAIN shows is read as a whole, by what the tables before it fix', () => {
    const after = [step('o', 'ref', 10), step('i', 'ALL')];
    expect(advise(text, after)).toMatchObject({
      sql: 'CREATE INDEX `ix_order_id` ON `shop`.`items` (`order_id`);',
      serves: expect.stringMatching(/items, which EXPLAIN shows/),
    });
    // The other way round the first table knows values only.
    expect(advise(text, [step('o', 'ALL'), step('i', 'ref', 3)])).toMatchObject({ columns: ['customer'] });
    expect(advise(text, [step('o', 'ref'), step('i', 'ref')])).toMatchObject({
      kind: 'none',
      reason: expect.stringMatching(/shows none/),
    });
  });

  test('of several tables read as a whole takes the largest that an index serves', () => {
    const three = `SELECT * FROM \`orders\`, \`items\`, \`products\` WHERE \`order_id\` = \`orders\` . \`id\` AND \`products\` . \`id\` = \`product\``;
    const plan = [step('orders', 'ALL', 90_000), step('items', 'ALL', 500), step('products', 'eq_ref', 1)];
    expect(advise(three, plan)).toMatchObject({ columns: ['order_id'] });
  });

  test('without EXPLAIN the order follows from LEFT JOIN, or from values on one of two tables', () => {
    expect(advise(text, null)).toMatchObject({
      columns: ['order_id'],
      serves: expect.stringMatching(/looked up/),
    });
    const left = 'SELECT * FROM `orders` `o` LEFT JOIN `items` `i` ON `i` . `order_id` = `o` . `id`';
    expect(advise(left, null)).toMatchObject({ columns: ['order_id'] });
    const neither = 'SELECT * FROM `orders` `o` JOIN `items` `i` ON `i` . `order_id` = `o` . `id`';
    expect(advise(neither, null)).toMatchObject({
      kind: 'none',
      reason: expect.stringMatching(/look at EXPLAIN/),
    });
  });

  test('an index that is there already is named', () => {
    const indexed = ({ table }: JoinedTable) =>
      table === 'items'
        ? facts('items', ['id', 'order_id'], [['id'], ['order_id']])
        : tableOf({ table, schema: null, alias: table, outer: false });
    expect(advise(text, [step('o', 'ref'), step('i', 'ALL')], indexed)).toMatchObject({
      kind: 'none',
      reason: expect.stringMatching(/^items is read as a whole: index ix_order_id/),
    });
  });
});
