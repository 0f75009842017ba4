import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type NotPlain, whyNotPlain } from './plain-select';

describe('plain SELECTs', () => {
  test.each([
    'SELECT * FROM t',
    "select `a`.b, COUNT(*) from db.t as a where c in (1, 2.5, 0x1F) and d = 'it''s; FOR UPDATE' group by b;",
    'SELECT SUM(k) FROM sbtest1 WHERE id BETWEEN 5 AND 104',
    'SELECT DISTINCT c FROM sbtest1 WHERE id BETWEEN 1 AND 100 ORDER BY c',
    'SELECT /* app: web */ a FROM t -- the end',
    'SELECT /*+ INDEX(t i) */ a FROM t # the end',
    "SELECT EXTRACT(YEAR FROM d), CAST(x AS DECIMAL(10,2)) FROM t JOIN (SELECT id FROM u) v USING (id) WHERE EXISTS (SELECT 1 FROM w) AND NOT (a OR b) AND c LIKE 'a%'",
    "SELECT a FROM t USE INDEX FOR ORDER BY (i) WHERE MATCH (b) AGAINST ('x' IN BOOLEAN MODE) LIMIT 10 OFFSET 5",
    'SELECT a FROM t UNION ALL (SELECT b FROM u) ORDER BY 1',
    'SELECT ROW_NUMBER() OVER (PARTITION BY a ORDER BY b) FROM t',
    'SELECT a FROM (t1 JOIN t2)',
    'SELECT t.mysql, t.into_x, `into`, 1st_column FROM t',
    "SELECT a FROM t WHERE b = 'a\\nb' AND c = 1e5 AND d = -.5",
  ])('%s', (sql) => {
    expect(whyNotPlain(sql)).toBeNull();
  });
});

const refused: Record<NotPlain, string[]> = {
  'not-select': [
    'UPDATE t SET a = 1',
    '',
    '(SELECT a FROM t)',
    'EXPLAIN SELECT a FROM t',
    'CALL p()',
    'WITH x AS (SELECT 1) DELETE FROM t',
  ],
  unreadable: [
    "SELECT a FROM t WHERE b = 'cut",
    'SELECT a FROM t /* cut',
    "SELECT a FROM t WHERE b = 'x\\' OR c = 'y'",
    'SELECT {fn now()} FROM t',
    'SELECT $$a$$ FROM t',
  ],
  'no-values': ['SELECT a FROM t WHERE b = ?', 'SELECT a FROM t LIMIT ?'],
  several: ['SELECT a FROM t; DELETE FROM t', 'SELECT a FROM t;;'],
  comment: ['SELECT a FROM t /*!50000 FOR UPDATE */', 'SELECT a /*M!100000 INTO @x */ FROM t'],
  hint: ['SELECT /*+ SET_VAR(sort_buffer_size = 16M) */ a FROM t'],
  variable: ['SELECT @a := 1 FROM t', 'SELECT @@sort_buffer_size FROM t', 'SELECT a FROM t WHERE b = :name'],
  locks: [
    'SELECT a FROM t FOR UPDATE',
    'SELECT a FROM t for/**/share',
    'SELECT a FROM t LOCK IN SHARE MODE',
    'SELECT a FROM t WHERE b IN (SELECT c FROM u FOR UPDATE SKIP LOCKED)',
  ],
  writes: [
    "SELECT a FROM t INTO OUTFILE '/tmp/x'",
    'SELECT a INTO\n@x FROM t',
    'SELECT a FROM t PROCEDURE ANALYSE()',
  ],
  sequence: [
    'SELECT NEXT VALUE FOR s FROM t',
    'SELECT s.nextval FROM t',
    'SELECT PREVIOUS VALUE FOR s FROM t',
  ],
  function: [
    'SELECT SLEEP(1) FROM t',
    'SELECT sleep (1) FROM t',
    "SELECT GET_LOCK('a', 1) FROM t",
    'SELECT my_function(a) FROM t',
    'SELECT db.count(a) FROM t',
    'SELECT `count`(a) FROM t',
    'SELECT NEXTVAL(s) FROM t',
    "SELECT LOAD_FILE('/etc/passwd') FROM t",
    'SELECT BENCHMARK(1000000, MD5(1)) FROM t',
    'SELECT "f"(1) FROM t',
  ],
  'system-schema': [
    'SELECT * FROM performance_schema.threads',
    'SELECT * FROM `mysql`.`user`',
    'SELECT * FROM SYS . version',
  ],
  'no-table': ['SELECT 1', "SELECT EXTRACT(YEAR FROM '2026-01-01')", 'SELECT 1 FROM DUAL'],
};

describe.each(Object.entries(refused))('refused as %s', (why, statements) => {
  test.each(statements)('%s', (sql) => {
    expect(whyNotPlain(sql)).toBe(why);
  });
});

test('whatever is written around it, a part that could harm is never let through', () => {
  const harm = fc.constantFrom(
    'SLEEP(1)',
    'f(1)',
    '@x',
    'a INTO OUTFILE "x"',
    "GET_LOCK('x', 0)",
    'NEXTVAL(s)',
    '(SELECT 1 FROM u FOR UPDATE)',
    'x.f(1)',
    '1; DROP TABLE t',
  );
  const gap = fc.constantFrom(' ', '\n', '/**/', ' /* x */ ', ' -- x\n', '\t');
  const before = fc.constantFrom(
    'a,',
    "'x',",
    '`b`,',
    'COUNT(*),',
    '"q",',
    '1+',
    '(SELECT MAX(i) FROM v),',
    '',
  );
  fc.assert(
    fc.property(harm, gap, before, gap, fc.boolean(), (part, one, lead, two, upper) => {
      const sql = `SELECT${one}${lead}${two}${upper ? part : part.toLowerCase()}${one} FROM t WHERE a = 1`;
      expect(whyNotPlain(sql)).not.toBeNull();
    }),
  );
});

test('any text at all gets an answer', () => {
  const piece = fc.constantFrom(
    ...`'"\`\\/*-#@?(){};.,$ \n\0`,
    'e1',
    '0x',
    'FROM',
    'FOR',
    'count',
    'é',
    '😀',
  );
  fc.assert(
    fc.property(fc.string({ unit: piece }), (text) => {
      const answer = whyNotPlain(`SELECT ${text} FROM t`);
      expect(answer === null || answer in refused).toBe(true);
    }),
  );
});
