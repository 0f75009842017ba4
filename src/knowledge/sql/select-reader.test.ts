import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { VersionTriple } from '../../shared/server';
import { significantTokens } from './lexer';
import { type NotPlain, notPlainTexts } from './refusal';
import { readSelect } from './select-reader';
import type { SelectText } from './select-text';

const mysql = { flavour: 'mysql', version: [8, 4, 0] satisfies VersionTriple } as const;
const read = (sql: string) => readSelect(sql, 'shop', mysql);
const whyNotPlain = (sql: string): NotPlain | null => {
  const found = read(sql);
  return typeof found === 'string' ? found : null;
};
const written = (select: SelectText | NotPlain): string =>
  typeof select === 'string' ? select : select.write((table) => ({ ...table, indexes: ['PRIMARY', 'k'] }));

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
    '(SELECT a FROM t)',
    '(SELECT 1 FROM a) UNION (SELECT 2 FROM b)',
    'WITH x AS (SELECT a FROM t), y (b) AS (SELECT a FROM x) SELECT * FROM x JOIN y ON x.a = y.b',
    'WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 5) SELECT * FROM r, t',
    'SELECT * FROM ((t1 JOIN t2 ON t1.a = t2.a) LEFT JOIN t3 USING (b)), t4 FORCE INDEX FOR ORDER BY (i)',
    'SELECT * FROM t WHERE a IN ((SELECT b FROM u) UNION (SELECT c FROM v)) AND LEFT(d, 2) = RIGHT(d, 2)',
    "SELECT SUBSTRING(a FROM 2 FOR 3), TRIM(BOTH 'x' FROM b), x'41', _utf8mb4'z', DATE '2026-01-01' FROM t PARTITION (p0)",
    "SELECT SUM(a) OVER w, GROUP_CONCAT(b ORDER BY c SEPARATOR ',') FROM t GROUP BY d WITH ROLLUP HAVING e > 1 WINDOW w AS (PARTITION BY f)",
    "SELECT CAST(a AS CHAR CHARACTER SET utf8mb4), b COLLATE utf8mb4_bin, j->>'$.x', CONVERT(c USING latin1) FROM t",
    'SELECT d + INTERVAL 1 DAY, NOW() - INTERVAL (a) HOUR FROM t STRAIGHT_JOIN u ON t.i = u.i WHERE NOT EXISTS (SELECT 1 FROM w)',
    "SELECT a FROM t WHERE b = 'a\\nb' AND c = 1e5 AND d = -.5",
  ])('%s', (sql) => {
    expect(whyNotPlain(sql)).toBeNull();
  });
});

const refused: Partial<Record<NotPlain, string[]>> = {
  'not-select': [
    'UPDATE t SET a = 1',
    '',
    '(DELETE FROM t)',
    'SELECT * FROM t UNION TABLE v',
    'SELECT * FROM t UNION VALUES ROW(1)',
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
    'SELECT * FROM LATERAL (SELECT 1) d',
    "SELECT * FROM t, JSON_TABLE('[1]', '$[*]' COLUMNS (a INT PATH '$')) j",
    'SELECT * FROM f(1)',
    'SELECT * FROM ((SELECT 1) AS d JOIN t)',
    'SELECT * FROM ((SELECT 1) AS d, db.v)',
    'SELECT * FROM t WHERE a IN (TABLE v)',
    'SELECT * FROM t FOR SYSTEM_TIME ALL',
    'SELECT * FROM t TABLESAMPLE SYSTEM (10)',
    'SELECT * FROM a.b.c',
    'SELECT (a, b JOIN db.v) FROM t',
    'SELECT a FROM t WHERE b FROM db.v',
    `SELECT ${'('.repeat(100)}1${')'.repeat(100)} FROM t`,
    'SELECT "a\\\'b" FROM t',
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
    'SELECT AGAINST(a) FROM t',
    'SELECT a, against (1) FROM t',
    'SELECT OF(a) FROM t',
    'SELECT a FROM t WHERE a > of (1)',
  ],
  'system-schema': [
    'SELECT * FROM performance_schema.threads',
    'SELECT * FROM `mysql`.`user`',
    'SELECT * FROM SYS . version',
  ],
  ambiguous: [
    'WITH x AS (SELECT a FROM y), y AS (SELECT 1) SELECT * FROM x',
    'WITH x AS (SELECT a FROM x) SELECT * FROM x',
    'SELECT * FROM (WITH x AS (SELECT 1) SELECT * FROM x) d, x',
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
      expect(answer === null || answer in notPlainTexts).toBe(true);
    }),
  );
});

