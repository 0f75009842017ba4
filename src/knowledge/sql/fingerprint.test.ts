import { describe, expect, test } from 'vitest';
import { collapseLists, fingerprintKey } from './fingerprint';

describe('the key of a statement', () => {
  test.each([
    ["SELECT  *\nFROM t WHERE a = 'O\\'Brien' AND b = 1", "select * from t where a = 'it''s' AND b = -1.5e3"],
    ['SELECT a FROM t WHERE b IN (1, 2, 3)', 'SELECT a FROM t WHERE b IN (4)'],
    ["INSERT INTO t VALUES (1,'a'), (2, 'b')", 'insert into t values (0x1F, "c")'],
    ['SELECT a /* x */ FROM t -- y', 'SELECT a FROM t # z'],
    ['SELECT a FROM t LIMIT -1', 'SELECT a FROM t LIMIT 10'],
    ['SELECT /*!40001 SQL_NO_CACHE */ a FROM t', 'SELECT a FROM t'],
  ])('is the same for %s and %s', (one, other) => {
    expect(fingerprintKey(one)).toBe(fingerprintKey(other));
  });

  test.each([
    ['SELECT a FROM t1', 'SELECT a FROM t2'],
    ["SELECT a FROM t WHERE b = 'it\\'s' AND c = 1", "SELECT a FROM t WHERE b = 'it\\'s' AND d = 1"],
    ['SELECT 1st_column FROM t', 'SELECT 2nd_column FROM t'],
    ['SELECT a-1 FROM t', 'SELECT a FROM t'],
    ['SELECT `a1` FROM t', 'SELECT `a2` FROM t'],
  ])('distinguishes %s and %s', (one, other) => {
    expect(fingerprintKey(one)).not.toBe(fingerprintKey(other));
  });

  test('holds no value', () => {
    expect(fingerprintKey("SELECT a FROM t WHERE b = 'x' AND c = -12.5 AND d = 0x1F")).toBe(
      'select a from t where b=? and c=? and d=?',
    );
  });
});

test('lists of marks become one', () => {
  expect(collapseLists('INSERT INTO t VALUES (?, ?),\n(?, ?) ; SELECT f(?)')).toBe(
    'INSERT INTO t VALUES (?+) ; SELECT f(?+)',
  );
});
