import { expect, test } from 'vitest';
import { asDigest } from './as-digest';
import { parseJoin } from './join';
import { parseStatement } from './statement';

test('a statement without quotes of names is read as its digest is', () => {
  const pairs = [
    ['SELECT id FROM sbtest1 WHERE pad = ?', 'SELECT `id` FROM `sbtest1` WHERE `pad` = ?'],
    [
      'select o.id from shop.orders o where o.status=? and o.made > ? order by o.made desc limit ?',
      'SELECT `o` . `id` FROM `shop` . `orders` `o` WHERE `o` . `status` = ? AND `o` . `made` > ? ORDER BY `o` . `made` DESC LIMIT ?',
    ],
    [
      'UPDATE stock SET n = n + ? WHERE code IN (?, ?)',
      'UPDATE `stock` SET `n` = `n` + ? WHERE `code` IN (...)',
    ],
  ] as const;
  for (const [written, digest] of pairs) {
    expect(parseStatement(asDigest(written))).toEqual(parseStatement(digest));
    expect(parseStatement(asDigest(written))).not.toHaveProperty('reason');
  }
});

test('a join too', () => {
  const written = 'SELECT a.id FROM t1 a JOIN t2 b ON a.pad = b.pad WHERE a.id < ?';
  const digest =
    'SELECT `a` . `id` FROM `t1` `a` JOIN `t2` `b` ON `a` . `pad` = `b` . `pad` WHERE `a` . `id` < ?';
  expect(parseJoin(asDigest(written))).toEqual(parseJoin(digest));
  expect(parseJoin(asDigest(written))).not.toBeNull();
});

test('functions stay functions, and what is quoted stays as it is', () => {
  expect(asDigest('SELECT COUNT(*) FROM `my table` WHERE DATE(at) = ?')).toBe(
    'SELECT COUNT ( * ) FROM `my table` WHERE DATE ( `at` ) = ?',
  );
});