test.each([
  ['SELECT 1efrom, 1e5from t', 'SELECT `1efrom` , 1e5 FROM `shop`.`t` USE INDEX (`PRIMARY`, `k`)'],
  [
    'select a.`b`,"it\'s" from Db.T as x',
    "SELECT `a` . `b` , 'it''s' FROM `Db`.`T` AS `x` USE INDEX (`PRIMARY`, `k`)",
  ],
  [
    'SELECT COUNT/**/(*), - -1 FROM t u',
    'SELECT COUNT( * ) , - - 1 FROM `shop`.`t` AS `u` USE INDEX (`PRIMARY`, `k`)',
  ],
  ['SELECT a--1 FROM t', 'SELECT `a` - - 1 FROM `shop`.`t` USE INDEX (`PRIMARY`, `k`)'],
  [
    'SELECT count, sleep FROM t IGNORE KEY (k)',
    'SELECT `count` , `sleep` FROM `shop`.`t` IGNORE KEY ( `k` )',
  ],
  ["SELECT x'41' 'a'\"b\" FROM t", "SELECT x'41' 'a' 'b' FROM `shop`.`t` USE INDEX (`PRIMARY`, `k`)"],
  [
    'SELECT t.from, t.select FROM t',
    'SELECT `t` . `from` , `t` . `select` FROM `shop`.`t` USE INDEX (`PRIMARY`, `k`)',
  ],
])('%s is written as it was understood', (sql, text) => {
  expect(written(read(sql))).toBe(text);
});

test('a function is taken only from the version on that has it built in, and until it is dropped', () => {
  const why = (flavour: 'mysql' | 'mariadb' | 'percona', version: VersionTriple, call: string) =>
    typeof readSelect(`SELECT ${call} FROM t`, 'shop', { flavour, version });
  expect(why('mysql', [5, 6, 24], 'REGEXP_LIKE(a, 1)')).toBe('string');
  expect(why('mysql', [8, 0, 36], 'REGEXP_LIKE(a, 1)')).toBe('object');
  expect(why('mariadb', [11, 8, 6], 'REGEXP_LIKE(a, 1)')).toBe('string');
  expect(why('mariadb', [10, 2, 1], 'NVL(a, 1)')).toBe('string');
  expect(why('mariadb', [10, 11, 1], 'NVL(a, 1)')).toBe('object');
  expect(why('percona', [8, 4, 0], 'NVL(a, 1)')).toBe('string');
  expect(why('mysql', [8, 4, 0], 'MD5(a)')).toBe('object');
  expect(why('mysql', [9, 7, 4], 'MD5(a)')).toBe('string');
});

test('without the default schema of its session a statement that needs it is refused', () => {
  expect(readSelect('SELECT * FROM t', null, mysql)).toBe('no-schema');
  expect(readSelect('SELECT * FROM t', 'MYSQL', mysql)).toBe('system-schema');
  expect(readSelect('SELECT * FROM s.t', null, mysql)).toBeTypeOf('object');
});

const hostilePieces = fc.constantFrom(
  ...[
    'SELECT',
    'FROM',
    'JOIN',
    'UNION',
    'WITH',
    'AS',
    '(',
    ')',
    ',',
    '.',
    'v',
    '`v`',
    'db',
    'f',
    'f(',
    'COUNT(',
    '"v"',
    "'v'",
  ],
  ...[
    'x',
    '1',
    '1e5',
    '*',
    '=',
    'ON',
    'USING',
    'WHERE',
    'LEFT',
    'INTERVAL',
    'EXTRACT(',
    'TABLE',
    'LATERAL',
    '/**/',
    '-- \n',
    '/*!',
    '*/',
  ],
  ...[
    '`a``',
    '"',
    "'",
    '\\',
    '@',
    'AS (',
    'RECURSIVE',
    'USE INDEX',
    'FOR',
    'ORDER BY',
    'DUAL',
    '--',
    '#',
    '\n',
    '$$',
    '{',
    ';',
    'é',
    '\u00a0',
  ],
);

