import { describe, expect, test } from 'vitest';
import { namedTables } from './named-tables';

const names = (text: string) =>
  namedTables({ schema: 'shop', text }).map(({ schema, table }) => `${schema}.${table}`);

describe('tables that a normalised statement names', () => {
  test.each([
    ['SELECT * FROM `o` WHERE `c` = ?', ['shop.o']],
    ['SELECT * FROM `a` JOIN `b` ON `a` . `id` = `b` . `id`', ['shop.a', 'shop.b']],
    ['SELECT * FROM `a` `x` STRAIGHT_JOIN `b` ON `x` . `id` = `b` . `id`', ['shop.a', 'shop.b']],
    ['SELECT * FROM `other` . `a` AS `x` LEFT JOIN `b` `y` USING ( `id` )', ['other.a', 'shop.b']],
    ['SELECT * FROM `a` , `b` `z` , `s` . `c` WHERE ?', ['shop.a', 'shop.b', 's.c']],
    ['UPDATE `a` SET `x` = ?', ['shop.a']],
    ['INSERT INTO `a` SELECT * FROM ( SELECT * FROM `b` ) `d`', ['shop.a', 'shop.b']],
    ['DELETE FROM `a` WHERE `id` = ?', ['shop.a']],
    ['SELECT ? FROM DUAL', []],
    ['SELECT * FROM t1 WHERE x = ?', ['shop.t1']],
    ['SELECT * FROM `we``ird`', ['shop.we`ird']],
  ])('%s', (text, tables) => {
    expect(names(text)).toEqual(tables);
  });
});
