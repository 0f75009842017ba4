import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseStatement } from './statement';

const read = (text: string) => {
  const found = parseStatement(text);
  if ('reason' in found) throw new Error(found.reason);
  return found;
};
const where = (text: string) => read(text).where.map(({ column, kind }) => `${column} ${kind}`);

describe('a normalised statement on one table', () => {
  test('shows what is compared for equality, what by range, and what no index serves', () => {
    expect(
      where(
        'SELECT * FROM `t` WHERE `a` = ? AND ? = `b` AND `c` IN (...) AND `d` > ? AND `e` BETWEEN ? AND ? ' +
          'AND `f` LIKE ? AND `g` IS NULL AND `h` != ? AND `i` NOT IN (...) AND `j` IS NOT NULL',
      ),
    ).toEqual([
      'a equal',
      'b equal',
      'c list',
      'd range',
      'e range',
      'f pattern',
      'g equal',
      'h other',
      'i other',
      'j other',
    ]);
  });

  test('passes over functions and calculations, and goes on behind them', () => {
    expect(
      where(
        'SELECT `a` FROM `t` WHERE DATE ( `d` ) = ? AND `k` + ? > ? AND LOWER ( `n` ) BETWEEN ? AND ? AND `s` = ?',
      ),
    ).toEqual(['k other', 's equal']);
  });

  test('takes conditions in brackets that are joined by AND, and passes over those joined by OR', () => {
    expect(where('SELECT * FROM `t` WHERE ( `a` = ? AND `b` > ? ) AND `c` = ?')).toEqual([
      'a equal',
      'b range',
      'c equal',
    ]);
    expect(parseStatement('SELECT * FROM `t` WHERE ( `a` = ? OR `b` = ? ) AND `c` = ?')).toHaveProperty(
      'reason',
    );
    expect(parseStatement('SELECT * FROM `t` WHERE `a` = ? OR `b` = ?')).toHaveProperty('reason');
  });

  test('knows schema, alias, hint, order, limit and what is returned', () => {
    expect(
      read(
        'EXECUTE SELECT `o` . `id` , `o` . `total` FROM `shop` . `orders` AS `o` FORCE INDEX ( `x` ) WHERE `o` . `state` = ? ORDER BY `o` . `made` DESC LIMIT ?, ...',
      ),
    ).toEqual({
      kind: 'select',
      schema: 'shop',
      table: 'orders',
      where: [{ column: 'state', kind: 'equal' }],
      sort: [{ column: 'made', descending: true }],
      limited: true,
      returned: ['id', 'total'],
    });
  });

  test('reads UPDATE and DELETE', () => {
    expect(read('UPDATE `t` SET `n` = `n` + ? WHERE `a` = ? AND `b` < ?')).toMatchObject({
      kind: 'update',
      table: 't',
    });
    expect(where('DELETE FROM `t` WHERE `made` < ? LIMIT ?')).toEqual(['made range']);
  });

  test('has no order where it is not one of columns', () => {
    expect(read('SELECT `a` FROM `t` WHERE `b` = ? ORDER BY RAND ( ) LIMIT ?').sort).toEqual([]);
    expect(
      read('SELECT `a` , COUNT ( * ) FROM `t` WHERE `b` = ? GROUP BY `a` ORDER BY COUNT ( * ) DESC').sort,
    ).toEqual([]);
  });

  test.each([
    ['SELECT * FROM `a` JOIN `b` ON `a` . `x` = `b` . `y` WHERE `a` . `z` = ?', /joins/],
    ['SELECT * FROM `a` , `b` WHERE `a` . `x` = `b` . `y`', /joins/],
    ['SELECT * FROM ( SELECT ? ) AS `x`', /subquery/],
    ['SELECT * FROM `t` WHERE `a` IN ( SELECT `b` FROM `u` )', /subquery/],
    ['SELECT * FROM `t` WHERE `a` = ? UNION SELECT ?', /union/],
    ['SELECT `a` , `b` FROM `t` WHERE `a` = ? AND ...', /cut/],
    ['INSERT INTO `t` ( `a` ) VALUES (...)', /no SELECT/],
    ['SELECT ?', /no table/],
  ])('%s is beyond it, with the reason', (text, reason) => {
    expect(parseStatement(text)).toEqual({ reason: expect.stringMatching(reason) });
  });

  test('any text is either understood or not, and never throws', () => {
    const word = fc.constantFrom(
      'SELECT',
      'UPDATE',
      'DELETE',
      'FROM',
      'WHERE',
      'AND',
      'OR',
      'NOT',
      'IN',
      '(...)',
      '?',
      '?, ...',
      '`a`',
      '`b`',
      '.',
      ',',
      '(',
      ')',
      '=',
      '<',
      'BETWEEN',
      'LIKE',
      'IS',
      'NULL',
      'ORDER',
      'GROUP',
      'BY',
      'LIMIT',
      'SET',
      'COUNT',
      'DESC',
      '*',
      '...',
      '/* , ... */',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), (words) => {
        const found = parseStatement(words.join(' '));
        expect('reason' in found || found.table.length > 0).toBe(true);
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => void parseStatement(`SELECT * FROM \`t\` WHERE ${text}`)));
  });
});