test('whatever passes names, when it is read again, nothing but tables in full with an index hint, built-in functions and names in backticks', () => {
  const lead = fc.constantFrom(
    'SELECT * FROM t ',
    'SELECT ',
    'WITH v AS (SELECT 1) SELECT * FROM ',
    'SELECT a FROM (',
  );
  let passed = 0;
  fc.assert(
    fc.property(lead, fc.array(hostilePieces, { maxLength: 14 }), (start, pieces) => {
      const found = read(start + pieces.join(' '));
      if (typeof found === 'string') return;
      passed += 1;
      const text = written(found);
      const tokens = significantTokens(text);
      for (const [index, { kind, text: token }] of tokens.entries()) {
        expect(['word', 'name', 'string', 'number', 'operator'], text).toContain(kind);
        const [before, after] = [tokens[index - 1]?.text ?? '', tokens[index + 1]?.text ?? ''];
        // Columns, aliases and names of a WITH are quoted; what is not quoted is of the language.
        if (after === '(' && kind === 'name')
          expect(['WITH', 'RECURSIVE', ',', 'AS'], text).toContain(before);
        if (/^(FROM|JOIN|STRAIGHT_JOIN)$/.test(token) && kind === 'word' && after.startsWith('`')) {
          const [, dot, , next] = tokens.slice(index + 1).map((one) => one.text);
          const common = /^`[vx]`$/.test(after) && dot !== '.';
          expect(common || (dot === '.' && next !== '.'), text).toBe(true);
        }
      }
      expect(
        text.match(/USE INDEX \(`PRIMARY`, `k`\)|(USE|FORCE|IGNORE) INDEX/g)?.length ?? 0,
        text,
      ).toBeGreaterThanOrEqual(found.tables.length);
      // It is its own canonical form: what the server reads is what was read here.
      const again = read(text);
      expect(typeof again === 'string' ? again : again.tables.length, text).toBe(found.tables.length);
    }),
    { numRuns: 6000 },
  );
  expect(passed).toBeGreaterThan(5);
});

describe('statements that may be explained', () => {
  test.each([
    'SELECT * FROM o WHERE c = "Ada" AND n > 0',
    'select count(*) from o where a in (1, 2) and b = lower("X");',
    "SELECT * FROM o WHERE c = 'INTO OUTFILE; sleep(10)'",
    '(SELECT 1 FROM a) UNION (SELECT 2 FROM b)',
  ])('%s', (sql) => {
    expect(whyNotPlain(sql)).toBeNull();
  });

  test.each([
    'UPDATE o SET c = 1',
    'SELECT * FROM o WHERE c = 1 FOR UPDATE',
    'SELECT * FROM o LOCK IN SHARE MODE',
    "SELECT * FROM o INTO OUTFILE '/tmp/x'",
    'SELECT SLEEP(10) FROM o',
    'SELECT my_function(1) FROM o',
    'SELECT shop.my_function(1) FROM o',
    'SELECT `sleep`(10) FROM o',
    'SELECT @a := 1 FROM o',
    'SELECT 1; DROP TABLE o',
    'SELECT /*!50000 sleep(10) */ FROM o',
    'SELECT * FROM o WHERE c IN (1, 2, 3, ...',
    "SELECT * FROM o WHERE c = 'cut of",
    'WITH x AS (SELECT 1) SELECT * FROM x',
  ])('not %s', (sql) => {
    expect(whyNotPlain(sql)).not.toBeNull();
  });
});

test('a word that an older server does not know is a name there, and no call of it passes', () => {
  const over = 'SELECT over (a) FROM t';
  const except = 'SELECT a, EXCEPT ((SELECT b FROM u)) FROM t';
  for (const version of [
    [5, 6, 24],
    [5, 7, 22],
  ] satisfies VersionTriple[]) {
    expect(readSelect(over, 'shop', { flavour: 'mysql', version })).toBe('function');
    expect(readSelect(except, 'shop', { flavour: 'mysql', version })).toBe('function');
  }
  expect(readSelect(over, 'shop', { flavour: 'mariadb', version: [10, 1, 0] })).toBe('function');
});
