import { describe, expect, test } from 'vitest';
import { adviseIndex, type TableFacts, type TableIndex } from './advise';
import { parseStatement } from './statement';

const index = (name: string, columns: string[], cardinality: number | null = null): TableIndex => ({
  name,
  unique: name === 'PRIMARY',
  columns,
  cardinalities: columns.map(() => cardinality),
});
const table = (more: Partial<TableFacts> = {}): TableFacts => ({
  schema: 'shop',
  name: 'orders',
  rows: 1_000_000,
  indexes: [index('PRIMARY', ['id'], 1_000_000)],
  columns: [
    ['id', 'bigint unsigned'],
    ['customer', 'int'],
    ['state', 'tinyint'],
    ['made', 'datetime'],
    ['total', 'decimal(10,2)'],
    ['note', 'text'],
    ['mail', 'varchar(255)'],
    ['extra', 'json'],
  ].map(([name = '', type = '']) => ({ name, type })),
  descendingIndexes: true,
  ...more,
});
const advise = (text: string, facts = table()) => {
  const statement = parseStatement(text);
  if ('reason' in statement) throw new Error(statement.reason);
  return adviseIndex(statement, facts);
};
const columns = (text: string, facts = table()) => {
  const found = advise(text, facts);
  return found.kind === 'create' ? found.columns.join() : found.reason;
};

describe('the index for a statement', () => {
  test('has the columns compared for equality before the range, wherever they stand', () => {
    expect(columns('SELECT * FROM `orders` WHERE `made` > ? AND `customer` = ?')).toBe('customer,made');
    expect(columns('UPDATE `orders` SET `total` = ? WHERE `made` < ? AND `state` IN (...)')).toBe(
      'state,made',
    );
  });

  test('serves equality and sort fully', () => {
    expect(columns('SELECT * FROM `orders` WHERE `customer` = ? ORDER BY `made` DESC LIMIT ?')).toBe(
      'customer,made',
    );
  });

  test('does not count on an order behind a list of values', () => {
    expect(columns('SELECT * FROM `orders` WHERE `state` IN (...) ORDER BY `made`')).toBe('state');
    const found = advise(
      'SELECT * FROM `orders` WHERE `customer` = ? AND `state` IN (...) ORDER BY `made` LIMIT ?',
    );
    expect(found).toMatchObject({
      columns: ['customer', 'state'],
      serves: expect.stringContaining('(customer, made)'),
    });
  });

  test('serves range and sort on one column at once', () => {
    const found = advise(
      'SELECT * FROM `orders` WHERE `customer` = ? AND `made` > ? ORDER BY `made` LIMIT ?',
    );
    expect(found).toMatchObject({
      columns: ['customer', 'made'],
      serves: expect.stringContaining('the range and the order'),
    });
  });

  test('chooses between an inequality and another sort, and names the other choice', () => {
    const found = advise(
      'SELECT * FROM `orders` WHERE `customer` = ? AND `total` > ? ORDER BY `made` LIMIT ?',
    );
    expect(found).toMatchObject({
      columns: ['customer', 'total'],
      serves: expect.stringContaining('(customer, made)'),
    });
  });

  test('of several inequalities serves the one on most values', () => {
    const facts = table({ indexes: [index('ix_total', ['total'], 90_000), index('ix_made', ['made'], 20)] });
    expect(columns('SELECT * FROM `orders` WHERE `made` > ? AND `total` > ? AND `customer` = ?', facts)).toBe(
      'customer,total',
    );
  });

  test('covers where few short columns are missing; the primary key is in it anyway', () => {
    const found = advise('SELECT `id` , `total` FROM `orders` WHERE `customer` = ?');
    expect(found).toMatchObject({
      sql: 'CREATE INDEX `ix_customer_total` ON `shop`.`orders` (`customer`, `total`);',
      serves: expect.stringContaining('need not be read'),
    });
    expect(columns('SELECT `id` , `note` FROM `orders` WHERE `customer` = ?')).toBe('customer');
  });

  test('replaces an index that it starts with, in the order of that index', () => {
    const facts = table({ indexes: [index('PRIMARY', ['id']), index('ix_state', ['state'], 40)] });
    expect(advise('SELECT * FROM `orders` WHERE `customer` = ? AND `state` = ?', facts)).toMatchObject({
      columns: ['state', 'customer'],
      replaces: ['ix_state'],
    });
  });

  test('is not proposed where one fits already, whatever the order of its equality columns', () => {
    const facts = table({ indexes: [index('ix', ['state', 'customer', 'made', 'total'])] });
    expect(
      advise('SELECT * FROM `orders` WHERE `customer` = ? AND `state` = ? AND `made` > ?', facts),
    ).toEqual({
      kind: 'none',
      reason: expect.stringContaining('fits already'),
    });
  });

  test('takes the beginning of texts and long strings, and no JSON', () => {
    expect(advise('SELECT * FROM `orders` WHERE `mail` = ?')).toMatchObject({
      sql: expect.stringContaining('(`mail`(64))'),
    });
    expect(columns('SELECT * FROM `orders` WHERE `extra` = ?')).toMatch(/type/);
  });

  test('has directions only where the sort mixes them, and then only where the server keeps them', () => {
    const text = 'SELECT * FROM `orders` WHERE `customer` = ? ORDER BY `state` ASC , `made` DESC LIMIT ?';
    expect(advise(text)).toMatchObject({ sql: expect.stringContaining('`made` DESC') });
    expect(columns(text, table({ descendingIndexes: false }))).toBe('customer');
  });

  test.each([
    ['a small table', 'SELECT * FROM `orders` WHERE `customer` = ?', table({ rows: 300 }), /a scan is right/],
    ['no condition', 'SELECT * FROM `orders`', table(), /a scan is right/],
    ['a sort of everything', 'SELECT * FROM `orders` ORDER BY `made`', table(), /a scan is right/],
    [
      'an unselective column',
      'SELECT * FROM `orders` WHERE `state` = ?',
      table({ indexes: [index('ix', ['state', 'made'], 3)] }),
      /narrows nothing down/,
    ],
    ['functions only', 'SELECT * FROM `orders` WHERE `made` != ?', table(), /cannot be looked up/],
    ['a column it does not know', 'SELECT * FROM `orders` WHERE `x` = ?', table(), /no column/],
  ])('is not proposed for %s', (_, text, facts, reason) => {
    expect(columns(text, facts)).toMatch(reason);
  });

  test('a sort with LIMIT and no condition is served by the order alone', () => {
    expect(columns('SELECT * FROM `orders` ORDER BY `made` DESC LIMIT ?')).toBe('made');
  });
});
