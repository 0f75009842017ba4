import { describe, expect, test } from 'vitest';
import { redundancies } from '../collectors/schema/redundant-indexes';
import { withoutPrimaryKey } from '../collectors/schema/tables-without-primary-key';
import { decodeFileName, type IndexDefinition, splitInnodbName } from './schema-catalogue';

const index = (name: string, columns: string[], more: Partial<IndexDefinition> = {}): IndexDefinition => ({
  schema: 'shop',
  table: 'orders',
  name,
  unique: false,
  columns,
  special: false,
  identifies: false,
  ...more,
});
const primary = index('PRIMARY', ['id'], { unique: true, identifies: true });

describe('names as InnoDB keeps them', () => {
  test.each([
    ['shop/orders', ['shop', 'orders']],
    ['shop/order@002dlines', ['shop', 'order-lines']],
    ['shop/orders#P#p0', ['shop', 'orders']],
    ['shop/orders#p#p0#sp#s1', ['shop', 'orders']],
    ['shop/FTS_0000000000000015_CONFIG', ['shop', '']],
    ['shop/#sql-ib23', ['shop', '']],
    ['SYS_FOREIGN', ['SYS_FOREIGN', '']],
  ])('%s', (name, parts) => {
    expect(splitInnodbName(name)).toEqual(parts);
  });

  test('what is not encoded stays', () => {
    expect(decodeFileName('a@b')).toBe('a@b');
  });
});

describe('redundant indexes', () => {
  const found = (...indexes: IndexDefinition[]) =>
    redundancies(indexes).map(({ index: one, by }) => `${one.name} by ${by.name}`);

  test('an index that another one starts with', () => {
    expect(found(primary, index('k', ['k']), index('k_c', ['k', 'c']))).toEqual(['k by k_c']);
  });

  test('of two equal ones the later name goes, and a unique one stays', () => {
    expect(found(index('b', ['x']), index('a', ['x']))).toEqual(['b by a']);
    expect(found(index('a', ['x']), index('b', ['x'], { unique: true }))).toEqual(['a by b']);
    expect(found(index('id', ['id'], { unique: true }), primary)).toEqual(['id by PRIMARY']);
  });

  test('a unique index is not replaced by a longer one: it forbids more', () => {
    expect(found(index('u', ['a'], { unique: true }), index('ab', ['a', 'b']))).toEqual([]);
    expect(found(index('u', ['a'], { unique: true }), index('ab', ['a', 'b'], { unique: true }))).toEqual([]);
  });

  test('a prefix is covered by the whole column, not the other way round', () => {
    expect(found(index('p', ['c(5)']), index('c', ['c']))).toEqual(['p by c']);
    expect(found(index('p', ['c(5)']), index('q', ['c(9)', 'd']))).toEqual(['p by q']);
    expect(found(index('c', ['c']), index('p', ['c(5)', 'd']))).toEqual([]);
  });

  test('other order, other tables, full text and the key that InnoDB makes say nothing', () => {
    expect(found(index('ab', ['a', 'b']), index('ba', ['b', 'a']))).toEqual([]);
    expect(found(index('a', ['a']), index('b', ['a'], { table: 'other' }))).toEqual([]);
    expect(found(index('a', ['a']), index('f', ['a'], { special: true }))).toEqual([]);
    expect(found(index('GEN_CLUST_INDEX', [], { unique: true }), index('a', ['a']))).toEqual([]);
  });
});

describe('tables without a primary key', () => {
  const orders = { schema: 'shop', table: 'orders', engine: 'InnoDB' };

  test('a unique key without nulls is named', () => {
    expect(withoutPrimaryKey([orders], [primary])).toEqual([]);
    expect(withoutPrimaryKey([orders], [index('k', ['k'])])).toEqual([{ ...orders, uniqueKey: null }]);
    const unique = index('u', ['k'], { unique: true, identifies: true });
    expect(withoutPrimaryKey([orders], [unique])).toEqual([{ ...orders, uniqueKey: 'u' }]);
  });

  test('a table of MySQL 8 without any index is one of them', () => {
    expect(withoutPrimaryKey([orders], [])).toEqual([{ ...orders, uniqueKey: null }]);
  });
});
